//! State machine of an order. Everything that can happen to an order (customer commands, webhooks, polls, deadlines,
//! results of stock calls, staff commands) is an [`OrderEvent`], so the order and the number of events do not matter: an
//! event that no longer applies changes nothing.
//!
//! The state has three parts with separate owners: order, money, units. A `…_due` state is work to be done at another
//! service, which may be retried any number of times; `crate::reconcile` does it.

mod corrected;
mod event;
mod money;

pub use event::{LinesBalance, OrderEvent};
use serde::{Deserialize, Serialize};

use super::{PaymentMethod, PaymentState, Status, StockState};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub status: Status,
    pub money: PaymentState,
    pub units: StockState,
}

/// Side effects of an event, in the same transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Whether redeemed points are returned and earned points revoked. Otherwise the earned points follow what is
    /// paid and kept.
    pub undo_points: bool,
    /// The notification to send; the event kind in the outbox.
    pub notification: Option<&'static str>,
}

pub const NOTIFY_RECEIVED: &str = "order.received";
const NOTIFY_PLACED: &str = "order.placed";
pub const NOTIFY_PAID: &str = "order.paid";
const NOTIFY_PREPARING: &str = "order.preparing";
const NOTIFY_READY: &str = "order.ready";
const NOTIFY_DELIVERING: &str = "order.delivering";
const NOTIFY_DELIVERY_FAILED: &str = "order.delivery_failed";
const NOTIFY_COMPLETED: &str = "order.completed";
pub const NOTIFY_CANCELLED: &str = "order.cancelled";
const NOTIFY_EXPIRED: &str = "order.expired";
pub const NOTIFY_REFUND_DUE: &str = "order.refund_due";
pub const NOTIFY_REFUNDED: &str = "order.refunded";
pub const NOTIFY_UNDERPAID: &str = "order.underpaid";
pub const NOTIFY_RETURNED: &str = "order.returned";
pub const NOTIFY_RETURN_CORRECTED: &str = "order.return_corrected";
pub const NOTIFY_RETURN_REQUESTED: &str = "order.return_requested";
pub const NOTIFY_LINES_CHANGED: &str = "order.lines_changed";
pub const NOTIFY_DELIVERY_CHANGED: &str = "order.delivery_changed";
pub const NOTIFY_DAY_CHANGED: &str = "order.day_changed";
pub const NOTIFY_RETURN_DECLINED: &str = "order.return_declined";

impl State {
    /// Initial state of an order. An order that costs nothing is paid.
    pub fn first(method: PaymentMethod, total: i64) -> Self {
        let (status, money, units) = match method {
            _ if total == 0 => (Status::Placed, PaymentState::Paid, StockState::CommitDue),
            PaymentMethod::Cod => (Status::Placed, PaymentState::Due, StockState::CommitDue),
            // A bank transfer takes days, so its units are sold at once, and returned if no payment arrives.
            PaymentMethod::Transfer => {
                (Status::AwaitingPayment, PaymentState::Pending, StockState::CommitDue)
            }
            PaymentMethod::Qr => (Status::AwaitingPayment, PaymentState::Pending, StockState::Held),
            // Other methods are not offered.
            PaymentMethod::Other => (Status::Other, PaymentState::Other, StockState::Other),
        };
        Self { status, money, units }
    }

    /// Whether this release knows all parts of the state.
    pub fn is_known(self) -> bool {
        self.status != Status::Other && self.money != PaymentState::Other && self.units != StockState::Other
    }

    pub fn can_cancel(self) -> bool {
        self.is_known() && matches!(self.status, Status::AwaitingPayment | Status::Placed)
    }

