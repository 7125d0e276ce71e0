//! Corrections of bookings by a manager: the last payment, refund, write-off, goodwill or return of the staff, or the hand-over.
//!
//! A payment, a refund and a write-off are taken back by a counter-entry of the negative amount; both stay in the books. A
//! refund that became due because of a payment is no longer due without it. The state of the payment then follows from the
//! amounts, and the points from what is paid and kept. Bookings of a payment provider are not corrected, because they are not
//! mistakes of the staff. `taken_back` takes a return back.

use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

use super::{
    MoneyMethod, MoneyMovement, MovementDetails, Order, OrderEvent, PaymentMethod, PaymentState, RefundCause,
    ReturnPoints, Status, StockState,
};

/// Booking that is corrected, with the words of the API.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Booking {
    /// The last payment that the staff have booked.
    Payment,
    /// The last refund that the staff have paid out.
    Refund,
    /// The last write-off.
    WriteOff,
    /// The last refund of a part without a return.
    Goodwill,
    /// The hand-over, with the cash that it received.
    HandOver,
    /// The last return of goods.
    Return,
}

/// Reason why a booking is not corrected, with the words of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum NotCorrectable {
    /// The order has no such booking by the staff.
    NothingToCorrect,
    /// Units are being moved.
    StockPending,
    /// The money was paid out.
    RefundMade,
    /// A refund is due that does not follow from the booking.
    RefundOpen,
    /// The payment differs from the total.
    DifferenceOpen,
    /// Goods came back after the booking.
    GoodsReturned,
    /// The payment provider is making the refund.
    ProviderRefunds,
    /// The customer has spent points that the booking gave back.
    PointsSpent,
}

/// A correction that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    pub event: OrderEvent,
    /// Kip that were taken back.
    pub amount: i64,
    pub method: Option<MoneyMethod>,
    /// Points that the correction of a return moves.
    pub points: ReturnPoints,
}

impl NotCorrectable {
    const fn message(self) -> &'static str {
        match self {
            Self::NothingToCorrect => "the staff have made no such booking",
            Self::StockPending => "the stock of its goods is not updated yet; try again",
            Self::RefundMade => "money was paid out that depends on it; correct the refund first",
            Self::RefundOpen => {
                "a refund is due that does not follow from it; pay it out or correct it first"
            }
            Self::DifferenceOpen => {
                "the payment differs from the total; receive the rest, or accept the difference first"
            }
            Self::GoodsReturned => "goods came back after it, so that it stays",
            Self::ProviderRefunds => {
                "the payment provider is making the refund; wait until it has, or has refused"
            }
            Self::PointsSpent => "the customer has spent points that it gave back, so that it stays",
        }
    }

    pub fn error(self) -> Error {
        let reason = if self == Self::PointsSpent { self.into_str() } else { "action_not_possible" };
        Error::conflict(reason, self.message())
    }
}

impl Order {
    /// The bookings that exist, and what a correction of each would do.
    pub fn corrections(&self) -> Vec<(Booking, Result<Corrected, NotCorrectable>)> {
        let attempt =
            |booking: &Booking| (*booking, self.clone().correct(*booking, &MovementDetails::default(), 0));
        let all = <Booking as strum::VariantArray>::VARIANTS.iter().map(attempt);
        all.filter(|(_, result)| *result != Err(NotCorrectable::NothingToCorrect)).collect()
    }

    /// Takes the last booking back. `by` is the person who does it. The caller then applies the event of the state machine.
    /// After an error the caller must drop the order.
    pub fn correct(
        &mut self,
        booking: Booking,
        by: &MovementDetails,
        now: i64,
    ) -> Result<Corrected, NotCorrectable> {
        let corrected = match booking {
            Booking::Payment => self.correct_payment(by, now),
            Booking::Refund => self.correct_refund(by, now),
            Booking::WriteOff => self.correct_write_off(by, now),
            Booking::Goodwill => self.correct_goodwill(),
            Booking::HandOver => self.correct_hand_over(by, now),
            Booking::Return => self.correct_return(now),
        }?;
        let is_stable = matches!(self.state.units, StockState::Committed | StockState::Released);
        if !is_stable || self.line_work.is_some() || !self.is_known() {
            return Err(NotCorrectable::StockPending);
        }
        Ok(corrected)
    }

