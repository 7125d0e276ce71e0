//! Transaction that applies an event to an order with its effects, and the lease of an order with due work.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe};

use super::{
    super::{Store, json, outbox as table, points, store_error},
    log::{self, NewLogEntry},
    row::{COLUMNS, Row, write_history},
    sums::Sums,
};
use crate::{
    order::{
        Effects, MovementDetails, Order, OrderEvent, PaymentState, RefundCause, Settlement, State, Status,
        StockState, UNDO_MS, UndoStep, due_at,
    },
    outbox,
    points::Kind,
};

/// Selects the order that an event applies to.
#[derive(Clone, Copy, Debug)]
pub enum OrderLookup<'a> {
    /// An order of this customer.
    Customer { customer_id: i64, order_id: &'a str },
    /// The order with this payment reference.
    Reference(&'a str),
    /// The order with this id.
    Id(&'a str),
    /// The order of this lease, which ends; no order if the lease was lost.
    Leased(Lease<'a>),
}

/// Lease of an order, with its end in Unix milliseconds as a fencing token: a lease that follows an expired one ends later,
/// so a process that was suspended for longer than its lease can no longer change the order.
#[derive(Clone, Copy, Debug)]
pub struct Lease<'a> {
    pub order_id: &'a str,
    pub until: i64,
}

/// Cause of a change of an order.
pub(super) struct Cause<'a> {
    pub logged: NewLogEntry<'a>,
    /// A fulfilment step of the staff, which can be undone for a while.
    pub is_fulfilment: bool,
    /// Kip received or refunded; `None` for the whole due amount.
    pub amount: Option<i64>,
    /// Method and reference of the money that the event receives or pays out, if any.
    pub details: MovementDetails,
}

/// Values from which effects are calculated.
#[derive(Clone, Copy)]
pub(super) struct EffectTerms {
    pub point_value: i64,
    pub now: i64,
}

impl Store {
    /// Applies `event` and returns the updated order; `None` if there is no such order.
    pub async fn apply(
        &self,
        whose: OrderLookup<'_>,
        event: OrderEvent,
        point_value: i64,
        now: i64,
    ) -> Result<Option<Order>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, whose).await? else { return Ok(None) };
        let logged = NewLogEntry {
            action: event.log_word(),
            actor: None,
            from: order.state.status,
            note: "",
            detail: "",
            at: now,
        };
        let cause = Cause { logged, is_fulfilment: false, amount: None, details: MovementDetails::default() };
        advance(&mut tx, &mut order, event, &cause, EffectTerms { point_value, now }).await?;
        save(&mut tx, &order, matches!(whose, OrderLookup::Leased(_)), now).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(Some(order))
    }

    /// Takes `lease`, if the order is due and not leased.
    pub async fn lease(&self, lease: Lease<'_>, now: i64) -> Result<Option<Order>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = format!(
            "UPDATE customer_order SET leased_until = $3 \
             WHERE order_id = $1 AND due_at <= $2 AND leased_until <= $2 RETURNING {COLUMNS}"
        );
        let row: Option<Row> = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(lease.order_id)
                .bind(now)
                .bind(lease.until)
                .fetch_optional(conn)
                .await
                .map_err(store_error)?
        });
        tx.commit().await.map_err(store_error)?;
        row.map(Order::try_from).transpose()
    }

    /// Whether the order is due and another task has leased it.
    pub async fn is_leased(&self, order_id: &str, now: i64) -> Result<bool, Error> {
        let sql =
            "SELECT COUNT(*) FROM customer_order WHERE order_id = $1 AND due_at <= $2 AND leased_until > $2";
        let leased: i64 = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(order_id).bind(now).fetch_one(pool).await.map_err(store_error)?
        });
        Ok(leased > 0)
    }

    /// Ends the lease without a change; the retry delay grows with the number of tries, up to a minute. A lost lease changes
    /// nothing.
    pub async fn postpone(&self, lease: Lease<'_>, now: i64) -> Result<(), Error> {
        let sql = "UPDATE customer_order SET leased_until = 0, tries = tries + 1, \
               due_at = $2 + CASE WHEN tries < 6 THEN 1000 * (tries + 1) * (tries + 1) ELSE 60000 END \
             WHERE order_id = $1 AND leased_until = $3";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, lease.order_id, now, lease.until).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Ends the lease of an order without due work until `due_at`. `late` counts a query for a late payment. A lost lease
    /// changes nothing.
    pub async fn schedule_poll(
        &self,
        lease: Lease<'_>,
        order: &Order,
        due_at: Option<i64>,
        late: bool,
    ) -> Result<(), Error> {
        // A concurrent event needs no lease and has set its own due time, which stays.
        let sql = "UPDATE customer_order SET leased_until = 0, tries = 0, late_poll_count = late_poll_count + $3, \
               due_at = CASE WHEN money = $4 AND units = $5 AND line_change = '' AND version = $6 THEN CAST($2 AS BIGINT) ELSE due_at END \
             WHERE order_id = $1 AND leased_until = $7";
        let state = order.state;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(
            tx,
            sql,
            lease.order_id,
            due_at,
            i64::from(late),
            state.money.into_str(),
            state.units.into_str(),
            order.version,
            lease.until
        )
        .map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}

