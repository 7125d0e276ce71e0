//! Lines of an order that are ticked off the picking list while its goods are prepared.
//!
//! A tick is shared by the staff, and anyone undoes any. It does not change the version of the order: two clerks who pick one order
//! together would otherwise refuse each other's ticks and steps.

use heuan_rpc::Error;

use super::{Actor, Blocked};
use crate::order::{Assignee, Order, OrderLine, Status};

/// The word for it in security events.
pub const PICK_LINE: &str = "pick_line";

/// A line that lies ready.
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
    /// Whether it is a tick of this line as it is now.
    pub fn is_of(&self, line: &OrderLine) -> bool {
        (self.pro_id, self.quantity) == (line.pro_id, line.quantity)
    }

    /// Whether the order has the line, with the units that were ticked off.
    pub fn is_in(&self, order: &Order) -> bool {
        order.body.lines.iter().any(|line| self.is_of(line))
    }
}

/// A tick of a line, or its end.
#[derive(Clone, Copy, Debug)]
pub struct PickChange<'a> {
    pub actor: &'a Actor,
    pub pro_id: i64,
    /// Units that the actor sees; `None` for the command line, which ticks whatever the line is.
    pub quantity: Option<i64>,
    /// False undoes the tick, also that of another person.
    pub is_picked: bool,
}

impl PickChange<'_> {
    /// The line as it is now. Refuses an order that is not being prepared, a product that it does not have, and units that have
    /// changed.
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
