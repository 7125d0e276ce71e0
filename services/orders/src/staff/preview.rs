//! Preview of a step of the staff: its effects on status, stock, money and points.

use super::StaffAction;
use crate::order::{MovementDetails, Order, OrderEvent, PaymentState, State, Status, StockState};

/// Effects of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The next status; `None` if it stays.
    pub status: Option<Status>,
    pub units_returned: i64,
    /// Kip that become due for a refund.
    pub refund: i64,
    pub points_earned: i64,
    pub points_returned: i64,
    pub points_revoked: i64,
    /// Whether the customer is notified.
    pub notifies: bool,
    /// Whether the state of the payment changes.
    pub money_moved: bool,
}

impl Preview {
    /// `balance` is the customer's number of points, from which earned points are revoked as far as it has
    /// them.
    pub fn of(order: &Order, action: StaffAction, balance: i64, point_value: i64) -> Self {
        let (from, totals) = (order.state, &order.body.totals);
        match action {
            // The amounts depend on the typed values; see `preview_return`.
            StaffAction::ReceiveReturn | StaffAction::RefundPart => {
                return Self { notifies: true, money_moved: true, ..Self::default() };
            }
            StaffAction::RequestReturn | StaffAction::DeclineReturn => {
                return Self { notifies: true, ..Self::default() };
            }
            _ => {}
        }
        let event = action.event(order);
        let changed = event.and_then(|event| from.transition(event, order.spent_points()));
        let Some((to, effects)) = changed else { return Self::default() };
        let returned = if effects.undo_points { totals.points_used } else { 0 };
        let (earned, to_revoke) = match event {
            Some(event) if !effects.undo_points => points_moved(order, event, to),
            _ => (0, order.earned),
        };
        let revoked = to_revoke.min(balance + returned);
        let is_refunded = to.money == PaymentState::RefundDue && from.money != to.money;
        let missing = if effects.undo_points { order.earned - revoked } else { 0 };
        let excess = if from.money == PaymentState::Overpaid { order.excess() } else { 0 };
        let refund = if from.status.is_live() && to.status.is_live() {
            excess
        } else {
            order.refund_without(missing, point_value)
        };
        let units_leave = to.units == StockState::ReleaseDue && from.units != to.units;
        Self {
            status: (to.status != from.status).then_some(to.status),
            units_returned: if units_leave { order.units() } else { 0 },
            refund: if is_refunded { refund } else { 0 },
            points_earned: earned,
            points_returned: returned,
            points_revoked: revoked,
            notifies: effects.notification.is_some(),
            money_moved: to.money != from.money,
        }
    }
}

/// Points that are given and revoked when `event` moves the order to the state `to`.
fn points_moved(order: &Order, event: OrderEvent, to: State) -> (i64, i64) {
    let mut changed = order.clone();
    changed.state = to;
    changed.book(event, order.state, None, &MovementDetails::default(), order.created_at);
    let more = changed.points_due() - order.earned;
    (more.max(0), (-more).max(0))
}
