//! Queries of the limits on orders: units and sums of unpaid orders, and hourly counters of client addresses.

use std::collections::HashMap;

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::super::{Store, fault, json};
use crate::order::{Attempt, Body, Held, Method, OrderLimits, StockState, Usage};

/// An unpaid order: method, units and body.
type Unpaid = (String, String, String);

const UNPAID_OF_CUSTOMER: &str =
    "SELECT method, units, body FROM customer_order WHERE customer_id = $1 AND money IN ('due', 'pending')";

impl Store {
    /// Units of the customer's unpaid orders, by product.
    pub async fn unpaid_units(&self, customer_id: i64) -> Result<HashMap<i64, Held>, Error> {
        let rows: Vec<Unpaid> = read!(self.db, |pool| {
            sqlx::query_as(UNPAID_OF_CUSTOMER).bind(customer_id).fetch_all(pool).await.map_err(fault)?
        });
        held(&rows)
    }

    /// Refuses an attempt beyond a limit. The binding check is in [`Store::place`].
    pub async fn check_limits(&self, limits: &OrderLimits, attempt: &Attempt) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(fault)?;
        limits.check(attempt, &usage(&mut tx, limits, attempt).await?)
    }

    /// Units of unpaid orders, by product; of the newest `limit` orders.
    pub async fn held_unpaid(&self, limit: i64) -> Result<HashMap<i64, Held>, Error> {
        let sql = "SELECT method, units, body FROM customer_order WHERE money IN ('due', 'pending') \
             ORDER BY created_at DESC LIMIT $1";
        let rows: Vec<Unpaid> =
            read!(self.db, |pool| { sqlx::query_as(sql).bind(limit).fetch_all(pool).await.map_err(fault)? });
        held(&rows)
    }

    /// Deletes counters older than `at`.
    pub async fn forget_limits(&self, at: i64) -> Result<u64, Error> {
        let mut tx = self.db.begin().await.map_err(fault)?;
        let gone = run!(tx, "DELETE FROM order_limit WHERE at < $1", at).map_err(fault)?;
        tx.commit().await.map_err(fault)?;
        Ok(gone)
    }
}

/// Refuses an attempt beyond a limit, and makes concurrent ones of the same customer, number and address wait until
/// `tx` ends. Locks are always taken in this order, because otherwise transactions could deadlock.
pub(super) async fn check(tx: &mut Tx, limits: &OrderLimits, attempt: &Attempt) -> Result<(), Error> {
    count(tx, &format!("customer:{}", attempt.customer_id), attempt.now).await?;
    if attempt.method == Method::Cod {
        count(tx, &format!("phone:{}", attempt.phone_digest), attempt.now).await?;
    }
    if let Some(subject) = attempt.address_subject() {
        let used = count(tx, &subject, attempt.now).await?;
        limits.check_address(used, attempt.now)?;
    }
    limits.check(attempt, &usage(tx, limits, attempt).await?)
}

/// Increments the counter and returns it. The row stays locked until `tx` ends.
async fn count(tx: &mut Tx, subject: &str, now: i64) -> Result<i64, Error> {
    let sql = "INSERT INTO order_limit (subject, used, at) VALUES ($1, 1, $2) \
         ON CONFLICT (subject) DO UPDATE SET used = order_limit.used + 1, at = $2 RETURNING used";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(subject)
        .bind(now)
        .fetch_one(conn)
        .await
        .map_err(fault)?))
}

async fn usage(tx: &mut Tx, limits: &OrderLimits, attempt: &Attempt) -> Result<Usage, Error> {
    let rows: Vec<Unpaid> = on!(*tx, |conn| {
        sqlx::query_as(UNPAID_OF_CUSTOMER).bind(attempt.customer_id).fetch_all(conn).await.map_err(fault)?
    });
    let same = rows.iter().filter(|(method, ..)| method == attempt.method.into_str()).count();
    let mut usage =
        Usage { open: i64::try_from(same).unwrap_or(i64::MAX), held: held(&rows)?, ..Usage::default() };
    if limits.unproven_cash > 0 && attempt.method == Method::Cod {
        usage.is_proven = is_proven(tx, attempt).await?;
        usage.cash = unpaid_cash(tx, attempt).await?;
    }
    Ok(usage)
}

/// Whether the customer has completed an order. The phone number of the attempt proves nothing: a customer may type that of
/// another one.
async fn is_proven(tx: &mut Tx, attempt: &Attempt) -> Result<bool, Error> {
    let sql = "SELECT COUNT(*) FROM (SELECT 1 FROM customer_order \
           WHERE customer_id = $1 AND status = 'completed' LIMIT 1) AS completed";
    let completed: i64 = on!(*tx, |conn| {
        sqlx::query_scalar(sql).bind(attempt.customer_id).fetch_one(conn).await.map_err(fault)?
    });
    Ok(completed > 0)
}

async fn unpaid_cash(tx: &mut Tx, attempt: &Attempt) -> Result<i64, Error> {
    let sql = "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM customer_order \
         WHERE money = 'due' AND (phone_digest = $1 OR customer_id = $2)";
    Ok(on!(*tx, |conn| {
        let query = sqlx::query_scalar(sql).bind(&attempt.phone_digest).bind(attempt.customer_id);
        query.fetch_one(conn).await.map_err(fault)?
    }))
}

fn held(rows: &[Unpaid]) -> Result<HashMap<i64, Held>, Error> {
    let mut all: HashMap<i64, Held> = HashMap::new();
    for (_, units, body) in rows {
        let body: Body = json::read("order", body)?;
        let is_sold = units == StockState::Committed.into_str();
        let is_selling = units == StockState::CommitDue.into_str();
        for line in body.lines {
            let held = all.entry(line.pro_id).or_default();
            held.units += line.quantity;
            held.sold += if is_sold { line.quantity } else { 0 };
            held.selling += if is_selling { line.quantity } else { 0 };
        }
    }
    Ok(all)
}
