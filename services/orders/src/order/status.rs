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
    /// Nothing is sent before the money is here.
    AwaitingPayment,
    /// Paid, or to be paid when it comes.
    Placed,
    Ready,
    Completed,
    Cancelled,
    /// The money did not come in time.
    Expired,
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
    /// To be paid when the goods change hands.
    Due,
    Pending,
    Paid,
    /// The bank said no.
    Failed,
    /// Can no longer be paid. Money that comes nevertheless is dealt with.
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
    /// The hold ended before it was sold from: to be held anew, if the units are still there.
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
