//! Back office: search statistics, synonyms, and searches pinned to or blocked from the popular ones.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, filled, moment},
    params::{Params, parse_id},
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{AuditDetail, Role, Staff, StaffInput},
};
use heuan_proto::search::v1::{
    self as proto, SearchActor, SearchActorRole, SearchRuleAction, SearchView,
    staff_search_service_client::StaffSearchServiceClient,
};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Registry, empty_body::Nothing, search::SearchText};
use crate::api_state::ApiState;

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
const MAX_SEARCH: usize = 200;
/// A cursor may contain the text of a search.
const MAX_CURSOR: usize = 300;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(list)
        .service(list_synonyms)
        .service(create_synonyms)
        .service(update_synonyms)
        .service(delete_synonyms)
        .service(list_rules)
        .service(set_rule)
        .service(delete_rule);
}

/// Filter of the listed searches.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the query; Params reads it")]
enum StaffSearchView {
    All,
    /// Searches that find nothing unless they are corrected.
    WithoutResult,
    /// Searches that find products, of which fewer than one visitor in five opened one.
    FewClicks,
}

const VIEWS: [(&str, SearchView); 3] = [
    ("all", SearchView::Unspecified),
    ("without_result", SearchView::WithoutResult),
    ("few_clicks", SearchView::FewClicks),
];

/// Effect of a rule on a search.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchRuleKind {
    /// It is among the first popular searches, in the order of pinning, if it finds products.
    Pin,
    /// It is never among the popular searches and suggestions.
    Block,
}

/// Searches of the time of popular ones.
#[derive(Serialize, ToSchema)]
pub struct StaffSearches {
    /// Always true; errors have their own shape.
    success: bool,
    /// Most visitors first.
    data: Vec<StaffSearch>,
    /// Hours that are counted.
    window_hours: i32,
    /// Minimum visitors of a listed search, because rare searches may identify a visitor.
    min_visitors: i64,
    /// For the next page; null at the end.
    #[schema(required)]
    next_cursor: Option<String>,
    /// Number of searches over all pages.
    total: i64,
    /// Number of searches with most visitors that view and pages are of, because more match; null if all are.
    #[schema(required)]
    limited_to: Option<i64>,
}

/// One page of synonym groups.
#[derive(Serialize, ToSchema)]
pub struct SynonymGroupPage {
    /// Always true; errors have their own shape.
    success: bool,
    /// Newest first.
    data: Vec<SynonymGroup>,
    /// For the next page; null at the end.
    #[schema(required)]
    next_cursor: Option<String>,
    /// Number of groups over all pages.
    total: i64,
}

/// Search of visitors, with its counts.
#[derive(Serialize, ToSchema)]
pub struct StaffSearch {
    /// As it was typed last.
    #[schema(example = "ປູນຕາເສືອ")]
    text: String,
    /// Distinct visitors.
    visitors: i64,
    /// Distinct visitors that opened a product of the result.
    clicked_visitors: i64,
    /// Whether products match the text without a correction.
    has_result: bool,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    last_at: String,
    /// The rule of the text; null if it has none.
    #[schema(required)]
    rule: Option<SearchRuleKind>,
}

/// Words that are searched for together.
#[derive(Serialize, ToSchema)]
pub struct SynonymGroup {
    group_id: i64,
    #[schema(example = json!(["ປູນຕາເສືອ", "ຊີມັງ", "cement"]))]
    words: Vec<String>,
    /// For an update.
    version: i64,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    updated_at: String,
    /// Name of the member of the staff that changed it last.
    updated_by: String,
}

/// Words of a new group.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SynonymGroupBody {
    /// Distinct words of 1 to 60 characters, without `|` and `#`.
    #[schema(min_items = 2, max_items = 20, example = json!(["ປູນຕາເສືອ", "ຊີມັງ"]))]
    words: Vec<String>,
}

/// Words of a group instead of its present ones.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SynonymGroupUpdate {
    /// As of a new group.
    #[schema(min_items = 2, max_items = 20, example = json!(["ປູນຕາເສືອ", "ຊີມັງ"]))]
    words: Vec<String>,
    /// The version that was changed.
    #[schema(minimum = 1)]
    version: i64,
}

/// A search that is pinned or blocked.
#[derive(Serialize, ToSchema)]
pub struct SearchRule {
    text: String,
    action: SearchRuleKind,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    created_at: String,
    /// Name of the member of the staff.
    created_by: String,
    /// Whether products match the text without a correction. A pinned search that finds none is not shown.
    has_result: bool,
}

