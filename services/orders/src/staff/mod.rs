//! What the staff do with the orders of all customers: lists, steps and the internal log. The gRPC service and the
//! command-line tool use the same steps.

mod action;
mod command_line;
mod cursor;
mod list;
mod order;
mod preview;
mod search;
mod service;

pub use action::{Actor, Blocked, StaffAction, StaffStep};
pub use command_line::{LogLine, OrderDetails, OrderSummary, StaffCommands};
pub use list::{ListFilter, ListRequest, Sort, View, ViewCounts};
pub use order::{ActionState, CustomerFacts, LogEntry, StaffOrder};
pub use preview::Preview;
pub use search::search_text;
pub use service::ListPage;

use crate::order::Order;

/// Logs a step of the staff on an order as a security event.
fn record_action(step: &StaffStep<'_>, order: &Order) {
    let (action, order, account) = (step.action.into_str(), order.number.as_str(), order.customer_id);
    let actor = step.actor.map_or(0, |actor| actor.account_id);
    tracing::info!(target: "heuan::security", event = "order_action", action, order, account, actor, "security event");
}
