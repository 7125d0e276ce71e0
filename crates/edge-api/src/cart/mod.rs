//! Cart: every call returns the whole cart, so that a device never has to derive it.

mod dto;

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_proto::orders::v1::{self as proto, cart_service_client::CartServiceClient};
use heuan_rpc::Error;
use serde::Deserialize;
use utoipa::ToSchema;

pub use dto::{Cart, LineState};

use super::Registry;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    input::Input,
    params::parse_id,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_edge_live::CartChange;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(get_cart).service(add).service(update).service(remove).service(clear);
}

/// Units of a product to add to the cart.
#[derive(Deserialize, ToSchema)]
pub struct AddBody {
    #[serde(default)]
    #[schema(required = true, minimum = 1)]
    pro_id: i64,
    #[serde(default)]
    #[schema(required = true, minimum = 1, maximum = 999_999)]
    quantity: i64,
}

/// The quantity of a line to set.
#[derive(Deserialize, ToSchema)]
pub struct UpdateBody {
    #[serde(default)]
    #[schema(required = true, minimum = 1, maximum = 999_999)]
    quantity: i64,
    /// The displayed `version` of the line. Absent: any version is replaced.
    version: Option<i64>,
}

/// Returns the cart with current prices and stock.
#[utoipa::path(
    tag = "cart",
    operation_id = "get_cart",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The cart", body = Envelope<Cart>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/cart")]
pub async fn get_cart(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.cart();
    let rpc_request = proto::GetCartRequest { customer_id: session.customer_id };
    cart_response(
        state.with_deadline(client.read("GetCart", CartServiceClient::get_cart, rpc_request)).await?.cart,
    )
}

/// Adds units of a product to those in the cart.
///
/// With an `Idempotency-Key` a repeated request adds once.
#[utoipa::path(
    tag = "cart",
    operation_id = "add_cart_item",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same for a repeated request", max_length = 200)),
    request_body = AddBody,
    responses(
        (status = 200, description = "The updated cart", body = Envelope<Cart>),
        (status = 409, description = "`reason` is `stock_short` (with `lines`), `line_quantity_limit` (with `lines` and `limit`), `not_for_sale` or `cart_full` (200 lines)", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another product or quantity", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[post("/api/auth/cart/items")]
pub async fn add(
    session: Session,
    request: HttpRequest,
    body: Input<AddBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let AddBody { pro_id, quantity } = body.0;
    let key = idempotency::key(&request)?.unwrap_or_default();
    let mut client = state.clients.cart();
    let rpc_request = proto::AddCartItemRequest {
        customer_id: session.customer_id,
        pro_id,
        quantity,
        idempotency_key: key,
    };
    if rpc_request.idempotency_key.is_empty() {
        let added = state.call("AddCartItem", client.add_cart_item(rpc_request)).await?;
        return changed(&state, session.customer_id, CartChange::Add, added.cart);
    }
    let added = client.write_with_id("AddCartItem", CartServiceClient::add_cart_item, rpc_request);
    changed(&state, session.customer_id, CartChange::Add, state.with_deadline(added).await?.cart)
}

/// Sets the units of a line. A line that another device removed is not added again.
#[utoipa::path(
    tag = "cart",
    operation_id = "update_cart_item",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product of the line", minimum = 1)),
    request_body = UpdateBody,
    responses(
        (status = 200, description = "The updated cart", body = Envelope<Cart>),
        (status = 409, description = "`reason` is `cart_changed` (with `cart`): the line is gone or was changed elsewhere; or `stock_short` (with `lines`), `line_quantity_limit` (with `lines` and `limit`) or `not_for_sale`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/auth/cart/items/{pro_id}")]
pub async fn update(
    session: Session,
    pro_id: Path<String>,
    body: Input<UpdateBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let UpdateBody { quantity, version } = body.0;
    let pro_id = parse_id("pro_id", &pro_id)?;
    let mut client = state.clients.cart();
    let rpc_request =
        proto::UpdateCartItemRequest { customer_id: session.customer_id, pro_id, quantity, version };
    let answer = state.call("UpdateCartItem", client.update_cart_item(rpc_request)).await?;
    if !answer.version_conflict {
        return changed(&state, session.customer_id, CartChange::Update, answer.cart);
    }
    let cart = serde_json::to_value(answer.cart.map(Cart::from)).map_err(Error::internal)?;
    let error = Error::conflict("cart_changed", "the cart was changed on another device");
    Err(Problem::from(error).with_member("cart", cart))
}

/// Removes a line. Removing an absent line succeeds.
#[utoipa::path(
    tag = "cart",
    operation_id = "remove_cart_item",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product of the line", minimum = 1)),
    responses((status = 200, description = "The updated cart", body = Envelope<Cart>), UnauthorizedResponse, ClientErrorResponses),
)]
#[delete("/api/auth/cart/items/{pro_id}")]
pub async fn remove(
    session: Session,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = parse_id("pro_id", &pro_id)?;
    let mut client = state.clients.cart();
    let rpc_request = proto::RemoveCartItemRequest { customer_id: session.customer_id, pro_id };
    let removed = state.call("RemoveCartItem", client.remove_cart_item(rpc_request)).await?;
    changed(&state, session.customer_id, CartChange::Remove, removed.cart)
}

/// Removes all lines.
#[utoipa::path(
    tag = "cart",
    operation_id = "clear_cart",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The empty cart", body = Envelope<Cart>), UnauthorizedResponse, ClientErrorResponses),
)]
#[delete("/api/auth/cart")]
pub async fn clear(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.cart();
    let rpc_request = proto::ClearCartRequest { customer_id: session.customer_id };
    let cleared = state.call("ClearCart", client.clear_cart(rpc_request)).await?;
    changed(&state, session.customer_id, CartChange::Clear, cleared.cart)
}

/// Returns the cart, and notifies the customer's other devices of the change.
fn changed(
    state: &ApiState,
    customer_id: i64,
    change: CartChange,
    cart: Option<proto::Cart>,
) -> Result<HttpResponse, Problem> {
    state.live.cart(customer_id, change);
    cart_response(cart)
}

fn cart_response(cart: Option<proto::Cart>) -> Result<HttpResponse, Problem> {
    let cart = cart.ok_or_else(|| Error::internal("response without cart"))?;
    respond::private(StatusCode::OK, &Envelope::of(Cart::from(cart)))
}
