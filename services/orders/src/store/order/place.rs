//! Transaction that places an order, lines, idempotency record, points, cart and event.

use heuan_rpc::Error;
use heuan_store::{Quota, Tx, on, read, run};

use super::{
    super::{Store, cart, json, outbox, points, store_error},
    abandon::is_used_up,
    limits, lines,
    listed::Listed,
    log::{self, NewLogEntry},
};
use crate::{
    checkout::cart_changed,
    limits::too_many_keys,
    order::{NOTIFY_RECEIVED, Order, OrderCandidate, OrderLimits, due_at},
    outbox::Event,
    staff::{Actor, StepDetail, TAKE_ORDER},
};

/// Everything written when an order is placed.
pub struct NewOrder<'a> {
    pub order: &'a Order,
    pub key: &'a str,
    /// Digest of the request.
    pub request: &'a str,
    pub cart: FromCart,
    /// Maximum orders of the customer while their idempotency records are kept.
    /// `None` for the staff.
    pub keys: Option<Quota>,
    /// `None` for the staff.
    pub limits: Option<&'a OrderLimits>,
    pub candidate: &'a OrderCandidate,
    /// The member of the staff who takes the order.
    pub taken_by: Option<&'a Actor>,
}

/// Effect on the cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromCart {
    /// The whole cart is bought, if it still has this version.
    All {
        version: i64,
    },
    /// Bought units are removed from the cart, as far as the cart has them.
    Some,
    None,
}

pub enum Placed {
    New,
    /// The request was already answered.
    Before(Box<Order>),
    /// Nothing was written: another copy of the request abandoned the reservation, or an earlier order has its id. Its units may be
    /// released.
    UsedUp,
}

impl Store {
    /// The order placed by an earlier copy of this request. Refuses a key used for another request.
    pub async fn answered(&self, customer_id: i64, key: &str, request: &str) -> Result<Option<Order>, Error> {
        let sql = "SELECT request, answer FROM idempotency WHERE customer_id = $1 AND idempotency_key = $2";
        let row: Option<(String, String)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).bind(key).fetch_optional(pool).await.map_err(store_error)?
        });
        row.map(|row| same(row, request)).transpose()
    }

    /// Writes the order, its lines, its idempotency record, points, cart and event in one transaction.
    pub async fn place(&self, placing: &NewOrder<'_>) -> Result<Placed, Error> {
        let NewOrder { order, key, request, .. } = placing;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The record comes first, so that a concurrent request with this key waits here without holding
        // other locks.
        if !record(&mut tx, placing).await? {
            let sql =
                "SELECT request, answer FROM idempotency WHERE customer_id = $1 AND idempotency_key = $2";
            let row: (String, String) = on!(tx, |conn| {
                sqlx::query_as(sql)
                    .bind(order.customer_id)
                    .bind(*key)
                    .fetch_one(conn)
                    .await
                    .map_err(store_error)?
            });
            return Ok(Placed::Before(Box::new(same(row, request)?)));
        }
        if is_used_up(&mut tx, &order.order_id).await? {
            return Ok(Placed::UsedUp);
        }
        let (subject, now) = (order.customer_id.to_string(), order.created_at);
        if let Some(keys) = &placing.keys
            && let Some(exceeded) = keys.charge(&mut tx, &subject, 1, now).await.map_err(store_error)?
        {
            return Err(too_many_keys(exceeded.retry_after_ms));
        }
        if let Some(limits) = placing.limits {
            limits::check(&mut tx, limits, placing.candidate).await?;
        }
        empty_cart(&mut tx, placing).await?;
        let used = order.body.totals.points_used;
        if used > 0
            && !points::redeem(&mut tx, order.customer_id, &order.order_id, used, order.created_at).await?
        {
            return Err(points_short());
        }
        insert(&mut tx, order, &placing.candidate.phone_digest).await?;
        lines::insert(&mut tx, order).await?;
        if let Some(actor) = placing.taken_by {
            log_taken(&mut tx, order, actor).await?;
        }
        outbox::put(&mut tx, &Event::of(order, NOTIFY_RECEIVED, order.created_at)?, order.created_at).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(Placed::New)
    }

    /// Deletes idempotency records older than `at`.
    pub async fn delete_expired_responses(&self, at: i64) -> Result<u64, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let gone = run!(tx, "DELETE FROM idempotency WHERE at < $1", at).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(gone)
    }
}

pub fn points_short() -> Error {
    Error::invalid("points", "not enough points")
}

fn same((previous, answer): (String, String), request: &str) -> Result<Order, Error> {
    if previous == request {
        return json::read("answer", &answer);
    }
    Err(Error::conflict("idempotency_key_reused", "this key was used for another order"))
}

/// Inserts the idempotency record. Returns false if the key exists.
async fn record(tx: &mut Tx, placing: &NewOrder<'_>) -> Result<bool, Error> {
    let NewOrder { order, key, request, .. } = placing;
    let sql = "INSERT INTO idempotency (customer_id, idempotency_key, request, answer, at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (customer_id, idempotency_key) DO NOTHING";
    let answer = json::write(order)?;
    Ok(run!(*tx, sql, order.customer_id, *key, *request, &answer, order.created_at).map_err(store_error)?
        == 1)
}

async fn empty_cart(tx: &mut Tx, placing: &NewOrder<'_>) -> Result<(), Error> {
    if placing.cart == FromCart::None {
        return Ok(());
    }
    let customer_id = placing.order.customer_id;
    let mut there = cart::lock(tx, customer_id).await?;
    if let FromCart::All { version } = placing.cart
        && there.version != version
    {
        return Err(cart_changed());
    }
    if there.take(placing.order.body.lines.iter().map(|line| (line.pro_id, line.quantity))) {
        cart::save(tx, customer_id, &there).await?;
    }
    Ok(())
}

/// Logs who took the order, as the change that made its first version.
async fn log_taken(tx: &mut Tx, order: &Order, actor: &Actor) -> Result<(), Error> {
    let discount = Some(order.body.totals.discount).filter(|discount| *discount > 0);
    let detail = match discount {
        Some(_) => json::write(&StepDetail { moved: discount, ..StepDetail::default() })?,
        None => String::new(),
    };
    let logged = NewLogEntry {
        action: TAKE_ORDER,
        actor: Some(actor),
        from: order.state.status,
        note: &order.body.discount_reason,
        detail: &detail,
        at: order.created_at,
    };
    log::add(tx, order, &logged).await
}

async fn insert(tx: &mut Tx, order: &Order, phone_digest: &str) -> Result<(), Error> {
    let sql = "INSERT INTO customer_order (order_id, customer_id, number, created_at, method, status, money, units, \
           reference, pay_until, body, history, due_at, phone_digest, total, search, delivery, branch_id, \
           has_lines) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 1)";
    let listed = Listed::of(order);
    run!(
        *tx,
        sql,
        &order.order_id,
        order.customer_id,
        &order.number,
        order.created_at,
        order.method.into_str(),
        order.state.status.into_str(),
        order.state.money.into_str(),
        order.state.units.into_str(),
        &order.reference,
        order.pay_until,
        &json::write(&order.body)?,
        &json::write(&order.history)?,
        due_at(order, order.created_at),
        phone_digest,
        order.body.totals.total,
        &listed.search,
        listed.delivery,
        listed.branch_id,
    )
    .map_err(store_error)?;
    Ok(())
}
