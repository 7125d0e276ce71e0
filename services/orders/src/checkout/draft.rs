//! Draft of an order: its lines with current price and stock beside the price last shown to the customer.

use std::collections::HashMap;

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::Error;

use crate::{
    cart::{CartLine, LineState},
    money::Priced,
    product::{Label, Product, Products},
};

/// Items of a checkout, with current prices and stock.
pub struct CheckoutLines {
    pub lines: Vec<DraftLine>,
    /// Version of the cart that the items were taken from; `None` for direct purchases.
    pub cart_version: Option<i64>,
}

pub struct DraftLine {
    pub pro_id: i64,
    pub quantity: i64,
    pub product: Option<Product>,
    pub label: Label,
    /// The price that counts as shown to the customer: the price on the screen that confirms the order, otherwise the last
    /// one shown.
    pub seen: Option<i64>,
    /// The price last shown to the customer, by a quote or in the cart.
    last_shown: Option<i64>,
}

impl CheckoutLines {
    /// Sets the prices that the customer has seen on the screen that confirmed the order. A product without a price
    /// there has not been seen.
    pub fn show(&mut self, prices: &HashMap<i64, i64>) {
        for line in &mut self.lines {
            line.seen = prices.get(&line.pro_id).copied();
        }
    }

    /// The lines for the totals, each with at most the units in stock.
    pub fn priced(&self) -> Vec<Priced> {
        self.lines.iter().filter_map(DraftLine::priced).filter(|line| line.quantity > 0).collect()
    }

    /// Every line with the price that the customer saw beside the current one, even if they are equal.
    pub fn compared(&self) -> Vec<LineChange> {
        let compared =
            |line: &DraftLine| LineChange { price_was: line.seen.or(line.last_shown), ..line.change() };
        self.lines.iter().map(compared).collect()
    }

    /// Lines that cannot be bought as shown to the customer.
    pub fn changed(&self) -> Vec<LineChange> {
        self.lines.iter().filter(|line| line.is_changed()).map(DraftLine::change).collect()
    }
}

impl DraftLine {
    pub fn of(
        pro_id: i64,
        quantity: i64,
        products: &Products,
        in_cart: Option<&CartLine>,
        seen: Option<i64>,
    ) -> Self {
        let product = products.get(pro_id).cloned();
        let kept = |line: &CartLine| line.label.clone();
        let label =
            product.as_ref().map(|it| it.label.clone()).or_else(|| in_cart.map(kept)).unwrap_or_default();
        Self { pro_id, quantity, product, label, seen, last_shown: seen }
    }

    pub fn state(&self) -> LineState {
        LineState::of(self.product.as_ref(), self.quantity)
    }

    pub fn price(&self) -> Option<i64> {
        self.product.as_ref().and_then(Product::offer).map(|offer| offer.price)
    }

    pub fn available(&self) -> i64 {
        self.product.as_ref().and_then(Product::offer).map_or(0, |offer| offer.stock.max(0))
    }

    /// The price shown before, if it differs from the current one.
    pub fn price_was(&self) -> Option<i64> {
        self.seen.filter(|seen| self.price().is_some_and(|price| price != *seen))
    }

    fn priced(&self) -> Option<Priced> {
        let product = self.product.as_ref()?;
        let offer = product.offer()?;
        let quantity = self.quantity.min(offer.stock.max(0));
        Some(Priced { price: offer.price, quantity, vatrate: product.vatrate })
    }

    pub fn is_changed(&self) -> bool {
        self.state() != LineState::Ok || self.price_was().is_some()
    }

    pub fn change(&self) -> LineChange {
        LineChange {
            pro_id: self.pro_id,
            requested: self.quantity,
            available: self.available(),
            price_was: self.price_was(),
            price_now: self.price(),
        }
    }
}

pub fn cart_changed() -> Error {
    Error::conflict("cart_changed", "the cart has changed since it was shown")
}
