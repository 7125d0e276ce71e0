use heuan_rpc::Error;
use heuan_store::{Tx, numbered, on, read, run};
use sqlx::AssertSqlSafe;

use super::{Store, fault};
use crate::outbox::Event;

impl Store {
    /// Leases up to `limit` due events by postponing their next try, so that no other replica sends them. After a crash
    /// they are sent at the next try.
    pub async fn take_events(&self, limit: i64, now: i64) -> Result<Vec<Event>, Error> {
        let mut tx = self.db.begin().await.map_err(fault)?;
        // One second, two, four … at most eight.
        let sql = "UPDATE outbox SET tries = tries + 1, \
               next_at = $1 + CASE tries WHEN 0 THEN 1000 WHEN 1 THEN 2000 WHEN 2 THEN 4000 ELSE 8000 END \
             WHERE event_id IN (SELECT event_id FROM outbox WHERE next_at <= $1 ORDER BY next_at, at LIMIT $2) \
               AND next_at <= $1 \
             RETURNING event_id, kind, customer_id, order_id, payload, at";
        let mut events: Vec<Event> = on!(tx, |conn| {
            sqlx::query_as(sql).bind(now).bind(limit).fetch_all(conn).await.map_err(fault)?
        });
        tx.commit().await.map_err(fault)?;
        events.sort_by(|one, other| one.at.cmp(&other.at).then_with(|| one.event_id.cmp(&other.event_id)));
        Ok(events)
    }

    /// Deletes events accepted by the receiver.
    pub async fn drop_events(&self, ids: &[String]) -> Result<(), Error> {
        let Some(last) = ids.last() else { return Ok(()) };
        let padded = ids.len().next_power_of_two();
        let sql = format!("DELETE FROM outbox WHERE event_id IN ({})", numbered(1, padded));
        let mut tx = self.db.begin().await.map_err(fault)?;
        on!(tx, |conn| {
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for index in 0..padded {
                query = query.bind(ids.get(index).unwrap_or(last));
            }
            query.execute(conn).await.map_err(fault)?;
        });
        tx.commit().await.map_err(fault)
    }

    pub async fn events_waiting(&self) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM outbox";
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.map_err(fault)?))
    }
}

/// Writes an event that leaves at `next_at`.
pub(super) async fn put(tx: &mut Tx, event: &Event, next_at: i64) -> Result<(), Error> {
    let sql = "INSERT INTO outbox (event_id, kind, customer_id, order_id, payload, at, next_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING";
    run!(
        *tx,
        sql,
        &event.event_id,
        &event.kind,
        event.customer_id,
        &event.order_id,
        &event.payload,
        event.at,
        next_at
    )
    .map_err(fault)?;
    Ok(())
}

/// Lets the waiting events of an order leave now, so that they are delivered before the next one.
pub(super) async fn send_now(tx: &mut Tx, order_id: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE outbox SET next_at = $2 WHERE order_id = $1 AND tries = 0 AND next_at > $2";
    run!(*tx, sql, order_id, now).map_err(fault)?;
    Ok(())
}

/// Deletes an event that has not left yet. Returns false if it has.
pub(super) async fn take_back(tx: &mut Tx, event_id: &str, now: i64) -> Result<bool, Error> {
    let sql = "DELETE FROM outbox WHERE event_id = $1 AND tries = 0 AND next_at > $2";
    Ok(run!(*tx, sql, event_id, now).map_err(fault)? == 1)
}
