//! Undo of a fulfilment step: the recorded step and the time in which it can be undone.

use serde::{Deserialize, Serialize};

use super::Status;

/// Time in which a fulfilment step can be undone. Its notification leaves the outbox after this time.
pub const UNDO_MS: i64 = 10_000;

/// A fulfilment step that moved neither money nor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoStep {
    /// The status before the step.
    pub from: Status,
    /// Unix ms.
    pub until: i64,
}
