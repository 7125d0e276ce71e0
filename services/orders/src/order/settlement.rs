//! Settlement of a placed order: its payments, refunds and returns.
//!
//! Amounts are whole kip, and entries are only added. The sum of `dues` is the refund of the order, and `refunds` is the
//! paid out part of it.

use serde::{Deserialize, Serialize};

use super::{
    Delivery, MoneyMethod, MovementDetails, Order, OrderEvent, PaymentMethod, PaymentState, State, TakenBack,
};

/// Maximum payments, refunds and returns of an order each.
pub const MAX_ENTRIES: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settlement {
    /// Received, oldest first.
    pub payments: Vec<MoneyMovement>,
    /// Kip of the total that the staff have written off.
    pub waived: i64,
    /// The parts of `waived`, oldest first. Earlier releases have stored only the sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub write_offs: Vec<MoneyMovement>,
    /// Amounts that became due for a refund, oldest first.
    pub dues: Vec<RefundDue>,
    /// Paid out, oldest first.
    pub refunds: Vec<MoneyMovement>,
    pub returns: Vec<OrderReturn>,
    /// The requested return, until it is received or declined.
    pub request: Option<ReturnRequest>,
    /// Number of requests, for the ids of their notifications.
    pub request_count: usize,
    /// Earned points that the customer had already spent when goods were removed from the order.
    pub points_missing: i64,
    /// Kip of these points, which reduced refunds.
    pub deducted: i64,
    /// Earned points to revoke that the customer had spent and that reduced no refund. Points that are earned again are counted
    /// against them.
    pub points_owed: i64,
    /// Whether the payment provider has refused a refund, so that the staff make it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provider_refused: bool,
    /// The code of a payment that the staff received in another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_code: Option<OpenCode>,
}

/// A payment code that may still be paid although the staff have booked a payment of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenCode {
    /// The provider has to take the code back.
    ToClose,
    /// The provider cannot take the code back, so the payment is queried for a day.
    Watched,
}

/// Meaning of a payment that a provider reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedPayment {
    /// The payment is already booked.
    Known,
    /// The staff have already booked it as the payment with this index.
    Confirms(usize),
    New,
}

/// An amount that was received, paid out or written off; negative if it takes another amount back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoneyMovement {
    pub at: i64,
    pub amount: i64,
    /// Received with the hand-over of the goods.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_hand_over: bool,
    #[serde(flatten)]
    pub details: MovementDetails,
}

impl MoneyMovement {
    pub const fn new(at: i64, amount: i64, details: MovementDetails) -> Self {
        Self { at, amount, with_hand_over: false, details }
    }
}

/// An amount that became due for a refund.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundDue {
    pub at: i64,
    pub amount: i64,
    pub cause: RefundCause,
    /// Value in kip of earned points that the customer had spent when goods were removed. It reduced `amount`. A return has a
    /// field of its own.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missing_value: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RefundCause {
    /// The order was canceled, or paid too late.
    Order,
    /// More than the total was paid.
    Overpaid,
    Return,
    /// The staff gave back a part of the price.
    Goodwill,
    /// Goods were removed from the order.
    Changed,
    /// A word of a newer release, which is stored as it was read.
    #[serde(untagged)]
    Other(String),
}

impl RefundCause {
    /// Whether the amount is not part of the price, so that it no longer counts as paid.
    const fn is_beyond_the_price(&self) -> bool {
        matches!(self, Self::Overpaid | Self::Changed)
    }
}

/// Units of a product that come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnedLine {
    pub pro_id: i64,
    /// Units that can be sold again.
    pub to_stock: i64,
    pub to_waste: i64,
    /// Note of the staff. Not shown to the customer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The branch that receives goods, with its names at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnBranch {
    pub branch_id: i64,
    pub name_la: String,
    pub name_en: String,
}

/// Goods that the customer wants to return. The units are in `to_stock`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnRequest {
    pub at: i64,
    pub lines: Vec<ReturnedLine>,
    /// Not shown to the customer.
    pub reason: String,
    /// Branch to which the customer brings them, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<ReturnBranch>,
}

