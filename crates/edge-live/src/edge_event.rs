//! Changes that edges announce to each other, with their topics and payloads. Commands of an operator publish the same ones.

use bytes::Bytes;
use serde::Serialize;

use super::{OrderPicked, SessionsRevoked, StaffOrderChange};

/// Topic of changed branches, which have no revision to watch.
pub const BRANCHES: &str = "branches";
pub(super) const STAFF_ORDER_CHANGED: &str = "live.staff_order";
pub(super) const ORDER_PICKED: &str = "live.order_picked";
pub(super) const SESSIONS_REVOKED: &str = "live.ended";

/// A change that edges announce to each other.
#[derive(Clone, Debug)]
pub enum EdgeEvent {
    /// Branches were changed, which caches have.
    BranchesChanged,
    /// Sessions were revoked, whose streams end.
    SessionsRevoked(SessionsRevoked),
    /// A step of the staff on an order, for the staff who may see orders.
    StaffOrderChanged(StaffOrderChange),
    /// A line of an order was ticked off, or is to be picked again, for the staff who may see orders.
    OrderPicked(OrderPicked),
}

impl EdgeEvent {
    /// The topic, and the payload as edges read it.
    pub fn encode(&self) -> (&'static str, Bytes) {
        match self {
            Self::BranchesChanged => (BRANCHES, Bytes::new()),
            Self::SessionsRevoked(revoked) => (SESSIONS_REVOKED, to_json(revoked)),
            Self::StaffOrderChanged(change) => (STAFF_ORDER_CHANGED, to_json(change)),
            Self::OrderPicked(picked) => (ORDER_PICKED, to_json(picked)),
        }
    }
}

/// JSON of a payload. Serializing our types cannot fail.
pub(super) fn to_json(payload: &impl Serialize) -> Bytes {
    serde_json::to_vec(payload).unwrap_or_default().into()
}
