//! Events of orders in the transactional outbox, with their ids and the data of notifications. Each is written in the
//! transaction of its cause.

use heuan_rpc::Error;
use serde::Serialize;

use crate::{
    day::Day,
    order::{
        Delivery, NOTIFY_CANCELLED, NOTIFY_DAY_CHANGED, NOTIFY_DELIVERY_CHANGED, NOTIFY_LINES_CHANGED,
        NOTIFY_PAID, NOTIFY_REFUND_DUE, NOTIFY_REFUNDED, NOTIFY_RETURN_CORRECTED, NOTIFY_RETURN_DECLINED,
        NOTIFY_RETURN_REQUESTED, NOTIFY_RETURNED, NOTIFY_UNDERPAID, Order, Status,
    },
};

const NOTIFY_CHANGED: &str = "order.changed";

#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_field_names, reason = "the name used in the contract")]
pub struct Event {
    pub event_id: String,
    pub kind: String,
    pub customer_id: i64,
    pub order_id: String,
    /// JSON of the data for the notification.
    pub payload: String,
    pub at: i64,
}

/// Data for the notification's text.
#[derive(Serialize)]
struct OutboxPayload<'a> {
    number: &'a str,
    status: &'a str,
    total: i64,
    method: &'a str,
    payment_status: &'a str,
    refund: i64,
    /// Kip that this event reports: still to be paid, due for a refund (even after a cancellation), or refunded.
    amount: i64,
    /// Kip that are to be paid after goods were added to a paid order.
    #[serde(skip_serializing_if = "is_zero")]
    due: i64,
    /// Branch of a pickup, for the pushes to its staff.
    #[serde(skip_serializing_if = "is_zero")]
    branch_id: i64,
    /// The planned day, unless it has passed.
    #[serde(skip_serializing_if = "String::is_empty")]
    delivery_day: String,
    /// `morning` or `afternoon`, if a part of the day is planned.
    #[serde(skip_serializing_if = "str::is_empty")]
    delivery_part: &'static str,
}

impl<'a> OutboxPayload<'a> {
    fn of(order: &'a Order, amount: i64, due: i64, now: i64) -> Self {
        let planned = order.delivery_day.filter(|planned| planned.day >= Day::of(now));
        Self {
            number: &order.number,
            status: order.state.status.into_str(),
            total: order.body.totals.total,
            method: order.method.into_str(),
            payment_status: order.state.money.into_str(),
            refund: order.refund,
            amount,
            due,
            branch_id: branch_id(order),
            delivery_day: planned.map(|planned| planned.day.to_string()).unwrap_or_default(),
            delivery_part: planned.and_then(|planned| planned.part).map_or("", |part| part.into_str()),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

impl Event {
    /// Id of the event that reports the order's present status.
    ///
    /// Most kinds happen to an order once, so order and kind form the id. A second delivery is `ORDER.order.delivering.2`.
    pub fn id(order: &Order, kind: &str) -> String {
        let is_of_kind = |status: Status| kind.strip_prefix("order.") == Some(status.into_str());
        let settlement = &order.settlement;
        let times = match kind {
            NOTIFY_UNDERPAID => settlement.payments.len(),
            NOTIFY_PAID => settlement.payments.len() + settlement.write_offs.len(),
            NOTIFY_REFUND_DUE => settlement.dues.len(),
            NOTIFY_REFUNDED => settlement.refunds.len(),
            NOTIFY_RETURNED => settlement.returns.len(),
            NOTIFY_RETURN_CORRECTED => settlement.returns.iter().filter(|one| !one.is_valid()).count(),
            NOTIFY_RETURN_REQUESTED | NOTIFY_RETURN_DECLINED => settlement.request_count,
            _ => order.history.iter().filter(|(status, _)| is_of_kind(*status)).count(),
        };
        numbered_id(&order.order_id, kind, times)
    }

    pub fn of(order: &Order, kind: &str, now: i64) -> Result<Self, Error> {
        Self::with_payload(order, kind, &OutboxPayload::of(order, amount(order, kind), 0, now), now)
    }

    fn with_payload(order: &Order, kind: &str, payload: &OutboxPayload<'_>, now: i64) -> Result<Self, Error> {
        Ok(Self {
            event_id: Self::id(order, kind),
            kind: kind.to_owned(),
            customer_id: order.customer_id,
            order_id: order.order_id.clone(),
            payload: serde_json::to_string(payload).map_err(Error::internal)?,
            at: now,
        })
    }
}

impl Event {
    /// The staff have changed phone number or delivery. This may happen any number of times, so the version is in the id.
    pub fn of_change(order: &Order, now: i64) -> Result<Self, Error> {
        Self::of_version(order, NOTIFY_CHANGED, now)
    }

    /// The staff have planned another day, or deleted the plan.
    pub fn of_day(order: &Order, now: i64) -> Result<Self, Error> {
        Self::of_version(order, NOTIFY_DAY_CHANGED, now)
    }

    fn of_version(order: &Order, kind: &str, now: i64) -> Result<Self, Error> {
        let event = Self::of(order, kind, now)?;
        Ok(Self { event_id: format!("{}.{kind}.{}", order.order_id, order.version), ..event })
    }

    /// The staff have changed the goods or, with `is_delivery`, the delivery: `refund` kip became due for a refund, `due` kip are
    /// to be paid.
    pub fn of_lines(
        order: &Order,
        is_delivery: bool,
        refund: i64,
        due: i64,
        now: i64,
    ) -> Result<Self, Error> {
        let kind = if is_delivery { NOTIFY_DELIVERY_CHANGED } else { NOTIFY_LINES_CHANGED };
        let payload = OutboxPayload::of(order, refund, due, now);
        let event = Self::with_payload(order, kind, &payload, now)?;
        Ok(Self { event_id: format!("{}.{kind}.{}", order.order_id, order.version), ..event })
    }
}

/// Branch of a pickup; 0 for a delivery.
fn branch_id(order: &Order) -> i64 {
    match &order.body.delivery {
        Delivery::Pickup { branch_id, .. } => *branch_id,
        Delivery::Delivery { .. } => 0,
    }
}

fn amount(order: &Order, kind: &str) -> i64 {
    let settlement = &order.settlement;
    match kind {
        NOTIFY_UNDERPAID => order.unpaid(),
        NOTIFY_CANCELLED => order.refund_due(),
        NOTIFY_REFUND_DUE => settlement.dues.last().map_or(0, |one| one.amount),
        NOTIFY_REFUNDED => settlement.refunds.last().map_or(0, |one| one.amount),
        // A return that was taken back is not reported.
        NOTIFY_RETURNED | NOTIFY_RETURN_CORRECTED => settlement.returns.last().map_or(0, |one| one.refund),
        _ => 0,
    }
}

/// Id of the event when it happens to an order for the given time, counted from 1.
pub fn numbered_id(order_id: &str, kind: &str, times: usize) -> String {
    if times > 1 { format!("{order_id}.{kind}.{times}") } else { format!("{order_id}.{kind}") }
}
