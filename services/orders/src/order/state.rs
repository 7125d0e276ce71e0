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
    StockCommitted,
    /// The reservation has ended.
    ReservationExpired,
    /// Not enough units for a new reservation.
    StockLost,
    /// The units were returned.
    Released,
    /// The payment was received, or the rest of it.
    Paid,
    /// A payment of less than what is to be paid was received.
    PaidShort,
    /// A payment of more than what is to be paid was received. After the total was received, each further payment is.
    PaidOver,
    /// The difference between payment and total is final: written off, or due for a refund.
    DifferenceAccepted,
    /// The payment provider reports a failure.
    PaymentFailed,
    /// The payment deadline, or the staff's deadline to confirm a cash order, has passed.
    PaymentWindowExpired,
    /// All that was paid is refunded, or what is to be refunded of an order that has ended.
    Refunded,
    /// A part of what was paid is refunded.
    PartRefunded,
    /// What was paid beyond the total is refunded.
    ExcessRefunded,
    /// A part of the payment becomes due for a refund, without a return.
    RefundOwed,
    /// Goods of a completed order came back: `restocks` some of them to the stock, `refunds` money.
    Returned { restocks: bool, refunds: bool },
    /// The goods that came back are in the stock.
    Restocked,
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
    /// The staff have changed the goods.
    LinesChanged(LinesBalance),
    /// A manager has taken a booking back, so that the payment has this state.
    Corrected(PaymentState),
    /// A manager has taken the hand-over back. `is_unpaid`: with the cash that it received.
    HandOverCorrected { to: Status, is_unpaid: bool },
}

/// What was paid beside the price of changed goods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinesBalance {
    /// The state of the payment stays.
    Kept,
    /// Less was paid than the goods cost now.
    Short,
    /// What was paid is the price, and nothing is due for a refund.
    Settled,
    /// A part of what was paid becomes due for a refund.
    Excess,
}

impl OrderEvent {
    pub const ALL: [Self; 49] = [
        Self::StockCommitted,
        Self::ReservationExpired,
        Self::StockLost,
        Self::Released,
        Self::Paid,
        Self::PaidShort,
        Self::PaidOver,
        Self::DifferenceAccepted,
        Self::PaymentFailed,
        Self::PaymentWindowExpired,
        Self::Refunded,
        Self::PartRefunded,
        Self::ExcessRefunded,
        Self::RefundOwed,
        Self::Returned { restocks: false, refunds: false },
        Self::Returned { restocks: false, refunds: true },
        Self::Returned { restocks: true, refunds: false },
        Self::Returned { restocks: true, refunds: true },
        Self::Restocked,
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
        Self::LinesChanged(LinesBalance::Kept),
        Self::LinesChanged(LinesBalance::Short),
        Self::LinesChanged(LinesBalance::Settled),
        Self::LinesChanged(LinesBalance::Excess),
        Self::Corrected(PaymentState::Due),
        Self::Corrected(PaymentState::Underpaid),
        Self::Corrected(PaymentState::Overpaid),
        Self::Corrected(PaymentState::Paid),
        Self::Corrected(PaymentState::RefundDue),
        Self::Corrected(PaymentState::PartlyRefunded),
        Self::Corrected(PaymentState::Refunded),
        Self::Corrected(PaymentState::Expired),
        Self::HandOverCorrected { to: Status::Preparing, is_unpaid: false },
        Self::HandOverCorrected { to: Status::Preparing, is_unpaid: true },
        Self::HandOverCorrected { to: Status::Ready, is_unpaid: false },
        Self::HandOverCorrected { to: Status::Ready, is_unpaid: true },
        Self::HandOverCorrected { to: Status::Delivering, is_unpaid: false },
        Self::HandOverCorrected { to: Status::Delivering, is_unpaid: true },
    ];

