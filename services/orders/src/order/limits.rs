//! Limits on orders that hold stock before payment: per customer, phone number and client address, and for all customers
//! together who have not completed an order.
//!
//! An order is unpaid while its money is `due` or `pending`. Paid orders do not count.

use std::{collections::HashMap, ops::AddAssign, time::Duration};

use heuan_proto::rpc::v1::{LimitReached, LineChange};
use heuan_rpc::{Code, Error};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::PaymentMethod;
use crate::product::StockLine;

const HOUR_MS: i64 = 3_600_000;

/// Section `[orders.limits]`; `orders.toml` explains the keys. 0 means no limit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderLimits {
    pub open_cod: i64,
    pub open_transfer: i64,
    pub open_qr: i64,
    pub stock_percent: i64,
    pub stock_percent_without_history: i64,
    pub stock_units: i64,
    pub line_quantity: i64,
    pub cash_without_history: i64,
    pub transfer_without_history: i64,
    pub orders_per_address: i64,
    pub address_orders_per_customer: i64,
    pub cod_confirm_h: i64,
}

/// Fields of an order to be placed that the limits use.
#[derive(Clone, Debug)]
pub struct OrderCandidate {
    pub customer_id: i64,
    pub phone_digest: String,
    /// Digest of the client's address; empty if not counted.
    pub address_digest: String,
    pub method: PaymentMethod,
    /// Kip. An order that costs nothing is paid, and does not hold unpaid stock.
    pub total: i64,
    pub lines: Vec<StockLine>,
    /// Unsold units in stock, including reserved ones, by product.
    pub on_hand: HashMap<i64, i64>,
    /// The usage when `on_hand` was read.
    pub usage_before: Usage,
    pub now: i64,
}

/// Units of a product in unpaid orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReservedUnits {
    pub units: i64,
    /// Committed units, which are no longer on hand.
    pub sold: i64,
    /// Units that are being committed, and may no longer be on hand.
    pub selling: i64,
}

impl AddAssign for ReservedUnits {
    fn add_assign(&mut self, other: Self) {
        self.units += other.units;
        self.sold += other.sold;
        self.selling += other.selling;
    }
}

/// Current usage of the limits.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Unpaid orders of the customer with the same payment method.
    pub open: i64,
    /// Units of all unpaid orders of the customer, by product of the attempt.
    pub reserved: HashMap<i64, ReservedUnits>,
    /// Units of all unpaid orders of customers who have not completed an order, by product of the attempt.
    pub reserved_without_history: HashMap<i64, ReservedUnits>,
    /// Kip of all unpaid orders of the phone number or the customer with the same payment method.
    pub total: i64,
    /// Whether the customer has completed an order.
    pub has_history: bool,
}

/// A line with more units than a share of the stock allows.
struct LineOverShare {
    change: LineChange,
    /// Whether it is over the share of the customer, and not only over the share of all customers without a
    /// completed order.
    is_own: bool,
}

