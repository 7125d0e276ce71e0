//! JSON types of an order for the staff: possible steps with their effects, money movements and the internal log.

use heuan_proto::orders::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    action::StaffOrderAction, correction::StaffOrderCorrection, lines::StaffConsent, pick::StaffPickedLine,
};
use crate::order::{DeliveryMethod, MoneyMethod, Order, OrderStatus};
use heuan_edge_http::envelope::{filled, moment};

/// An order as the staff see it.
#[derive(Serialize, ToSchema)]
pub struct StaffOrder {
    #[serde(flatten)]
    order: Order,
    /// Increases with every change. A step sends it back.
    version: i64,
    cus_id: i64,
    /// The member of the staff who handles it.
    #[schema(required)]
    assignee: Option<OrderAssignee>,
    /// Reason of a cancellation by the staff, or empty.
    cancel_reason: String,
    #[schema(format = DateTime)]
    status_since: String,
    customer: StaffOrderCustomer,
    actions: Vec<StaffOrderActionState>,
    /// Newest first, at most 200.
    log: Vec<StaffOrderLogEntry>,
    /// Cursor of the older entries; null if these are all.
    #[schema(required)]
    log_cursor: Option<i64>,
    /// Until when `undo` reverts the last step; null if it cannot.
    #[schema(required, format = DateTime)]
    undo_until: Option<String>,
    /// The member of the staff who took the order; null if the customer placed it.
    #[schema(required)]
    taken_by: Option<OrderAssignee>,
    /// Reason why the goods cannot be changed now: `status`, `stock_pending` or `difference_open`; null if they can.
    #[schema(required)]
    lines_blocked_reason: Option<String>,
    /// Received, oldest first.
    payments: Vec<MoneyMovement>,
    /// Paid out, oldest first.
    payouts: Vec<MoneyMovement>,
    /// Kip that the caller may still write off or refund without a return; more needs a manager. Null without a limit.
    #[schema(required)]
    grant_left: Option<i64>,
    /// Bookings that a manager may correct, one for each kind.
    corrections: Vec<StaffOrderCorrection>,
    /// Lines that were ticked off while the goods were prepared, by product number.
    picked_lines: Vec<StaffPickedLine>,
}

/// An amount that was received or paid out.
#[derive(Serialize, ToSchema)]
pub struct MoneyMovement {
    #[schema(format = DateTime)]
    at: String,
    /// Kip; negative if it takes back an amount before it.
    amount: i64,
    /// Null if it was not recorded.
    #[schema(required)]
    method: Option<MoneyMethod>,
    /// Such as the number of a bank's transaction; null without one.
    #[schema(required)]
    reference: Option<String>,
    /// Null for the command line and the system.
    #[schema(required)]
    by: Option<OrderAssignee>,
}

/// A member of the staff.
#[derive(Serialize, ToSchema)]
pub struct OrderAssignee {
    cus_id: i64,
    name: String,
}

/// Customer of an order as the staff sees them.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderCustomer {
    /// As in this order.
    name: String,
    phone: String,
    /// Orders of this customer, this one included.
    order_count: i64,
    completed_count: i64,
    points_balance: i64,
    /// Time of the customer's first order.
    #[schema(format = DateTime)]
    since: String,
}

/// Whether a step is possible now, and what it would do.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderActionState {
    action: StaffOrderAction,
    allowed: bool,
    /// `status`, `stock_pending`, `pickup`, `nothing_to_refund`, `provider_refunds`, `undo_over`, `assigned_to_you`, `not_assigned`,
    /// `no_difference`, `difference_open`, `not_paid`, `nothing_to_return`, `return_requested`, `no_return_requested`,
    /// `nothing_to_correct` or `needs_manager`; null if it is possible.
    #[schema(required)]
    blocked_reason: Option<String>,
    effects: StaffOrderEffects,
}

/// All zero unless the step is possible.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderEffects {
    /// The next status.
    status: OrderStatus,
    units_returned: i64,
    /// Kip that become due for a refund.
    refund: i64,
    points_earned: i64,
    points_returned: i64,
    points_revoked: i64,
    /// Whether the customer is notified.
    notifies: bool,
    /// Whether the state of the payment changes.
    money_moved: bool,
}

/// An entry of the internal log.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderLogEntry {
    #[schema(format = DateTime)]
    at: String,
    /// A step of the staff, `take_order`, `change_details`, `change_lines`, `change_delivery`, `plan_delivery`, or `sold`, `stock_lost`, `paid`, `payment_failed`, `window_over`, `refunded`, `refund_refused`,
    /// `cancel_by_customer`.
    action: String,
    /// Null for the command line and the system.
    #[schema(required)]
    by: Option<OrderAssignee>,
    from: OrderStatus,
    to: OrderStatus,
    note: String,
    /// Kip received, written off, refunded, due for a refund, taken back by `correct`, or the discount of `take_order`; null for other entries.
    #[schema(required)]
    amount: Option<i64>,
    /// Of goods that came back.
    units_to_stock: i64,
    units_to_waste: i64,
    /// Method by which `amount` was received or paid out; null for other entries.
    #[schema(required)]
    method: Option<MoneyMethod>,
    /// Such as the number of a bank's transaction; null without one.
    #[schema(required)]
    reference: Option<String>,
    /// Customer's consent to fewer units of changed goods; null if it was not recorded.
    #[schema(required)]
    consent: Option<StaffConsent>,
    /// Delivery method after the change; null from a service of an earlier release.
    #[schema(required)]
    delivery_method: Option<DeliveryMethod>,
}

