//! A fake search service that returns scripted hits, records calls and fails on demand, sufficient for testing the
//! edge.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heuan_proto::search::v1::{
    search_service_server::SearchService, staff_search_service_server::StaffSearchService, *,
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

type GrpcResult<T> = Result<Response<T>, Status>;

/// A received call.
#[derive(Clone, Debug, PartialEq)]
pub enum Searched {
    Products(SearchProductsRequest),
    Suggest(SuggestRequest),
    /// Limit and language.
    Popular(i32, String),
    WithoutResult(i32),
    Record(RecordSearchRequest),
    Click(RecordSearchClickRequest),
    Insights(ListSearchesRequest),
    Matching(ListMatchingProductsRequest),
    /// Search, cursor and limit of a page of synonym groups.
    Groups(String, String, i32),
    Words(Vec<String>),
    Rule(SetSearchRuleRequest),
    DeletedRule(String),
    List(ListSearchHistoryRequest),
    Clear(ClearSearchHistoryRequest),
}

#[derive(Clone, Default)]
pub struct FakeSearch(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    received: Vec<Searched>,
    error: Option<Error>,
    hits: Vec<ProductHit>,
    is_indexing: bool,
}

impl FakeSearch {
    /// The calls since the last time.
    pub fn take_received(&self) -> Vec<Searched> {
        std::mem::take(&mut self.inner().received)
    }

    /// The recorded searches since the last time.
    pub fn recorded(&self) -> Vec<RecordSearchRequest> {
        let recorded = |one: &Searched| match one {
            Searched::Record(request) => Some(request.clone()),
            _ => None,
        };
        self.inner().received.iter().filter_map(recorded).collect()
    }

    /// From now on every call fails with this error, or none does.
    pub fn fail(&self, error: Option<Error>) {
        self.inner().error = error;
    }

    /// Sets whether the index lacks changes of the catalog.
    pub fn set_indexing(&self, is_indexing: bool) {
        self.inner().is_indexing = is_indexing;
    }

    /// Sets the hits of every search.
    pub fn find(&self, hits: Vec<ProductHit>) {
        self.inner().hits = hits;
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record_call(&self, received: Searched) -> Result<(), Status> {
        let mut inner = self.inner();
        inner.received.push(received);
        inner.error.clone().map_or(Ok(()), |error| Err(error.into()))
    }
}

pub fn hit(pro_id: i64) -> ProductHit {
    ProductHit { pro_id, ..ProductHit::default() }
}

fn entry(id: i64, text: &str) -> HistoryEntry {
    HistoryEntry { id, text: text.to_owned(), at_ms: 1_795_194_000_000 }
}

#[tonic::async_trait]
impl SearchService for FakeSearch {
    async fn search_products(
        &self,
        request: Request<SearchProductsRequest>,
    ) -> GrpcResult<SearchProductsResponse> {
        let request = request.into_inner();
        let is_typo = request.text == "cemnt";
        self.record_call(Searched::Products(request))?;
        let hits = self.inner().hits.clone();
        Ok(Response::new(SearchProductsResponse {
            total: hits.len() as i64,
            hits,
            facets: Some(Facets {
                categories: vec![FacetCount { id: 1, count: 2 }],
                groups: vec![FacetCount { id: 101, count: 2 }],
                brands: vec![BrandCount { brand: "Hinphet".to_owned(), count: 2 }],
                min_price: Some(3000),
                max_price: Some(5000),
                in_stock: 2,
                on_sale: 1,
            }),
            corrected_text: if is_typo { "cement".to_owned() } else { String::new() },
            indexing: self.inner().is_indexing,
        }))
    }

    async fn suggest(&self, request: Request<SuggestRequest>) -> GrpcResult<SuggestResponse> {
        self.record_call(Searched::Suggest(request.into_inner()))?;
        Ok(Response::new(SuggestResponse { texts: vec!["cement".to_owned(), "ຊີມັງ".to_owned()] }))
    }

    async fn list_popular_searches(
        &self,
        request: Request<ListPopularSearchesRequest>,
    ) -> GrpcResult<ListPopularSearchesResponse> {
        let ListPopularSearchesRequest { limit, language } = request.into_inner();
        self.record_call(Searched::Popular(limit, language))?;
        let searches = vec![PopularSearch { text: "ຊີມັງ".to_owned(), visitors: 40 }];
        Ok(Response::new(ListPopularSearchesResponse { searches }))
    }

    async fn list_searches_without_result(
        &self,
        request: Request<ListSearchesWithoutResultRequest>,
    ) -> GrpcResult<ListSearchesWithoutResultResponse> {
        self.record_call(Searched::WithoutResult(request.into_inner().limit))?;
        let searches = vec![PopularSearch { text: "ປູນຕາເສືອ".to_owned(), visitors: 38 }];
        Ok(Response::new(ListSearchesWithoutResultResponse { searches }))
    }

    async fn record_search(&self, request: Request<RecordSearchRequest>) -> GrpcResult<RecordSearchResponse> {
        let request = request.into_inner();
        let entry = request.customer_id.map(|_| entry(9, &request.text));
        self.record_call(Searched::Record(request))?;
        Ok(Response::new(RecordSearchResponse { entry }))
    }

    async fn record_search_click(
        &self,
        request: Request<RecordSearchClickRequest>,
    ) -> GrpcResult<RecordSearchClickResponse> {
        self.record_call(Searched::Click(request.into_inner()))?;
        Ok(Response::new(RecordSearchClickResponse {}))
    }