/// A return of goods, with its effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderReturn {
    pub at: i64,
    pub lines: Vec<ReturnedLine>,
    /// Not shown to the customer.
    pub reason: String,
    /// Kip that became due.
    pub refund: i64,
    /// Kip of `refund` for the delivery fee.
    pub delivery_fee: i64,
    /// Redeemed points that were given back.
    pub points_returned: i64,
    /// Earned points that were taken.
    pub points_revoked: i64,
    /// Earned points that the customer had spent, which reduced the refund.
    pub points_missing: i64,
    /// Value of these points in kip.
    #[serde(default)]
    pub missing_value: i64,
    /// The units are added to the stock.
    pub restocked: bool,
    /// Branch that has received the goods, if it is known. All branches share one stock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<ReturnBranch>,
    /// The request that this return has answered. The request is open again if the return is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<ReturnRequest>,
    /// Set if the return was a mistake and was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<TakenBack>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(kip: &i64) -> bool {
    *kip == 0
}

impl ReturnedLine {
    pub const fn units(&self) -> i64 {
        self.to_stock + self.to_waste
    }
}

impl Settlement {
    /// Kip received.
    pub fn received(&self) -> i64 {
        self.payments.iter().map(|one| one.amount).sum()
    }

    /// Kip paid out.
    pub fn refunded(&self) -> i64 {
        self.refunds.iter().map(|one| one.amount).sum()
    }

    /// Kip that became due because they were not part of the price.
    pub fn beyond_the_price(&self) -> i64 {
        let dues = self.dues.iter().filter(|one| one.cause.is_beyond_the_price());
        dues.map(|one| one.amount).sum()
    }

    /// Kip received for the price: without what was refunded because it was not part of it.
    pub fn credit(&self) -> i64 {
        self.received() - self.beyond_the_price() - self.deducted
    }

    /// Whether a part of the price was given back.
    pub fn has_reduced_price(&self) -> bool {
        self.dues.iter().any(|one| one.amount > 0 && !one.cause.is_beyond_the_price())
    }

    /// Makes `amount` kip no longer due for a refund, newest first.
    pub fn reduce_refund_due(&mut self, amount: i64) {
        let mut left = amount;
        for due in self.dues.iter_mut().rev().filter(|one| one.cause.is_beyond_the_price()) {
            let taken = left.min(due.amount);
            due.amount -= taken;
            left -= taken;
        }
    }

    /// Units of a product that came back.
    pub fn returned_units(&self, pro_id: i64) -> i64 {
        let lines = self.returns.iter().flat_map(|one| &one.lines);
        lines.filter(|line| line.pro_id == pro_id).map(ReturnedLine::units).sum()
    }

    /// Adds the entries that an earlier release has not written. Such a release knows one payment and one refund of
    /// the whole amount.
    pub fn complete(&mut self, money: PaymentState, total: i64, refund: i64, at: i64) {
        if money.is_settled() && self.payments.is_empty() && total > 0 {
            self.payments.push(MoneyMovement::new(at, total, MovementDetails::default()));
        }
        let dues: i64 = self.dues.iter().map(|one| one.amount).sum();
        if refund > dues {
            self.dues.push(RefundDue {
                at,
                amount: refund - dues,
                cause: RefundCause::Order,
                missing_value: 0,
            });
        }
        let written_off: i64 = self.write_offs.iter().map(|one| one.amount).sum();
        if self.waived > written_off {
            self.write_offs.push(MoneyMovement::new(
                at,
                self.waived - written_off,
                MovementDetails::default(),
            ));
        }
        let refunded = self.refunded();
        if money == PaymentState::Refunded && refund > refunded {
            self.refunds.push(MoneyMovement::new(at, refund - refunded, MovementDetails::default()));
        }
    }

    /// Time at which money or goods last moved.
    pub fn last_change(&self) -> Option<i64> {
        let movements = self.payments.iter().chain(&self.refunds).map(|movement| movement.at);
        let due = self.dues.iter().map(|due| due.at);
        let taken_back = self.returns.iter().filter_map(|one| one.taken_back).map(|taken| taken.at);
        movements.chain(due).chain(self.returns.iter().map(|one| one.at)).chain(taken_back).max()
    }

