//! Lists, steps and internal log of the staff for the orders of all customers. The gRPC service and the command-line tool
//! use the same steps.

mod action;
mod change;
mod command_line;
mod cursor;
mod customer;
mod detail;
mod figures;
mod lines;
mod list;
mod order;
mod preview;
mod search;
mod service;
mod take;

pub use action::{Actor, Blocked, StaffAction, StaffStep};
pub use change::{CHANGE_DETAILS, DetailsChange};
pub use command_line::{LogLine, OrderDetails, OrderSummary, ReturnedGoods, StaffCommands};
pub use customer::{Correction, StaffCustomerService, StaffEntry};
pub use detail::StepDetail;
pub use figures::{BestSeller, DAY_MS, DailySales, Day, Figures, Period, Sales, Series, WaitingOrders};
pub use lines::{CHANGE_LINES, LinesChange, LinesPreview, LinesRequest, PreviewedLine, lines_note};
pub use list::{ListFilter, ListRequest, Sort, View, ViewCounts};
pub use order::{ActionState, CustomerFacts, LogEntry, StaffOrder};
pub use preview::Preview;
pub use search::search_text;
pub use service::{ListPage, ReturnPreview, StaffOrderService};
pub use take::{CommandLineOrder, Destination, TAKE_ORDER, TakenOrder};

use crate::order::Order;

/// Logs a step of the staff on an order as a security event.
fn record_action(step: &StaffStep<'_>, order: &Order) {
    let (action, order, account) = (step.action.into_str(), order.number.as_str(), order.customer_id);
    let actor = step.actor.map_or(0, |actor| actor.account_id);
    tracing::info!(target: "heuan::security", event = "order_action", action, order, account, actor, "security event");
}

/// Logs a change of an order's details as a security event.
fn record_change(actor: &Actor, order: &Order) {
    record_order(CHANGE_DETAILS, actor, order);
}

/// Logs an order that the staff took as a security event.
fn record_taken(actor: &Actor, order: &Order) {
    record_order(TAKE_ORDER, actor, order);
}

fn record_order(action: &'static str, actor: &Actor, order: &Order) {
    let (order, account, actor) = (order.number.as_str(), order.customer_id, actor.account_id);
    tracing::info!(target: "heuan::security", event = "order_action", action, order, account, actor, "security event");
}
