//! Limits on orders that hold stock before payment: per customer, phone number and client address.
//!
//! An order is unpaid while its money is `due` or `pending`. Paid orders do not count.

use std::{collections::HashMap, time::Duration};

use heuan_proto::rpc::v1::{LimitReached, LineChange};
use heuan_rpc::{Code, Error};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::Method;
use crate::clients::StockLine;

const HOUR_MS: i64 = 3_600_000;

/// Section `[orders.limits]`; `orders.toml` explains the keys. 0 means no limit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderLimits {
    pub open_cod: i64,
    pub open_transfer: i64,
    pub open_qr: i64,
    pub stock_percent: i64,
    pub stock_units: i64,
    pub line_quantity: i64,
    pub unproven_cash: i64,
    pub orders_per_address: i64,
    pub cod_confirm_h: i64,
}

/// An order to be placed, with the fields that limits use.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub customer_id: i64,
    pub phone_digest: String,
    /// Digest of the client's address; empty if not counted.
    pub address_digest: String,
    pub method: Method,
    /// Kip. An order that costs nothing is paid, and does not hold unpaid stock.
    pub total: i64,
    pub lines: Vec<StockLine>,
    /// Unsold units in stock, including reserved ones, by product.
    pub on_hand: HashMap<i64, i64>,
    /// [`Held::sold`] of the customer's unpaid orders when `on_hand` was read.
    pub sold_before: HashMap<i64, i64>,
    pub now: i64,
}

/// Units of a product in a customer's unpaid orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub units: i64,
    /// Committed units, which are no longer on hand.
    pub sold: i64,
    /// Units that are being committed, and may no longer be on hand.
    pub selling: i64,
}

/// Current usage of the limits.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Unpaid orders of the customer with the same payment method.
    pub open: i64,
    /// Units of all unpaid orders of the customer, by product.
    pub held: HashMap<i64, Held>,
    /// Kip of all unpaid cash orders of the phone number or the customer.
    pub cash: i64,
    /// Whether the customer has completed an order.
    pub is_proven: bool,
}

impl OrderLimits {
    /// Checks rules between values that types cannot express: key and requirement.
    pub fn rules(&self) -> [(bool, &'static str, &'static str); 9] {
        let count = 0..=1_000_000;
        let message = "must be 0 to 1000000";
        [
            (count.contains(&self.open_cod), "limits.open_cod", message),
            (count.contains(&self.open_transfer), "limits.open_transfer", message),
            (count.contains(&self.open_qr), "limits.open_qr", message),
            ((0..=100).contains(&self.stock_percent), "limits.stock_percent", "must be 0 to 100"),
            ((1..=1_000_000).contains(&self.stock_units), "limits.stock_units", "must be 1 to 1000000"),
            (count.contains(&self.line_quantity), "limits.line_quantity", message),
            (self.unproven_cash >= 0, "limits.unproven_cash", "must not be negative"),
            (count.contains(&self.orders_per_address), "limits.orders_per_address", message),
            ((0..=2160).contains(&self.cod_confirm_h), "limits.cod_confirm_h", "must be 0 to 2160"),
        ]
    }

    /// Deadline for the staff's confirmation of a cash order placed at `now`.
    pub fn confirm_until(&self, now: i64) -> Option<i64> {
        (self.cod_confirm_h > 0).then(|| now + self.cod_confirm_h * HOUR_MS)
    }

    /// Refuses more units of one line than allowed.
    pub fn check_quantity(&self, pro_id: i64, quantity: i64) -> Result<(), Error> {
        if self.line_quantity == 0 || quantity <= self.line_quantity {
            return Ok(());
        }
        let text = format!("an order has at most {} of one product", self.line_quantity);
        let mut error = refusal("line_quantity_limit", text, self.line_quantity, 0);
        error.detail.lines = vec![LineChange {
            pro_id,
            requested: quantity,
            available: self.line_quantity,
            ..LineChange::default()
        }];
        Err(error)
    }

    /// Refuses an attempt beyond a limit of the customer or the phone number.
    pub fn check(&self, attempt: &Attempt, usage: &Usage) -> Result<(), Error> {
        for line in &attempt.lines {
            self.check_quantity(line.pro_id, line.quantity)?;
        }
        if attempt.total == 0 {
            return Ok(());
        }
        self.check_open(attempt, usage)?;
        self.check_cash(attempt, usage)?;
        self.check_stock(attempt, usage)
    }