impl OrderLimits {
    /// Checks rules between values that types cannot express: key and requirement.
    pub fn rules(&self) -> [(bool, &'static str, &'static str); 12] {
        let (count, percent) = (0..=1_000_000, 0..=100);
        let (message, percent_message) = ("must be 0 to 1000000", "must be 0 to 100");
        let not_negative = "must not be negative";
        [
            (count.contains(&self.open_cod), "limits.open_cod", message),
            (count.contains(&self.open_transfer), "limits.open_transfer", message),
            (count.contains(&self.open_qr), "limits.open_qr", message),
            (percent.contains(&self.stock_percent), "limits.stock_percent", percent_message),
            (
                percent.contains(&self.stock_percent_without_history),
                "limits.stock_percent_without_history",
                percent_message,
            ),
            ((1..=1_000_000).contains(&self.stock_units), "limits.stock_units", "must be 1 to 1000000"),
            (count.contains(&self.line_quantity), "limits.line_quantity", message),
            (self.cash_without_history >= 0, "limits.cash_without_history", not_negative),
            (self.transfer_without_history >= 0, "limits.transfer_without_history", not_negative),
            (count.contains(&self.orders_per_address), "limits.orders_per_address", message),
            (
                count.contains(&self.address_orders_per_customer),
                "limits.address_orders_per_customer",
                message,
            ),
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
    pub fn check(&self, candidate: &OrderCandidate, usage: &Usage) -> Result<(), Error> {
        for line in &candidate.lines {
            self.check_quantity(line.pro_id, line.quantity)?;
        }
        if candidate.total == 0 {
            return Ok(());
        }
        self.check_open(candidate, usage)?;
        self.check_total(candidate, usage)?;
        self.check_stock(candidate, usage)
    }

    /// Whether the shares of the stock allow the attempt.
    pub fn has_stock_for(&self, candidate: &OrderCandidate, usage: &Usage) -> bool {
        self.over_shares(candidate, usage).is_empty()
    }

    /// Whether the attempt counts towards the share of customers without a completed order.
    pub fn shares_stock(&self, candidate: &OrderCandidate) -> bool {
        self.stock_percent_without_history > 0 && candidate.total > 0 && !candidate.usage_before.has_history
    }

    fn check_open(&self, candidate: &OrderCandidate, usage: &Usage) -> Result<(), Error> {
        let max = match candidate.method {
            PaymentMethod::Cod => self.open_cod,
            PaymentMethod::Transfer => self.open_transfer,
            PaymentMethod::Qr => self.open_qr,
            PaymentMethod::Other => 0,
        };
        if max == 0 || usage.open < max {
            return Ok(());
        }
        let text =
            format!("{} unpaid orders with this payment method are open; {max} are allowed", usage.open);
        Err(refusal("open_orders_limit", text, max, usage.open))
    }

    fn check_total(&self, candidate: &OrderCandidate, usage: &Usage) -> Result<(), Error> {
        let (max, reason, orders) = match candidate.method {
            PaymentMethod::Cod => (self.cash_without_history, "cash_total_limit", "cash orders"),
            PaymentMethod::Transfer => {
                (self.transfer_without_history, "transfer_total_limit", "orders paid by bank transfer")
            }
            PaymentMethod::Qr | PaymentMethod::Other => return Ok(()),
        };
        if max == 0 || usage.has_history || usage.total.saturating_add(candidate.total) <= max {
            return Ok(());
        }
        let text = format!(
            "{orders} of a customer without a completed order may cost {max} kip together, over all accounts with \
             the phone number; {} kip are open",
            usage.total
        );
        Err(refusal(reason, text, max, usage.total))
    }

    fn check_stock(&self, candidate: &OrderCandidate, usage: &Usage) -> Result<(), Error> {
        let over = self.over_shares(candidate, usage);
        if over.is_empty() {
            return Ok(());
        }
        let (reason, percent, customers) = if over.iter().any(|line| line.is_own) {
            ("stock_share_limit", self.stock_percent, "one customer")
        } else {
            (
                "new_customers_stock_limit",
                self.stock_percent_without_history,
                "customers without a completed order",
            )
        };
        let text = format!("unpaid orders of {customers} hold at most {percent} % of the stock");
        let mut error = refusal(reason, text, percent, 0);
        error.detail.lines = over.into_iter().map(|line| line.change).collect();
        Err(error)
    }

    /// Lines with more units than the customer may hold.
    fn over_shares(&self, candidate: &OrderCandidate, usage: &Usage) -> Vec<LineOverShare> {
        let before = &candidate.usage_before;
        let over = candidate.lines.iter().filter_map(|line| {
            let StockLine { pro_id, quantity } = *line;
            // A larger quantity than the stock is refused by the reservation.
            let on_hand = *candidate.on_hand.get(&pro_id).filter(|on_hand| quantity <= **on_hand)?;
            let left = |percent, now: &HashMap<i64, ReservedUnits>, before: &HashMap<i64, ReservedUnits>| {
                let of = |reserved: &HashMap<i64, ReservedUnits>| {
                    reserved.get(&pro_id).copied().unwrap_or_default()
                };
                self.left(percent, on_hand, of(now), of(before))
            };
            let own = left(self.stock_percent, &usage.reserved, &before.reserved);
            let percent_without_history =
                if usage.has_history { 0 } else { self.stock_percent_without_history };
            let unproven = left(
                percent_without_history,
                &usage.reserved_without_history,
                &before.reserved_without_history,
            );
            let available = own.min(unproven);
            let change = LineChange { pro_id, requested: quantity, available, ..LineChange::default() };
            (quantity > available).then_some(LineOverShare { change, is_own: quantity > own })
        });
        over.collect()
    }

    /// Units that may be held in addition to the units held `now`; 0 percent means no limit.
    fn left(&self, percent: i64, on_hand: i64, now: ReservedUnits, before: ReservedUnits) -> i64 {
        if percent == 0 {
            return i64::MAX;
        }
        // Units sold since `on_hand` was read are still included in it, and units returned since then are no longer sold.
        let sold = now.sold.min(before.sold);
        (self.share_of(percent, on_hand.saturating_add(sold)) - now.units).max(0)
    }

    /// Units that are `percent` of `stock`, rounded up, and never fewer than `stock_units`.
    fn share_of(&self, percent: i64, stock: i64) -> i64 {
        let share = (i128::from(stock.max(0)) * i128::from(percent) + 99) / 100;
        i64::try_from(share).unwrap_or(i64::MAX).max(self.stock_units)
    }

    /// Whether the attempt counts for the address of its client. An attempt of a customer who has completed an
    /// order does not.
    pub fn counts_address(&self, candidate: &OrderCandidate) -> bool {
        self.orders_per_address > 0 && !candidate.usage_before.has_history
    }

    /// Whether an attempt still adds to the counter of its client address, if it is number `own` of its customer from this
    /// address in the hour. Later attempts do not, so that one customer who places and cancels orders does not use up the
    /// counter for all others.
    pub fn adds_to_address(&self, own: i64) -> bool {
        self.address_orders_per_customer == 0 || own <= self.address_orders_per_customer
    }

    /// Refuses an order beyond the limit of the client's address; `used` includes this order.
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

impl OrderCandidate {
    /// Key of the counter of the client's address in this hour; `None` without an address.
    pub fn address_subject(&self) -> Option<String> {
        let hour = self.now.div_euclid(HOUR_MS);
        (!self.address_digest.is_empty()).then(|| format!("address:{}:{hour}", self.address_digest))
    }

    /// Key of the counter of this customer's orders from the client's address in this hour. An erasure finds the counter by
    /// the form of this key.
    pub fn own_address_subject(&self) -> Option<String> {
        Some(format!("{}:{}", self.address_subject()?, self.customer_id))
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