/// Changes `order` by `event`, with all its effects in `tx`.
pub(super) async fn advance(
    tx: &mut Tx,
    order: &mut Order,
    event: OrderEvent,
    cause: &Cause<'_>,
    terms: EffectTerms,
) -> Result<(), Error> {
    let EffectTerms { now, .. } = terms;
    let previous = order.state;
    let (to, effects) =
        previous.transition(event, order.spent_points()).ok_or_else(|| refused(event, order))?;
    order.state = to;
    let re_reserves = to.units == StockState::RetakeDue
        && (previous.units != to.units || event == OrderEvent::ReservationExpired);
    order.retakes += i64::from(re_reserves);
    let is_moved = previous.status != to.status;
    match event {
        // The step is removed from the history, because the customer has not been notified of it.
        OrderEvent::Undone(_) if is_moved => drop(order.history.pop()),
        _ if is_moved => order.history.push((to.status, now)),
        _ => {}
    }
    if is_moved && to.status == Status::Cancelled {
        cause.logged.note.clone_into(&mut order.cancel_reason);
    }
    if is_moved || previous.money != to.money {
        let can_undo = cause.is_fulfilment && previous.money == to.money;
        order.undo = can_undo.then_some(UndoStep { from: previous.status, until: now + UNDO_MS });
        order.version += 1;
        log::add(tx, order, &cause.logged).await?;
    }
    order.book(event, previous, cause.amount, &cause.details, now);
    if event == OrderEvent::Restocked && previous != to {
        for came_back in &mut order.settlement.returns {
            came_back.restocked = true;
        }
    }
    take_effect(tx, order, previous, effects, terms).await
}

fn refused(event: OrderEvent, order: &Order) -> Error {
    let status = order.state.status.into_str();
    match event {
        OrderEvent::Cancel | OrderEvent::CancelByStaff => {
            Error::conflict("order_not_cancellable", format!("an order that is {status} cannot be canceled"))
        }
        _ => Error::conflict("order_status", format!("the order is {status}")),
    }
}

pub(super) async fn lock(tx: &mut Tx, whose: OrderLookup<'_>) -> Result<Option<Order>, Error> {
    // A no-op update takes the row lock on both databases.
    let (rule, name, number) = match whose {
        OrderLookup::Customer { customer_id, order_id } => {
            ("order_id = $1 AND customer_id = $2", order_id, customer_id)
        }
        OrderLookup::Reference(reference) => ("reference = $1 AND 0 = $2", reference, 0),
        OrderLookup::Id(order_id) => ("order_id = $1 AND 0 = $2", order_id, 0),
        OrderLookup::Leased(Lease { order_id, until }) => {
            ("order_id = $1 AND leased_until = $2", order_id, until)
        }
    };
    let sql = format!("UPDATE customer_order SET status = status WHERE {rule} RETURNING {COLUMNS}");
    let row: Option<Row> = on!(*tx, |conn| {
        sqlx::query_as(AssertSqlSafe(sql))
            .bind(name)
            .bind(number)
            .fetch_optional(conn)
            .await
            .map_err(store_error)?
    });
    row.map(Order::try_from).transpose()
}

