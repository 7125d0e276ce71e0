//! The one state machine of an order. Every way in which something can happen to an order (a shopper, a webhook, a poll,
//! the clock, an answer of the stock's owner, the staff) is an [`Event`], so it does not matter which comes first or
//! how often it comes: what does not apply any more changes nothing.
//!
//! Three things change, each with its own owner: the order itself, the money, the units. `…_due` is work that must still
//! be done at somebody else's and may be tried any number of times; `crate::reconcile` does it.

use serde::{Deserialize, Serialize};

use super::{Method, Money, Status, Units};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub status: Status,
    pub money: Money,
    pub units: Units,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The stock's owner has sold the units.
    Sold,
    /// It says that the hold is over.
    HoldEnded,
    /// It has not enough units for a new hold.
    StockLost,
    /// It has taken the units back.
    Released,
    /// The money is here, whoever says so.
    Paid,
    /// The provider says that it will not come.
    PaymentFailed,
    /// The time to pay is over, or the staff's time to confirm an order paid in cash.
    WindowOver,
    /// The money has been given back.
    Refunded,
    /// The customer does not want it any more.
    Cancel,
    /// The staff end it, whatever state it is in, unless it is completed.
    CancelByStaff,
    /// The staff have put it together.
    Prepared,
    /// It is in the customer's hands.
    HandedOver,
}

/// What else an event brings, in the same transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The customer gets the points of this order.
    pub earn: bool,
    /// Redeemed points go back, earned ones are taken back.
    pub undo_points: bool,
    /// What the world is told; the kind of an event in the outbox.
    pub notification: Option<&'static str>,
}

pub const TELL_RECEIVED: &str = "order.received";
const TELL_PLACED: &str = "order.placed";
const TELL_READY: &str = "order.ready";
const TELL_COMPLETED: &str = "order.completed";
const TELL_CANCELLED: &str = "order.cancelled";
const TELL_EXPIRED: &str = "order.expired";
const TELL_REFUND_DUE: &str = "order.refund_due";
const TELL_REFUNDED: &str = "order.refunded";

impl State {
    /// How an order begins. One that costs nothing is paid.
    pub fn first(method: Method, total: i64) -> Self {
        let (status, money, units) = match method {
            _ if total == 0 => (Status::Placed, Money::Paid, Units::CommitDue),
            Method::Cod => (Status::Placed, Money::Due, Units::CommitDue),
            // A bank transfer takes days, so its units are sold at once and taken back if the money does not come.
            Method::Transfer => (Status::AwaitingPayment, Money::Pending, Units::CommitDue),
            Method::Qr => (Status::AwaitingPayment, Money::Pending, Units::Held),
        };
        Self { status, money, units }
    }

    pub fn can_cancel(self) -> bool {
        matches!(self.status, Status::AwaitingPayment | Status::Placed)
    }

    /// What `event` makes of this state; the same state when it does not matter any more, and nothing when a person
    /// asked for what cannot be. `spent_points` says that the order was paid in part by points.
    pub fn transition(self, event: Event, spent_points: bool) -> Option<(Self, Effects)> {
        match event {
            Event::Sold => Some(self.sold()),
            Event::HoldEnded => {
                let waits = matches!(self.units, Units::CommitDue | Units::RetakeDue);
                Some(self.without_effects(|to| to.units = if waits { Units::RetakeDue } else { to.units }))
            }
            Event::StockLost => Some(self.stock_lost()),
            Event::Released => {
                let waits = self.units == Units::ReleaseDue;
                Some(self.without_effects(|to| to.units = if waits { Units::Released } else { to.units }))
            }
            Event::Paid => Some(self.paid(spent_points)),
            Event::PaymentFailed => Some(self.unpaid(Status::Cancelled, Money::Failed, TELL_CANCELLED)),
            Event::WindowOver if self.money == Money::Due => Some(self.unconfirmed()),
            Event::WindowOver => Some(self.unpaid(Status::Expired, Money::Expired, TELL_EXPIRED)),
            Event::Refunded if self.money == Money::RefundDue => {
                Some((Self { money: Money::Refunded, ..self }, with_notification(TELL_REFUNDED)))
            }
            Event::Refunded => Some((self, Effects::default())),
            Event::Cancel => self.cancel(),
            Event::CancelByStaff => self.cancel_by_staff(),
            Event::Prepared => self.prepared(),
            Event::HandedOver => self.handed_over(),
        }
    }

    fn without_effects(mut self, change: impl FnOnce(&mut Self)) -> (Self, Effects) {
        change(&mut self);
        (self, Effects::default())
    }

