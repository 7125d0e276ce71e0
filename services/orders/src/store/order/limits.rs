//! Queries of the limits on orders: units and sums of unpaid orders, and hourly counters of client addresses.

use std::collections::{BTreeSet, HashMap};

use heuan_rpc::Error;
use heuan_store::{Quota, Tx, numbered, on, read, run, sqlx::AssertSqlSafe, values};

use super::super::{Store, json, store_error};
use crate::{
    limits::too_many_keys,
    order::{Body, OrderCandidate, OrderLimits, PaymentMethod, ReservedUnits, StockState, Usage},
};

/// Number of locks for products. Products whose ids have the same remainder share one, so that an order locks
/// few rows.
const PRODUCT_LOCKS: i64 = 32;
/// Query of one counter.
const USED: &str = "SELECT used FROM order_limit WHERE subject = $1";

/// An unpaid order: units and body.
type Unpaid = (String, String);

/// A row of the usage: figures of the customer, and the units of a product that a group of customers holds. Groups are the
/// customer (`own`), and customers without a completed order (`unproven`). Without units there is one row, with the product 0.
#[derive(heuan_store::FromRow)]
struct UsageRow {
    open: i64,
    total: i64,
    completed: i64,
    pro_id: i64,
    own: i64,
    unproven: i64,
    units: i64,
    sold: i64,
    selling: i64,
}

/// Runs the query of [`usage_sql`] for an attempt.
macro_rules! fetch_usage {
    ($executor:expr, $candidate:expr) => {{
        let OrderCandidate { customer_id, method, phone_digest, lines, .. } = $candidate;
        let places = lines.len().next_power_of_two();
        let mut query = sqlx::query_as(AssertSqlSafe(usage_sql(places)))
            .bind(*customer_id)
            .bind(method.into_str())
            .bind(phone_digest);
        // Bounds the number of distinct statements. No product has the id 0, so the padding finds nothing.
        for place in 0..places {
            query = query.bind(lines.get(place).map_or(0, |line| line.pro_id));
        }
        query.fetch_all($executor).await.map_err(store_error)?
    }};
}

impl Store {
    /// Current usage of the limits of an attempt.
    pub async fn usage(&self, candidate: &OrderCandidate) -> Result<Usage, Error> {
        let rows: Vec<UsageRow> = read!(self.db, |pool| fetch_usage!(pool, candidate));
        Ok(usage_of(&rows))
    }

    /// Units of unpaid orders, by product; of the newest `limit` orders.
    pub async fn reserved_unpaid(&self, limit: i64) -> Result<HashMap<i64, ReservedUnits>, Error> {
        let sql = "SELECT units, body FROM customer_order WHERE money IN ('due', 'pending') \
             ORDER BY created_at DESC LIMIT $1";
        let rows: Vec<Unpaid> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(limit).fetch_all(pool).await.map_err(store_error)?
        });
        reserved(&rows)
    }

    /// Refuses an attempt whose customer has used up its idempotency records, or whose address its orders of the hour. Without it, units
    /// would be reserved for an order that is refused when it is written. The check that binds is in [`Store::place`].
    pub async fn check_counters(
        &self,
        limits: &OrderLimits,
        keys: Quota,
        candidate: &OrderCandidate,
    ) -> Result<(), Error> {
        let (subject, now) = (candidate.customer_id.to_string(), candidate.now);
        if let Some(exceeded) = keys.check(&self.db, &subject, now).await.map_err(store_error)? {
            return Err(too_many_keys(exceeded.retry_after_ms));
        }
        let Some((address, _)) = address_subjects(limits, candidate) else { return Ok(()) };
        let used: Option<i64> = read!(self.db, |pool| {
            sqlx::query_scalar(USED).bind(&address).fetch_optional(pool).await.map_err(store_error)?
        });
        limits.check_address(used.unwrap_or_default() + 1, now)
    }

    /// Deletes counters older than `at`.
    pub async fn delete_expired_limit_counters(&self, at: i64) -> Result<u64, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let gone = run!(tx, "DELETE FROM order_limit WHERE at < $1", at).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(gone)
    }
}

/// Refuses an attempt beyond a limit. Concurrent attempts of the same customer, number and address wait until `tx`
/// ends. If the customer has not completed an order, attempts with the same products wait as well.
pub(super) async fn check(
    tx: &mut Tx,
    limits: &OrderLimits,
    candidate: &OrderCandidate,
) -> Result<(), Error> {
    let counters = count(tx, &customer_subjects(limits, candidate), candidate.now).await?;
    if let Some((address, own)) = address_subjects(limits, candidate) {
        let adds = limits.adds_to_address(counters.get(&own).copied().unwrap_or_default());
        let used = if adds {
            count(tx, &[address], candidate.now).await?.into_values().sum::<i64>()
        } else {
            used(tx, &address).await? + 1
        };
        limits.check_address(used, candidate.now)?;
    }
    if limits.shares_stock(candidate) {
        count(tx, &product_subjects(candidate), candidate.now).await?;
    }
    let rows: Vec<UsageRow> = on!(*tx, |conn| fetch_usage!(conn, candidate));
    limits.check(candidate, &usage_of(&rows))
}

// An attempt locks the rows of these counters: first of its customer, then of its address, then of its products. The order is
// always the same, because otherwise transactions could deadlock.

fn customer_subjects(limits: &OrderLimits, candidate: &OrderCandidate) -> Vec<String> {
    let mut subjects = vec![format!("customer:{}", candidate.customer_id)];
    if matches!(candidate.method, PaymentMethod::Cod | PaymentMethod::Transfer) {
        subjects.push(format!("phone:{}", candidate.phone_digest));
    }
    subjects.extend(address_subjects(limits, candidate).map(|(_, own)| own));
    subjects
}