    /// References, reasons and notes of the staff, which may name the customer.
    pub fn erase_texts(&mut self) {
        for movement in self.payments.iter_mut().chain(&mut self.refunds).chain(&mut self.write_offs) {
            movement.details.reference.clear();
        }
        for one in &mut self.returns {
            one.request = None;
        }
        let requested = self.request.iter_mut().map(|one| (&mut one.reason, &mut one.lines));
        let returned = self.returns.iter_mut().map(|one| (&mut one.reason, &mut one.lines));
        for (reason, lines) in requested.chain(returned) {
            reason.clear();
            for line in lines.iter_mut() {
                line.note.clear();
            }
        }
    }
}

impl Order {
    /// Kip of the total that are not received, unless written off.
    pub fn unpaid(&self) -> i64 {
        (self.price() - self.settlement.credit()).max(0)
    }

    /// Kip of the total that are not written off.
    pub fn price(&self) -> i64 {
        self.body.totals.total - self.settlement.waived
    }

    /// Kip received beyond the price that are not due for a refund.
    pub fn excess(&self) -> i64 {
        (self.settlement.credit() - self.price()).clamp(0, self.refundable())
    }

    /// Kip received that are not due for a refund.
    pub fn refundable(&self) -> i64 {
        (self.settlement.received() - self.settlement.deducted - self.refund).max(0)
    }

    /// Kip that are due for a refund.
    pub fn refund_due(&self) -> i64 {
        (self.refund - self.settlement.refunded()).max(0)
    }

    /// Kip of `movements` that the payment provider received or paid out.
    fn of_provider(&self, movements: &[MoneyMovement]) -> i64 {
        let by_provider = movements.iter().filter(|one| one.details.is_of_provider());
        if self.method == PaymentMethod::Qr { by_provider.map(|one| one.amount).sum() } else { 0 }
    }

    /// Kip that the payment provider has received.
    pub fn provider_received(&self) -> i64 {
        self.of_provider(&self.settlement.payments)
    }

    /// Kip that the payment provider has paid out.
    pub fn provider_refunded(&self) -> i64 {
        self.of_provider(&self.settlement.refunds)
    }

    /// Kip that the provider of a QR payment must have paid out over all its refunds, if it has a refund to make. It is at
    /// most the amount that was paid by the code. The staff refund amounts that were paid in another way, or that the
    /// provider refused.
    pub fn provider_refund(&self) -> Option<i64> {
        if self.settlement.provider_refused {
            return None;
        }
        let made = self.provider_refunded();
        let due = self.refund_due().min(self.provider_received() - made);
        (due > 0).then_some(made + due)
    }

    /// Meaning of a payment of `amount` kip that the provider reports. An order has one such payment.
    pub fn reported_payment(&self, amount: i64) -> ReportedPayment {
        if self.provider_received() > 0 {
            return ReportedPayment::Known;
        }
        let is_it = |one: &MoneyMovement| {
            let names_it =
                one.details.method == Some(MoneyMethod::Qr) || one.details.reference == self.reference;
            one.amount == amount && names_it
        };
        let payments = &self.settlement.payments;
        let mut open = self.open_of_staff(payments).into_iter();
        let booked = open.find(|index| payments.get(*index).is_some_and(is_it));
        booked.map_or(ReportedPayment::New, ReportedPayment::Confirms)
    }

    /// The event of a payment of `amount` kip, which may differ from the amount to be paid.
    pub fn payment_event(&self, amount: i64) -> OrderEvent {
        match amount.cmp(&self.unpaid()) {
            std::cmp::Ordering::Less => OrderEvent::PaidShort,
            std::cmp::Ordering::Equal => OrderEvent::Paid,
            std::cmp::Ordering::Greater => OrderEvent::PaidOver,
        }
    }

    /// The event when all that is due is paid out.
    pub fn refund_event(&self) -> OrderEvent {
        let kept = self.settlement.received() - self.refund;
        if !self.state.status.is_live() || self.refund == 0 || kept <= 0 {
            OrderEvent::Refunded
        } else if kept >= self.price() {
            OrderEvent::ExcessRefunded
        } else {
            OrderEvent::PartRefunded
        }
    }

    /// The branch of a return that names none: the branch of the requested return, or of the pickup.
    pub fn return_branch(&self) -> Option<ReturnBranch> {
        let requested = self.settlement.request.as_ref().and_then(|request| request.branch.clone());
        requested.or_else(|| match &self.body.delivery {
            Delivery::Pickup { branch_id, branch_name_la, branch_name_en, .. } => Some(ReturnBranch {
                branch_id: *branch_id,
                name_la: branch_name_la.clone(),
                name_en: branch_name_en.clone(),
            }),
            Delivery::Delivery { .. } => None,
        })
    }

