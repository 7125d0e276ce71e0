//! Transitions that change or revert earlier ones: undone steps, changed goods, and the corrections of a manager.

use super::{
    Effects, LinesBalance, NOTIFY_DELIVERING, NOTIFY_PREPARING, NOTIFY_READY, NOTIFY_UNDERPAID, State,
    with_notification,
};
use crate::order::{PaymentState, Status, StockState};

impl State {
    /// Reverts a fulfilment step that led from `to` to this status. It moves neither money nor units, so that only steps
    /// without such effects may be undone.
    pub(super) fn undone(self, to: Status) -> Option<(Self, Effects)> {
        let steps: &[Status] = match self.status {
            Status::Preparing => &[Status::Placed],
            Status::Ready => &[Status::Placed, Status::Preparing, Status::DeliveryFailed],
            Status::Delivering => &[Status::Ready, Status::DeliveryFailed],
            Status::DeliveryFailed => &[Status::Delivering],
            Status::Completed => &[Status::Placed, Status::Preparing, Status::Ready, Status::Delivering],
            _ => &[],
        };
        if self.status == to {
            return Some((self, Effects::default()));
        }
        let may = steps.contains(&to) && self.units != StockState::ReturnDue;
        may.then(|| (Self { status: to, ..self }, Effects::default()))
    }

    /// Goods change while the order is open and its units are held or sold. The caller has decided before what a payment of
    /// another amount needs.
    pub(super) fn lines_changed(self, balance: LinesBalance, spent_points: bool) -> Option<(Self, Effects)> {
        let is_settled = self.money.is_settled();
        let may = self.status.is_open() && matches!(self.units, StockState::Held | StockState::Committed);
        if !may {
            // An order whose new price is 0 is paid, and its units are being sold.
            let is_repeated = balance == LinesBalance::Settled && self.money == PaymentState::Paid;
            return is_repeated.then(|| (self, Effects::default()));
        }
        match (balance, self.money) {
            (_, PaymentState::Overpaid) => None,
            (LinesBalance::Kept, _) => Some((self, Effects::default())),
            (LinesBalance::Short, money) if is_settled || money == PaymentState::Underpaid => {
                Some(self.without_effects(|to| to.money = PaymentState::Underpaid))
            }
            (LinesBalance::Settled, PaymentState::RefundDue) => {
                Some(self.without_effects(|to| to.money = PaymentState::Paid))
            }
            (LinesBalance::Settled, money) if !is_settled || money == PaymentState::Paid => {
                Some(self.paid(spent_points))
            }
            (LinesBalance::Excess, PaymentState::Underpaid) => {
                let (to, effects) = self.paid(spent_points);
                Some((Self { money: PaymentState::RefundDue, ..to }, effects))
            }
            (LinesBalance::Excess, _) if is_settled => {
                Some(self.without_effects(|to| to.money = PaymentState::RefundDue))
            }
            _ => None,
        }
    }

    /// Sets the state of the payment that follows from the amounts, if the order may have it. Pending work on the units
    /// must be done first.
    pub(super) fn corrected(self, money: PaymentState) -> Option<(Self, Effects)> {
        if self.money == money {
            return Some((self, Effects::default()));
        }
        let is_stable = matches!(self.units, StockState::Committed | StockState::Released);
        let is_booked = self.money.is_settled() || self.money == PaymentState::Underpaid;
        let fits = match (self.status, money) {
            (Status::AwaitingPayment, money) => money == PaymentState::Underpaid,
            (Status::Cancelled | Status::Expired, money) => {
                matches!(money, PaymentState::Expired | PaymentState::RefundDue | PaymentState::Refunded)
            }
            (Status::Placed | Status::Completed, PaymentState::Due) => false,
            (_, money) => money != PaymentState::Expired,
        };
        let notification = (money == PaymentState::Underpaid).then_some(NOTIFY_UNDERPAID);
        let effects = Effects { notification, ..Effects::default() };
        (is_stable && is_booked && fits).then_some((Self { money, ..self }, effects))
    }

    /// The customer was notified of the hand-over, and is notified of the status again.
    pub(super) fn hand_over_corrected(self, to: Status, is_unpaid: bool) -> Option<(Self, Effects)> {
        let notification = match to {
            Status::Preparing => NOTIFY_PREPARING,
            Status::Ready => NOTIFY_READY,
            Status::Delivering => NOTIFY_DELIVERING,
            _ => return None,
        };
        if self.status == to {
            return Some((self, Effects::default()));
        }
        let may = self.status == Status::Completed
            && self.units == StockState::Committed
            && (!is_unpaid || self.money == PaymentState::Paid);
        let money = if is_unpaid { PaymentState::Due } else { self.money };
        may.then(|| (Self { status: to, money, ..self }, with_notification(notification)))
    }
}
