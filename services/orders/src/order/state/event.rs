//! Events of an order, and their words in its internal log.

use crate::order::{PaymentState, Status};

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
    /// A payment of less than the amount to be paid was received.
    PaidShort,
    /// A payment of more than the amount to be paid was received. Each further payment after the total counts as
    /// such.
    PaidOver,
    /// The difference between payment and total is final: written off, or due for a refund.
    DifferenceAccepted,
    /// The payment provider reports a failure.
    PaymentFailed,
    /// The payment deadline, or the staff's deadline to confirm a cash order, has passed.
    PaymentWindowExpired,
    /// The whole paid amount is refunded, or the whole refund of an order that has ended.
    Refunded,
    /// A part of the paid amount is refunded.
    PartRefunded,
    /// The amount paid beyond the total is refunded.
    ExcessRefunded,
    /// A part of the payment becomes due for a refund, without a return.
    RefundOwed,
    /// Goods of a completed order came back: `restocks` some of them to the stock, `refunds` money.
    Returned { restocks: bool, refunds: bool },
    /// The goods that came back are in the stock.
    Restocked,
    /// The customer cancels the order.
    Cancel,
    /// The staff cancel the order, in any state except completed.
    CancelByStaff,
    /// The staff confirm the order, and begin to prepare it.
    Confirmed,
    /// The staff have prepared the order.
    Prepared,
    /// The order has left for the customer.
    Dispatched,
    /// The order could not be delivered.
    DeliveryFailed,
    /// The customer has received the order.
    HandedOver,
    /// The last fulfilment step was a mistake: the order is again what it was before.
    Undone(Status),
    /// The staff have changed the goods.
    LinesChanged(LinesBalance),
    /// A manager has taken a booking back, so that the payment has this state.
    Corrected(PaymentState),
    /// A manager has taken the hand-over back. `is_unpaid`: the cash that was received with it is taken back
    /// as well.
    HandOverCorrected { to: Status, is_unpaid: bool },
}

/// Balance between the amount paid and the price of changed goods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinesBalance {
    /// The state of the payment stays.
    Kept,
    /// Less was paid than the goods cost now.
    Short,
    /// The amount paid is the price, and nothing is due for a refund.
    Settled,
    /// A part of the paid amount becomes due for a refund.
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

    /// The word for the event in the internal log of an order, unless the staff caused it.
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
