//! Search history of a customer. A visitor's history is stored in the browser.

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, post, web::Data};
use heuan_proto::search::v1::{self as proto, search_service_client::SearchServiceClient};
use heuan_rpc::Error;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    Registry,
    empty_body::Nothing,
    search::{self, SearchText},
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    params::Params,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Session,
};

const ENTRIES: i32 = 10;
const MAX_ENTRIES: i32 = 50;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list).service(record).service(clear);
}

/// An entry of the history.
#[derive(Serialize, ToSchema)]
pub struct HistoryEntry {
    #[schema(minimum = 1)]
    id: i64,
    #[schema(example = "ຊີມັງ 50 ກິໂລ")]
    searchtext: String,
}

/// The history, newest first.
#[derive(Serialize, ToSchema)]
pub struct SearchHistory {
    /// Always true; errors have their own shape.
    success: bool,
    #[serde(rename = "searchHistory")]
    entries: Vec<HistoryEntry>,
}

#[derive(Deserialize, ToSchema)]
pub struct SearchedBody {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 200, example = "ຊີມັງ 50 ກິໂລ")]
    searchtext: String,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct HistoryQuery {
    #[param(minimum = 1, maximum = 50, default = 10)]
    limit: Option<i32>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ForgetQuery {
    /// The entry; absent for all.
    #[param(minimum = 1)]
    id: Option<i64>,
}

/// Lists the customer's searches, newest first, each text once.
#[utoipa::path(
    tag = "search",
    operation_id = "get_search_history",
    security(("api_token" = [], "session" = [])),
    params(HistoryQuery),
    responses((status = 200, description = "The history", body = SearchHistory), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/search-history")]
pub async fn list(
    session: Session,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let limit = Params::of(request.query_string()).number("limit", 1..=MAX_ENTRIES, ENTRIES)?;
    let client = state.clients.search();
    let rpc_request = proto::ListSearchHistoryRequest { customer_id: session.customer_id, limit };
    let read = client.read("ListSearchHistory", SearchServiceClient::list_search_history, rpc_request);
    let answer = state.with_deadline(read).await.map_err(map_history_error)?;
    let entries = answer.entries.into_iter().map(HistoryEntry::from).collect();
    respond::private(StatusCode::OK, &SearchHistory { success: true, entries })
}

/// Records a search: it becomes the first of the history, and counts for popular searches.
#[utoipa::path(
    tag = "search",
    operation_id = "record_search",
    security(("api_token" = [], "session" = [])),
    request_body = SearchedBody,
    responses((status = 201, description = "The entry", body = Envelope<HistoryEntry>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/search-history")]
pub async fn record(
    session: Session,
    request: HttpRequest,
    body: Input<SearchedBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let text = SearchText::new(&body.0.searchtext)?;
    let mut client = state.clients.search();
    let rpc_request = proto::RecordSearchRequest {
        text: text.as_str().to_owned(),
        visitor: search::visitor(&request, &state),
        customer_id: Some(session.customer_id),
    };
    let answer =
        state.call("RecordSearch", client.record_search(rpc_request)).await.map_err(map_history_error)?;
    let entry = answer.entry.ok_or_else(|| Error::internal("search recorded without its entry"))?;
    respond::private(StatusCode::CREATED, &Envelope::of(HistoryEntry::from(entry)))
}

/// Deletes one search, or all. Deleting an absent one succeeds.
#[utoipa::path(
    tag = "search",
    operation_id = "clear_search_history",
    security(("api_token" = [], "session" = [])),
    params(ForgetQuery),
    responses((status = 200, description = "Deleted", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[delete("/api/auth/search-history")]
pub async fn clear(
    session: Session,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let query = request.query_string();
    let id = Params::of(query).id("id")?;
    // `?id=` of a client that lost its id must not delete everything.
    if id.is_none() && form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "id") {
        return Err(Error::invalid("id", "must be a positive whole number").into());
    }
    let mut client = state.clients.search();
    let rpc_request = proto::ClearSearchHistoryRequest { customer_id: session.customer_id, id };
    state
        .call("ClearSearchHistory", client.clear_search_history(rpc_request))
        .await
        .map_err(map_history_error)?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

fn map_history_error(error: Error) -> Error {
    search::map_search_error(error, "searchtext")
}

impl From<proto::HistoryEntry> for HistoryEntry {
    fn from(entry: proto::HistoryEntry) -> Self {
        Self { id: entry.id, searchtext: entry.text }
    }
}