    /// The word for it in the internal log of an order, unless the staff caused it.
    pub const fn log_word(self) -> &'static str {
        match self {
            Self::StockCommitted => "sold",
            Self::ReservationExpired => "hold_ended",
            Self::StockLost => "stock_lost",
            Self::Released => "released",
            Self::Paid | Self::PaidShort | Self::PaidOver => "paid",
            Self::DifferenceAccepted => "accept_difference",
            Self::PaymentFailed => "payment_failed",
            Self::PaymentWindowExpired => "window_over",
            Self::Refunded | Self::PartRefunded | Self::ExcessRefunded => "refunded",
            Self::RefundOwed => "refund_part",
            Self::Returned { .. } => "receive_return",
            Self::Restocked => "restocked",
            Self::Cancel => "cancel_by_customer",
            Self::CancelByStaff => "cancel",
            Self::Confirmed => "confirm",
            Self::Prepared => "prepare",
            Self::Dispatched => "dispatch",
            Self::DeliveryFailed => "fail_delivery",
            Self::HandedOver => "hand_over",
            Self::Undone(_) => "undo",
            Self::LinesChanged(_) => "change_lines",
            Self::Corrected(_) | Self::HandOverCorrected { .. } => "correct",
        }
    }
}

/// Side effects of an event, in the same transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Redeemed points are returned, earned ones are revoked. Otherwise the earned ones follow what is paid and kept.
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
pub const TELL_CANCELLED: &str = "order.cancelled";
const TELL_EXPIRED: &str = "order.expired";
pub const TELL_REFUND_DUE: &str = "order.refund_due";
pub const TELL_REFUNDED: &str = "order.refunded";
pub const TELL_UNDERPAID: &str = "order.underpaid";
pub const TELL_RETURNED: &str = "order.returned";
pub const TELL_RETURN_REQUESTED: &str = "order.return_requested";
pub const TELL_LINES_CHANGED: &str = "order.lines_changed";
pub const TELL_RETURN_DECLINED: &str = "order.return_declined";

impl State {
    /// Initial state of an order. One that costs nothing is paid.
    pub fn first(method: Method, total: i64) -> Self {
        let (status, money, units) = match method {
            _ if total == 0 => (Status::Placed, PaymentState::Paid, StockState::CommitDue),
            Method::Cod => (Status::Placed, PaymentState::Due, StockState::CommitDue),
            // A bank transfer takes days, so its units are sold at once and returned if no payment is received.
            Method::Transfer => (Status::AwaitingPayment, PaymentState::Pending, StockState::CommitDue),
            Method::Qr => (Status::AwaitingPayment, PaymentState::Pending, StockState::Held),
            // Not offered.
            Method::Other => (Status::Other, PaymentState::Other, StockState::Other),
        };
        Self { status, money, units }
    }

    /// Whether this release knows all of it.
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
            OrderEvent::Paid => Some(self.paid(spent_points)),
            OrderEvent::PaymentFailed => {
                Some(self.unpaid(Status::Cancelled, PaymentState::Failed, TELL_CANCELLED))
            }
            OrderEvent::PaymentWindowExpired if self.money == PaymentState::Due => Some(self.unconfirmed()),
            OrderEvent::PaymentWindowExpired => {
                Some(self.unpaid(Status::Expired, PaymentState::Expired, TELL_EXPIRED))
            }
            OrderEvent::PaidShort => Some(self.paid_short()),
            OrderEvent::PaidOver => Some(self.paid_over()),
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
            return (Self { status: Status::Placed, ..self }, with_notification(TELL_PLACED));
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

    /// Ended, with a payment that was received: each further one is refunded as well.
    fn only_refunds(self) -> bool {
        let is_ended = matches!(self.status, Status::Cancelled | Status::Expired);
        is_ended && matches!(self.money, PaymentState::RefundDue | PaymentState::Refunded)
    }

