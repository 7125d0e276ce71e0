//! Abandoned reservations of failed placements. No copy of the request writes an order with an abandoned
//! reservation.

use heuan_rpc::Error;
use heuan_store::{Quota, Result as StoreResult, Tx, on, run};

use super::super::{Store, store_error};

/// Reservation of a placement that failed.
#[derive(Clone, Copy, Debug)]
pub struct FailedPlacement<'a> {
    pub customer_id: i64,
    pub key: &'a str,
    /// Digest of the request.
    pub request: &'a str,
    /// Id of the reservation, and of the order that was not written.
    pub order_id: &'a str,
    /// Maximum orders of the customer, of which this one counts as well. `None` for the staff.
    pub keys: Option<Quota>,
}

impl Store {
    /// Abandons the reservation of a failed placement, after which no copy of the request writes its order. Returns false if a
    /// copy has written it. Waits for a copy that is writing the order. An order with this id beside a free key is one whose
    /// idempotency record has expired, so the reservation is not its own.
    ///
    /// The attempt counts as an order of the customer, because it held units. Otherwise a customer whose attempts are refused
    /// after their reservation could hold units and fill tables without a limit.
    pub async fn abandon_reservation(&self, failed: FailedPlacement<'_>, now: i64) -> StoreResult<bool> {
        let FailedPlacement { customer_id, key, request, order_id, keys } = failed;
        let mut tx = self.db.begin().await?;
        // The record locks the key until `tx` ends, as in `place`. It is deleted before the commit.
        let sql = "INSERT INTO idempotency (customer_id, idempotency_key, request, answer, at) \
             VALUES ($1, $2, $3, '', $4) ON CONFLICT (customer_id, idempotency_key) DO NOTHING";
        let is_free = run!(tx, sql, customer_id, key, request, now)? == 1;
        let sql = "SELECT COUNT(*) FROM customer_order WHERE order_id = $1";
        let written: i64 = on!(tx, |conn| sqlx::query_scalar(sql).bind(order_id).fetch_one(conn).await?);
        if written > 0 {
            return Ok(is_free);
        }
        let sql = "INSERT INTO abandoned_reservation (order_id, at) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING";
        let is_new = run!(tx, sql, order_id, now)? == 1;
        if is_new && let Some(keys) = keys {
            // Beyond the limit as well: the next attempt is refused before its reservation.
            keys.charge(&mut tx, &customer_id.to_string(), 1, now).await?;
        }
        if is_free {
            let sql = "DELETE FROM idempotency WHERE customer_id = $1 AND idempotency_key = $2";
            run!(tx, sql, customer_id, key)?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Deletes the records of reservations that were abandoned before `at`. No copy of their requests is running any more by
    /// then.
    pub async fn delete_abandoned_reservations(&self, at: i64) -> Result<u64, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let deleted = run!(tx, "DELETE FROM abandoned_reservation WHERE at < $1", at).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(deleted)
    }
}

/// Whether no order may be written with the reservation: a copy of the request abandoned it, or an order has its id, whose
/// idempotency record has expired. The caller has locked the key of the request.
pub(super) async fn is_used_up(tx: &mut Tx, order_id: &str) -> Result<bool, Error> {
    let sql = "SELECT (SELECT COUNT(*) FROM abandoned_reservation WHERE order_id = $1) \
         + (SELECT COUNT(*) FROM customer_order WHERE order_id = $1)";
    let count: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(order_id).fetch_one(conn).await.map_err(store_error)?);
    Ok(count > 0)
}