    fn correct_payment(&mut self, by: &MovementDetails, now: i64) -> Result<Corrected, NotCorrectable> {
        let last = self.last_of_staff(&self.settlement.payments)?;
        self.settlement.payments.push(counter_entry(&last, by, now));
        if self.has_ended() {
            self.take_back_due(last.amount);
        } else {
            // The refund of an excess that this payment caused is no longer due.
            let taken = self.unpaid().min(self.refund_due()).min(self.settlement.beyond_the_price());
            self.settlement.reduce_refund_due(taken);
            self.refund -= taken;
        }
        if self.refund > self.settlement.received() - self.settlement.deducted {
            return Err(NotCorrectable::RefundMade);
        }
        if !self.has_ended() && self.refund_due() > 0 && self.unpaid() > 0 {
            return Err(NotCorrectable::RefundOpen);
        }
        Ok(self.corrected(last.amount, last.details.method))
    }

    fn correct_refund(&mut self, by: &MovementDetails, now: i64) -> Result<Corrected, NotCorrectable> {
        let last = self.last_of_staff(&self.settlement.refunds)?;
        if !self.has_ended() && (self.unpaid() > 0 || self.excess() > 0) {
            return Err(NotCorrectable::DifferenceOpen);
        }
        self.settlement.refunds.push(counter_entry(&last, by, now));
        Ok(self.corrected(last.amount, last.details.method))
    }

    fn correct_write_off(&mut self, by: &MovementDetails, now: i64) -> Result<Corrected, NotCorrectable> {
        let last = self.last_of_staff(&self.settlement.write_offs)?;
        if self.has_ended() {
            return Err(NotCorrectable::NothingToCorrect);
        }
        self.refuse_after_return(last.at)?;
        if self.refund_due() > 0 {
            return Err(NotCorrectable::RefundOpen);
        }
        self.settlement.write_offs.push(counter_entry(&last, by, now));
        self.settlement.waived -= last.amount;
        Ok(self.corrected(last.amount, None))
    }

    fn correct_goodwill(&mut self) -> Result<Corrected, NotCorrectable> {
        let due = self.refund_due();
        let is_it = |amount: i64, cause: &RefundCause| *cause == RefundCause::Goodwill && amount > 0;
        let index = self.settlement.dues.iter().rposition(|one| is_it(one.amount, &one.cause));
        let last = index.and_then(|index| self.settlement.dues.get(index)).map(|one| (one.at, one.amount));
        let (index, (at, amount)) = index.zip(last).ok_or(NotCorrectable::NothingToCorrect)?;
        if self.has_ended() {
            return Err(NotCorrectable::NothingToCorrect);
        }
        self.refuse_after_return(at)?;
        if self.provider_refund().is_some() {
            return Err(NotCorrectable::ProviderRefunds);
        }
        if due < amount {
            return Err(NotCorrectable::RefundMade);
        }
        if let Some(one) = self.settlement.dues.get_mut(index) {
            one.amount = 0;
        }
        self.refund -= amount;
        Ok(self.corrected(amount, None))
    }

