//! Route of the older entries of the internal log of an order. The newest come with the order.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data, web::Path};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::{actor, dto::StaffOrderLogEntry, known};
use crate::api_state::ApiState;
use heuan_edge_http::{
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::Staff,
};

/// One page of the log.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderLogPage {
    /// Always true; errors have their own shape.
    success: bool,
    /// Newest first, at most 100.
    data: Vec<StaffOrderLogEntry>,
    /// Cursor of the next page; null on the last.
    #[schema(required)]
    next_cursor: Option<i64>,
}

/// Lists entries of the log of an order that are older than those of the order itself.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "list_staff_order_log",
    security(("api_token" = [], "session" = [])),
    params(
        ("order_id" = String, Path, description = "Id, number or payment reference of the order"),
        ("cursor" = i64, Query, description = "`log_cursor` of the order, or `next_cursor` of the previous page", minimum = 1),
    ),
    responses((status = 200, description = "One page", body = StaffOrderLogPage), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[get("/api/staff/orders/{order_id}/log")]
pub async fn list(
    staff: Staff,
    order_id: Path<String>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let order_id = known(order_id)?;
    let cursor = Params::of(request.query_string()).id("cursor")?;
    let cursor = cursor.ok_or_else(|| Error::invalid("cursor", "is needed"))?;
    let rpc_request = proto::ListOrderLogRequest { actor: Some(actor(&staff)), order_id, cursor };
    let client = state.clients.staff_orders();
    let read = client.read("ListOrderLog", StaffOrderServiceClient::list_order_log, rpc_request);
    let found = state.with_deadline(read).await?;
    let page = StaffOrderLogPage {
        success: true,
        data: found.log.into_iter().map(StaffOrderLogEntry::try_from).collect::<Result<_>>()?,
        next_cursor: found.next_cursor,
    };
    respond::private(StatusCode::OK, &page)
}
