//! Puts the goods of an order into the cart again: for each line as many units as stock and limits allow besides the units
//! in the cart.

use serde::{Deserialize, Serialize};

use super::{Cart, MAX_QUANTITY};
use crate::{
    order::OrderLine,
    product::{Label, Product, Products},
};

/// A line of an order, with the units that were added to the cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatedLine {
    pub pro_id: i64,
    /// Units of the order.
    pub requested: i64,
    /// Units that were added.
    pub added: i64,
    /// Units in stock; 0 if the product is not for sale.
    pub available: i64,
    /// Absent if all units were added.
    pub shortfall: Option<Shortfall>,
    /// Texts of the product, as in the order.
    pub label: Label,
}

/// Reason why fewer units were added than the order has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shortfall {
    OutOfStock,
    StockShort,
    NotForSale,
    CartFull,
    LineQuantityLimit,
}

/// Limits of a cart.
#[derive(Clone, Copy, Debug)]
pub struct CartLimits {
    pub max_lines: usize,
    /// Units of one product; 0 for no limit.
    pub line_quantity: i64,
}

/// Adds the `lines` of an order to `cart`.
pub fn repeat(
    lines: &[OrderLine],
    cart: &mut Cart,
    products: &Products,
    limits: CartLimits,
    now: i64,
) -> Vec<RepeatedLine> {
    lines.iter().map(|line| repeat_line(line, cart, products.get(line.pro_id), limits, now)).collect()
}

fn repeat_line(
    line: &OrderLine,
    cart: &mut Cart,
    product: Option<&Product>,
    limits: CartLimits,
    now: i64,
) -> RepeatedLine {
    let OrderLine { pro_id, quantity: requested, ref label, .. } = *line;
    let repeated = |added, available, shortfall| RepeatedLine {
        pro_id,
        requested,
        added,
        available,
        shortfall,
        label: label.clone(),
    };
    let nothing = |available, shortfall| repeated(0, available, Some(shortfall));
    let Some((product, offer)) = product.and_then(|product| Some((product, product.offer()?))) else {
        return nothing(0, Shortfall::NotForSale);
    };
    let available = offer.stock.max(0);
    if available == 0 {
        return nothing(0, Shortfall::OutOfStock);
    }
    let held = cart.line(pro_id).map_or(0, |line| line.quantity);
    if held == 0 && cart.lines.len() >= limits.max_lines {
        return nothing(available, Shortfall::CartFull);
    }
    let allowed = if limits.line_quantity == 0 { MAX_QUANTITY } else { limits.line_quantity };
    let in_stock = (available - held).max(0);
    let added = requested.min(in_stock).min(allowed - held).max(0);
    if added > 0 && cart.add(product, added, limits.max_lines, now).is_err() {
        return nothing(available, Shortfall::NotForSale);
    }
    let shortfall = match added {
        _ if added == requested => None,
        _ if added == in_stock => Some(Shortfall::StockShort),
        _ => Some(Shortfall::LineQuantityLimit),
    };
    repeated(added, available, shortfall)
}
