//! Enumerations of order and payment states, with the names of the orders service.

use heuan_rpc::Error;
use serde::Serialize;
use utoipa::ToSchema;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($variant:ident = $word:literal,)* } $(else $unknown:ident)?) => {
        $(#[$about])*
        // Names are the variants in snake case; a `rename` by a macro's literal would not reach the OpenAPI schema.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($variant,)* }

        impl $name {
            /// A word of a newer service has a variant of its own, where there is one.
            pub fn read(word: &str) -> Option<Self> {
                #[allow(unused_mut, unused_assignments, reason = "only some enumerations have such a variant")]
                let mut unknown = None;
                $(unknown = Some(Self::$unknown);)?
                match word { $($word => Some(Self::$variant),)* _ => unknown }
            }
        }

        impl TryFrom<&String> for $name {
            type Error = Error;

            fn try_from(word: &String) -> Result<Self, Error> {
                Self::read(word).ok_or_else(|| Error::internal(format!("{} is no {}", word, stringify!($name))))
            }
        }
    };
}

words! {
    /// `placed` is paid or cash on delivery, and waits for the staff, who then make it `preparing`, `ready` and
    /// `delivering` (or `delivery_failed`); `expired` was not paid in time, `other` is a state of a newer release.
    OrderStatus {
        AwaitingPayment = "awaiting_payment",
        Placed = "placed",
        Preparing = "preparing",
        Ready = "ready",
        Delivering = "delivering",
        DeliveryFailed = "delivery_failed",
        Completed = "completed",
        Cancelled = "cancelled",
        Expired = "expired",
        Other = "other",
    } else Other
}

words! {
    /// `due` is cash on delivery; `expired` can no longer be paid. Of an `underpaid` order less than the total was received,
    /// of an `overpaid` one more. `other` is a state of a newer release.
    PaymentStatus {
        Due = "due",
        Pending = "pending",
        Underpaid = "underpaid",
        Overpaid = "overpaid",
        Paid = "paid",
        Failed = "failed",
        Expired = "expired",
        RefundDue = "refund_due",
        PartlyRefunded = "partly_refunded",
        Refunded = "refunded",
        Other = "other",
    } else Other
}

words! {
    /// Reason for a refund: the order was canceled or paid too late, more than the total was paid, goods came back,
    /// the shop gave back a part of the price, or the goods of the order became fewer; `other` is a cause of a newer
    /// release.
    RefundCause {
        Order = "order",
        Overpaid = "overpaid",
        Return = "return",
        Goodwill = "goodwill",
        Changed = "changed",
        Other = "other",
    } else Other
}

words! {
    /// Cash on delivery, bank transfer, QR code; `other` is a method of a newer release.
    PaymentMethod {
        Cod = "cod",
        Transfer = "transfer",
        Qr = "qr",
        Other = "other",
    } else Other
}

words! {
    /// Method by which money was received or paid out: `card` at a card terminal; `other` is a method of a newer release.
    MoneyMethod {
        Cash = "cash",
        Transfer = "transfer",
        Qr = "qr",
        Card = "card",
        Other = "other",
    } else Other
}

words! {
    DeliveryMethod {
        Delivery = "delivery",
        Pickup = "pickup",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_serialized_as_received() {
        for word in [
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
            assert_eq!(serde_json::json!(OrderStatus::read(word)), word);
        }
        for word in [
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
            assert_eq!(serde_json::json!(PaymentStatus::read(word)), word);
        }
        for word in ["order", "overpaid", "return", "goodwill", "changed"] {
            assert_eq!(serde_json::json!(RefundCause::read(word)), word);
        }
        for word in ["cod", "transfer", "qr"] {
            assert_eq!(serde_json::json!(PaymentMethod::read(word)), word);
        }
        for word in ["cash", "transfer", "qr", "card", "other"] {
            assert_eq!(serde_json::json!(MoneyMethod::read(word)), word);
        }
        for word in ["mislaid", "other"] {
            assert_eq!(serde_json::json!(OrderStatus::read(word)), "other");
            assert_eq!(serde_json::json!(PaymentStatus::read(word)), "other");
            assert_eq!(serde_json::json!(RefundCause::read(word)), "other");
            assert_eq!(serde_json::json!(PaymentMethod::read(word)), "other");
            assert_eq!(serde_json::json!(MoneyMethod::read(word)), "other");
        }
        assert_eq!(DeliveryMethod::read("other"), None);
        for word in ["delivery", "pickup"] {
            assert_eq!(serde_json::json!(DeliveryMethod::read(word)), word);
        }
    }
}
