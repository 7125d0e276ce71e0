//! Recently viewed products of a customer.

/// Maximum products that are stored for a customer.
pub const MAX_PRODUCTS: usize = 24;

/// A product that a customer looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct ViewedProduct {
    pub pro_id: i64,
    /// Unix milliseconds.
    pub viewed_at: i64,
}
