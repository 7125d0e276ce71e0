//! Transitions by payments, refunds and returns.

use super::{
    Effects, NOTIFY_PAID, NOTIFY_REFUND_DUE, NOTIFY_REFUNDED, NOTIFY_RETURNED, NOTIFY_UNDERPAID, State,
    with_notification,
};
use crate::order::{PaymentState, Status, StockState};

impl State {
    pub(super) fn paid(self, spent_points: bool) -> (Self, Effects) {
        if self.only_refunds() {
            return self.more_refund_due();
        }
        if self.money.is_settled() {
            return (self, Effects::default());
        }
        let paid = Self { money: PaymentState::Paid, ..self };
        match self.status {
            // The payment is too late. The redeemed points were returned and may be spent, so the price is
            // no longer valid.
            Status::Expired if spent_points => self.refund_due(),
            // The payment is too late, but the units may still be available.
            Status::Expired => paid.without_effects(|to| {
                to.units = match to.units {
                    StockState::ReleaseDue => StockState::CommitDue,
                    _ => StockState::RetakeDue,
                };
            }),
            _ => self.received(PaymentState::Paid),
        }
    }

    pub(super) fn paid_with_notice(self, spent_points: bool) -> (Self, Effects) {
        self.with_payment_notice(self.paid(spent_points))
    }

    /// Adds the notification of the customer that nothing is to be paid any more, if the order was placed before. Cash that is
    /// received with the hand-over is part of the notification of the hand-over.
    pub(super) fn with_payment_notice(self, (to, effects): (Self, Effects)) -> (Self, Effects) {
        let is_complete =
            !self.money.is_settled() && matches!(to.money, PaymentState::Paid | PaymentState::Overpaid);
        let is_placed = self.status.is_live() && to.status == self.status;
        if is_complete && is_placed && effects.notification.is_none() {
            return (to, Effects { notification: Some(NOTIFY_PAID), ..effects });
        }
        (to, effects)
    }

    /// The state after a payment that arrived in time, or to an order that was canceled.
    fn received(self, money: PaymentState) -> (Self, Effects) {
        let paid = Self { money, units: self.units_of_paid(), ..self };
        match self.status {
            Status::AwaitingPayment => paid.placed_when_complete(),
            Status::Cancelled | Status::Expired => self.refund_due(),
            _ => (paid, Effects::default()),
        }
    }

    /// A late payment of another amount is refunded. The units of a partly paid order are sold at once, because its reservation
    /// would end before the staff have settled the difference.
    pub(super) fn paid_short(self) -> (Self, Effects) {
        match self.money {
            _ if self.only_refunds() => self.more_refund_due(),
            money if money.is_settled() || money == PaymentState::Underpaid => (self, Effects::default()),
            PaymentState::Failed | PaymentState::Expired => self.refund_due(),
            _ => {
                let to = Self { money: PaymentState::Underpaid, units: self.units_of_paid(), ..self };
                (to, with_notification(NOTIFY_UNDERPAID))
            }
        }
    }

    /// While a refund is due the amount is added to it, because a state has either a refund or an excess.
    pub(super) fn paid_over(self) -> (Self, Effects) {
        match self.money {
            PaymentState::RefundDue | PaymentState::Refunded => self.more_refund_due(),
            PaymentState::Paid | PaymentState::Overpaid | PaymentState::PartlyRefunded => {
                self.without_effects(|to| to.money = PaymentState::Overpaid)
            }
            _ => self.received(PaymentState::Overpaid),
        }
    }

    /// A further payment while a refund is due or made.
    fn more_refund_due(self) -> (Self, Effects) {
        if self.money == PaymentState::RefundDue { (self, Effects::default()) } else { self.refund_due() }
    }

    /// Whether the order has ended and a payment was received, so that each further payment is refunded as
    /// well.
    fn only_refunds(self) -> bool {
        let is_ended = matches!(self.status, Status::Cancelled | Status::Expired);
        is_ended && matches!(self.money, PaymentState::RefundDue | PaymentState::Refunded)
    }

    fn units_of_paid(self) -> StockState {
        if self.units == StockState::Held { StockState::CommitDue } else { self.units }
    }

    pub(super) fn difference_accepted(self, spent_points: bool) -> Option<(Self, Effects)> {
        match self.money {
            PaymentState::Underpaid => Some(self.paid_with_notice(spent_points)),
            PaymentState::Overpaid if self.status.is_live() => Some(self.refund_due()),
            PaymentState::Paid | PaymentState::RefundDue => Some((self, Effects::default())),
            _ => None,
        }
    }

    pub(super) fn refunded(self, money: PaymentState) -> Option<(Self, Effects)> {
        match self.money {
            PaymentState::RefundDue => Some((Self { money, ..self }, with_notification(NOTIFY_REFUNDED))),
            now => (now == money).then(|| (self, Effects::default())),
        }
    }

    pub(super) fn refund_owed(self) -> Option<(Self, Effects)> {
        let may = self.status.is_live() && self.units == StockState::Committed;
        match self.money {
            PaymentState::Paid | PaymentState::PartlyRefunded if may => Some(self.refund_due()),
            PaymentState::RefundDue if may => Some((self, Effects::default())),
            _ => None,
        }
    }

    fn refund_due(self) -> (Self, Effects) {
        (Self { money: PaymentState::RefundDue, ..self }, with_notification(NOTIFY_REFUND_DUE))
    }

    pub(super) fn returned(self, restocks: bool, refunds: bool) -> Option<(Self, Effects)> {
        let is_settled = self.money.is_settled() && self.money != PaymentState::Overpaid;
        if self.status != Status::Completed || !is_settled {
            return None;
        }
        if self.units == StockState::ReturnDue {
            return Some((self, Effects::default()));
        }
        if refunds && self.money == PaymentState::Refunded {
            return None;
        }
        let money = if refunds { PaymentState::RefundDue } else { self.money };
        let units = if restocks { StockState::ReturnDue } else { self.units };
        let to = Self { money, units, ..self };
        let effects = if to == self { Effects::default() } else { with_notification(NOTIFY_RETURNED) };
        Some((to, effects))
    }

    pub(super) fn money_of_no_order(self) -> PaymentState {
        match self.money {
            PaymentState::Paid
            | PaymentState::Underpaid
            | PaymentState::Overpaid
            | PaymentState::PartlyRefunded => PaymentState::RefundDue,
            PaymentState::Due | PaymentState::Pending => PaymentState::Expired,
            other => other,
        }
    }
}
