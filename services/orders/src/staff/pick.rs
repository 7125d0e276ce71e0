//! Lines of an order that are ticked off the picking list while its goods are prepared.
//!
//! All staff share the ticks, and each may undo a tick of another. A tick does not change the version of the order: otherwise
//! the ticks and steps of two clerks who pick one order together would refuse each other.

use heuan_rpc::Error;

use super::{Actor, Blocked};
use crate::order::{Assignee, Order, OrderLine, Status};

/// The word for it in security events.
pub const PICK_LINE: &str = "pick_line";

/// A line that is ticked off, because its goods are ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickedLine {
    pub pro_id: i64,
    /// Units of the line that was ticked off.
    pub quantity: i64,
    pub at: i64,
    /// `None` for the command line.
    pub by: Option<Assignee>,
}

impl PickedLine {
    /// Whether this is a tick of `line` with its present units.
    pub fn matches_line(&self, line: &OrderLine) -> bool {
        (self.pro_id, self.quantity) == (line.pro_id, line.quantity)
    }

    /// Whether the order has the line with the units that were ticked off.
    pub fn is_in(&self, order: &Order) -> bool {
        order.body.lines.iter().any(|line| self.matches_line(line))
    }
}

/// A request to tick a line off, or to undo its tick.
#[derive(Clone, Copy, Debug)]
pub struct PickChange<'a> {
    pub actor: &'a Actor,
    pub pro_id: i64,
    /// Units that the actor sees; `None` for the command line, which ticks the line whatever its units are.
    pub quantity: Option<i64>,
    /// `false` undoes the tick, even if another person made it.
    pub is_picked: bool,
}

impl PickChange<'_> {
    /// The line of the order with its present units. Refuses an order that is not being prepared, a product that the order does
    /// not have, and units that have changed.
    pub fn line<'a>(&self, order: &'a Order) -> Result<&'a OrderLine, Error> {
        let status = order.state.status;
        if status != Status::Preparing || !order.is_known() {
            return Err(Error::conflict("action_not_possible", Blocked::Status.message(status)));
        }
        let line = order.body.lines.iter().find(|line| line.pro_id == self.pro_id);
        match (line, self.quantity) {
            (Some(line), Some(seen)) if seen != line.quantity => Err(line_changed(line)),
            (Some(line), _) => Ok(line),
            (None, _) => Err(Error::invalid("pro_id", "is not in the order")),
        }
    }
}

fn line_changed(line: &OrderLine) -> Error {
    let text = format!("the line has {} units now; look at the order again", line.quantity);
    Error::conflict("order_changed", text)
}
