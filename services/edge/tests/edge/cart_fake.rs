//! Cart, wishlist and recently viewed products of the fake orders service.

use heuan_proto::orders::v1::{
    cart_service_server::CartService, viewed_products_service_server::ViewedProductsService,
    wishlist_service_server::WishlistService, *,
};
use tonic::{Request, Response};

use crate::order_fake::{FakeOrders, GrpcResult, Received, locked};

#[allow(clippy::unnecessary_wraps, reason = "as messages want it")]
fn cart() -> Option<Cart> {
    let line = |pro_id, state: LineState| CartLine {
        pro_id,
        quantity: 2,
        version: 4,
        price: 58_000,
        price_was: (pro_id == 2).then_some(50_000),
        original_price: (pro_id == 1).then_some(60_000),
        stock: 7,
        vatrate: 10,
        state: state.into(),
        name_la: "ຊີມັງ".to_owned(),
        name_en: "Cement".to_owned(),
        img_cover: "products/1.png".to_owned(),
        unit_la: "ຖົງ".to_owned(),
        unit_en: "bag".to_owned(),
        total: 116_000,
    };
    let lines = vec![line(1, LineState::Ok), line(2, LineState::InsufficientStock)];
    Some(Cart { version: 5, count: 4, total: 232_000, lines })
}

fn viewed_products() -> Vec<ViewedProduct> {
    vec![ViewedProduct { pro_id: 3, viewed_at_ms: 1_795_194_000_000 }]
}

fn wishlist() -> Vec<WishlistItem> {
    vec![WishlistItem {
        pro_id: 3,
        name_en: "Drill".to_owned(),
        stock: 0,
        in_cart: true,
        ..Default::default()
    }]
}

#[tonic::async_trait]
impl CartService for FakeOrders {
    async fn get_cart(&self, request: Request<GetCartRequest>) -> GrpcResult<GetCartResponse> {
        self.record_call(Received::Of("GetCart", request.into_inner().customer_id))?;
        Ok(Response::new(GetCartResponse { cart: cart() }))
    }

    async fn add_cart_item(&self, request: Request<AddCartItemRequest>) -> GrpcResult<AddCartItemResponse> {
        self.record_call(Received::Add(request.into_inner()))?;
        Ok(Response::new(AddCartItemResponse { cart: cart() }))
    }

    async fn add_order_to_cart(
        &self,
        request: Request<AddOrderToCartRequest>,
    ) -> GrpcResult<AddOrderToCartResponse> {
        self.record_call(Received::Again(request.into_inner()))?;
        let line = |pro_id, added, available, reason: RepeatReason| RepeatedLine {
            pro_id,
            requested: 3,
            added,
            available,
            reason: reason.into(),
            name_en: "Cement".to_owned(),
            unit_en: "bag".to_owned(),
            ..Default::default()
        };
        let lines = vec![line(1, 3, 9, RepeatReason::Unspecified), line(2, 1, 4, RepeatReason::StockShort)];
        Ok(Response::new(AddOrderToCartResponse { cart: cart(), lines }))
    }

    async fn update_cart_item(
        &self,
        request: Request<UpdateCartItemRequest>,
    ) -> GrpcResult<UpdateCartItemResponse> {
        self.record_call(Received::Update(request.into_inner()))?;
        let version_conflict = *locked(&self.0.elsewhere);
        Ok(Response::new(UpdateCartItemResponse { cart: cart(), version_conflict }))
    }

    async fn remove_cart_item(
        &self,
        request: Request<RemoveCartItemRequest>,
    ) -> GrpcResult<RemoveCartItemResponse> {
        self.record_call(Received::Remove(request.into_inner()))?;
        Ok(Response::new(RemoveCartItemResponse { cart: cart() }))
    }

    async fn clear_cart(&self, request: Request<ClearCartRequest>) -> GrpcResult<ClearCartResponse> {
        self.record_call(Received::Of("ClearCart", request.into_inner().customer_id))?;
        Ok(Response::new(ClearCartResponse { cart: Some(Cart::default()) }))
    }
}

#[tonic::async_trait]
impl ViewedProductsService for FakeOrders {
    async fn list_viewed_products(
        &self,
        request: Request<ListViewedProductsRequest>,
    ) -> GrpcResult<ListViewedProductsResponse> {
        self.record_call(Received::Of("ListViewedProducts", request.into_inner().customer_id))?;
        Ok(Response::new(ListViewedProductsResponse { products: viewed_products() }))
    }

    async fn add_viewed_products(
        &self,
        request: Request<AddViewedProductsRequest>,
    ) -> GrpcResult<AddViewedProductsResponse> {
        self.record_call(Received::Viewed(request.into_inner()))?;
        Ok(Response::new(AddViewedProductsResponse { products: viewed_products() }))
    }

    async fn clear_viewed_products(
        &self,
        request: Request<ClearViewedProductsRequest>,
    ) -> GrpcResult<ClearViewedProductsResponse> {
        self.record_call(Received::Of("ClearViewedProducts", request.into_inner().customer_id))?;
        Ok(Response::new(ClearViewedProductsResponse {}))
    }
}

#[tonic::async_trait]
impl WishlistService for FakeOrders {
    async fn get_wishlist(&self, request: Request<GetWishlistRequest>) -> GrpcResult<GetWishlistResponse> {
        self.record_call(Received::Of("GetWishlist", request.into_inner().customer_id))?;
        Ok(Response::new(GetWishlistResponse { items: wishlist() }))
    }

    async fn add_wishlist_item(
        &self,
        request: Request<AddWishlistItemRequest>,
    ) -> GrpcResult<AddWishlistItemResponse> {
        self.record_call(Received::Of("AddWishlistItem", request.into_inner().customer_id))?;
        Ok(Response::new(AddWishlistItemResponse { items: wishlist() }))
    }

    async fn remove_wishlist_item(
        &self,
        request: Request<RemoveWishlistItemRequest>,
    ) -> GrpcResult<RemoveWishlistItemResponse> {
        self.record_call(Received::Of("RemoveWishlistItem", request.into_inner().customer_id))?;
        Ok(Response::new(RemoveWishlistItemResponse { items: wishlist() }))
    }

    async fn clear_wishlist(
        &self,
        request: Request<ClearWishlistRequest>,
    ) -> GrpcResult<ClearWishlistResponse> {
        self.record_call(Received::Of("ClearWishlist", request.into_inner().customer_id))?;
        Ok(Response::new(ClearWishlistResponse::default()))
    }

    async fn add_wishlist_to_cart(
        &self,
        request: Request<AddWishlistToCartRequest>,
    ) -> GrpcResult<AddWishlistToCartResponse> {
        self.record_call(Received::Of("AddWishlistToCart", request.into_inner().customer_id))?;
        let skipped = vec![SkippedItem { pro_id: 3, reason: SkipReason::InCart.into() }];
        Ok(Response::new(AddWishlistToCartResponse { cart: cart(), added_pro_ids: vec![1, 2], skipped }))
    }
}
