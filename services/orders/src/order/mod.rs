//! Orders: data, rules and transitions.

mod bank_numbers;
mod corrections;
mod credit_note;
mod delivery_day;
mod due;
mod limits;
mod lines;
mod method;
mod movement_details;
pub mod number;
mod receiver;
mod retained_payment;
mod returns;
mod seller;
mod settlement;
mod state;
mod status;
mod taken_back;
mod undo;

use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

pub use bank_numbers::{derived_reference, is_derived_reference, may_be_bank_number};
pub use corrections::{Booking, Corrected, NotCorrectable};
pub use credit_note::CreditNote;
pub use delivery_day::{DeliveryDay, first_slot};
pub use due::due_at;
pub use limits::{OrderCandidate, OrderLimits, ReservedUnits, Usage, digest};
pub use lines::{Goods, LinePhase, LineWork, LinesBlocked, LinesEffects, stock_lines};
pub use method::{FormerContact, MethodChange};
pub use movement_details::{MoneyMethod, MovementDetails};
pub use number::reference;
pub use receiver::{OrderReceiver, Position};
pub use returns::{ReturnEffects, ReturnFigures};
pub use seller::{Seller, SellerContact};
pub use settlement::{
    MAX_ENTRIES, MoneyMovement, OpenCode, OrderReturn, RefundCause, RefundDue, ReportedPayment, ReturnBranch,
    ReturnRequest, ReturnedLine, Settlement,
};
pub use state::{
    Effects, LinesBalance, NOTIFY_CANCELLED, NOTIFY_DAY_CHANGED, NOTIFY_DELIVERY_CHANGED,
    NOTIFY_LINES_CHANGED, NOTIFY_PAID, NOTIFY_RECEIVED, NOTIFY_REFUND_DUE, NOTIFY_REFUNDED,
    NOTIFY_RETURN_CORRECTED, NOTIFY_RETURN_DECLINED, NOTIFY_RETURN_REQUESTED, NOTIFY_RETURNED,
    NOTIFY_UNDERPAID, OrderEvent, State,
};
pub use status::{PaymentMethod, PaymentState, Status, StockState};
pub use taken_back::{ReturnPoints, TakenBack};
pub use undo::{UNDO_MS, UndoStep};

use crate::{money::Totals, product::Label};

/// An order with all its data.
#[allow(clippy::struct_field_names, reason = "the name used in the contract")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub order_id: String,
    pub customer_id: i64,
    pub number: String,
    pub created_at: i64,
    pub method: PaymentMethod,
    pub state: State,
    /// Payment reference.
    pub reference: String,
    pub pay_until: Option<i64>,
    /// Number of new reservations after an expiry; part of the reservation id.
    pub retakes: i64,
    /// Points that the customer has for the order: [`Self::points_due`] after each event.
    pub earned: i64,
    /// Kip to refund, or refunded, over all refunds.
    pub refund: i64,
    /// Payments, refunds and returns.
    #[serde(default)]
    pub settlement: Settlement,
    /// Number of payment queries after the deadline.
    pub late_poll_count: i64,
    /// Reason given by the staff for a cancellation. Not shown to the customer.
    #[serde(default)]
    pub cancel_reason: String,
    /// Increases with every change that the staff see.
    #[serde(default = "first_version")]
    pub version: i64,
    /// The member of the staff who handles the order.
    #[serde(default)]
    pub assignee: Option<Assignee>,
    /// Day on which the order goes out or is picked up, if the staff have planned it.
    #[serde(default)]
    pub delivery_day: Option<DeliveryDay>,
    /// The last fulfilment step, while it can be undone.
    #[serde(default)]
    pub undo: Option<UndoStep>,
    /// The pending change of its goods.
    #[serde(default)]
    pub line_work: Option<LineWork>,
    pub body: Body,
    /// Oldest first.
    pub history: Vec<(Status, i64)>,
    /// Words of a newer release in `history`, by their index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_statuses: Vec<(usize, String)>,
}

/// A member of the staff, with the name at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignee {
    pub account_id: i64,
    pub name: String,
}

/// Version of an order when it is placed.
pub const fn first_version() -> i64 {
    1
}

/// Data fixed at placement, unless the staff change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    pub lines: Vec<OrderLine>,
    pub totals: Totals,
    pub delivery: Delivery,
    /// `+856…`
    pub phone: String,
    /// Name of the customer at placement.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub customer_name: String,
    /// The shop at placement; empty for orders of earlier versions.
    #[serde(default, skip_serializing_if = "Seller::is_empty")]
    pub seller: Seller,
    #[serde(default, skip_serializing_if = "OrderReceiver::is_empty")]
    pub receiver: OrderReceiver,
    /// Payment instructions for the customer.
    pub paying: PaymentDetails,
    /// Reason for which the staff granted the discount. Shown to the customer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub discount_reason: String,
    /// Deadline after which a cash order is canceled unless the staff have confirmed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_until: Option<i64>,
    /// Changes between delivery and pickup, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub method_changes: Vec<MethodChange>,
    /// Contact of the delivery while the order is a pickup, and of the pickup while it is delivered again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub former_contact: Option<FormerContact>,
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

/// Payment instructions of the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentDetails {
    /// `EMVCo` payload of the QR code, or empty.
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
    /// Id of its stock reservation.
    pub fn reservation_id(&self) -> String {
        self.reservation_id_after(self.retakes)
    }

    /// Id of its stock reservation after `retakes` new reservations.
    pub fn reservation_id_after(&self, retakes: i64) -> String {
        match retakes {
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

    /// Time at which the order got its present status.
    pub fn status_since(&self) -> i64 {
        self.history.last().map_or(self.created_at, |(_, at)| *at)
    }

    /// Whether this release knows the state, the payment method and the pending work of the order.
    pub fn is_known(&self) -> bool {
        let is_work_known =
            self.line_work.as_ref().is_none_or(|work| !matches!(work.phase, LinePhase::Other(_)));
        self.state.is_known() && self.method != PaymentMethod::Other && is_work_known
    }

    pub fn is_pickup(&self) -> bool {
        self.body.delivery.is_pickup()
    }
}

impl Delivery {
    pub fn is_pickup(&self) -> bool {
        matches!(self, Self::Pickup { .. })
    }
}

pub fn no_such_order() -> Error {
    Error::not_found("no such order")
}

/// The error of a command that names another version than the present one.
pub fn changed_meanwhile() -> Error {
    Error::conflict("order_changed", "the order has changed; look at it again")
}
