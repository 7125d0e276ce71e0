//! An order as the staff see it.

use strum::VariantArray as _;

use super::{Blocked, PickedLine, Preview, StaffAction, StepDetail};
use crate::order::{Assignee, Booking, Corrected, NotCorrectable, Order};

/// An order with its customer, its log and the possible steps.
#[derive(Clone, Debug)]
pub struct StaffOrder {
    pub order: Order,
    pub customer: CustomerFacts,
    /// Newest first.
    pub log: Vec<LogEntry>,
    /// Whether the log has older entries.
    pub has_older_log: bool,
    pub actions: Vec<ActionState>,
    /// Lines that are ticked off, while the goods are prepared and afterwards.
    pub picked: Vec<PickedLine>,
    /// Bookings that a manager may correct.
    pub corrections: Vec<(Booking, Result<Corrected, NotCorrectable>)>,
    /// Time until which the last step can be undone.
    pub undo_until: Option<i64>,
    /// Kip that the caller may still give of the order; `None` without a limit.
    pub grant_left: Option<i64>,
}

/// Orders and points of a customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomerFacts {
    pub order_count: i64,
    pub completed_count: i64,
    pub points_balance: i64,
    /// Time at which the first order was placed.
    pub since: i64,
}

/// An entry of the internal log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Version of the order that the change made.
    pub version: i64,
    pub at: i64,
    pub action: String,
    /// `None` for the command line and the system.
    pub actor: Option<Assignee>,
    pub from: String,
    pub to: String,
    pub note: String,
    pub detail: StepDetail,
    /// Whether the order was a pickup after the change.
    pub was_pickup: bool,
}

/// Whether a step is possible, and what it would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionState {
    pub action: StaffAction,
    pub blocked: Option<Blocked>,
    /// Effects of the step; empty unless it is possible.
    pub preview: Preview,
}

impl StaffOrder {
    pub fn new(
        order: Order,
        customer: CustomerFacts,
        log: Vec<LogEntry>,
        caller: i64,
        point_value: i64,
        now: i64,
    ) -> Self {
        let state = |action: &StaffAction| {
            let (action, blocked) = (*action, action.blocked(&order, caller, now));
            let preview = match blocked {
                Some(_) => Preview::default(),
                None => Preview::of(&order, action, customer.points_balance, point_value),
            };
            ActionState { action, blocked, preview }
        };
        let actions = StaffAction::VARIANTS.iter().map(state).collect();
        let undo_until = order.undo.map(|undo| undo.until).filter(|until| *until > now);
        let corrections = order.corrections();
        let (has_older_log, grant_left, picked) = (false, None, Vec::new());
        Self { order, customer, log, has_older_log, actions, picked, corrections, undo_until, grant_left }
    }
}
