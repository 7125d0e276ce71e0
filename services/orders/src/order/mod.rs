//! Orders: what they are, how they come about and what becomes of them.

mod commands;
mod held_stock;
mod limits;
mod number;
mod place;
mod state;
mod status;

use serde::{Deserialize, Serialize};

pub use commands::no_such_order;
pub use limits::{Attempt, Held, OrderLimits, Usage};
pub use number::reference;
pub use state::{Effects, OrderEvent, State, TELL_RECEIVED};
pub use status::{Method, PaymentState, Status, StockState};

use crate::{cart::Label, money::Totals};

/// An order with all that is known of it.
#[allow(clippy::struct_field_names, reason = "the word of the contract")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub order_id: String,
    pub customer_id: i64,
    pub number: String,
    pub created_at: i64,
    pub method: Method,
    pub state: State,
    /// What the payer names.
    pub reference: String,
    pub pay_until: Option<i64>,
    /// How often the units had to be held anew; part of the hold's name.
    pub retakes: i64,
    /// Points given for it.
    pub earned: i64,
    /// Kip to give back, or given back.
    pub refund: i64,
    /// How often the provider was asked for money after the time was over.
    pub late_poll_count: i64,
    /// Why the staff cancelled it, if they said so. Not for the customer.
    #[serde(default)]
    pub cancel_reason: String,
    pub body: Body,
    /// Oldest first.
    pub history: Vec<(Status, i64)>,
}

/// What is settled when the order is placed and never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    pub lines: Vec<OrderLine>,
    pub totals: Totals,
    pub delivery: Delivery,
    /// `+856…`
    pub phone: String,
    /// What a shopper needs for paying.
    pub paying: PaymentDetails,
    /// A cash order that the staff have not made ready until then is cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_until: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    pub pro_id: i64,
    pub label: Label,
    pub quantity: i64,
    pub price: i64,
    pub vatrate: i64,
    pub total: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Delivery {
    Delivery { province: String, district: String, village: String, note: String },
    Pickup { branch_id: i64, branch_name_la: String, branch_name_en: String, note: String },
}

/// What the provider of the payment wants the shopper to see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentDetails {
    /// `EMVCo` text of a QR code, or empty.
    pub qr_payload: String,
    pub account: Option<BankAccount>,
    pub sandbox: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccount {
    pub bank: String,
    pub account: String,
    pub holder: String,
}

impl Order {
    /// The name under which its units are held.
    pub fn reservation_id(&self) -> String {
        match self.retakes {
            0 => self.order_id.clone(),
            again => format!("{}-{again}", self.order_id),
        }
    }

    pub fn spent_points(&self) -> bool {
        self.body.totals.points_used > 0
    }

    pub fn units(&self) -> i64 {
        self.body.lines.iter().map(|line| line.quantity).sum()
    }
}