    fn paid(self, spent_points: bool) -> (Self, Effects) {
        if self.only_refunds() {
            return self.more_refund_due();
        }
        if self.money.is_settled() {
            return (self, Effects::default());
        }
        let paid = Self { money: PaymentState::Paid, ..self };
        match self.status {
            // Too late. Its points were returned and may be spent, so the price is no longer valid.
            Status::Expired if spent_points => self.refund_due(),
            // Too late, but the units may still be available.
            Status::Expired => paid.without_effects(|to| {
                to.units = match to.units {
                    StockState::ReleaseDue => StockState::CommitDue,
                    _ => StockState::RetakeDue,
                };
            }),
            _ => self.received(PaymentState::Paid),
        }
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

    /// A late payment of another amount is refunded. The units of an order that is paid in part are sold, because its reservation
    /// would end before the staff have settled the difference.
    fn paid_short(self) -> (Self, Effects) {
        match self.money {
            _ if self.only_refunds() => self.more_refund_due(),
            money if money.is_settled() || money == PaymentState::Underpaid => (self, Effects::default()),
            PaymentState::Failed | PaymentState::Expired => self.refund_due(),
            _ => {
                let to = Self { money: PaymentState::Underpaid, units: self.units_of_paid(), ..self };
                (to, with_notification(TELL_UNDERPAID))
            }
        }
    }

    /// While a refund is due the amount is added to it, because a state has either a refund or an excess.
    fn paid_over(self) -> (Self, Effects) {
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

    fn units_of_paid(self) -> StockState {
        if self.units == StockState::Held { StockState::CommitDue } else { self.units }
    }

    fn difference_accepted(self, spent_points: bool) -> Option<(Self, Effects)> {
        match self.money {
            PaymentState::Underpaid => Some(self.paid(spent_points)),
            PaymentState::Overpaid if self.status.is_live() => Some(self.refund_due()),
            PaymentState::Paid | PaymentState::RefundDue => Some((self, Effects::default())),
            _ => None,
        }
    }

    fn refunded(self, money: PaymentState) -> Option<(Self, Effects)> {
        match self.money {
            PaymentState::RefundDue => Some((Self { money, ..self }, with_notification(TELL_REFUNDED))),
            now => (now == money).then(|| (self, Effects::default())),
        }
    }

    fn refund_owed(self) -> Option<(Self, Effects)> {
        let may = self.status.is_live() && self.units == StockState::Committed;
        match self.money {
            PaymentState::Paid | PaymentState::PartlyRefunded if may => Some(self.refund_due()),
            PaymentState::RefundDue if may => Some((self, Effects::default())),
            _ => None,
        }
    }

    fn returned(self, restocks: bool, refunds: bool) -> Option<(Self, Effects)> {
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
        let effects = if to == self { Effects::default() } else { with_notification(TELL_RETURNED) };
        Some((to, effects))
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
            Status::Completed | Status::Other => None,
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
        let may = steps.contains(&to) && self.units != StockState::ReturnDue;
        may.then(|| (Self { status: to, ..self }, Effects::default()))
    }

    /// Goods change while the order is open and its units are held or sold. What a payment of another amount needs is decided
    /// before.
    fn lines_changed(self, balance: LinesBalance, spent_points: bool) -> Option<(Self, Effects)> {
        let is_settled = self.money.is_settled();
        let may = self.status.is_open() && matches!(self.units, StockState::Held | StockState::Committed);
        if !may {
            // An order that costs nothing any more is paid, and its units are being sold.
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

    fn handed_over(self) -> Option<(Self, Effects)> {
        match self.status {
            Status::Completed => Some((self, Effects::default())),
            // What is missing of a payment is received or written off before.
            _ if self.money == PaymentState::Underpaid => None,
            Status::Placed | Status::Preparing | Status::Ready | Status::Delivering
                if self.units == StockState::Committed =>
            {
                let pays_now = self.money == PaymentState::Due;
                let money = if pays_now { PaymentState::Paid } else { self.money };
                Some((Self { status: Status::Completed, money, ..self }, with_notification(TELL_COMPLETED)))
            }
            _ => None,
        }
    }

    /// The amounts decide the state of the payment; here is which one an order may have. Work on the units comes first.
    fn corrected(self, money: PaymentState) -> Option<(Self, Effects)> {
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
        let notification = (money == PaymentState::Underpaid).then_some(TELL_UNDERPAID);
        let effects = Effects { notification, ..Effects::default() };
        (is_stable && is_booked && fits).then_some((Self { money, ..self }, effects))
    }

    /// The customer was notified of the hand-over, and is notified of the status again.
    fn hand_over_corrected(self, to: Status, is_unpaid: bool) -> Option<(Self, Effects)> {
        let notification = match to {
            Status::Preparing => TELL_PREPARING,
            Status::Ready => TELL_READY,
            Status::Delivering => TELL_DELIVERING,
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

    fn money_of_no_order(self) -> PaymentState {
        match self.money {
            PaymentState::Paid
            | PaymentState::Underpaid
            | PaymentState::Overpaid
            | PaymentState::PartlyRefunded => PaymentState::RefundDue,
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
