//! State machine of an order. Everything that can happen to an order (customer commands, webhooks, polls, deadlines,
//! results of stock calls, staff commands) is an [`OrderEvent`], so order and number of events do not matter: an event that
//! no longer applies changes nothing.
//!
//! The state has three parts with separate owners: order, money, units. A `…_due` state is work to be done at another
//! service, which may be retried any number of times; `crate::reconcile` does it.

use serde::{Deserialize, Serialize};

use super::{Method, PaymentState, Status, StockState};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub status: Status,
    pub money: PaymentState,
    pub units: StockState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderEvent {
    /// The reservation was committed.
    Sold,
    /// The reservation has ended.
    HoldEnded,
    /// Not enough units for a new reservation.
    StockLost,
    /// The units were returned.
    Released,
    /// The payment was received.
    Paid,
    /// The payment provider reports a failure.
    PaymentFailed,
    /// The payment deadline, or the staff's deadline to confirm a cash order, has passed.
    WindowOver,
    /// The refund is complete.
    Refunded,
    /// The customer cancels it.
    Cancel,
    /// The staff cancel it, in any state but completed.
    CancelByStaff,
    /// The staff confirm it, and begin to prepare it.
    Confirmed,
    /// The staff have prepared it.
    Prepared,
    /// It has left for the customer.
    Dispatched,
    /// It could not be delivered.
    DeliveryFailed,
    /// The customer has received it.
    HandedOver,
    /// The last fulfilment step was a mistake: the order is again what it was before.
    Undone(Status),
}

impl OrderEvent {
    pub const ALL: [Self; 20] = [
        Self::Sold,
        Self::HoldEnded,
        Self::StockLost,
        Self::Released,
        Self::Paid,
        Self::PaymentFailed,
        Self::WindowOver,
        Self::Refunded,
        Self::Cancel,
        Self::CancelByStaff,
        Self::Confirmed,
        Self::Prepared,
        Self::Dispatched,
        Self::DeliveryFailed,
        Self::HandedOver,
        Self::Undone(Status::Placed),
        Self::Undone(Status::Preparing),
        Self::Undone(Status::Ready),
        Self::Undone(Status::Delivering),
        Self::Undone(Status::DeliveryFailed),
    ];

    /// The word for it in the internal log of an order, unless the staff caused it.
    pub const fn log_word(self) -> &'static str {
        match self {
            Self::Sold => "sold",
            Self::HoldEnded => "hold_ended",
            Self::StockLost => "stock_lost",
            Self::Released => "released",
            Self::Paid => "paid",
            Self::PaymentFailed => "payment_failed",
            Self::WindowOver => "window_over",
            Self::Refunded => "refunded",
            Self::Cancel => "cancel_by_customer",
            Self::CancelByStaff => "cancel",
            Self::Confirmed => "confirm",
            Self::Prepared => "prepare",
            Self::Dispatched => "dispatch",
            Self::DeliveryFailed => "fail_delivery",
            Self::HandedOver => "hand_over",
            Self::Undone(_) => "undo",
        }
    }
}

/// Side effects of an event, in the same transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The customer earns the points of this order.
    pub earn: bool,
    /// Redeemed points are returned, earned ones are revoked.
    pub undo_points: bool,
    /// The notification to send; the event kind in the outbox.
    pub notification: Option<&'static str>,
}

pub const TELL_RECEIVED: &str = "order.received";
const TELL_PLACED: &str = "order.placed";
const TELL_PREPARING: &str = "order.preparing";
const TELL_READY: &str = "order.ready";
const TELL_DELIVERING: &str = "order.delivering";
const TELL_DELIVERY_FAILED: &str = "order.delivery_failed";
const TELL_COMPLETED: &str = "order.completed";
const TELL_CANCELLED: &str = "order.cancelled";
const TELL_EXPIRED: &str = "order.expired";
const TELL_REFUND_DUE: &str = "order.refund_due";
const TELL_REFUNDED: &str = "order.refunded";

impl State {
    /// Initial state of an order. One that costs nothing is paid.
    pub fn first(method: Method, total: i64) -> Self {
        let (status, money, units) = match method {
            _ if total == 0 => (Status::Placed, PaymentState::Paid, StockState::CommitDue),
            Method::Cod => (Status::Placed, PaymentState::Due, StockState::CommitDue),
            // A bank transfer takes days, so its units are sold at once and returned if no payment is received.
            Method::Transfer => (Status::AwaitingPayment, PaymentState::Pending, StockState::CommitDue),
            Method::Qr => (Status::AwaitingPayment, PaymentState::Pending, StockState::Held),
        };
        Self { status, money, units }
    }

    pub fn can_cancel(self) -> bool {
        matches!(self.status, Status::AwaitingPayment | Status::Placed)
    }

