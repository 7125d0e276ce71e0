//! Transactional outbox: events that a service writes in the transaction of their cause, and delivers afterwards at least once.
//!
//! The receiver deduplicates by id. The table has these columns; a service may add more:
//!
//! ```sql
//! CREATE TABLE outbox (
//!     event_id TEXT PRIMARY KEY,
//!     kind TEXT NOT NULL,
//!     customer_id BIGINT NOT NULL,
//!     order_id TEXT NOT NULL,
//!     payload TEXT NOT NULL,
//!     at BIGINT NOT NULL,
//!     next_at BIGINT NOT NULL,
//!     tries BIGINT NOT NULL DEFAULT 0
//! );
//! CREATE INDEX outbox_due ON outbox (next_at);
//! ```

use futures::future::BoxFuture;
use sqlx::AssertSqlSafe;

use crate::{Db, FromRow, Result, numbered, on, read};

/// An event that was taken from the outbox.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredEvent {
    pub event_id: String,
    pub kind: String,
    pub customer_id: i64,
    /// Empty for events that are not about an order.
    pub order_id: String,
    /// JSON of the data for the receiver.
    pub payload: String,
    /// Unix milliseconds.
    pub at: i64,
}

// Boxed, because an `async fn` is compiled where it is awaited, which would be in each service.
impl Db {
    /// Leases up to `limit` due events by postponing their next try, so that no other replica sends them. After a crash
    /// they are sent at the next try. The oldest event comes first.
    pub fn take_events(&self, limit: i64, now: i64) -> BoxFuture<'_, Result<Vec<StoredEvent>>> {
        Box::pin(async move {
            // The delays are 1, 2, 4 and at most 8 seconds.
            let sql = "UPDATE outbox SET tries = tries + 1, \
                   next_at = $1 + CASE tries WHEN 0 THEN 1000 WHEN 1 THEN 2000 WHEN 2 THEN 4000 ELSE 8000 END \
                 WHERE event_id IN (SELECT event_id FROM outbox WHERE next_at <= $1 ORDER BY next_at, at LIMIT $2) \
                   AND next_at <= $1 \
                 RETURNING event_id, kind, customer_id, order_id, payload, at";
            let mut tx = self.begin().await?;
            let mut events: Vec<StoredEvent> =
                on!(tx, |conn| sqlx::query_as(sql).bind(now).bind(limit).fetch_all(conn).await?);
            tx.commit().await?;
            events.sort_by(|one, other| (one.at, &one.event_id).cmp(&(other.at, &other.event_id)));
            Ok(events)
        })
    }

    /// Deletes events that the receiver has accepted.
    pub fn drop_events<'a>(&'a self, ids: &'a [String]) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let Some(last) = ids.last() else { return Ok(()) };
            let padded = ids.len().next_power_of_two();
            let sql = format!("DELETE FROM outbox WHERE event_id IN ({})", numbered(1, padded));
            let mut tx = self.begin().await?;
            on!(tx, |conn| {
                let mut query = sqlx::query(AssertSqlSafe(sql));
                for index in 0..padded {
                    query = query.bind(ids.get(index).unwrap_or(last));
                }
                query.execute(conn).await?;
            });
            tx.commit().await
        })
    }

    /// Number of waiting events.
    pub fn events_waiting(&self) -> BoxFuture<'_, Result<i64>> {
        Box::pin(async move {
            let sql = "SELECT COUNT(*) FROM outbox";
            Ok(read!(*self, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?))
        })
    }
}
