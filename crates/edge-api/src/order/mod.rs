//! Orders of the signed-in customer.

mod again;
mod delivery_day;
mod dto;
mod settlement;
mod states;
mod summary;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::orders::v1::{self as proto, order_service_client::OrderServiceClient};
use heuan_rpc::{Error, Result};
use utoipa::IntoParams;

pub use delivery_day::{DayPart, DeliveryDay};
pub use dto::{Delivery, Order, OrderLine, Totals};
pub use states::{DeliveryMethod, MoneyMethod, OrderStatus, PaymentMethod, PaymentStatus};
use summary::OrderSummary;

use super::{Registry, order_body::OrderBody};
use crate::{api_state::ApiState, page_language};
use heuan_edge_http::{
    envelope::{Envelope, Paged},
    idempotency,
    input::Input,
    params::Params,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{Session, client_address},
};
use heuan_edge_live::CartChange;

const MAX_LIMIT: i32 = 100;
const LIMIT: i32 = 10;
const MAX_PAGE: i32 = 100_000;
/// Longer than any order's id.
const MAX_ID: usize = 64;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(list_orders)
        .service(place_order)
        .service(get_order)
        .service(cancel_order)
        .service(again::again);
}

/// Places an order.
///
/// A repeated request with the same `Idempotency-Key` returns the same response, byte by byte, for at least a day.
/// After a 409 nothing was charged or reserved, nor after a 429, whose `reason` is `address_orders_limit` if too many
/// orders came from one address.
#[utoipa::path(
    tag = "order",
    operation_id = "place_order",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = String, Header, description = "Chosen by the client, one for each order", min_length = 1, max_length = 200)),
    request_body = OrderBody,
    responses(
        (status = 201, description = "The placed order", body = Envelope<Order>),
        (status = 409, description = "`reason` is `price_changed` or `stock_short` (with the `lines` that differ), `total_changed` (with all `lines`), `cart_changed`, or a limit on unpaid orders (with `limit`): `open_orders_limit`, `cash_total_limit`, `transfer_total_limit`, or `stock_share_limit`, `new_customers_stock_limit` or `line_quantity_limit` (with `lines`)", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another order", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/orders")]
pub async fn place_order(
    session: Session,
    request: HttpRequest,
    body: Input<OrderBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let key = idempotency::required(&request)?;
    if session.full_name().is_empty() {
        // The account was created by a code and has no name. The checkout saves the name before the first
        // order.
        return Err(Error::invalid("fname", "is needed before the first order").into());
    }
    let client = state.clients.orders();
    let rpc_request = proto::PlaceOrderRequest {
        customer_id: session.customer_id,
        input: Some(body.0.into()),
        idempotency_key: key,
        client_address: client_address(&request, &state),
        customer_name: session.full_name(),
    };
    // The language is recorded before the order, so that the first message about it is in this language.
    page_language::record(&request, &state, session.customer_id);
    let placed = client.write_with_id("PlaceOrder", OrderServiceClient::place_order, rpc_request);
    let order = state.with_deadline(placed).await?.order;
    state.live.cart(session.customer_id, CartChange::Order);
    order_response(StatusCode::CREATED, order)
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ListQuery {
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<i32>,
    /// From 1.
    #[param(minimum = 1, maximum = 100_000, default = 1)]
    page: Option<i32>,
}

/// Lists the customer's orders, newest first. A page beyond the end is empty.
#[utoipa::path(
    tag = "order",
    operation_id = "list_orders",
    security(("api_token" = [], "session" = [])),
    params(ListQuery),
    responses((status = 200, description = "The orders", body = Paged<OrderSummary>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/orders")]
pub async fn list_orders(
    session: Session,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let limit = params.number("limit", 1..=MAX_LIMIT, LIMIT)?;
    let page = params.number("page", 1..=MAX_PAGE, 1)?;
    let client = state.clients.orders();
    let rpc_request = proto::ListOrdersRequest { customer_id: session.customer_id, page, limit };
    let answer =
        state.with_deadline(client.read("ListOrders", OrderServiceClient::list_orders, rpc_request)).await?;
    let data = answer.orders.into_iter().map(OrderSummary::try_from).collect::<Result<_>>()?;
    respond::private(StatusCode::OK, &Paged { success: true, data, total: answer.total, page, limit })
}

/// Returns an order of the customer. While its payment is pending, this also queries the bank.
#[utoipa::path(
    tag = "order",
    operation_id = "get_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "The order")),
    responses(
        (status = 200, description = "The current order", body = Envelope<Order>),
        UnauthorizedResponse,
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[get("/api/auth/orders/{order_id}")]
pub async fn get_order(
    session: Session,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let order_id = known(order_id)?;
    let client = state.clients.orders();
    let rpc_request = proto::GetOrderRequest { customer_id: session.customer_id, order_id };
    let answer =
        state.with_deadline(client.read("GetOrder", OrderServiceClient::get_order, rpc_request)).await?;
    order_response(StatusCode::OK, answer.order)
}

/// Cancels an order: stock and redeemed points are returned, and a payment is refunded. Canceling a canceled order
/// changes nothing.
#[utoipa::path(
    tag = "order",
    operation_id = "cancel_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "The order")),
    responses(
        (status = 200, description = "The updated order", body = Envelope<Order>),
        (status = 409, description = "`reason` is `order_not_cancellable`: it is too late", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[post("/api/auth/orders/{order_id}/cancel")]
pub async fn cancel_order(
    session: Session,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let order_id = known(order_id)?;
    let client = state.clients.orders();
    let rpc_request = proto::CancelOrderRequest { customer_id: session.customer_id, order_id };
    let cancelled = client.write_with_id("CancelOrder", OrderServiceClient::cancel_order, rpc_request);
    order_response(StatusCode::OK, state.with_deadline(cancelled).await?.order)
}

fn known(order_id: Path<String>) -> Result<String> {
    let order_id = order_id.into_inner();
    let may_be = order_id.len() <= MAX_ID && order_id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if may_be { Ok(order_id) } else { Err(Error::not_found("no such order")) }
}

fn order_response(status: StatusCode, order: Option<proto::Order>) -> Result<HttpResponse, Problem> {
    respond::private(status, &Envelope::of(Order::try_from(order)?))
}