    /// The state after `event`; the same state if the event no longer applies, and `None` if a person requested
    /// something impossible. `spent_points` tells whether the order was partly paid by points. Nothing happens to a state of
    /// a newer release.
    pub fn transition(self, event: OrderEvent, spent_points: bool) -> Option<(Self, Effects)> {
        if !self.is_known() {
            return None;
        }
        match event {
            OrderEvent::StockCommitted => Some(self.sold()),
            OrderEvent::ReservationExpired => {
                let waits = matches!(self.units, StockState::CommitDue | StockState::RetakeDue);
                Some(
                    self.without_effects(|to| {
                        to.units = if waits { StockState::RetakeDue } else { to.units }
                    }),
                )
            }
            OrderEvent::StockLost => Some(self.stock_lost()),
            OrderEvent::Released => {
                let waits = self.units == StockState::ReleaseDue;
                Some(
                    self.without_effects(|to| to.units = if waits { StockState::Released } else { to.units }),
                )
            }
            OrderEvent::Paid => Some(self.paid_with_notice(spent_points)),
            OrderEvent::PaymentFailed => {
                Some(self.unpaid(Status::Cancelled, PaymentState::Failed, NOTIFY_CANCELLED))
            }
            OrderEvent::PaymentWindowExpired if self.money == PaymentState::Due => Some(self.unconfirmed()),
            OrderEvent::PaymentWindowExpired => {
                Some(self.unpaid(Status::Expired, PaymentState::Expired, NOTIFY_EXPIRED))
            }
            OrderEvent::PaidShort => Some(self.paid_short()),
            OrderEvent::PaidOver => Some(self.with_payment_notice(self.paid_over())),
            OrderEvent::DifferenceAccepted => self.difference_accepted(spent_points),
            OrderEvent::Refunded => self.refunded(PaymentState::Refunded),
            OrderEvent::PartRefunded if self.status.is_live() => self.refunded(PaymentState::PartlyRefunded),
            OrderEvent::ExcessRefunded if self.status.is_live() => self.refunded(PaymentState::Paid),
            OrderEvent::PartRefunded | OrderEvent::ExcessRefunded => None,
            OrderEvent::RefundOwed => self.refund_owed(),
            OrderEvent::Returned { restocks, refunds } => self.returned(restocks, refunds),
            OrderEvent::Restocked => {
                let waits = self.units == StockState::ReturnDue;
                Some(
                    self.without_effects(|to| {
                        to.units = if waits { StockState::Committed } else { to.units }
                    }),
                )
            }
            OrderEvent::Cancel => self.cancel(),
            OrderEvent::CancelByStaff => self.cancel_by_staff(),
            OrderEvent::Confirmed => self.step(&[Status::Placed], Status::Preparing, NOTIFY_PREPARING),
            // Goods of a failed delivery are ready for pickup.
            OrderEvent::Prepared => {
                let from = [Status::Placed, Status::Preparing, Status::DeliveryFailed];
                self.step(&from, Status::Ready, NOTIFY_READY)
            }
            OrderEvent::Dispatched => {
                self.step(&[Status::Ready, Status::DeliveryFailed], Status::Delivering, NOTIFY_DELIVERING)
            }
            OrderEvent::DeliveryFailed => {
                self.step(&[Status::Delivering], Status::DeliveryFailed, NOTIFY_DELIVERY_FAILED)
            }
            OrderEvent::HandedOver => self.handed_over(),
            OrderEvent::Undone(to) => self.undone(to),
            OrderEvent::LinesChanged(balance) => self.lines_changed(balance, spent_points),
            OrderEvent::Corrected(money) => self.corrected(money),
            OrderEvent::HandOverCorrected { to, is_unpaid } => self.hand_over_corrected(to, is_unpaid),
        }
    }

    fn without_effects(mut self, change: impl FnOnce(&mut Self)) -> (Self, Effects) {
        change(&mut self);
        (self, Effects::default())
    }

    fn sold(self) -> (Self, Effects) {
        if !matches!(self.units, StockState::CommitDue | StockState::RetakeDue) {
            return (self, Effects::default());
        }
        Self { units: StockState::Committed, ..self }.placed_when_complete()
    }

