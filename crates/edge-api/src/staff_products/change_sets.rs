//! Route `GET /api/staff/products/changes`: the change sets of the staff, to find one whose response was lost.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_proto::catalog::v1::{self as proto, staff_catalog_service_client::StaffCatalogServiceClient};
use heuan_rpc::Result;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{
    LIMIT, MAX_CURSOR, MAX_LIMIT, actor,
    change::{ChangePage, ProductChange},
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::filled,
    params::Params,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Staff,
};

/// Kind of a change set of the staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the values in the OpenAPI document")]
pub enum ChangeSetKind {
    Edit,
    Bulk,
    Create,
    Duplicate,
    Receive,
    Count,
    Damage,
    Correct,
    Undo,
    Import,
    StockChange,
}

const KINDS: [(&str, &str); 11] = [
    ("edit", "edit"),
    ("bulk", "bulk"),
    ("create", "create"),
    ("duplicate", "duplicate"),
    ("receive", "receive"),
    ("count", "count"),
    ("damage", "damage"),
    ("correct", "correct"),
    ("undo", "undo"),
    ("import", "import"),
    ("stock_change", "stock_change"),
];

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ChangeSetQuery {
    /// Default: `bulk`.
    #[param(inline)]
    kind: Option<ChangeSetKind>,
    /// `next_cursor` of the previous page.
    #[param(max_length = 64)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i32>,
}

/// Lists changes as a whole, newest first, without their fields.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "list_change_sets",
    security(("api_token" = [], "session" = [])),
    params(ChangeSetQuery),
    responses(
        (status = 200, description = "One page", body = ChangePage),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/products/changes")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListChangeSetsRequest {
        actor: Some(actor(&staff)),
        kind: params.word("kind", &KINDS)?.unwrap_or("bulk").to_owned(),
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.staff_catalog();
    let read = client.read("ListChangeSets", StaffCatalogServiceClient::list_change_sets, rpc_request);
    let answer = state.with_deadline(read).await?;
    let data = answer.changes.into_iter().map(ProductChange::try_from).collect::<Result<_>>()?;
    let page = ChangePage { success: true, data, next_cursor: filled(answer.next_cursor) };
    respond::private(StatusCode::OK, &page)
}
