//! Enumerations of order and payment states, with the names of the orders service.

use heuan_rpc::Error;
use serde::Serialize;
use utoipa::ToSchema;

/// `placed` is paid or cash on delivery, and waits for the staff, who then make it `preparing`, `ready` and
/// `delivering` (or `delivery_failed`); `expired` was not paid in time, `other` is a state of a newer release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OrderStatus {
    AwaitingPayment,
    Placed,
    Preparing,
    Ready,
    Delivering,
    DeliveryFailed,
    Completed,
    Cancelled,
    Expired,
    Other,
}

impl OrderStatus {
    pub fn of(name: &str) -> Self {
        name.parse().unwrap_or(Self::Other)
    }
}

/// `due` is cash on delivery; `expired` can no longer be paid. Of an `underpaid` order less than the total was received,
/// of an `overpaid` one more. `other` is a state of a newer release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PaymentStatus {
    Due,
    Pending,
    Underpaid,
    Overpaid,
    Paid,
    Failed,
    Expired,
    RefundDue,
    PartlyRefunded,
    Refunded,
    Other,
}

impl PaymentStatus {
    pub fn of(name: &str) -> Self {
        name.parse().unwrap_or(Self::Other)
    }
}

/// Reason for a refund: the order was canceled or paid too late, more than the total was paid, goods came back,
/// the shop gave back a part of the price, or the goods of the order became fewer; `other` is a cause of a newer
/// release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RefundCause {
    Order,
    Overpaid,
    Return,
    Goodwill,
    Changed,
    Other,
}

impl RefundCause {
    pub fn of(name: &str) -> Self {
        name.parse().unwrap_or(Self::Other)
    }
}

/// Cash on delivery, bank transfer, QR code; `other` is a method of a newer release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PaymentMethod {
    Cod,
    Transfer,
    Qr,
    Other,
}

impl PaymentMethod {
    pub fn of(name: &str) -> Self {
        name.parse().unwrap_or(Self::Other)
    }
}

/// Method by which money was received or paid out: `card` at a card terminal; `other` is a method of a newer release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MoneyMethod {
    Cash,
    Transfer,
    Qr,
    Card,
    Other,
}

impl MoneyMethod {
    pub fn of(name: &str) -> Self {
        name.parse().unwrap_or(Self::Other)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryMethod {
    Delivery,
    Pickup,
}

impl DeliveryMethod {
    pub fn of(name: &str) -> Result<Self, Error> {
        name.parse().map_err(|_| Error::internal(format!("{name} is no DeliveryMethod")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_serialized_as_received() {
        for name in [
            "awaiting_payment",
            "placed",
            "preparing",
            "ready",
            "delivering",
            "delivery_failed",
            "completed",
            "cancelled",
            "expired",
        ] {
            assert_eq!(serde_json::json!(OrderStatus::of(name)), name);
        }
        for name in [
            "due",
            "pending",
            "underpaid",
            "overpaid",
            "paid",
            "failed",
            "expired",
            "refund_due",
            "partly_refunded",
            "refunded",
        ] {
            assert_eq!(serde_json::json!(PaymentStatus::of(name)), name);
        }
        for name in ["order", "overpaid", "return", "goodwill", "changed"] {
            assert_eq!(serde_json::json!(RefundCause::of(name)), name);
        }
        for name in ["cod", "transfer", "qr"] {
            assert_eq!(serde_json::json!(PaymentMethod::of(name)), name);
        }
        for name in ["cash", "transfer", "qr", "card", "other"] {
            assert_eq!(serde_json::json!(MoneyMethod::of(name)), name);
        }
        for name in ["mislaid", "other"] {
            assert_eq!(serde_json::json!(OrderStatus::of(name)), "other");
            assert_eq!(serde_json::json!(PaymentStatus::of(name)), "other");
            assert_eq!(serde_json::json!(RefundCause::of(name)), "other");
            assert_eq!(serde_json::json!(PaymentMethod::of(name)), "other");
            assert_eq!(serde_json::json!(MoneyMethod::of(name)), "other");
        }
        assert!(DeliveryMethod::of("other").is_err());
        for name in ["delivery", "pickup"] {
            assert_eq!(serde_json::json!(DeliveryMethod::of(name).unwrap()), name);
        }
    }
}
