//! gRPC handlers of `WishlistService`, and the protobuf messages of a wishlist.

use std::sync::Arc;

use heuan_proto::orders::v1::{
    self as wire,
    wishlist_service_server::{WishlistService, WishlistServiceServer},
};
use tonic::{Request, Response, Status};

use super::{customer, id};
use crate::{
    services,
    wishlist::{ItemView, Skip},
};

pub fn server(service: Arc<services::WishlistService>) -> WishlistServiceServer<impl WishlistService> {
    WishlistServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<services::WishlistService>,
}

#[tonic::async_trait]
impl WishlistService for Handler {
    async fn get_wishlist(
        &self,
        request: Request<wire::GetWishlistRequest>,
    ) -> Result<Response<wire::GetWishlistResponse>, Status> {
        let items = self.service.wishlist(customer(request.into_inner().customer_id)?).await?;
        Ok(Response::new(wire::GetWishlistResponse { items: all(items) }))
    }

    async fn add_wishlist_item(
        &self,
        request: Request<wire::AddWishlistItemRequest>,
    ) -> Result<Response<wire::AddWishlistItemResponse>, Status> {
        let wire::AddWishlistItemRequest { customer_id, pro_id } = request.into_inner();
        let items = self.service.add_to_wishlist(customer(customer_id)?, id("pro_id", pro_id)?).await?;
        Ok(Response::new(wire::AddWishlistItemResponse { items: all(items) }))
    }

    async fn remove_wishlist_item(
        &self,
        request: Request<wire::RemoveWishlistItemRequest>,
    ) -> Result<Response<wire::RemoveWishlistItemResponse>, Status> {
        let wire::RemoveWishlistItemRequest { customer_id, pro_id } = request.into_inner();
        let items = self.service.remove_from_wishlist(customer(customer_id)?, id("pro_id", pro_id)?).await?;
        Ok(Response::new(wire::RemoveWishlistItemResponse { items: all(items) }))
    }

    async fn clear_wishlist(
        &self,
        request: Request<wire::ClearWishlistRequest>,
    ) -> Result<Response<wire::ClearWishlistResponse>, Status> {
        let items = self.service.clear_wishlist(customer(request.into_inner().customer_id)?).await?;
        Ok(Response::new(wire::ClearWishlistResponse { items: all(items) }))
    }

    async fn add_wishlist_to_cart(
        &self,
        request: Request<wire::AddWishlistToCartRequest>,
    ) -> Result<Response<wire::AddWishlistToCartResponse>, Status> {
        let (cart, done) = self.service.wishlist_to_cart(customer(request.into_inner().customer_id)?).await?;
        let skipped = done
            .skipped
            .into_iter()
            .map(|(pro_id, skip)| wire::SkippedItem { pro_id, reason: wire::SkipReason::from(skip).into() });
        Ok(Response::new(wire::AddWishlistToCartResponse {
            cart: Some(cart.into()),
            added_pro_ids: done.added,
            skipped: skipped.collect(),
        }))
    }
}

fn all(items: Vec<ItemView>) -> Vec<wire::WishlistItem> {
    items.into_iter().map(Into::into).collect()
}

impl From<ItemView> for wire::WishlistItem {
    fn from(from: ItemView) -> Self {
        Self {
            pro_id: from.pro_id,
            name_la: from.label.name_la,
            name_en: from.label.name_en,
            img_cover: from.label.img_cover,
            price: from.price,
            original_price: from.original_price,
            stock: from.stock,
            unit_la: from.label.unit_la,
            unit_en: from.label.unit_en,
            in_cart: from.in_cart,
        }
    }
}

impl From<Skip> for wire::SkipReason {
    fn from(from: Skip) -> Self {
        match from {
            Skip::OutOfStock => Self::OutOfStock,
            Skip::InCart => Self::InCart,
            Skip::NotForSale => Self::NotForSale,
            Skip::CartFull => Self::CartFull,
        }
    }
}
