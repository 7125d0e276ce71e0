//! Values of an event for the templates of messages.

use serde::Serialize;

use crate::planned_day::PlannedDay;

/// Values of an event for the templates.
#[derive(Clone, Debug, Default, Serialize, serde::Deserialize)]
#[serde(default)]
pub struct EventVariables {
    pub number: String,
    pub total: String,
    /// Amount that is refunded because of the event; empty without a refund.
    pub refund: String,
    /// Amount that is still to be paid; empty if the event leaves nothing to be paid.
    pub due: String,
    /// Whether the customer picks the goods up.
    pub pickup: bool,
    /// Whether the order waits for its payment.
    pub awaiting_payment: bool,
    /// Path in the shop; empty for a message without a link.
    pub path: String,
    /// Planned day on which the goods go out or are picked up.
    pub planned: Option<PlannedDay>,
    /// A one-time code.
    pub code: String,
    /// Minutes for which the code is valid.
    pub minutes: String,
    /// Short name of a browser; may be empty.
    pub device: String,
    /// Title of news.
    pub title: String,
    pub body: String,
}
