//! JSON types of the wishlist and of adding it to the cart as a whole.

use heuan_proto::orders::v1 as proto;
use heuan_rpc::Error;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cart::Cart;

#[derive(Serialize, ToSchema)]
pub struct WishlistItem {
    #[schema(minimum = 1)]
    pro_id: i64,
    pro_name_la: String,
    pro_name_en: String,
    /// Image path, or empty.
    pro_img_cover: String,
    /// Kip; null if the product is not for sale.
    #[schema(required)]
    price: Option<i64>,
    /// Price before a reduction; shown struck through if it is higher than `price`.
    #[schema(required)]
    product_price1: Option<i64>,
    /// Units in stock; 0 if the product is not for sale.
    stock: i64,
    unit_name_la: String,
    unit_name_en: String,
    in_cart: bool,
}

/// Result of adding the whole wishlist to the cart.
#[derive(Serialize, ToSchema)]
pub struct AddedAll {
    cart: Cart,
    /// Products that were added to the cart.
    added: Vec<i64>,
    skipped: Vec<Skipped>,
}

#[derive(Serialize, ToSchema)]
pub struct Skipped {
    pro_id: i64,
    reason: SkipReason,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    OutOfStock,
    InCart,
    NotForSale,
    CartFull,
}

impl From<proto::WishlistItem> for WishlistItem {
    fn from(item: proto::WishlistItem) -> Self {
        Self {
            pro_id: item.pro_id,
            pro_name_la: item.name_la,
            pro_name_en: item.name_en,
            pro_img_cover: item.img_cover,
            price: item.price,
            product_price1: item.original_price,
            stock: item.stock,
            unit_name_la: item.unit_la,
            unit_name_en: item.unit_en,
            in_cart: item.in_cart,
        }
    }
}

impl TryFrom<proto::AddWishlistToCartResponse> for AddedAll {
    type Error = Error;

    fn try_from(answer: proto::AddWishlistToCartResponse) -> Result<Self, Error> {
        let cart = answer.cart.ok_or_else(|| Error::internal("response without cart"))?;
        let skipped = answer.skipped.into_iter().map(|it| Skipped {
            pro_id: it.pro_id,
            reason: match it.reason() {
                proto::SkipReason::OutOfStock => SkipReason::OutOfStock,
                proto::SkipReason::InCart => SkipReason::InCart,
                proto::SkipReason::CartFull => SkipReason::CartFull,
                proto::SkipReason::NotForSale | proto::SkipReason::Unspecified => SkipReason::NotForSale,
            },
        });
        Ok(Self { cart: cart.into(), added: answer.added_pro_ids, skipped: skipped.collect() })
    }
}
