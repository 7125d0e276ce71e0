//! States of an order, of its payment and of its stock, with their names in tables, gRPC messages and HTTP bodies.

use serde::{Deserialize, Serialize};

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Status {
    /// Not delivered before the payment is received.
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
}

impl Status {
    /// Whether the order still needs the customer or the staff.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Completed | Self::Cancelled | Self::Expired)
    }
}

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum PaymentState {
    /// To be paid on delivery.
    Due,
    Pending,
    Paid,
    /// Declined by the bank.
    Failed,
    /// Can no longer be paid. A payment received nevertheless is handled.
    Expired,
    RefundDue,
    Refunded,
}

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum StockState {
    Held,
    CommitDue,
    /// The reservation expired before it was committed: to be reserved again, if the units are still available.
    RetakeDue,
    Committed,
    ReleaseDue,
    Released,
}

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Method {
    Cod,
    Transfer,
    Qr,
}
