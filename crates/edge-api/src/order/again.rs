//! Goods of an order put into the cart again, with what is missing of each line.

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::orders::v1::{self as proto, cart_service_client::CartServiceClient};
use heuan_rpc::Error;
use serde::Serialize;
use utoipa::ToSchema;

use super::known;
use crate::{api_state::ApiState, cart::Cart};
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_edge_live::CartChange;

/// Result of putting an order's goods into the cart again.
#[derive(Serialize, ToSchema)]
pub struct AddedOrder {
    cart: Cart,
    /// The lines of the order.
    lines: Vec<RepeatedLine>,
}

/// A line of the order, and what was added of it.
#[derive(Serialize, ToSchema)]
pub struct RepeatedLine {
    pro_id: i64,
    /// Names and unit of sale as in the order.
    pro_name_la: String,
    pro_name_en: String,
    unit_name_la: String,
    unit_name_en: String,
    /// Units of the order.
    requested: i64,
    /// Units that were added to the cart.
    added: i64,
    /// Units in stock; 0 if the product is not for sale.
    available: i64,
    /// Reason why fewer were added; null if all were.
    #[schema(required)]
    reason: Option<RepeatReason>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepeatReason {
    OutOfStock,
    /// The stock has fewer units than the order and the cart together.
    StockShort,
    NotForSale,
    /// The cart has 200 lines.
    CartFull,
    /// The limit of units of one product in an order is reached.
    LineQuantityLimit,
}

impl From<proto::RepeatedLine> for RepeatedLine {
    fn from(from: proto::RepeatedLine) -> Self {
        let reason = match from.reason() {
            proto::RepeatReason::Unspecified => None,
            proto::RepeatReason::OutOfStock => Some(RepeatReason::OutOfStock),
            proto::RepeatReason::StockShort => Some(RepeatReason::StockShort),
            proto::RepeatReason::NotForSale => Some(RepeatReason::NotForSale),
            proto::RepeatReason::CartFull => Some(RepeatReason::CartFull),
            proto::RepeatReason::LineQuantityLimit => Some(RepeatReason::LineQuantityLimit),
        };
        Self {
            pro_id: from.pro_id,
            pro_name_la: from.name_la,
            pro_name_en: from.name_en,
            unit_name_la: from.unit_la,
            unit_name_en: from.unit_en,
            requested: from.requested,
            added: from.added,
            available: from.available,
            reason,
        }
    }
}

/// Puts the goods of an order into the cart: of each line as many units as stock and limits leave besides those in the cart.
///
/// With an `Idempotency-Key` a repeated request adds once, and has the same lines.
#[utoipa::path(
    tag = "order",
    operation_id = "add_order_to_cart",
    security(("api_token" = [], "session" = [])),
    params(
        ("order_id" = String, Path, description = "The order"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for a repeated request", max_length = 200),
    ),
    responses(
        (status = 200, description = "The updated cart, and what was added of each line", body = Envelope<AddedOrder>),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another request", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[post("/api/auth/orders/{order_id}/again")]
pub async fn again(
    session: Session,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let order_id = known(order_id)?;
    let key = idempotency::key(&request)?.unwrap_or_default();
    let mut client = state.clients.cart();
    let rpc_request =
        proto::AddOrderToCartRequest { customer_id: session.customer_id, order_id, idempotency_key: key };
    let answer = if rpc_request.idempotency_key.is_empty() {
        state.call("AddOrderToCart", client.add_order_to_cart(rpc_request)).await?
    } else {
        let added = client.write_with_id("AddOrderToCart", CartServiceClient::add_order_to_cart, rpc_request);
        state.with_deadline(added).await?
    };
    state.live.cart(session.customer_id, CartChange::Add);
    let cart = answer.cart.ok_or_else(|| Error::internal("response without cart"))?;
    let lines = answer.lines.into_iter().map(Into::into).collect();
    respond::private(StatusCode::OK, &Envelope::of(AddedOrder { cart: cart.into(), lines }))
}
