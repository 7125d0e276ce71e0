//! States of an order, of its payment and of its stock, with their names in tables, gRPC messages and HTTP bodies.
//!
//! A word of a newer release is read as `Other`, which no event changes, and stays in its column as it is.

use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Status {
    /// The goods are not delivered before the payment is received.
    AwaitingPayment,
    /// Paid, or to be paid on delivery.
    Placed,
    /// Confirmed by the staff.
    Preparing,
    Ready,
    /// On its way to the customer.
    Delivering,
    /// The customer was not met, or did not take it.
    DeliveryFailed,
    Completed,
    Cancelled,
    /// Not paid in time.
    Expired,
    /// A word of a newer release.
    #[serde(other)]
    Other,
}

impl Status {
    /// Whether the order still needs the customer or the staff.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Completed | Self::Cancelled | Self::Expired)
    }

    /// Whether the order counts as a sale: it was placed, and not canceled.
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::AwaitingPayment | Self::Cancelled | Self::Expired)
    }
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum PaymentState {
    /// To be paid on delivery.
    Due,
    Pending,
    /// Less than the total was received. The staff receive the rest, or write it off.
    Underpaid,
    /// More than the total was received. The staff make the excess due for a refund.
    Overpaid,
    Paid,
    /// Declined by the bank.
    Failed,
    /// The order can no longer be paid. A payment that is received nevertheless is handled.
    Expired,
    RefundDue,
    /// A part of the paid amount was refunded.
    PartlyRefunded,
    Refunded,
    /// A word of a newer release.
    #[serde(other)]
    Other,
}

impl PaymentState {
    /// Whether nothing was received, and a payment is awaited.
    pub const fn is_unpaid(self) -> bool {
        matches!(self, Self::Due | Self::Pending)
    }

    /// Whether the total was received.
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Paid | Self::Overpaid | Self::RefundDue | Self::PartlyRefunded | Self::Refunded)
    }
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum StockState {
    Held,
    CommitDue,
    /// The reservation expired before it was committed. The units are to be reserved again, if they are still
    /// available.
    RetakeDue,
    Committed,
    /// The reservation is committed, and returned units are to be added to the stock.
    ReturnDue,
    ReleaseDue,
    Released,
    /// A word of a newer release.
    #[serde(other)]
    Other,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum PaymentMethod {
    Cod,
    Transfer,
    Qr,
    /// A word of a newer release.
    #[serde(other)]
    Other,
}

impl PaymentMethod {
    /// The methods of this release.
    pub const ALL: [Self; 3] = [Self::Cod, Self::Transfer, Self::Qr];
}