async fn take_effect(
    tx: &mut Tx,
    order: &mut Order,
    previous: State,
    effects: Effects,
    EffectTerms { point_value, now }: EffectTerms,
) -> Result<(), Error> {
    let (customer_id, id) = (order.customer_id, order.order_id.clone());
    let mut missing = 0;
    if effects.undo_points {
        let used = order.body.totals.points_used;
        points::give(tx, customer_id, &id, Kind::Returned, used, now).await?;
        // The value of earned points that were spent meanwhile is deducted from the refund.
        missing =
            points::revoke(tx, customer_id, &id, order.earned, now).await? + order.settlement.points_owed;
        order.earned = 0;
    }
    // A payment after the end of the order is due for a refund at once.
    let has_ended = matches!(previous.status, Status::Cancelled | Status::Expired)
        && matches!(previous.money, PaymentState::RefundDue | PaymentState::Refunded);
    let ends_now = order.state.money == PaymentState::RefundDue
        && !order.state.status.is_live()
        && !has_ended
        && (previous.money, previous.status) != (order.state.money, order.state.status);
    if ends_now {
        order.owe(order.refund_without(missing, point_value), RefundCause::Order, now);
        // Every payment was taken back. An order that was paid entirely by points never had one.
        if order.settlement.received() == 0 && order.body.totals.total > 0 {
            order.state.money = PaymentState::Expired;
        }
    }
    points::reconcile(tx, order, now).await?;
    if let Some(kind) = effects.notification {
        let next_at = order.undo.map_or(now, |undo| undo.until);
        if order.undo.is_none() {
            table::send_now(tx, &id, now).await?;
        }
        table::put(tx, &outbox::Event::of(order, kind, now)?, next_at).await?;
    }
    Ok(())
}

pub(super) async fn save(tx: &mut Tx, order: &Order, ends_lease: bool, now: i64) -> Result<(), Error> {
    let lease = if ends_lease { "leased_until = 0, tries = 0, " } else { "" };
    // Values of a newer release stay, even if work of it is due.
    let kept = |column: &str, place: u8| {
        format!("{column} = CASE WHEN ${place} = 'other' THEN {column} ELSE ${place} END")
    };
    let state = [kept("status", 2), kept("money", 3), kept("units", 4)].join(", ");
    let sql = format!(
        "UPDATE customer_order SET {lease}{state}, retakes = $5, earned = $6, \
         refund = $7, history = $8, \
         due_at = CASE WHEN $19 = 1 THEN CAST($9 AS BIGINT) ELSE due_at END, cancel_reason = $10, version = $11, assignee_id = $12, \
         assignee_name = $13, undo = $14, settlement = $15, return_requested = $16, line_change = $17, \
         return_branch_id = $18, refunded = $20, reduced = $21, sums_version = $11 WHERE order_id = $1"
    );
    let sql = AssertSqlSafe(sql);
    let line_work = order.line_work.as_ref().map(json::write).transpose()?.unwrap_or_default();
    let request = order.settlement.request.as_ref();
    let return_branch = request.and_then(|_| order.return_branch()).map_or(0, |branch| branch.branch_id);
    let Sums { refunded, reduced } = Sums::of(order);
    let undo = order.undo.as_ref().map(json::write).transpose()?.unwrap_or_default();
    run!(
        *tx,
        sql,
        &order.order_id,
        order.state.status.into_str(),
        order.state.money.into_str(),
        order.state.units.into_str(),
        order.retakes,
        order.earned,
        order.refund,
        &write_history(order)?,
        due_at(order, now),
        &order.cancel_reason,
        order.version,
        order.assignee.as_ref().map_or(0, |assignee| assignee.account_id),
        order.assignee.as_ref().map_or("", |assignee| assignee.name.as_str()),
        &undo,
        &settlement(order)?,
        i64::from(request.is_some()),
        &line_work,
        return_branch,
        i64::from(order.is_known()),
        refunded,
        reduced,
    )
    .map_err(store_error)?;
    Ok(())
}

/// The settlement in its stored form; empty without entries.
fn settlement(order: &Order) -> Result<String, Error> {
    let is_empty = order.settlement == Settlement::default();
    if is_empty { Ok(String::new()) } else { json::write(&order.settlement) }
}