/// Counters of the address and of the customer's own orders from it; `None` if the attempt does not count for an address.
fn address_subjects(limits: &OrderLimits, candidate: &OrderCandidate) -> Option<(String, String)> {
    let counts = limits.counts_address(candidate);
    Some((candidate.address_subject()?, candidate.own_address_subject()?)).filter(|_| counts)
}

fn product_subjects(candidate: &OrderCandidate) -> Vec<String> {
    let locks: BTreeSet<i64> =
        candidate.lines.iter().map(|line| line.pro_id.rem_euclid(PRODUCT_LOCKS)).collect();
    locks.into_iter().map(|lock| format!("products:{lock}")).collect()
}

/// The counter of a subject; 0 if there is none.
async fn used(tx: &mut Tx, subject: &str) -> Result<i64, Error> {
    let used: Option<i64> = on!(*tx, |conn| {
        sqlx::query_scalar(USED).bind(subject).fetch_optional(conn).await.map_err(store_error)?
    });
    Ok(used.unwrap_or_default())
}

/// Increments the counters and returns them. Their rows stay locked until `tx` ends.
async fn count(tx: &mut Tx, subjects: &[String], now: i64) -> Result<HashMap<String, i64>, Error> {
    let sql = format!(
        "INSERT INTO order_limit (subject, used, at) VALUES {} \
         ON CONFLICT (subject) DO UPDATE SET used = order_limit.used + 1, at = excluded.at RETURNING subject, used",
        values(subjects.len(), 3)
    );
    let rows: Vec<(String, i64)> = on!(*tx, |conn| {
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for subject in subjects {
            query = query.bind(subject).bind(1_i64).bind(now);
        }
        query.fetch_all(conn).await.map_err(store_error)?
    });
    Ok(rows.into_iter().collect())
}

/// Query of the usage, in one statement, because each order needs it several times. Only a completed order proves its
/// customer. The phone number of an attempt proves nothing, because a customer may type the number of another one.
fn usage_sql(products: usize) -> String {
    format!(
        "WITH customer AS (SELECT \
           (SELECT COUNT(*) FROM customer_order \
             WHERE customer_id = $1 AND method = $2 AND money IN ('due', 'pending')) AS open, \
           (SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM customer_order \
             WHERE customer_id = $1 AND method = $2 AND money IN ('due', 'pending')) \
           + (SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM customer_order \
             WHERE phone_digest = $3 AND customer_id <> $1 AND method = $2 AND money IN ('due', 'pending')) AS total, \
           (SELECT COUNT(*) FROM (SELECT 1 FROM customer_order \
             WHERE customer_id = $1 AND status = 'completed' LIMIT 1) AS one) AS completed), \
         line AS (SELECT l.pro_id, l.quantity, o.units, \
             CAST(CASE WHEN o.customer_id = $1 THEN 1 ELSE 0 END AS BIGINT) AS own, \
             CAST(CASE WHEN EXISTS (SELECT 1 FROM customer_order c \
               WHERE c.customer_id = o.customer_id AND c.status = 'completed') THEN 0 ELSE 1 END AS BIGINT) AS unproven \
           FROM order_line l JOIN customer_order o ON o.order_id = l.order_id \
           WHERE l.unpaid = 1 AND l.pro_id IN ({}) AND o.money IN ('due', 'pending')), \
         reserved AS (SELECT pro_id, own, unproven, CAST(SUM(quantity) AS BIGINT) AS units, \
             CAST(SUM(CASE WHEN units = 'committed' THEN quantity ELSE 0 END) AS BIGINT) AS sold, \
             CAST(SUM(CASE WHEN units = 'commit_due' THEN quantity ELSE 0 END) AS BIGINT) AS selling \
           FROM line GROUP BY pro_id, own, unproven) \
         SELECT customer.open, customer.total, customer.completed, COALESCE(reserved.pro_id, 0) AS pro_id, \
           COALESCE(reserved.own, 0) AS own, COALESCE(reserved.unproven, 0) AS unproven, COALESCE(reserved.units, 0) AS units, \
           COALESCE(reserved.sold, 0) AS sold, COALESCE(reserved.selling, 0) AS selling \
         FROM customer LEFT JOIN reserved ON 1 = 1",
        numbered(4, products)
    )
}

fn usage_of(rows: &[UsageRow]) -> Usage {
    let mut usage = Usage::default();
    for row in rows {
        (usage.open, usage.total, usage.has_history) = (row.open, row.total, row.completed > 0);
        let units = ReservedUnits { units: row.units, sold: row.sold, selling: row.selling };
        let groups = [(row.own, &mut usage.reserved), (row.unproven, &mut usage.reserved_without_history)];
        for (_, group) in groups.into_iter().filter(|(is_in, _)| *is_in == 1) {
            *group.entry(row.pro_id).or_default() += units;
        }
    }
    usage
}

fn reserved(rows: &[Unpaid]) -> Result<HashMap<i64, ReservedUnits>, Error> {
    let mut all: HashMap<i64, ReservedUnits> = HashMap::new();
    for (units, body) in rows {
        let body: Body = json::read("order", body)?;
        let is_sold = units == StockState::Committed.into_str();
        let is_selling = units == StockState::CommitDue.into_str();
        for line in body.lines {
            let units = |counts: bool| if counts { line.quantity } else { 0 };
            *all.entry(line.pro_id).or_default() +=
                ReservedUnits { units: line.quantity, sold: units(is_sold), selling: units(is_selling) };
        }
    }
    Ok(all)
}
