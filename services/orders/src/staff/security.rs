//! Security events: actions of the staff on orders and points, as log lines and as a counter.

use super::{Actor, StaffStep};
use crate::order::Order;

/// Logs and counts a step of the staff on an order.
pub fn record_step(step: &StaffStep<'_>, order: &Order) {
    let operator = Actor::operator();
    record_order(step.action.into_str(), step.actor.unwrap_or(&operator), order);
}

/// Logs and counts an action of the staff on an order.
pub fn record_order(action: &'static str, actor: &Actor, order: &Order) {
    let (event, result) = counted("order_action");
    let (order, account) = (order.number.as_str(), order.customer_id);
    let (actor, client_address) = (actor.account_id, actor.client_address.as_str());
    tracing::info!(
        target: "heuan::security",
        event, result, action, order, account, actor, client_address, "security event"
    );
}

/// Logs and counts a correction of a customer's points.
pub fn record_correction(actor: &Actor, account: i64) {
    let (event, result) = counted("points_correction");
    let (actor, client_address) = (actor.account_id, actor.client_address.as_str());
    tracing::info!(target: "heuan::security", event, result, account, actor, client_address, "security event");
}

/// Refused actions are in the audit log only.
fn counted(event: &'static str) -> (&'static str, &'static str) {
    let result = "success";
    metrics::counter!("security_events_total", "event" => event, "result" => result).increment(1);
    (event, result)
}
