//! Displayed cart: lines with current price and stock, and their total.

use super::{Cart, CartLine};
use crate::{
    product::{Label, Product, Products},
    quoted_prices::QuotedPrices,
};

/// Whether a line can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineState {
    Ok,
    InsufficientStock,
    OutOfStock,
    NotForSale,
}

impl LineState {
    pub fn of(product: Option<&Product>, quantity: i64) -> Self {
        match product.and_then(Product::offer) {
            None => Self::NotForSale,
            Some(offer) if offer.stock <= 0 => Self::OutOfStock,
            Some(offer) if offer.stock < quantity => Self::InsufficientStock,
            Some(_) => Self::Ok,
        }
    }
}

/// The displayed cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartView {
    pub version: i64,
    pub count: i64,
    pub total: i64,
    pub lines: Vec<LineView>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineView {
    pub pro_id: i64,
    pub quantity: i64,
    pub version: i64,
    pub price: i64,
    pub price_was: Option<i64>,
    pub original_price: Option<i64>,
    pub stock: i64,
    pub vatrate: i64,
    pub state: LineState,
    pub label: Label,
    pub total: i64,
}

impl CartView {
    pub fn of(cart: Cart, products: &Products, seen: &QuotedPrices) -> Self {
        let lines: Vec<LineView> =
            cart.lines.into_iter().map(|line| LineView::of(line, products, seen)).collect();
        Self {
            version: cart.version,
            count: lines.iter().map(|line| line.quantity).sum(),
            total: lines.iter().fold(0i64, |sum, line| sum.saturating_add(line.total)),
            lines,
        }
    }
}

impl LineView {
    fn of(line: CartLine, products: &Products, seen: &QuotedPrices) -> Self {
        let product = products.get(line.pro_id);
        let offer = product.and_then(Product::offer);
        let price = offer.map_or(0, |offer| offer.price);
        let shown = seen.price(line.pro_id, Some((line.price, line.priced_at)));
        Self {
            pro_id: line.pro_id,
            quantity: line.quantity,
            version: line.version,
            price,
            price_was: shown.filter(|shown| offer.is_some() && *shown != price),
            original_price: product.and_then(|product| product.original_price),
            stock: offer.map_or(0, |offer| offer.stock.max(0)),
            vatrate: product.map_or(0, |product| product.vatrate),
            state: LineState::of(product, line.quantity),
            label: product.map_or(line.label, |product| product.label.clone()),
            total: price.saturating_mul(line.quantity),
        }
    }
}