impl TryFrom<Option<proto::StaffOrder>> for StaffOrder {
    type Error = Error;

    fn try_from(from: Option<proto::StaffOrder>) -> Result<Self> {
        let missing = || Error::internal("response without order");
        let from = from.ok_or_else(missing)?;
        Ok(Self {
            order: Order::try_from(from.order)?,
            version: from.version,
            cus_id: from.customer_id,
            assignee: from.assignee.map(OrderAssignee::from),
            cancel_reason: from.cancel_reason,
            status_since: moment(from.status_since_ms)?,
            customer: from.customer.ok_or_else(missing)?.try_into()?,
            // Steps of a newer service are left out, because this edge could not send them.
            actions: from
                .actions
                .into_iter()
                .filter(|action| StaffOrderAction::of(&action.action).is_ok())
                .map(StaffOrderActionState::try_from)
                .collect::<Result<_>>()?,
            log: from.log.into_iter().map(StaffOrderLogEntry::try_from).collect::<Result<_>>()?,
            log_cursor: from.log_cursor,
            undo_until: from.undo_until_ms.map(moment).transpose()?,
            taken_by: from.taken_by.map(OrderAssignee::from),
            lines_blocked_reason: filled(from.lines_blocked_reason),
            payments: from.payments.into_iter().map(MoneyMovement::try_from).collect::<Result<_>>()?,
            payouts: from.payouts.into_iter().map(MoneyMovement::try_from).collect::<Result<_>>()?,
            grant_left: from.grant_left,
            corrections: from.corrections.into_iter().filter_map(StaffOrderCorrection::read).collect(),
            picked_lines: from
                .picked_lines
                .into_iter()
                .map(StaffPickedLine::try_from)
                .collect::<Result<_>>()?,
        })
    }
}

impl TryFrom<proto::MoneyMovement> for MoneyMovement {
    type Error = Error;

    fn try_from(from: proto::MoneyMovement) -> Result<Self> {
        let proto::MoneyMovement { at_ms, amount, method, reference, by } = from;
        Ok(Self {
            at: moment(at_ms)?,
            amount,
            method: money_method(&method),
            reference: filled(reference),
            by: by.map(OrderAssignee::from),
        })
    }
}

/// Parses a payment method. Words of a newer service become `other`.
fn money_method(name: &str) -> Option<MoneyMethod> {
    (!name.is_empty()).then(|| MoneyMethod::of(name))
}

impl From<proto::OrderAssignee> for OrderAssignee {
    fn from(from: proto::OrderAssignee) -> Self {
        Self { cus_id: from.account_id, name: from.name }
    }
}

impl TryFrom<proto::OrderCustomer> for StaffOrderCustomer {
    type Error = Error;

    fn try_from(from: proto::OrderCustomer) -> Result<Self> {
        Ok(Self {
            name: from.name,
            phone: from.phone,
            order_count: from.order_count,
            completed_count: from.completed_count,
            points_balance: from.points_balance,
            since: moment(from.since_ms)?,
        })
    }
}

impl TryFrom<proto::OrderAction> for StaffOrderActionState {
    type Error = Error;

    fn try_from(from: proto::OrderAction) -> Result<Self> {
        let effects = from.effects.unwrap_or_default();
        Ok(Self {
            action: StaffOrderAction::of(&from.action)?,
            allowed: from.blocked_reason.is_empty(),
            blocked_reason: filled(from.blocked_reason),
            effects: StaffOrderEffects {
                status: OrderStatus::of(&effects.status),
                units_returned: effects.units_returned,
                refund: effects.refund,
                points_earned: effects.points_earned,
                points_returned: effects.points_returned,
                points_revoked: effects.points_revoked,
                notifies: effects.notifies,
                money_moved: effects.money_moved,
            },
        })
    }
}

impl TryFrom<proto::OrderLogEntry> for StaffOrderLogEntry {
    type Error = Error;

    fn try_from(from: proto::OrderLogEntry) -> Result<Self> {
        Ok(Self {
            at: moment(from.at_ms)?,
            action: from.action,
            by: from.actor.map(OrderAssignee::from),
            from: OrderStatus::of(&from.from),
            to: OrderStatus::of(&from.to),
            note: from.note,
            amount: from.amount,
            units_to_stock: from.units_to_stock,
            units_to_waste: from.units_to_waste,
            method: money_method(&from.method),
            reference: filled(from.reference),
            consent: StaffConsent::read(&from.consent),
            delivery_method: from.delivery_method.parse().ok(),
        })
    }
}