    /// The state after `event`; the same state if the event no longer applies, and `None` if a person requested
    /// something impossible. `spent_points` tells whether the order was partly paid by points.
    pub fn transition(self, event: OrderEvent, spent_points: bool) -> Option<(Self, Effects)> {
        match event {
            OrderEvent::Sold => Some(self.sold()),
            OrderEvent::HoldEnded => {
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
            OrderEvent::Paid => Some(self.paid(spent_points)),
            OrderEvent::PaymentFailed => {
                Some(self.unpaid(Status::Cancelled, PaymentState::Failed, TELL_CANCELLED))
            }
            OrderEvent::WindowOver if self.money == PaymentState::Due => Some(self.unconfirmed()),
            OrderEvent::WindowOver => Some(self.unpaid(Status::Expired, PaymentState::Expired, TELL_EXPIRED)),
            OrderEvent::Refunded if self.money == PaymentState::RefundDue => {
                Some((Self { money: PaymentState::Refunded, ..self }, with_notification(TELL_REFUNDED)))
            }
            OrderEvent::Refunded => {
                (self.money == PaymentState::Refunded).then(|| (self, Effects::default()))
            }
            OrderEvent::Cancel => self.cancel(),
            OrderEvent::CancelByStaff => self.cancel_by_staff(),
            OrderEvent::Confirmed => self.step(&[Status::Placed], Status::Preparing, TELL_PREPARING),
            OrderEvent::Prepared => {
                self.step(&[Status::Placed, Status::Preparing], Status::Ready, TELL_READY)
            }
            OrderEvent::Dispatched => {
                self.step(&[Status::Ready, Status::DeliveryFailed], Status::Delivering, TELL_DELIVERING)
            }
            OrderEvent::DeliveryFailed => {
                self.step(&[Status::Delivering], Status::DeliveryFailed, TELL_DELIVERY_FAILED)
            }
            OrderEvent::HandedOver => self.handed_over(),
            OrderEvent::Undone(to) => self.undone(to),
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
        if waited && self.money == PaymentState::Paid && self.units == StockState::Committed {
            let effects = Effects { earn: true, ..with_notification(TELL_PLACED) };
            return (Self { status: Status::Placed, ..self }, effects);
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
            // Its points were returned when it expired.
            Status::Expired => (to, with_notification(TELL_REFUND_DUE)),
            _ => (
                Self { status: Status::Cancelled, ..to },
                Effects { undo_points: true, ..with_notification(TELL_CANCELLED) },
            ),
        }
    }

    fn paid(self, spent_points: bool) -> (Self, Effects) {
        if matches!(self.money, PaymentState::Paid | PaymentState::RefundDue | PaymentState::Refunded) {
            return (self, Effects::default());
        }
        let paid = Self { money: PaymentState::Paid, ..self };
        match self.status {
            Status::AwaitingPayment if self.units == StockState::Held => {
                paid.without_effects(|to| to.units = StockState::CommitDue)
            }
            Status::AwaitingPayment => paid.placed_when_complete(),
            Status::Placed
            | Status::Preparing
            | Status::Ready
            | Status::Delivering
            | Status::DeliveryFailed
            | Status::Completed => (paid, Effects { earn: true, ..Effects::default() }),
            // Too late. Its points were returned and may be spent, so the price is no longer valid.
            Status::Expired if spent_points => self.refund_due(),
            // Too late, but the units may still be available.
            Status::Expired => paid.without_effects(|to| {
                to.units = match to.units {
                    StockState::ReleaseDue => StockState::CommitDue,
                    _ => StockState::RetakeDue,
                };
            }),
            Status::Cancelled => self.refund_due(),
        }
    }

    fn refund_due(self) -> (Self, Effects) {
        (Self { money: PaymentState::RefundDue, ..self }, with_notification(TELL_REFUND_DUE))
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
        (to, Effects { undo_points: true, ..with_notification(TELL_CANCELLED) })
    }

    fn cancel_by_staff(self) -> Option<(Self, Effects)> {
        match self.status {
            Status::Completed => None,
            Status::Cancelled => Some((self, Effects::default())),
            // Its points were returned when it expired.
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

    /// Reverts a fulfilment step that led from `to` to this status. It moves neither money nor units, so that only steps
    /// without such effects may be undone.
    fn undone(self, to: Status) -> Option<(Self, Effects)> {
        let steps: &[Status] = match self.status {
            Status::Preparing => &[Status::Placed],
            Status::Ready => &[Status::Placed, Status::Preparing],
            Status::Delivering => &[Status::Ready, Status::DeliveryFailed],
            Status::DeliveryFailed => &[Status::Delivering],
            Status::Completed => &[Status::Placed, Status::Preparing, Status::Ready, Status::Delivering],
            _ => &[],
        };
        if self.status == to {
            return Some((self, Effects::default()));
        }
        steps.contains(&to).then(|| (Self { status: to, ..self }, Effects::default()))
    }

    fn handed_over(self) -> Option<(Self, Effects)> {
        match self.status {
            Status::Completed => Some((self, Effects::default())),
            Status::Placed | Status::Preparing | Status::Ready | Status::Delivering
                if self.units == StockState::Committed =>
            {
                let pays_now = self.money == PaymentState::Due;
                let money = if pays_now { PaymentState::Paid } else { self.money };
                let effects = Effects { earn: pays_now, ..with_notification(TELL_COMPLETED) };
                Some((Self { status: Status::Completed, money, ..self }, effects))
            }
            _ => None,
        }
    }

    fn money_of_no_order(self) -> PaymentState {
        match self.money {
            PaymentState::Paid => PaymentState::RefundDue,
            PaymentState::Due | PaymentState::Pending => PaymentState::Expired,
            other => other,
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
