//! Events of other services, as their outboxes deliver them.

/// A delivered event.
#[derive(Clone, Debug)]
#[allow(clippy::struct_field_names, reason = "the value used in the contract")]
pub struct Event {
    pub event_id: String,
    pub kind: String,
    pub customer_id: i64,
    pub order_id: String,
    pub payload: String,
    /// Unix milliseconds.
    pub at: i64,
}
