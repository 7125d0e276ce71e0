//! Cart rules, without SQL or gRPC: the effect of commands, and the view with current prices and stock of the catalog.
//!
//! Of a product, the cart stores only the data that is shown if the catalog no longer has it, and the price shown when
//! it was added.

mod repeat;
mod view;

use heuan_proto::rpc::v1::StockShortage;
use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

pub use repeat::{CartLimits, RepeatedLine, Shortfall, repeat};
pub use view::{CartView, LineState, LineView};

use crate::product::{Label, Product};

/// Maximum of `orders.cart_lines`; equals the maximum lines of one reservation.
pub const MAX_LINES: usize = 200;
pub const MAX_QUANTITY: i64 = 999_999;

/// The stored cart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cart {
    /// Increases with every change. Never reused, even if the cart was empty in between.
    pub version: i64,
    /// In the order they were added.
    pub lines: Vec<CartLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartLine {
    pub pro_id: i64,
    pub quantity: i64,
    /// The cart's version at the line's last change.
    pub version: i64,
    /// Unit price when the customer last added some, and the time of that addition.
    pub price: i64,
    pub priced_at: i64,
    pub label: Label,
}

/// Result of setting a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    Applied,
    /// Already set: a repeated request whose response was lost.
    Same,
    /// The line was removed, or has another version than this device shows.
    Elsewhere,
}

impl Cart {
    /// Adds `quantity` units of `product`, up to `max_lines` lines.
    pub fn add(&mut self, product: &Product, quantity: i64, max_lines: usize, now: i64) -> Result<(), Error> {
        let offer = product.offer().ok_or_else(not_for_sale)?;
        let held = self.line(product.pro_id).map_or(0, |line| line.quantity);
        let wanted = held + quantity;
        if wanted > offer.stock {
            return Err(stock_short(product.pro_id, wanted, offer.stock));
        }
        check_quantity(wanted)?;
        if held == 0 && self.lines.len() >= max_lines {
            return Err(Error::conflict("cart_full", format!("a cart holds {max_lines} lines")));
        }
        self.version += 1;
        let line = CartLine {
            pro_id: product.pro_id,
            quantity: wanted,
            version: self.version,
            price: offer.price,
            priced_at: now,
            label: product.label.clone(),
        };
        match self.lines.iter_mut().find(|line| line.pro_id == product.pro_id) {
            Some(there) => *there = line,
            None => self.lines.push(line),
        }
        Ok(())
    }

    /// Sets the units of a line, if it exists and still has `version`.
    pub fn set(
        &mut self,
        pro_id: i64,
        product: Option<&Product>,
        quantity: i64,
        version: Option<i64>,
    ) -> Result<Set, Error> {
        check_quantity(quantity)?;
        let next = self.version + 1;
        let Some(line) = self.lines.iter_mut().find(|line| line.pro_id == pro_id) else {
            return Ok(Set::Elsewhere);
        };
        if line.quantity == quantity {
            return Ok(Set::Same);
        }
        if version.is_some_and(|version| version != line.version) {
            return Ok(Set::Elsewhere);
        }
        let offer = product.and_then(Product::offer).ok_or_else(not_for_sale)?;
        if quantity > offer.stock {
            return Err(stock_short(pro_id, quantity, offer.stock));
        }
        (line.quantity, line.version, self.version) = (quantity, next, next);
        Ok(Set::Applied)
    }

    /// Returns false if there is no such line.
    pub fn remove(&mut self, pro_id: i64) -> bool {
        let before = self.lines.len();
        self.lines.retain(|line| line.pro_id != pro_id);
        self.changed(before != self.lines.len())
    }

    /// Returns false if it is already empty.
    pub fn clear(&mut self) -> bool {
        let held = !self.lines.is_empty();
        self.lines.clear();
        self.changed(held)
    }

    /// Removes ordered units. Units added meanwhile stay.
    pub fn take(&mut self, ordered: impl IntoIterator<Item = (i64, i64)>) -> bool {
        let next = self.version + 1;
        let mut taken = false;
        for (pro_id, quantity) in ordered {
            if let Some(line) = self.lines.iter_mut().find(|line| line.pro_id == pro_id) {
                (line.quantity, line.version, taken) = (line.quantity - quantity, next, true);
            }
        }
        self.lines.retain(|line| line.quantity > 0);
        self.changed(taken)
    }

    pub fn line(&self, pro_id: i64) -> Option<&CartLine> {
        self.lines.iter().find(|line| line.pro_id == pro_id)
    }

    pub fn ids(&self) -> Vec<i64> {
        self.lines.iter().map(|line| line.pro_id).collect()
    }

    fn changed(&mut self, changed: bool) -> bool {
        self.version += i64::from(changed);
        changed
    }
}

pub fn check_quantity(quantity: i64) -> Result<(), Error> {
    if (1..=MAX_QUANTITY).contains(&quantity) {
        return Ok(());
    }
    Err(Error::invalid("quantity", format!("must be from 1 to {MAX_QUANTITY}")))
}

pub fn not_for_sale() -> Error {
    Error::conflict("not_for_sale", "this product is not for sale")
}

fn stock_short(pro_id: i64, requested: i64, available: i64) -> Error {
    Error::stock_short(vec![StockShortage { pro_id, requested, available: available.max(0) }])
}
