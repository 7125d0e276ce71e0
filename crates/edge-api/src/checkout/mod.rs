//! Price quotes: calculates the price of an order before it is placed. The request bodies are also used when an
//! order is placed.

mod dto;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::orders::v1::{self as proto, order_service_client::OrderServiceClient};
use uuid::Uuid;

use crate::{api_state::ApiState, order_body::OrderBody};
pub use dto::Quote;
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    input::Input,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::Session,
};

/// Calculates the price of an order.
///
/// A quote accepts the current prices: an order must match the last quote, or the price shown when a product was added
/// to the cart. Send an `Idempotency-Key` and reuse it until a response arrives; until then every quote reports the
/// same changes.
#[utoipa::path(
    tag = "checkout",
    operation_id = "quote_order",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same until a response arrives", max_length = 200)),
    request_body = OrderBody,
    responses(
        (status = 200, description = "The quote", body = Envelope<Quote>),
        (status = 409, description = "`reason` is `cart_changed`: the cart is not the one of `cart_version`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/checkout/quote")]
pub async fn quote(
    session: Session,
    request: HttpRequest,
    body: Input<OrderBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    // Without a key of the client, the edge uses one key for its own retries, so that a retry does not hide
    // changes.
    let key = idempotency::key(&request)?.unwrap_or_else(|| Uuid::new_v4().to_string());
    let client = state.clients.orders();
    let rpc_request = proto::QuoteRequest {
        customer_id: session.customer_id,
        input: Some(body.0.into()),
        idempotency_key: key,
    };
    let quoted = client.write_with_id("Quote", OrderServiceClient::quote, rpc_request);
    let answer = Box::pin(state.with_deadline(quoted)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Quote::try_from(answer)?))
}