    fn sold(self) -> (Self, Effects) {
        if !matches!(self.units, Units::CommitDue | Units::RetakeDue) {
            return (self, Effects::default());
        }
        Self { units: Units::Committed, ..self }.placed_when_complete()
    }

    /// An order is placed when both the money and the units are there.
    fn placed_when_complete(self) -> (Self, Effects) {
        let waited = matches!(self.status, Status::AwaitingPayment | Status::Expired);
        if waited && self.money == Money::Paid && self.units == Units::Committed {
            let effects = Effects { earn: true, ..with_notification(TELL_PLACED) };
            return (Self { status: Status::Placed, ..self }, effects);
        }
        (self, Effects::default())
    }

    fn stock_lost(self) -> (Self, Effects) {
        if !matches!(self.units, Units::CommitDue | Units::RetakeDue) {
            return (self, Effects::default());
        }
        let money = self.money_of_no_order();
        let to = Self { units: Units::Released, money, ..self };
        match self.status {
            // Its points went back when it expired.
            Status::Expired => (to, with_notification(TELL_REFUND_DUE)),
            _ => (
                Self { status: Status::Cancelled, ..to },
                Effects { undo_points: true, ..with_notification(TELL_CANCELLED) },
            ),
        }
    }

    fn paid(self, spent_points: bool) -> (Self, Effects) {
        if matches!(self.money, Money::Paid | Money::RefundDue | Money::Refunded) {
            return (self, Effects::default());
        }
        let paid = Self { money: Money::Paid, ..self };
        match self.status {
            Status::AwaitingPayment if self.units == Units::Held => {
                paid.without_effects(|to| to.units = Units::CommitDue)
            }
            Status::AwaitingPayment => paid.placed_when_complete(),
            Status::Placed | Status::Ready | Status::Completed => {
                (paid, Effects { earn: true, ..Effects::default() })
            }
            // Too late. Its points are the customer's again and may be spent, so the price no longer holds.
            Status::Expired if spent_points => self.refund_due(),
            // Too late, but perhaps the units are still there.
            Status::Expired => paid.without_effects(|to| {
                to.units = match to.units {
                    Units::ReleaseDue => Units::CommitDue,
                    _ => Units::RetakeDue,
                };
            }),
            Status::Cancelled => self.refund_due(),
        }
    }

    fn refund_due(self) -> (Self, Effects) {
        (Self { money: Money::RefundDue, ..self }, with_notification(TELL_REFUND_DUE))
    }

    fn unpaid(self, status: Status, money: Money, notification: &'static str) -> (Self, Effects) {
        if self.status != Status::AwaitingPayment || self.money != Money::Pending {
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
            // Its points went back when it expired.
            Status::Expired => {
                let (to, effects) = self.cancelled();
                Some((to, Effects { undo_points: false, ..effects }))
            }
            Status::AwaitingPayment | Status::Placed | Status::Ready => Some(self.cancelled()),
        }
    }

    /// Goods that are ready are confirmed.
    fn unconfirmed(self) -> (Self, Effects) {
        if self.status == Status::Placed { self.cancelled() } else { (self, Effects::default()) }
    }

    fn prepared(self) -> Option<(Self, Effects)> {
        match self.status {
            Status::Ready => Some((self, Effects::default())),
            Status::Placed if self.units == Units::Committed => {
                Some((Self { status: Status::Ready, ..self }, with_notification(TELL_READY)))
            }
            _ => None,
        }
    }

    fn handed_over(self) -> Option<(Self, Effects)> {
        match self.status {
            Status::Completed => Some((self, Effects::default())),
            Status::Placed | Status::Ready if self.units == Units::Committed => {
                let pays_now = self.money == Money::Due;
                let money = if pays_now { Money::Paid } else { self.money };
                let effects = Effects { earn: pays_now, ..with_notification(TELL_COMPLETED) };
                Some((Self { status: Status::Completed, money, ..self }, effects))
            }
            _ => None,
        }
    }

    fn money_of_no_order(self) -> Money {
        match self.money {
            Money::Paid => Money::RefundDue,
            Money::Due | Money::Pending => Money::Expired,
            other => other,
        }
    }

    fn units_of_no_order(self) -> Units {
        match self.units {
            Units::Released => Units::Released,
            _ => Units::ReleaseDue,
        }
    }
}

fn with_notification(notification: &'static str) -> Effects {
    Effects { notification: Some(notification), ..Effects::default() }
}

#[cfg(test)]
mod tests;
