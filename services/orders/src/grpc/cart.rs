//! gRPC handlers of `CartService`, and the protobuf messages of a cart.

use std::sync::Arc;

use heuan_proto::orders::v1::{
    self as wire,
    cart_service_server::{CartService, CartServiceServer},
};
use tonic::{Request, Response, Status};

use super::{customer, id};
use crate::{
    cart::{CartView, LineState, LineView, RepeatedLine, Shortfall},
    services,
};

pub fn server(service: Arc<services::CartService>) -> CartServiceServer<impl CartService> {
    CartServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<services::CartService>,
}

#[tonic::async_trait]
impl CartService for Handler {
    async fn get_cart(
        &self,
        request: Request<wire::GetCartRequest>,
    ) -> Result<Response<wire::GetCartResponse>, Status> {
        let cart = self.service.cart(customer(request.into_inner().customer_id)?).await?;
        Ok(Response::new(wire::GetCartResponse { cart: Some(cart.into()) }))
    }

    async fn add_cart_item(
        &self,
        request: Request<wire::AddCartItemRequest>,
    ) -> Result<Response<wire::AddCartItemResponse>, Status> {
        let wire::AddCartItemRequest { customer_id, pro_id, quantity, idempotency_key: key } =
            request.into_inner();
        let (customer_id, pro_id) = (customer(customer_id)?, id("pro_id", pro_id)?);
        let cart = self.service.add_to_cart(customer_id, pro_id, quantity, &key).await?;
        Ok(Response::new(wire::AddCartItemResponse { cart: Some(cart.into()) }))
    }

    async fn add_order_to_cart(
        &self,
        request: Request<wire::AddOrderToCartRequest>,
    ) -> Result<Response<wire::AddOrderToCartResponse>, Status> {
        let wire::AddOrderToCartRequest { customer_id, order_id, idempotency_key: key } =
            request.into_inner();
        let (cart, lines) = self.service.order_to_cart(customer(customer_id)?, &order_id, &key).await?;
        let lines = lines.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::AddOrderToCartResponse { cart: Some(cart.into()), lines }))
    }

    async fn update_cart_item(
        &self,
        request: Request<wire::UpdateCartItemRequest>,
    ) -> Result<Response<wire::UpdateCartItemResponse>, Status> {
        let wire::UpdateCartItemRequest { customer_id, pro_id, quantity, version } = request.into_inner();
        let (customer_id, pro_id) = (customer(customer_id)?, id("pro_id", pro_id)?);
        let (cart, version_conflict) =
            self.service.set_in_cart(customer_id, pro_id, quantity, version).await?;
        Ok(Response::new(wire::UpdateCartItemResponse { cart: Some(cart.into()), version_conflict }))
    }

    async fn remove_cart_item(
        &self,
        request: Request<wire::RemoveCartItemRequest>,
    ) -> Result<Response<wire::RemoveCartItemResponse>, Status> {
        let wire::RemoveCartItemRequest { customer_id, pro_id } = request.into_inner();
        let cart = self.service.remove_from_cart(customer(customer_id)?, id("pro_id", pro_id)?).await?;
        Ok(Response::new(wire::RemoveCartItemResponse { cart: Some(cart.into()) }))
    }

    async fn clear_cart(
        &self,
        request: Request<wire::ClearCartRequest>,
    ) -> Result<Response<wire::ClearCartResponse>, Status> {
        let cart = self.service.clear_cart(customer(request.into_inner().customer_id)?).await?;
        Ok(Response::new(wire::ClearCartResponse { cart: Some(cart.into()) }))
    }
}

impl From<CartView> for wire::Cart {
    fn from(from: CartView) -> Self {
        let CartView { version, count, total, lines } = from;
        Self { version, count, total, lines: lines.into_iter().map(Into::into).collect() }
    }
}

impl From<LineView> for wire::CartLine {
    fn from(from: LineView) -> Self {
        Self {
            pro_id: from.pro_id,
            quantity: from.quantity,
            version: from.version,
            price: from.price,
            price_was: from.price_was,
            original_price: from.original_price,
            stock: from.stock,
            vatrate: from.vatrate,
            state: wire::LineState::from(from.state).into(),
            name_la: from.label.name_la,
            name_en: from.label.name_en,
            img_cover: from.label.img_cover,
            unit_la: from.label.unit_la,
            unit_en: from.label.unit_en,
            total: from.total,
        }
    }
}

impl From<RepeatedLine> for wire::RepeatedLine {
    fn from(from: RepeatedLine) -> Self {
        let RepeatedLine { pro_id, requested, added, available, shortfall, label } = from;
        let reason = match shortfall {
            None => wire::RepeatReason::Unspecified,
            Some(Shortfall::OutOfStock) => wire::RepeatReason::OutOfStock,
            Some(Shortfall::StockShort) => wire::RepeatReason::StockShort,
            Some(Shortfall::NotForSale) => wire::RepeatReason::NotForSale,
            Some(Shortfall::CartFull) => wire::RepeatReason::CartFull,
            Some(Shortfall::LineQuantityLimit) => wire::RepeatReason::LineQuantityLimit,
        };
        Self {
            pro_id,
            requested,
            added,
            available,
            reason: reason.into(),
            name_la: label.name_la,
            name_en: label.name_en,
            unit_la: label.unit_la,
            unit_en: label.unit_en,
        }
    }
}

impl From<LineState> for wire::LineState {
    fn from(from: LineState) -> Self {
        match from {
            LineState::Ok => Self::Ok,
            LineState::InsufficientStock => Self::InsufficientStock,
            LineState::OutOfStock => Self::OutOfStock,
            LineState::NotForSale => Self::NotForSale,
        }
    }
}