    async fn list_search_history(
        &self,
        request: Request<ListSearchHistoryRequest>,
    ) -> GrpcResult<ListSearchHistoryResponse> {
        self.record_call(Searched::List(request.into_inner()))?;
        Ok(Response::new(ListSearchHistoryResponse {
            entries: vec![entry(8, "ຊີມັງ"), entry(3, "pump")]
        }))
    }

    async fn clear_search_history(
        &self,
        request: Request<ClearSearchHistoryRequest>,
    ) -> GrpcResult<ClearSearchHistoryResponse> {
        self.record_call(Searched::Clear(request.into_inner()))?;
        Ok(Response::new(ClearSearchHistoryResponse {}))
    }
}

fn group(group_id: i64, words: Vec<String>, actor: Option<SearchActor>) -> SynonymGroup {
    SynonymGroup {
        group_id,
        words,
        version: 1,
        updated_at_ms: 1_795_194_000_000,
        updated_by: actor.unwrap_or_default().name,
    }
}

#[tonic::async_trait]
impl StaffSearchService for FakeSearch {
    async fn list_searches(&self, request: Request<ListSearchesRequest>) -> GrpcResult<ListSearchesResponse> {
        self.record_call(Searched::Insights(request.into_inner()))?;
        let search = SearchInsight {
            text: "ປູນຕາເສືອ".to_owned(),
            visitors: 38,
            clicked_visitors: 2,
            has_result: false,
            last_at_ms: 1_795_194_000_000,
            rule: SearchRuleAction::Block.into(),
        };
        Ok(Response::new(ListSearchesResponse {
            searches: vec![search],
            window_hours: 168,
            min_visitors: 3,
            next_cursor: "38.1.ປູນ".to_owned(),
            total: 7,
            limited_to: Some(2_000),
        }))
    }

    async fn list_matching_products(
        &self,
        request: Request<ListMatchingProductsRequest>,
    ) -> GrpcResult<ListMatchingProductsResponse> {
        self.record_call(Searched::Matching(request.into_inner()))?;
        let pro_ids: Vec<i64> = self.inner().hits.iter().map(|hit| hit.pro_id).collect();
        Ok(Response::new(ListMatchingProductsResponse { total: pro_ids.len() as i64, pro_ids }))
    }

    async fn list_synonym_groups(
        &self,
        request: Request<ListSynonymGroupsRequest>,
    ) -> GrpcResult<ListSynonymGroupsResponse> {
        let words = vec!["tap".to_owned(), "faucet".to_owned()];
        let request = request.into_inner();
        self.record_call(Searched::Groups(request.search, request.cursor, request.limit))?;
        let groups = vec![group(7, words, request.actor)];
        Ok(Response::new(ListSynonymGroupsResponse { groups, next_cursor: String::new(), total: 1 }))
    }

    async fn create_synonym_group(
        &self,
        request: Request<CreateSynonymGroupRequest>,
    ) -> GrpcResult<CreateSynonymGroupResponse> {
        let request = request.into_inner();
        self.record_call(Searched::Words(request.words.clone()))?;
        let group = Some(group(8, request.words, request.actor));
        Ok(Response::new(CreateSynonymGroupResponse { group }))
    }

    async fn update_synonym_group(
        &self,
        request: Request<UpdateSynonymGroupRequest>,
    ) -> GrpcResult<UpdateSynonymGroupResponse> {
        let request = request.into_inner();
        self.record_call(Searched::Words(request.words.clone()))?;
        let group = Some(group(request.group_id, request.words, request.actor));
        Ok(Response::new(UpdateSynonymGroupResponse { group }))
    }

    async fn delete_synonym_group(
        &self,
        request: Request<DeleteSynonymGroupRequest>,
    ) -> GrpcResult<DeleteSynonymGroupResponse> {
        let request = request.into_inner();
        if request.version.is_some_and(|version| version != 1) {
            return Err(Error::conflict("synonyms_changed", "the group was changed meanwhile").into());
        }
        let group = Some(group(request.group_id, vec!["tap".to_owned()], request.actor));
        Ok(Response::new(DeleteSynonymGroupResponse { group }))
    }

    async fn list_search_rules(
        &self,
        _: Request<ListSearchRulesRequest>,
    ) -> GrpcResult<ListSearchRulesResponse> {
        let rule = SearchRule {
            text: "cement".to_owned(),
            action: SearchRuleAction::Pin.into(),
            created_at_ms: 1_795_194_000_000,
            created_by: "Noy".to_owned(),
            has_result: true,
        };
        Ok(Response::new(ListSearchRulesResponse { rules: vec![rule] }))
    }

    async fn set_search_rule(
        &self,
        request: Request<SetSearchRuleRequest>,
    ) -> GrpcResult<SetSearchRuleResponse> {
        let request = request.into_inner();
        self.record_call(Searched::Rule(request.clone()))?;
        let rule = SearchRule {
            text: request.text,
            action: request.action,
            created_at_ms: 1_795_194_000_000,
            created_by: "Noy".to_owned(),
            has_result: true,
        };
        Ok(Response::new(SetSearchRuleResponse { rule: Some(rule) }))
    }

    async fn delete_search_rule(
        &self,
        request: Request<DeleteSearchRuleRequest>,
    ) -> GrpcResult<DeleteSearchRuleResponse> {
        self.record_call(Searched::DeletedRule(request.into_inner().text))?;
        Ok(Response::new(DeleteSearchRuleResponse {}))
    }
}
