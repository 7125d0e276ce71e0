//! SQL of the idempotency keys of stock adjustments and bulk changes, read and written in the transaction of the change.

use heuan_rpc::Error;
use heuan_store::{Tx, on, run};

use super::super::store_error;
use crate::staff::{Actor, RequestKey};

/// Time for which a key is stored.
const RETENTION_MS: i64 = 7 * 24 * 3_600_000;

/// Result of a request with a stored key.
#[derive(Clone, Debug, Default, PartialEq, Eq, heuan_store::FromRow)]
pub(super) struct DoneRequest {
    pub change_id: String,
    pub matched: i64,
    pub changed: i64,
    pub skipped: i64,
}

#[derive(heuan_store::FromRow)]
struct Row {
    request_digest: String,
    #[sqlx(flatten)]
    done: DoneRequest,
}

/// Returns the earlier result of the request; `None` for a new one. The caller has taken the next revision, so that no other
/// writer interferes.
pub(super) async fn find(
    tx: &mut Tx,
    actor: &Actor,
    key: Option<&RequestKey>,
) -> Result<Option<DoneRequest>, Error> {
    let Some(RequestKey { key, digest }) = key else { return Ok(None) };
    let sql = "SELECT request_digest, change_id, matched, changed, skipped FROM change_request \
         WHERE actor_id = $1 AND request_key = $2";
    let actor_id = actor.account_id.unwrap_or(0);
    let row: Option<Row> = on!(*tx, |conn| {
        sqlx::query_as(sql).bind(actor_id).bind(key).fetch_optional(conn).await.map_err(store_error)?
    });
    match row {
        Some(row) if row.request_digest != *digest => {
            Err(Error::conflict("idempotency_key_reused", "this key was used for another change"))
        }
        row => Ok(row.map(|row| row.done)),
    }
}

/// Stores the result of the request, and removes keys that are older than seven days.
pub(super) async fn store(
    tx: &mut Tx,
    actor: &Actor,
    key: Option<&RequestKey>,
    done: &DoneRequest,
    now: i64,
) -> heuan_store::Result<()> {
    let Some(RequestKey { key, digest }) = key else { return Ok(()) };
    run!(*tx, "DELETE FROM change_request WHERE at < $1", now.saturating_sub(RETENTION_MS))?;
    let sql = "INSERT INTO change_request \
         (actor_id, request_key, request_digest, change_id, matched, changed, skipped, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    run!(
        *tx,
        sql,
        actor.account_id.unwrap_or(0),
        key,
        digest,
        &done.change_id,
        done.matched,
        done.changed,
        done.skipped,
        now
    )?;
    Ok(())
}