    /// An order is placed when payment and units are both complete.
    fn placed_when_complete(self) -> (Self, Effects) {
        let waited = matches!(self.status, Status::AwaitingPayment | Status::Expired);
        let is_paid = matches!(self.money, PaymentState::Paid | PaymentState::Overpaid);
        if waited && is_paid && self.units == StockState::Committed {
            return (Self { status: Status::Placed, ..self }, with_notification(NOTIFY_PLACED));
        }
        (self, Effects::default())
    }

    fn stock_lost(self) -> (Self, Effects) {
        if !matches!(self.units, StockState::CommitDue | StockState::RetakeDue) {
            return (self, Effects::default());
        }
        let money = self.money_of_no_order();
        let to = Self { units: StockState::Released, money, ..self };
        match self.status {
            // Redeemed points were returned when the order expired.
            Status::Expired => (to, with_notification(NOTIFY_REFUND_DUE)),
            _ => (
                Self { status: Status::Cancelled, ..to },
                Effects { undo_points: true, ..with_notification(NOTIFY_CANCELLED) },
            ),
        }
    }

    fn unpaid(self, status: Status, money: PaymentState, notification: &'static str) -> (Self, Effects) {
        if self.status != Status::AwaitingPayment || self.money != PaymentState::Pending {
            return (self, Effects::default());
        }
        let to = Self { status, money, units: self.units_of_no_order() };
        (to, Effects { undo_points: true, ..with_notification(notification) })
    }

    fn cancel(self) -> Option<(Self, Effects)> {
        if self.status == Status::Cancelled {
            return Some((self, Effects::default()));
        }
        self.can_cancel().then(|| self.cancelled())
    }

    fn cancelled(self) -> (Self, Effects) {
        let to = Self {
            status: Status::Cancelled,
            money: self.money_of_no_order(),
            units: self.units_of_no_order(),
        };
        (to, Effects { undo_points: true, ..with_notification(NOTIFY_CANCELLED) })
    }

    fn cancel_by_staff(self) -> Option<(Self, Effects)> {
        match self.status {
            Status::Completed | Status::Other => None,
            Status::Cancelled => Some((self, Effects::default())),
            // Redeemed points were returned when the order expired.
            Status::Expired => {
                let (to, effects) = self.cancelled();
                Some((to, Effects { undo_points: false, ..effects }))
            }
            Status::AwaitingPayment
            | Status::Placed
            | Status::Preparing
            | Status::Ready
            | Status::Delivering
            | Status::DeliveryFailed => Some(self.cancelled()),
        }
    }

    /// Goods that are being prepared count as confirmed.
    fn unconfirmed(self) -> (Self, Effects) {
        if self.status == Status::Placed { self.cancelled() } else { (self, Effects::default()) }
    }

    /// A fulfilment step. Only sold goods are prepared and delivered.
    fn step(self, from: &[Status], to: Status, notification: &'static str) -> Option<(Self, Effects)> {
        if self.status == to {
            return Some((self, Effects::default()));
        }
        let may = from.contains(&self.status) && self.units == StockState::Committed;
        may.then(|| (Self { status: to, ..self }, with_notification(notification)))
    }

    fn handed_over(self) -> Option<(Self, Effects)> {
        match self.status {
            Status::Completed => Some((self, Effects::default())),
            // The missing part of a payment must be received or written off first.
            _ if self.money == PaymentState::Underpaid => None,
            Status::Placed | Status::Preparing | Status::Ready | Status::Delivering
                if self.units == StockState::Committed =>
            {
                let pays_now = self.money == PaymentState::Due;
                let money = if pays_now { PaymentState::Paid } else { self.money };
                Some((Self { status: Status::Completed, money, ..self }, with_notification(NOTIFY_COMPLETED)))
            }
            _ => None,
        }
    }

    fn units_of_no_order(self) -> StockState {
        match self.units {
            StockState::Released => StockState::Released,
            _ => StockState::ReleaseDue,
        }
    }
}

fn with_notification(notification: &'static str) -> Effects {
    Effects { notification: Some(notification), ..Effects::default() }
}

#[cfg(test)]
mod tests;
