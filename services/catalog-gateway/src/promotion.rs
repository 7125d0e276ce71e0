//! Promotions and their periods.

use crate::catalog::Product;

#[derive(Clone, Debug, PartialEq, heuan_store::FromRow)]
pub struct PromotionType {
    pub promo_type_id: i64,
    pub name_la: String,
    pub name_en: String,
}

#[derive(Clone, Debug, PartialEq, heuan_store::FromRow)]
pub struct Promotion {
    pub promo_id: i64,
    pub promo_type_id: i64,
    pub title_la: String,
    pub title_en: String,
    /// First and last day, `YYYY-MM-DD` in Vientiane; empty means open-ended.
    pub starts: String,
    pub ends: String,
    pub banner: String,
    pub product_count: i64,
}

/// A promotion with the products that its card shows.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionCard {
    pub promotion: Promotion,
    pub products: Vec<Product>,
}
