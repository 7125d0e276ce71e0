//! Refund and points of a return, calculated from its units.
//!
//! The price paid for the goods of an order is its subtotal without the discount, the written-off part and goodwill. A
//! return refunds the part of this price that its units have among the units not returned yet, rounded half up to a
//! kip: returns of all units, in whichever order, refund exactly the price paid. Redeemed points are divided in the
//! same way, rounded down. Earned points are revoked so that only the points for the kept goods are left. The delivery
//! fee is refunded when the staff say so, once.

use heuan_rpc::Error;

use super::{Order, ReturnedLine};

/// Maximum characters of a note on a line.
const MAX_NOTE: usize = 200;

/// Kip and points of a return before the customer's balance of points is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReturnFigures {
    /// Price of the units.
    pub goods: i64,
    /// Part of the price that was not paid, or was already given back.
    pub discount: i64,
    pub delivery_fee: i64,
    /// Redeemed points to give back.
    pub points_returned: i64,
    /// Earned points to take.
    pub points_to_revoke: i64,
    pub to_stock: i64,
    pub to_waste: i64,
    /// Kip by which the return reduces the price: at most the amount that is paid and not refunded.
    value: i64,
}

/// Effects of a return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReturnEffects {
    pub refund: i64,
    pub points_revoked: i64,
    /// Kip of earned points that were spent, which reduce the refund.
    pub missing_value: i64,
}

impl ReturnFigures {
    /// The effects if `missing` of the earned points were spent.
    pub fn effects(&self, missing: i64, point_value: i64) -> ReturnEffects {
        let missing_value = missing.saturating_mul(point_value).min(self.value);
        ReturnEffects {
            refund: self.value - missing_value,
            points_revoked: self.points_to_revoke - missing,
            missing_value,
        }
    }

    /// The earned points that are missing in `balance` after returned points are added to it.
    pub fn missing(&self, balance: i64) -> i64 {
        (self.points_to_revoke - balance - self.points_returned).max(0)
    }
}

impl Order {
    /// Units of a product that were sold and have not come back.
    pub fn returnable_units(&self, pro_id: i64) -> i64 {
        let sold = self.body.lines.iter().find(|line| line.pro_id == pro_id).map_or(0, |line| line.quantity);
        sold - self.settlement.returned_units(pro_id)
    }

    pub fn has_returnable_units(&self) -> bool {
        self.body.lines.iter().any(|line| self.returnable_units(line.pro_id) > 0)
    }

    /// Checks the lines of a return, in the words of the API.
    pub fn check_return(&self, lines: &[ReturnedLine]) -> Result<(), Error> {
        let wrong = |text: String| Err(Error::invalid("lines", text));
        if lines.is_empty() {
            return wrong("say which units come back".to_owned());
        }
        for (index, line) in lines.iter().enumerate() {
            if lines.iter().take(index).any(|other| other.pro_id == line.pro_id) {
                return wrong(format!("product {} is listed twice", line.pro_id));
            }
            let may_be = self.returnable_units(line.pro_id);
            let units = line.to_stock.checked_add(line.to_waste);
            let is_number = line.to_stock >= 0 && line.to_waste >= 0;
            if !is_number || !units.is_some_and(|units| (1..=may_be).contains(&units)) {
                return wrong(format!("product {}: at least 1 and at most {may_be} units", line.pro_id));
            }
            if line.note.chars().count() > MAX_NOTE || line.note.contains(char::is_control) {
                return wrong(format!("a note has at most {MAX_NOTE} characters and no line breaks"));
            }
        }
        Ok(())
    }

    /// The figures of a return of `lines`, which have been checked.
    pub fn return_figures(&self, lines: &[ReturnedLine], with_delivery_fee: bool) -> ReturnFigures {
        let (totals, returns) = (&self.body.totals, &self.settlement.returns);
        let price = |line: &ReturnedLine| {
            let sold = self.body.lines.iter().find(|one| one.pro_id == line.pro_id);
            sold.map_or(0, |sold| sold.price.saturating_mul(line.units()))
        };
        let goods: i64 = lines.iter().map(price).sum();
        let before: i64 = returns.iter().flat_map(|one| &one.lines).map(price).sum();
        let fee_before: i64 = returns.iter().map(|one| one.delivery_fee).sum();
        let delivery_fee = if with_delivery_fee { (totals.delivery_fee - fee_before).max(0) } else { 0 };
        let paid_for_goods = self.price() - totals.delivery_fee - self.reductions() + fee_before;
        let refund = part(paid_for_goods.max(0), goods, totals.subtotal - before, Rounding::HalfUp);
        let value = (refund + delivery_fee).min(self.refundable());
        let used = |goods| part(totals.points_used, goods, totals.subtotal, Rounding::Down);
        ReturnFigures {
            goods,
            discount: goods - refund,
            delivery_fee,
            points_returned: used(before + goods) - used(before),
            points_to_revoke: (self.earned - totals.points_for(self.retained_payment() - value)).max(0),
            to_stock: lines.iter().map(|line| line.to_stock).sum(),
            to_waste: lines.iter().map(|line| line.to_waste).sum(),
            value,
        }
    }
}

#[derive(Clone, Copy)]
enum Rounding {
    HalfUp,
    Down,
}

/// `whole * share / of`; 0 of nothing.
fn part(whole: i64, share: i64, of: i64, rounding: Rounding) -> i64 {
    if of <= 0 {
        return 0;
    }
    let (product, of) = (i128::from(whole) * i128::from(share), i128::from(of));
    let rounded = match rounding {
        Rounding::HalfUp => (2 * product + of) / (2 * of),
        Rounding::Down => product / of,
    };
    // A part is not more than the whole.
    i64::try_from(rounded).unwrap_or(whole).min(whole)
}

#[cfg(test)]
pub(super) mod tests;
