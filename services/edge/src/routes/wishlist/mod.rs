//! The wishlist of a customer. A visitor's is the browser's own, and is sent here product by product at login.

mod shape;

use actix_web::{
    HttpResponse, delete, get,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_proto::orders::v1::{self as proto, wishlist_service_client::WishlistServiceClient};

use shape::{AddedAll, WishlistItem};

use super::{Registry, envelope::Envelope};
use crate::{
    live::CartChange,
    params::parse_id,
    problem::{Absent, Problem, ProblemBody, Refused, Unknown},
    respond,
    session::Session,
    shop::Shop,
};

/// The documented calls.
pub fn api(registry: &mut impl Registry) {
    registry.service(list).service(add_all).service(add).service(remove).service(clear);
}

/// What the customer likes, newest first.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "get_wishlist",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The wishlist", body = Envelope<Vec<WishlistItem>>), Unknown, Refused),
)]
#[get("/api/auth/wishlist")]
pub async fn list(session: Session, shop: Data<Shop>) -> Result<HttpResponse, Problem> {
    let client = shop.clients.wishlist();
    let asked = proto::GetWishlistRequest { customer_id: session.customer_id };
    let read = client.read("GetWishlist", WishlistServiceClient::get_wishlist, asked);
    whole(shop.in_time(read).await?.items)
}

/// Puts a product on the wishlist. One that is there keeps its place.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "add_wishlist_item",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    responses(
        (status = 200, description = "The wishlist as it is now", body = Envelope<Vec<WishlistItem>>),
        (status = 409, description = "`reason` is `wishlist_full`: there are 200 products on it", body = ProblemBody, content_type = "application/problem+json"),
        Unknown,
        Refused,
        Absent,
    ),
)]
#[put("/api/auth/wishlist/{pro_id}")]
pub async fn add(session: Session, pro_id: Path<String>, shop: Data<Shop>) -> Result<HttpResponse, Problem> {
    let pro_id = parse_id("pro_id", &pro_id)?;
    let mut client = shop.clients.wishlist();
    let asked = proto::AddWishlistItemRequest { customer_id: session.customer_id, pro_id };
    whole(shop.ask("AddWishlistItem", client.add_wishlist_item(asked)).await?.items)
}

/// Takes a product off the wishlist. One that is not there is off already.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "remove_wishlist_item",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    responses(
        (status = 200, description = "The wishlist as it is now", body = Envelope<Vec<WishlistItem>>),
        Unknown,
        Refused,
    ),
)]
#[delete("/api/auth/wishlist/{pro_id}")]
pub async fn remove(
    session: Session,
    pro_id: Path<String>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    let pro_id = parse_id("pro_id", &pro_id)?;
    let mut client = shop.clients.wishlist();
    let asked = proto::RemoveWishlistItemRequest { customer_id: session.customer_id, pro_id };
    whole(shop.ask("RemoveWishlistItem", client.remove_wishlist_item(asked)).await?.items)
}

/// Takes everything off the wishlist.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "clear_wishlist",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The empty wishlist", body = Envelope<Vec<WishlistItem>>), Unknown, Refused),
)]
#[delete("/api/auth/wishlist")]
pub async fn clear(session: Session, shop: Data<Shop>) -> Result<HttpResponse, Problem> {
    let mut client = shop.clients.wishlist();
    let asked = proto::ClearWishlistRequest { customer_id: session.customer_id };
    whole(shop.ask("ClearWishlist", client.clear_wishlist(asked)).await?.items)
}

/// Puts one of each product on the wishlist into the cart; says which were left out and why.
#[utoipa::path(
    tag = "wishlist",
    operation_id = "add_wishlist_to_cart",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The cart as it is now", body = Envelope<AddedAll>), Unknown, Refused),
)]
#[post("/api/auth/wishlist/add-all-to-cart")]
pub async fn add_all(session: Session, shop: Data<Shop>) -> Result<HttpResponse, Problem> {
    let mut client = shop.clients.wishlist();
    let asked = proto::AddWishlistToCartRequest { customer_id: session.customer_id };
    let answer = shop.ask("AddWishlistToCart", client.add_wishlist_to_cart(asked)).await?;
    shop.shared.live.cart(session.customer_id, CartChange::Add);
    respond::private(StatusCode::OK, &Envelope::of(AddedAll::try_from(answer)?))
}

fn whole(items: Vec<proto::WishlistItem>) -> Result<HttpResponse, Problem> {
    let items: Vec<WishlistItem> = items.into_iter().map(WishlistItem::from).collect();
    respond::private(StatusCode::OK, &Envelope::of(items))
}
