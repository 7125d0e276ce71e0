//! A fake search service that returns scripted hits, records calls and fails on demand, sufficient for testing the
//! edge.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heuan_proto::search::v1::{search_service_server::SearchService, *};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

type GrpcResult<T> = Result<Response<T>, Status>;

/// A received call.
#[derive(Clone, Debug, PartialEq)]
pub enum Searched {
    Products(SearchProductsRequest),
    Suggest(SuggestRequest),
    Popular(i32),
    WithoutResult(i32),
    Record(RecordSearchRequest),
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
        self.record_call(Searched::Popular(request.into_inner().limit))?;
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
