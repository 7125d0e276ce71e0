//! Goods of an order that the customer keeps and has paid for, and the points that they earn.
//!
//! The price is the total without the written-off part. Returned goods and goodwill reduce it after it was paid. The points
//! are calculated from the rest again after each event, so that they follow every payment, refund and return.

use super::{Order, OrderReturn, RefundCause, RefundDue, Status};

impl OrderReturn {
    /// Kip by which the return reduces the price: the refund, and the value of spent points that were
    /// deducted.
    pub const fn value(&self) -> i64 {
        self.refund + self.missing_value
    }
}

impl Order {
    /// Kip of the price that the staff gave back without a return.
    pub fn goodwill(&self) -> i64 {
        let dues = self.settlement.dues.iter().filter(|one| one.cause == RefundCause::Goodwill);
        dues.map(|one| one.amount).sum()
    }

    /// Kip by which goods that came back and goodwill reduce the price.
    pub fn reductions(&self) -> i64 {
        self.goodwill() + self.settlement.returns.iter().map(OrderReturn::value).sum::<i64>()
    }

    /// Kip that became due because of goods that came back and of goodwill.
    pub fn given_back(&self) -> i64 {
        let is_given = |one: &&RefundDue| matches!(one.cause, RefundCause::Return | RefundCause::Goodwill);
        self.settlement.dues.iter().filter(is_given).map(|one| one.amount).sum()
    }

    /// Kip of the price that are paid for the goods that the customer keeps.
    pub fn retained_payment(&self) -> i64 {
        (self.settlement.credit().min(self.price()) - self.reductions()).max(0)
    }

    /// Kip that the customer is still to pay: nothing once the order is paid or has ended.
    pub fn to_pay(&self) -> i64 {
        let is_over = self.state.money.is_settled() || self.has_ended();
        if is_over { 0 } else { self.unpaid() }
    }

    /// Kip received beyond the price that the staff have to make due for a refund.
    pub fn to_refund(&self) -> i64 {
        if self.has_ended() { 0 } else { self.excess() }
    }

    /// Whether the order was canceled or has expired.
    pub fn has_ended(&self) -> bool {
        matches!(self.state.status, Status::Cancelled | Status::Expired)
    }

    /// Points that the order has earned once any rest is paid. 0 after it has ended.
    pub fn points_earned(&self) -> i64 {
        if self.has_ended() {
            return 0;
        }
        let paid = (self.settlement.credit() + self.to_pay()).min(self.price());
        self.body.totals.points_for(paid - self.reductions())
    }

    /// Points that the order earns in its present state: none before it is placed, and none after it has
    /// ended.
    pub fn points_due(&self) -> i64 {
        if self.state.status.is_live() { self.body.totals.points_for(self.retained_payment()) } else { 0 }
    }
}
