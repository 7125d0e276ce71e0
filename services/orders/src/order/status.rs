//! The words for how an order stands.

use serde::{Deserialize, Serialize};

/// An enum whose variants have a word: in the tables, over the wire, over HTTP.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $word)] $variant,)* }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            pub fn read(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

words! { Status {
    /// Nothing is sent before the money is here.
    AwaitingPayment = "awaiting_payment",
    /// Paid, or to be paid when it comes.
    Placed = "placed",
    Ready = "ready",
    Completed = "completed",
    Cancelled = "cancelled",
    /// The money did not come in time.
    Expired = "expired",
} }

words! { Money {
    /// To be paid when the goods change hands.
    Due = "due",
    Pending = "pending",
    Paid = "paid",
    /// The bank said no.
    Failed = "failed",
    /// Can no longer be paid. Money that comes nevertheless is dealt with.
    Expired = "expired",
    RefundDue = "refund_due",
    Refunded = "refunded",
} }

words! { Units {
    Held = "held",
    CommitDue = "commit_due",
    /// The hold ended before it was sold from: to be held anew, if the units are still there.
    RetakeDue = "retake_due",
    Committed = "committed",
    ReleaseDue = "release_due",
    Released = "released",
} }

words! { Method {
    Cod = "cod",
    Transfer = "transfer",
    Qr = "qr",
} }