    fn correct_hand_over(&mut self, by: &MovementDetails, now: i64) -> Result<Corrected, NotCorrectable> {
        let [.., (before, _), (Status::Completed, _)] = self.history[..] else {
            return Err(NotCorrectable::NothingToCorrect);
        };
        if self.settlement.has_valid_returns() || self.settlement.request.is_some() {
            return Err(NotCorrectable::GoodsReturned);
        }
        // Goods were prepared before they were handed over.
        let is_step = matches!(before, Status::Ready | Status::Delivering);
        let to = if is_step { before } else { Status::Preparing };
        let cash = self.last_of_staff(&self.settlement.payments).ok();
        let cash = cash.filter(|one| one.with_hand_over);
        let is_unpaid = cash.is_some();
        if is_unpaid && self.refund > 0 {
            return Err(if self.refund_due() > 0 {
                NotCorrectable::RefundOpen
            } else {
                NotCorrectable::RefundMade
            });
        }
        if is_unpaid && self.state.money != PaymentState::Paid {
            return Err(NotCorrectable::DifferenceOpen);
        }
        let (amount, method) =
            cash.as_ref().map_or((0, None), |one| (one.amount, one.details.method.clone()));
        self.settlement.payments.extend(cash.map(|one| counter_entry(&one, by, now)));
        let event = OrderEvent::HandOverCorrected { to, is_unpaid };
        Ok(Corrected { event, amount, method, points: ReturnPoints::default() })
    }

    /// The newest amount of the staff that is not corrected.
    fn last_of_staff(&self, movements: &[MoneyMovement]) -> Result<MoneyMovement, NotCorrectable> {
        let last = self.open_of_staff(movements).pop();
        last.and_then(|index| movements.get(index)).cloned().ok_or(NotCorrectable::NothingToCorrect)
    }

    /// Indexes of the amounts of the staff that are not corrected, oldest first. A correction takes back the
    /// newest.
    pub fn open_of_staff(&self, movements: &[MoneyMovement]) -> Vec<usize> {
        let mut open = Vec::new();
        for (index, one) in movements.iter().enumerate() {
            if one.amount < 0 {
                open.pop();
            } else if !(self.method == PaymentMethod::Qr && one.details.is_of_provider()) {
                open.push(index);
            }
        }
        open
    }

    fn refuse_after_return(&self, at: i64) -> Result<(), NotCorrectable> {
        let is_later = self.settlement.valid_returns().any(|(_, one)| one.at >= at);
        if is_later { Err(NotCorrectable::GoodsReturned) } else { Ok(()) }
    }

    /// Makes up to `amount` kip no longer due for a refund, newest first.
    fn take_back_due(&mut self, amount: i64) {
        let mut left = amount.min(self.refund_due());
        self.refund -= left;
        for due in self.settlement.dues.iter_mut().rev() {
            let taken = left.min(due.amount);
            due.amount -= taken;
            left -= taken;
        }
    }

    pub(super) fn corrected(&self, amount: i64, method: Option<MoneyMethod>) -> Corrected {
        let event = OrderEvent::Corrected(self.money_of_amounts());
        Corrected { event, amount, method, points: ReturnPoints::default() }
    }

    /// The state of the payment that follows from the amounts.
    fn money_of_amounts(&self) -> PaymentState {
        let received = self.settlement.received();
        if self.refund_due() > 0 {
            return PaymentState::RefundDue;
        }
        if self.has_ended() {
            return if received > 0 { PaymentState::Refunded } else { PaymentState::Expired };
        }
        if self.unpaid() > 0 {
            // A cash order that is not confirmed would be canceled without the confirmation.
            let is_confirmed = matches!(
                self.state.status,
                Status::Preparing | Status::Ready | Status::Delivering | Status::DeliveryFailed
            );
            let pays_later = self.method == PaymentMethod::Cod && received == 0 && is_confirmed;
            return if pays_later { PaymentState::Due } else { PaymentState::Underpaid };
        }
        match self.refund_event() {
            _ if self.excess() > 0 => PaymentState::Overpaid,
            _ if self.refund == 0 => PaymentState::Paid,
            OrderEvent::PartRefunded => PaymentState::PartlyRefunded,
            OrderEvent::ExcessRefunded => PaymentState::Paid,
            _ => PaymentState::Refunded,
        }
    }
}

fn counter_entry(of: &MoneyMovement, by: &MovementDetails, now: i64) -> MoneyMovement {
    let details = MovementDetails { by: by.by, provider: Some(false), ..of.details.clone() };
    MoneyMovement { with_hand_over: of.with_hand_over, ..MoneyMovement::new(now, -of.amount, details) }
}
