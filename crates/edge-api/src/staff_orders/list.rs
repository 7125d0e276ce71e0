//! Routes of the order list: filters, prepared views, sort order, cursor pages (50 by default) and the number of
//! orders in each view.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::{actor, summary::StaffOrderSummary};
use crate::{
    api_state::ApiState,
    order::{DeliveryMethod, OrderStatus, PaymentMethod, PaymentStatus},
};
use heuan_edge_http::{
    envelope::{Envelope, filled},
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::Staff,
};

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
const MAX_SEARCH: usize = 200;
/// Maximum characters of a filter word, and of a cursor; longer than any valid one.
const MAX_WORD: usize = 40;
const MAX_CURSOR: usize = 200;

/// One page of orders.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderPage {
    /// Always true; errors have their own shape.
    success: bool,
    data: Vec<StaffOrderSummary>,
    /// For the next page; null at the end.
    #[schema(required)]
    next_cursor: Option<String>,
    /// Number of orders over all pages.
    total: i64,
}

/// A prepared list: `transfers` are those not yet found in the account, `mine` open orders assigned to the caller, `returns`
/// those requested and not received, `to_settle` those that are underpaid or overpaid, `due_today` and `overdue` open orders whose
/// delivery day is today or has passed.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the query; the service reads it")]
pub enum StaffOrderView {
    All,
    ToConfirm,
    ToPrepare,
    ToHandOver,
    Transfers,
    FailedDelivery,
    Refunds,
    Mine,
    Returns,
    ToSettle,
    DueToday,
    Overdue,
}

#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the query; the service reads it")]
pub enum StaffOrderSort {
    Newest,
    Oldest,
    TotalDesc,
    TotalAsc,
    /// Earliest delivery day first, at the end orders without one.
    DeliveryDay,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
pub(super) struct FilterQuery {
    #[param(inline)]
    view: Option<StaffOrderView>,
    /// Part of a number, reference, name or phone number, in any spelling.
    #[param(max_length = 200)]
    search: Option<String>,
    #[param(inline)]
    status: Option<OrderStatus>,
    #[param(inline)]
    payment_status: Option<PaymentStatus>,
    #[param(inline)]
    payment_method: Option<PaymentMethod>,
    #[param(inline)]
    delivery: Option<DeliveryMethod>,
    /// Branch of the pickup; in the view `returns`, the branch that is to receive the goods.
    #[param(minimum = 1)]
    branch_id: Option<i64>,
    /// Only orders of this customer.
    #[param(minimum = 1)]
    cus_id: Option<i64>,
    /// First day, in Laos.
    #[param(format = Date, example = "2026-11-01")]
    from: Option<String>,
    /// Last day, inclusive.
    #[param(format = Date, example = "2026-11-30")]
    to: Option<String>,
    /// `today`, `tomorrow`, `overdue` (open orders whose day has passed), `none` (orders without a day), or a day in Laos.
    #[param(max_length = 40, example = "2026-11-21")]
    delivery_day: Option<String>,
    #[param(inline)]
    sort: Option<StaffOrderSort>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct PageQuery {
    /// `next_cursor` of the previous page, with the same `sort`.
    #[param(max_length = 200)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i32>,
}

/// Lists orders of all customers.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "list_staff_orders",
    security(("api_token" = [], "session" = [])),
    params(FilterQuery, PageQuery),
    responses((status = 200, description = "One page", body = StaffOrderPage), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[get("/api/staff/orders")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let mut rpc_request = filter(&staff, &params)?;
    params.text("cursor", MAX_CURSOR)?.unwrap_or_default().clone_into(&mut rpc_request.cursor);
    rpc_request.limit = params.number("limit", 1..=MAX_LIMIT, LIMIT)?;
    let found = fetch_page(&state, rpc_request).await?;
    let page = StaffOrderPage {
        success: true,
        data: found.orders.into_iter().map(StaffOrderSummary::try_from).collect::<Result<_>>()?,
        next_cursor: filled(found.next_cursor),
        total: found.total,
    };
    respond::private(StatusCode::OK, &page)
}

/// The request to the service with the filters of a query, without a page.
pub(super) fn filter(staff: &Staff, params: &Params<'_>) -> Result<proto::ListStaffOrdersRequest> {
    let word = |name| Ok::<_, Error>(params.exact(name, MAX_WORD)?.unwrap_or_default().to_owned());
    Ok(proto::ListStaffOrdersRequest {
        actor: Some(actor(staff)),
        view: word("view")?,
        search: params.text("search", MAX_SEARCH)?.unwrap_or_default().to_owned(),
        status: word("status")?,
        payment_status: word("payment_status")?,
        payment_method: word("payment_method")?,
        delivery: word("delivery")?,
        branch_id: params.id("branch_id")?.unwrap_or_default(),
        customer_id: params.id("cus_id")?.unwrap_or_default(),
        from_ms: params.day("from")?.unwrap_or_default(),
        before_ms: params.day_end("to")?.unwrap_or_default(),
        delivery_day: word("delivery_day")?,
        sort: word("sort")?,
        ..proto::ListStaffOrdersRequest::default()
    })
}

pub(super) async fn fetch_page(
    state: &ApiState,
    rpc_request: proto::ListStaffOrdersRequest,
) -> Result<proto::ListStaffOrdersResponse> {
    let client = state.clients.staff_orders();
    let read = client.read("ListStaffOrders", StaffOrderServiceClient::list_staff_orders, rpc_request);
    state.with_deadline(read).await
}

/// Number of orders in each view.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderCounts {
    all: i64,
    to_confirm: i64,
    to_prepare: i64,
    to_hand_over: i64,
    transfers: i64,
    failed_delivery: i64,
    refunds: i64,
    mine: i64,
    returns: i64,
    to_settle: i64,
    due_today: i64,
    overdue: i64,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct CountQuery {
    /// Branch of the pickups, as in the list.
    #[param(minimum = 1)]
    branch_id: Option<i64>,
}

/// Counts the orders in each view.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "count_staff_orders",
    security(("api_token" = [], "session" = [])),
    params(CountQuery),
    responses((status = 200, description = "The numbers", body = Envelope<StaffOrderCounts>), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[get("/api/staff/orders/counts")]
pub async fn count(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let client = state.clients.staff_orders();
    let branch_id = Params::of(request.query_string()).id("branch_id")?.unwrap_or_default();
    let rpc_request = proto::CountStaffOrdersRequest { actor: Some(actor(&staff)), branch_id };
    let read = client.read("CountStaffOrders", StaffOrderServiceClient::count_staff_orders, rpc_request);
    let counts = state.with_deadline(read).await?;
    let counts = StaffOrderCounts {
        all: counts.all,
        to_confirm: counts.to_confirm,
        to_prepare: counts.to_prepare,
        to_hand_over: counts.to_hand_over,
        transfers: counts.transfers,
        failed_delivery: counts.failed_delivery,
        refunds: counts.refunds,
        mine: counts.mine,
        returns: counts.returns,
        to_settle: counts.to_settle,
        due_today: counts.due_today,
        overdue: counts.overdue,
    };
    respond::private(StatusCode::OK, &Envelope::of(counts))
}