/// A rule to be set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchRuleBody {
    #[schema(min_length = 1, max_length = 200, example = "ຊີມັງ")]
    searchtext: String,
    action: SearchRuleKind,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ListQuery {
    #[param(inline)]
    view: Option<StaffSearchView>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct PageQuery {
    /// Part of the text, in any spelling.
    #[param(max_length = 200)]
    search: Option<String>,
    /// `next_cursor` of the previous page, with the same `search`.
    #[param(max_length = 300)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i32>,
}

/// Lists recent searches, most visitors first.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "list_staff_searches",
    security(("api_token" = [], "session" = [])),
    params(ListQuery, PageQuery),
    responses((status = 200, description = "The searches", body = StaffSearches), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/searches")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListSearchesRequest {
        actor: Some(actor(&staff)),
        view: params.word("view", &VIEWS)?.unwrap_or_default().into(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
        search: params.text("search", MAX_SEARCH)?.unwrap_or_default().to_owned(),
        cursor: params.exact("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
    };
    let client = state.clients.staff_searches();
    let read = client.read("ListSearches", StaffSearchServiceClient::list_searches, rpc_request);
    let found = state.with_deadline(read).await?;
    let searches = StaffSearches {
        success: true,
        data: found.searches.into_iter().map(StaffSearch::try_from).collect::<Result<_>>()?,
        window_hours: found.window_hours,
        min_visitors: found.min_visitors,
        next_cursor: filled(found.next_cursor),
        total: found.total,
        limited_to: found.limited_to,
    };
    respond::private(StatusCode::OK, &searches)
}

/// Lists the synonym groups of the staff, newest first. Built-in synonyms are not listed.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "list_synonym_groups",
    security(("api_token" = [], "session" = [])),
    params(PageQuery),
    responses((status = 200, description = "One page", body = SynonymGroupPage), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/searches/synonyms")]
pub async fn list_synonyms(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListSynonymGroupsRequest {
        actor: Some(actor(&staff)),
        search: params.text("search", MAX_SEARCH)?.unwrap_or_default().to_owned(),
        cursor: params.exact("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.staff_searches();
    let read = client.read("ListSynonymGroups", StaffSearchServiceClient::list_synonym_groups, rpc_request);
    let found = state.with_deadline(read).await?;
    let page = SynonymGroupPage {
        success: true,
        data: found.groups.into_iter().map(SynonymGroup::try_from).collect::<Result<_>>()?,
        next_cursor: filled(found.next_cursor),
        total: found.total,
    };
    respond::private(StatusCode::OK, &page)
}

/// Adds words that mean the same. Searches use them within five seconds.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "create_synonym_group",
    security(("api_token" = [], "session" = [])),
    request_body = SynonymGroupBody,
    responses(
        (status = 201, description = "The group", body = Envelope<SynonymGroup>),
        (status = 409, description = "`reason` is `synonym_exists` if another group has the same words, or `synonym_limit`", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/searches/synonyms")]
pub async fn create_synonyms(
    StaffInput(staff, body): StaffInput<SynonymGroupBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::CreateSynonymGroupRequest { actor: Some(actor(&staff)), words: body.words };
    let mut client = state.clients.staff_searches();
    let created = state.call("CreateSynonymGroup", client.create_synonym_group(rpc_request)).await?;
    let group = group(&request, created.group)?;
    respond::private(StatusCode::CREATED, &Envelope::of(group))
}

/// Replaces the words of a group.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "update_synonym_group",
    security(("api_token" = [], "session" = [])),
    params(("group_id" = i64, Path, description = "The group", minimum = 1)),
    request_body = SynonymGroupUpdate,
    responses(
        (status = 200, description = "The group", body = Envelope<SynonymGroup>),
        (status = 409, description = "`reason` is `synonyms_changed` if the group was changed since, or `synonym_exists`", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/searches/synonyms/{group_id}")]
pub async fn update_synonyms(
    StaffInput(staff, body): StaffInput<SynonymGroupUpdate>,
    request: HttpRequest,
    group_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let SynonymGroupUpdate { words, version } = body;
    let rpc_request = proto::UpdateSynonymGroupRequest {
        actor: Some(actor(&staff)),
        group_id: parse_id("group_id", &group_id)?,
        words,
        version,
    };
    let mut client = state.clients.staff_searches();
    let updated = state.call("UpdateSynonymGroup", client.update_synonym_group(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(group(&request, updated.group)?))
}

/// Deletes a group. Deleting an absent one succeeds.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "delete_synonym_group",
    security(("api_token" = [], "session" = [])),
    params(
        ("group_id" = i64, Path, description = "The group", minimum = 1),
        ("version" = Option<i64>, Query, description = "The version that was seen; absent deletes any", minimum = 1),
    ),
    responses(
        (status = 200, description = "Deleted", body = Envelope<Nothing>),
        (status = 409, description = "`reason` is `synonyms_changed`: the group has another version", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[delete("/api/staff/searches/synonyms/{group_id}")]
pub async fn delete_synonyms(
    staff: Staff,
    request: HttpRequest,
    group_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let version = Params::of(request.query_string()).id("version")?;
    let rpc_request = proto::DeleteSynonymGroupRequest {
        actor: Some(actor(&staff)),
        group_id: parse_id("group_id", &group_id)?,
        version,
    };
    let mut client = state.clients.staff_searches();
    let deleted = state.call("DeleteSynonymGroup", client.delete_synonym_group(rpc_request)).await?;
    if let Some(deleted) = deleted.group {
        request.extensions_mut().insert(AuditDetail(deleted.words.join(" | ")));
    }
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// Lists the searches that are pinned, in the order of pinning, and then those that are blocked.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "list_search_rules",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The rules", body = Envelope<Vec<SearchRule>>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/searches/rules")]
pub async fn list_rules(staff: Staff, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.staff_searches();
    let rpc_request = proto::ListSearchRulesRequest { actor: Some(actor(&staff)) };
    let read = client.read("ListSearchRules", StaffSearchServiceClient::list_search_rules, rpc_request);
    let rules = state.with_deadline(read).await?.rules;
    let rules: Vec<SearchRule> = rules.into_iter().map(SearchRule::try_from).collect::<Result<_>>()?;
    respond::private(StatusCode::OK, &Envelope::of(rules))
}

/// Pins a search to the popular ones or blocks it from them, in place of the rule that it has.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "set_search_rule",
    security(("api_token" = [], "session" = [])),
    request_body = SearchRuleBody,
    responses(
        (status = 200, description = "The rule", body = Envelope<SearchRule>),
        (status = 409, description = "`reason` is `rule_limit`: there are 20 pinned or 1,000 blocked searches", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/searches/rules")]
pub async fn set_rule(
    StaffInput(staff, body): StaffInput<SearchRuleBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let SearchRuleBody { searchtext, action } = body;
    let text = SearchText::new(&searchtext)?.as_str().to_owned();
    let (word, action) = match action {
        SearchRuleKind::Pin => ("pin", SearchRuleAction::Pin),
        SearchRuleKind::Block => ("block", SearchRuleAction::Block),
    };
    request.extensions_mut().insert(AuditDetail(format!("{word} {text}")));
    let rpc_request = proto::SetSearchRuleRequest { actor: Some(actor(&staff)), text, action: action.into() };
    let mut client = state.clients.staff_searches();
    let saved = state.call("SetSearchRule", client.set_search_rule(rpc_request)).await?;
    let rule = saved.rule.ok_or_else(|| Error::internal("response without rule"))?;
    respond::private(StatusCode::OK, &Envelope::of(SearchRule::try_from(rule)?))
}

/// Deletes the rule of a search. Succeeds if it has none.
#[utoipa::path(
    tag = "staff-searches",
    operation_id = "delete_search_rule",
    security(("api_token" = [], "session" = [])),
    params(("searchtext" = String, Query, description = "The search", min_length = 1, max_length = 200)),
    responses((status = 200, description = "Deleted", body = Envelope<Nothing>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[delete("/api/staff/searches/rules")]
pub async fn delete_rule(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let text = SearchText::read(&Params::of(request.query_string()), "searchtext")?.as_str().to_owned();
    request.extensions_mut().insert(AuditDetail(text.clone()));
    let rpc_request = proto::DeleteSearchRuleRequest { actor: Some(actor(&staff)), text };
    let mut client = state.clients.staff_searches();
    state.call("DeleteSearchRule", client.delete_search_rule(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

pub(super) fn actor(staff: &Staff) -> SearchActor {
    let role = match staff.0.role {
        Role::Customer => SearchActorRole::Customer,
        Role::Clerk => SearchActorRole::Clerk,
        Role::Editor => SearchActorRole::Editor,
        Role::Manager => SearchActorRole::Manager,
    };
    SearchActor { customer_id: staff.0.customer_id, name: staff.0.full_name(), role: role.into() }
}

/// The changed group, which the audit log names.
fn group(request: &HttpRequest, group: Option<proto::SynonymGroup>) -> Result<SynonymGroup> {
    let group = group.ok_or_else(|| Error::internal("response without group"))?;
    request.extensions_mut().insert(AuditDetail(group.words.join(" | ")));
    group.try_into()
}

fn kind(action: SearchRuleAction) -> Option<SearchRuleKind> {
    match action {
        SearchRuleAction::Unspecified => None,
        SearchRuleAction::Pin => Some(SearchRuleKind::Pin),
        SearchRuleAction::Block => Some(SearchRuleKind::Block),
    }
}

impl TryFrom<proto::SearchInsight> for StaffSearch {
    type Error = Error;

    fn try_from(from: proto::SearchInsight) -> Result<Self> {
        Ok(Self {
            rule: kind(from.rule()),
            text: from.text,
            visitors: from.visitors,
            clicked_visitors: from.clicked_visitors,
            has_result: from.has_result,
            last_at: moment(from.last_at_ms)?,
        })
    }
}

impl TryFrom<proto::SynonymGroup> for SynonymGroup {
    type Error = Error;

    fn try_from(from: proto::SynonymGroup) -> Result<Self> {
        Ok(Self {
            group_id: from.group_id,
            words: from.words,
            version: from.version,
            updated_at: moment(from.updated_at_ms)?,
            updated_by: from.updated_by,
        })
    }
}

impl TryFrom<proto::SearchRule> for SearchRule {
    type Error = Error;

    fn try_from(from: proto::SearchRule) -> Result<Self> {
        Ok(Self {
            action: kind(from.action()).ok_or_else(|| Error::internal("rule without action"))?,
            text: from.text,
            created_at: moment(from.created_at_ms)?,
            created_by: from.created_by,
            has_result: from.has_result,
        })
    }
}
