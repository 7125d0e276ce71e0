//! Deletion of reservations that ended without a sale, with their lines and changes. Committed reservations are sales, and returns
//! may be taken back, so both stay.
//!
//! A deleted id is unknown. `ReserveStock` with it would hold units again, but no request names it that late: see
//! [`ENDED_RETENTION_MS`]. Nothing would be sold twice either, because the ended reservation gave back all of its units, and because
//! orders writes no second order with the id of an earlier one. It releases such units, and takes another id. To all other calls of orders
//! an unknown reservation is an ended one.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, read, run};

use super::{Store, store_error};
use crate::stock::ENDED_RETENTION_MS;

/// Maximum reservations of one transaction. Each has up to 200 lines, and the other writers of SQLite wait for it.
const BATCH: i64 = 100;
/// Ids of the oldest reservations that ended by a time. A return that was taken back is released as well, but it held no units and
/// stays, because a repeated `ReturnUnits` would add its units once more.
const DUE: &str = "SELECT reservation_id FROM reservation \
     WHERE state IN ('released', 'expired') AND expires_at > created_at AND expires_at <= $1 \
     ORDER BY expires_at LIMIT $2";

impl Store {
    /// Deletes released and expired reservations that could hold units until [`ENDED_RETENTION_MS`] ago, in batches, and returns
    /// their number. Another process may do the same.
    pub async fn delete_ended_reservations(&self, now: i64) -> Result<u64, Error> {
        let mut deleted = 0;
        loop {
            let mut due = self.ended_reservations(now - ENDED_RETENTION_MS).await?;
            if due.is_empty() {
                return Ok(deleted);
            }
            // Processes that delete the same reservations lock them in the same order.
            due.sort_unstable();
            let mut tx = self.db.begin().await.map_err(store_error)?;
            for id in &due {
                deleted += delete(&mut tx, id).await.map_err(store_error)?;
            }
            tx.commit().await.map_err(store_error)?;
        }
    }

    async fn ended_reservations(&self, until: i64) -> Result<Vec<String>, Error> {
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(DUE).bind(until).bind(BATCH).fetch_all(pool).await.map_err(store_error)?
        }))
    }
}

/// Deletes an ended reservation with its lines and changes. Returns 0 if another process has deleted it, and 1 otherwise.
async fn delete(tx: &mut Tx, id: &str) -> StoreResult<u64> {
    let sql = "DELETE FROM reservation WHERE reservation_id = $1 AND state IN ('released', 'expired')";
    let deleted = run!(*tx, sql, id)?;
    if deleted > 0 {
        for sql in [
            "DELETE FROM reservation_line WHERE reservation_id = $1",
            "DELETE FROM reservation_change WHERE reservation_id = $1",
        ] {
            run!(*tx, sql, id)?;
        }
    }
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use heuan_store::{Db, sqlx::AssertSqlSafe};
    use heuan_testkit::{Engine, TestDb};

    use super::*;

    /// Committed reservations are never deleted, so the query must not read them.
    #[tokio::test]
    async fn ended_reservations_are_read_from_their_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {DUE}");
        let steps: Vec<(i64, i64, i64, String)> =
            read!(db, |pool| sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap());
        let plan: Vec<&str> = steps.iter().map(|step| step.3.as_str()).collect();
        assert_eq!(plan, ["SEARCH reservation USING INDEX reservation_ended (expires_at<?)"]);
    }
}
