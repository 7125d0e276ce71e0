//! gRPC handlers of `StaffSearchService`: search statistics, synonym groups and search rules.

use heuan_proto::search::v1::{
    self as wire, SearchActorRole, staff_search_service_server::StaffSearchService,
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{Handler, convert::limited, customer};
use crate::{
    listing::{ListedSearch, PageRequest, View},
    staff::{Editor, not_an_editor},
    store::{RuleAction, SearchRule, SynonymGroup},
};

/// Maximum products of `ListMatchingProducts`: twice those of the largest bulk change, and 150 KB in a response.
const MAX_MATCHING: usize = 50_000;

type GrpcResult<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl StaffSearchService for Handler {
    async fn list_searches(
        &self,
        request: Request<wire::ListSearchesRequest>,
    ) -> GrpcResult<wire::ListSearchesResponse> {
        let request = request.into_inner();
        let view = match request.view() {
            wire::SearchView::Unspecified => View::All,
            wire::SearchView::WithoutResult => View::WithoutResult,
            wire::SearchView::FewClicks => View::FewClicks,
        };
        editor(request.actor)?;
        let page = page(request.search, request.cursor, request.limit)?;
        let listed = self.service.insights(view, &page).await?;
        Ok(Response::new(wire::ListSearchesResponse {
            searches: listed.entries.into_iter().map(insight).collect(),
            next_cursor: listed.next_cursor,
            total: listed.total,
            limited_to: listed.limited_to,
            window_hours: i32::try_from(self.service.config.popular_window_h).unwrap_or(i32::MAX),
            min_visitors: self.service.config.popular_min_visitors,
        }))
    }

    async fn list_matching_products(
        &self,
        request: Request<wire::ListMatchingProductsRequest>,
    ) -> GrpcResult<wire::ListMatchingProductsResponse> {
        let wire::ListMatchingProductsRequest { actor, text, limit } = request.into_inner();
        editor(actor)?;
        let found = self.service.matching_ids(text, limited("limit", limit, MAX_MATCHING)?).await?;
        let total = i64::try_from(found.total).unwrap_or(i64::MAX);
        Ok(Response::new(wire::ListMatchingProductsResponse { pro_ids: found.pro_ids, total }))
    }

    async fn list_synonym_groups(
        &self,
        request: Request<wire::ListSynonymGroupsRequest>,
    ) -> GrpcResult<wire::ListSynonymGroupsResponse> {
        let wire::ListSynonymGroupsRequest { actor, search, cursor, limit } = request.into_inner();
        editor(actor)?;
        let listed = self.service.synonym_group_page(&page(search, cursor, limit)?).await?;
        Ok(Response::new(wire::ListSynonymGroupsResponse {
            groups: listed.entries.into_iter().map(group).collect(),
            next_cursor: listed.next_cursor,
            total: listed.total,
        }))
    }

    async fn create_synonym_group(
        &self,
        request: Request<wire::CreateSynonymGroupRequest>,
    ) -> GrpcResult<wire::CreateSynonymGroupResponse> {
        let request = request.into_inner();
        let editor = editor(request.actor)?;
        let created = self.service.create_group(&request.words, &editor).await?;
        Ok(Response::new(wire::CreateSynonymGroupResponse { group: Some(group(created)) }))
    }

    async fn update_synonym_group(
        &self,
        request: Request<wire::UpdateSynonymGroupRequest>,
    ) -> GrpcResult<wire::UpdateSynonymGroupResponse> {
        let wire::UpdateSynonymGroupRequest { actor, group_id, words, version } = request.into_inner();
        let editor = editor(actor)?;
        let updated = self.service.update_group(group_id, version, &words, &editor).await?;
        Ok(Response::new(wire::UpdateSynonymGroupResponse { group: Some(group(updated)) }))
    }

    async fn delete_synonym_group(
        &self,
        request: Request<wire::DeleteSynonymGroupRequest>,
    ) -> GrpcResult<wire::DeleteSynonymGroupResponse> {
        let request = request.into_inner();
        editor(request.actor)?;
        let deleted = self.service.delete_group(request.group_id, request.version).await?;
        Ok(Response::new(wire::DeleteSynonymGroupResponse { group: deleted.map(group) }))
    }

    async fn list_search_rules(
        &self,
        request: Request<wire::ListSearchRulesRequest>,
    ) -> GrpcResult<wire::ListSearchRulesResponse> {
        editor(request.into_inner().actor)?;
        let rules = self.service.rules().await?.into_iter().map(rule).collect();
        Ok(Response::new(wire::ListSearchRulesResponse { rules }))
    }

    async fn set_search_rule(
        &self,
        request: Request<wire::SetSearchRuleRequest>,
    ) -> GrpcResult<wire::SetSearchRuleResponse> {
        let request = request.into_inner();
        let action = match request.action() {
            wire::SearchRuleAction::Pin => RuleAction::Pin,
            wire::SearchRuleAction::Block => RuleAction::Block,
            wire::SearchRuleAction::Unspecified => {
                return Err(Error::invalid("action", "must be pin or block").into());
            }
        };
        let editor = editor(request.actor)?;
        let saved = self.service.set_rule(&request.text, action, &editor).await?;
        Ok(Response::new(wire::SetSearchRuleResponse { rule: Some(rule(saved)) }))
    }

    async fn delete_search_rule(
        &self,
        request: Request<wire::DeleteSearchRuleRequest>,
    ) -> GrpcResult<wire::DeleteSearchRuleResponse> {
        let request = request.into_inner();
        editor(request.actor)?;
        self.service.delete_rule(&request.text).await?;
        Ok(Response::new(wire::DeleteSearchRuleResponse {}))
    }
}

/// The actor, if the role may change searches.
pub(super) fn editor(actor: Option<wire::SearchActor>) -> Result<Editor, Error> {
    let actor = actor.ok_or_else(|| Error::invalid("actor", "must be set"))?;
    if !matches!(actor.role(), SearchActorRole::Editor | SearchActorRole::Manager) {
        return Err(not_an_editor());
    }
    Ok(Editor { customer_id: customer(actor.customer_id)?, name: actor.name })
}

fn page(search: String, cursor: String, limit: i32) -> Result<PageRequest, Error> {
    Ok(PageRequest { search, cursor, limit: limited("limit", limit, 100)? })
}

fn insight(from: ListedSearch) -> wire::SearchInsight {
    wire::SearchInsight {
        text: from.insight.text,
        visitors: from.insight.visitors,
        clicked_visitors: from.insight.clicked_visitors,
        has_result: from.has_result,
        last_at_ms: from.insight.last_at,
        rule: from.rule.map_or(wire::SearchRuleAction::Unspecified, action).into(),
    }
}

fn group(from: SynonymGroup) -> wire::SynonymGroup {
    wire::SynonymGroup {
        group_id: from.group_id,
        words: from.words(),
        version: from.version,
        updated_at_ms: from.updated_at,
        updated_by: from.updated_by,
    }
}

fn rule((from, has_result): (SearchRule, bool)) -> wire::SearchRule {
    wire::SearchRule {
        action: action(from.action()).into(),
        text: from.text,
        created_at_ms: from.created_at,
        created_by: from.created_by,
        has_result,
    }
}

fn action(from: RuleAction) -> wire::SearchRuleAction {
    match from {
        RuleAction::Pin => wire::SearchRuleAction::Pin,
        RuleAction::Block => wire::SearchRuleAction::Block,
    }
}