    /// Makes `amount` kip due for a refund, at most the amount that is paid and not yet due for a refund.
    pub fn owe(&mut self, amount: i64, cause: RefundCause, now: i64) {
        self.owe_reduced(amount, 0, cause, now);
    }

    /// Makes `amount` kip due for a refund because goods were removed. `missing_value` is the value in kip of points that were
    /// spent, and reduces it.
    pub fn owe_for_change(&mut self, amount: i64, missing_value: i64, now: i64) {
        self.owe_reduced(amount, missing_value, RefundCause::Changed, now);
    }

    fn owe_reduced(&mut self, amount: i64, missing_value: i64, cause: RefundCause, now: i64) {
        let amount = amount.min(self.refundable()).max(0);
        if amount > 0 || missing_value > 0 {
            self.settlement.dues.push(RefundDue { at: now, amount, cause, missing_value });
            self.refund += amount;
        }
    }

    /// Records the amounts of an event that changed `previous` to the present state, except for the refund that it makes due
    /// when the order ends. `amount` is `None` for a payment of everything that was to be paid, and for a refund of everything
    /// that is due. `details` without a method get the method of the order.
    pub fn book(
        &mut self,
        event: OrderEvent,
        previous: State,
        amount: Option<i64>,
        details: &MovementDetails,
        now: i64,
    ) {
        match event {
            OrderEvent::Paid | OrderEvent::PaidShort | OrderEvent::PaidOver
                if amount.is_some() || !previous.money.is_settled() =>
            {
                let amount = amount.unwrap_or_else(|| self.unpaid());
                self.receive(amount, details, now);
                if matches!(previous.money, PaymentState::RefundDue | PaymentState::Refunded) {
                    let is_live = self.state.status.is_live();
                    self.owe(amount, if is_live { RefundCause::Overpaid } else { RefundCause::Order }, now);
                }
            }
            OrderEvent::HandedOver if previous.money == PaymentState::Due && previous != self.state => {
                self.receive(self.unpaid(), details, now);
                if let Some(payment) = self.settlement.payments.last_mut() {
                    payment.with_hand_over = true;
                }
            }
            OrderEvent::DifferenceAccepted if previous.money == PaymentState::Underpaid => {
                let amount = self.unpaid();
                self.settlement.waived += amount;
                self.settlement.write_offs.push(MoneyMovement::new(now, amount, details.clone()));
            }
            OrderEvent::DifferenceAccepted if previous.money == PaymentState::Overpaid => {
                self.owe(self.excess(), RefundCause::Overpaid, now);
            }
            OrderEvent::Refunded | OrderEvent::PartRefunded | OrderEvent::ExcessRefunded
                if previous.money == PaymentState::RefundDue =>
            {
                self.pay_out(amount.unwrap_or_else(|| self.refund_due()), details, now);
            }
            _ => {}
        }
    }

    /// Records a refund of `amount` kip.
    pub fn pay_out(&mut self, amount: i64, details: &MovementDetails, now: i64) {
        if amount > 0 {
            let details = self.details_or_usual(details);
            self.settlement.refunds.push(MoneyMovement::new(now, amount, details));
        }
    }

    fn receive(&mut self, amount: i64, details: &MovementDetails, now: i64) {
        if amount > 0 {
            let details = self.details_or_usual(details);
            self.settlement.payments.push(MoneyMovement::new(now, amount, details));
        }
    }

    fn details_or_usual(&self, details: &MovementDetails) -> MovementDetails {
        let method = details.method.clone().or_else(|| self.method.usual_money_method());
        MovementDetails { method, ..details.clone() }
    }

    /// Kip of the paid amount that are refunded when the order ends, if `points` of its earned points are missing
    /// because they were spent.
    pub fn refund_without(&self, points: i64, point_value: i64) -> i64 {
        let received = self.settlement.received() - self.settlement.deducted;
        let target = received - points.saturating_mul(point_value).min(received);
        (target - self.refund).max(0)
    }
}
