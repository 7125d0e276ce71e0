//! Wishlist of a customer. A visitor's wishlist is stored in the browser, and sent here product by product at login.

mod dto;

use actix_web::{
    HttpResponse, delete, get,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_proto::orders::v1::{self as proto, wishlist_service_client::WishlistServiceClient};

use dto::{AddedAll, WishlistItem};

use super::Registry;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    params::parse_id,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_edge_live::CartChange;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list).service(add_all).service(add).service(remove).service(clear);
}

/// Lists the wishlist, newest first.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "get_wishlist",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The wishlist", body = Envelope<Vec<WishlistItem>>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/wishlist")]
pub async fn list(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.wishlist();
    let rpc_request = proto::GetWishlistRequest { customer_id: session.customer_id };
    let read = client.read("GetWishlist", WishlistServiceClient::get_wishlist, rpc_request);
    items_response(state.with_deadline(read).await?.items)
}

/// Adds a product to the wishlist. A product already on it keeps its position.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "add_wishlist_item",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    responses(
        (status = 200, description = "The updated wishlist", body = Envelope<Vec<WishlistItem>>),
        (status = 409, description = "`reason` is `wishlist_full`: it has 200 products", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[put("/api/auth/wishlist/{pro_id}")]
pub async fn add(
    session: Session,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = parse_id("pro_id", &pro_id)?;
    let mut client = state.clients.wishlist();
    let rpc_request = proto::AddWishlistItemRequest { customer_id: session.customer_id, pro_id };
    items_response(state.call("AddWishlistItem", client.add_wishlist_item(rpc_request)).await?.items)
}

/// Removes a product from the wishlist. Removing an absent one succeeds.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "remove_wishlist_item",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    responses(
        (status = 200, description = "The updated wishlist", body = Envelope<Vec<WishlistItem>>),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/auth/wishlist/{pro_id}")]
pub async fn remove(
    session: Session,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = parse_id("pro_id", &pro_id)?;
    let mut client = state.clients.wishlist();
    let rpc_request = proto::RemoveWishlistItemRequest { customer_id: session.customer_id, pro_id };
    items_response(state.call("RemoveWishlistItem", client.remove_wishlist_item(rpc_request)).await?.items)
}

/// Removes all products from the wishlist.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "clear_wishlist",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The empty wishlist", body = Envelope<Vec<WishlistItem>>), UnauthorizedResponse, ClientErrorResponses),
)]
#[delete("/api/auth/wishlist")]
pub async fn clear(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.wishlist();
    let rpc_request = proto::ClearWishlistRequest { customer_id: session.customer_id };
    items_response(state.call("ClearWishlist", client.clear_wishlist(rpc_request)).await?.items)
}

/// Adds one of each product on the wishlist to the cart, and reports which were left out and why.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "add_wishlist_to_cart",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The updated cart", body = Envelope<AddedAll>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/wishlist/add-all-to-cart")]
pub async fn add_all(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.wishlist();
    let rpc_request = proto::AddWishlistToCartRequest { customer_id: session.customer_id };
    let answer = state.call("AddWishlistToCart", client.add_wishlist_to_cart(rpc_request)).await?;
    state.live.cart(session.customer_id, CartChange::Add);
    respond::private(StatusCode::OK, &Envelope::of(AddedAll::try_from(answer)?))
}

fn items_response(items: Vec<proto::WishlistItem>) -> Result<HttpResponse, Problem> {
    let items: Vec<WishlistItem> = items.into_iter().map(WishlistItem::from).collect();
    respond::private(StatusCode::OK, &Envelope::of(items))
}