    fn check_open(&self, attempt: &Attempt, usage: &Usage) -> Result<(), Error> {
        let max = match attempt.method {
            Method::Cod => self.open_cod,
            Method::Transfer => self.open_transfer,
            Method::Qr => self.open_qr,
            Method::Other => 0,
        };
        if max == 0 || usage.open < max {
            return Ok(());
        }
        let text =
            format!("{} unpaid orders with this payment method are open; {max} are allowed", usage.open);
        Err(refusal("open_orders_limit", text, max, usage.open))
    }

    fn check_cash(&self, attempt: &Attempt, usage: &Usage) -> Result<(), Error> {
        let max = self.unproven_cash;
        let is_free = max == 0 || usage.is_proven || attempt.method != Method::Cod;
        if is_free || usage.cash.saturating_add(attempt.total) <= max {
            return Ok(());
        }
        let text = format!(
            "cash orders of a customer without a completed order may cost {max} kip together, over all accounts with \
             the phone number; {} kip are open",
            usage.cash
        );
        Err(refusal("cash_total_limit", text, max, usage.cash))
    }

    fn check_stock(&self, attempt: &Attempt, usage: &Usage) -> Result<(), Error> {
        if self.stock_percent == 0 {
            return Ok(());
        }
        let over = attempt.lines.iter().filter_map(|line| {
            // A larger quantity than the stock is refused by the reservation.
            let on_hand = *attempt.on_hand.get(&line.pro_id)?;
            if line.quantity > on_hand {
                return None;
            }
            let held = usage.held.get(&line.pro_id).copied().unwrap_or_default();
            // Units sold since `on_hand` was read are still included in it, and units returned since then are no longer
            // sold.
            let sold = attempt.sold_before.get(&line.pro_id).map_or(0, |sold| held.sold.min(*sold));
            let left = (self.share_of(on_hand.saturating_add(sold)) - held.units).max(0);
            (line.quantity > left).then_some(LineChange {
                pro_id: line.pro_id,
                requested: line.quantity,
                available: left,
                ..LineChange::default()
            })
        });
        let lines: Vec<LineChange> = over.collect();
        if lines.is_empty() {
            return Ok(());
        }
        let text =
            format!("unpaid orders of one customer hold at most {} % of the stock", self.stock_percent);
        let mut error = refusal("stock_share_limit", text, self.stock_percent, 0);
        error.detail.lines = lines;
        Err(error)
    }

    /// Units of `stock` that unpaid orders of one customer may hold: the share, rounded up, and never fewer than
    /// `stock_units`.
    fn share_of(&self, stock: i64) -> i64 {
        let share = (i128::from(stock.max(0)) * i128::from(self.stock_percent) + 99) / 100;
        i64::try_from(share).unwrap_or(i64::MAX).max(self.stock_units)
    }

    /// Refuses an order beyond the limit of the client's address; `used` includes this one.
    pub fn check_address(&self, used: i64, now: i64) -> Result<(), Error> {
        if self.orders_per_address == 0 || used <= self.orders_per_address {
            return Ok(());
        }
        let text = format!("{} orders were placed from this address within an hour", self.orders_per_address);
        let mut error = refusal("address_orders_limit", text, self.orders_per_address, used - 1);
        error.code = Code::ResourceExhausted;
        let wait = HOUR_MS - now.rem_euclid(HOUR_MS);
        Err(error.retry_after(Duration::from_millis(wait.unsigned_abs())))
    }
}

impl Attempt {
    /// Key of the counter of the client's address in this hour; `None` without an address.
    pub fn address_subject(&self) -> Option<String> {
        let hour = self.now.div_euclid(HOUR_MS);
        (!self.address_digest.is_empty()).then(|| format!("address:{}:{hour}", self.address_digest))
    }
}

/// Digest by which limits distinguish phone numbers and addresses; empty for an empty text.
pub fn digest(text: &str) -> String {
    if text.is_empty() { String::new() } else { crate::hex::write(&Sha256::digest(text.as_bytes())[..16]) }
}

fn refusal(reason: &'static str, text: String, max: i64, used: i64) -> Error {
    metrics::counter!("orders_refused_by_limit_total", "reason" => reason).increment(1);
    let mut error = Error::conflict(reason, text);
    error.detail.limit = Some(LimitReached { max, used });
    error
}

#[cfg(test)]
mod tests;
