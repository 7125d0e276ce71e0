//! Notifications that are sent as pushes only. Such a notification gets a message outside the shop when no push service has
//! accepted any of its pushes.
//!
//! For such notifications, column `push_only` is 1 plus the number of pushes that are not recorded as ended without acceptance;
//! it is 0 for all other notifications. A message is due at 1. The previous release deletes pushes without changing the column.
//! So a notification of which it has handled a push never reaches 1, and its customer gets no message in addition to a push.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe};

use super::{Store, messages, store_error};
use crate::{notification::Draft, outgoing_message::Plan};

/// Condition on a notification `n`: none of its pushes is still to be sent. A push without a subscription is never sent. The
/// end of the last push is recorded in its own transaction, so the condition only matters for a development state in which the
/// column did not have the number of pushes.
const HAS_NO_PUSH: &str = "NOT EXISTS (SELECT 1 FROM push p, subscription s \
     WHERE p.no_id = n.no_id AND s.subscription_id = p.subscription_id)";

/// A notification whose last push has ended without being accepted.
#[derive(heuan_store::FromRow)]
#[expect(clippy::struct_field_names, reason = "names of the columns")]
pub struct UndeliveredNotification {
    pub no_id: i64,
    pub customer_id: i64,
    pub event_id: String,
}

/// Records that a notification is sent as pushes only. Called in the transaction that writes it, after its
/// pushes.
pub(super) async fn mark(tx: &mut Tx, no_id: i64) -> Result<(), Error> {
    let sql = "UPDATE notification SET push_only = 1 + (SELECT COUNT(*) FROM push WHERE push.no_id = $1) \
         WHERE no_id = $1";
    run!(*tx, sql, no_id).map_err(store_error)?;
    Ok(())
}

/// Records pushes that have ended without being accepted. `no_ids` has the number of the notification of each deleted push.
/// Called in the transaction that deletes the pushes. The numbers are sorted, because otherwise transactions could deadlock.
pub(super) async fn record_undelivered(tx: &mut Tx, mut no_ids: Vec<i64>) -> Result<(), Error> {
    no_ids.sort_unstable();
    for no_id in no_ids {
        let sql = "UPDATE notification SET push_only = push_only - 1 WHERE no_id = $1 AND push_only > 1";
        run!(*tx, sql, no_id).map_err(store_error)?;
    }
    Ok(())
}

/// Records that a notification needs no message, because a push was accepted or because the customer has read it. Called in the
/// transaction that deletes its pushes. Because of the row lock, this and [`Store::queue_undelivered`] wait for each other.
pub(super) async fn unmark(tx: &mut Tx, no_id: i64) -> Result<(), Error> {
    let sql = "UPDATE notification SET push_only = 0 WHERE no_id = $1 AND push_only > 0";
    run!(*tx, sql, no_id).map_err(store_error)?;
    Ok(())
}

impl Store {
    /// Up to `limit` notifications whose last push has ended without being accepted, oldest first. The push may have ended by
    /// the push service, by its own expiry, or by the end of the session or the subscription.
    pub async fn undelivered_notifications(&self, limit: i64) -> Result<Vec<UndeliveredNotification>, Error> {
        let sql = format!(
            "SELECT n.no_id, n.customer_id, n.event_id FROM notification n \
             WHERE n.push_only = 1 AND {HAS_NO_PUSH} ORDER BY n.no_id LIMIT $1"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(limit).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Writes the message of such a notification once, unless the customer has read the notification meanwhile. `draft` is the
    /// draft of the notification.
    pub async fn queue_undelivered(
        &self,
        no_id: i64,
        draft: &Draft,
        plan: &Plan,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = format!(
            "UPDATE notification AS n SET push_only = 0 WHERE n.no_id = $1 AND n.push_only = 1 AND {HAS_NO_PUSH}"
        );
        let is_taken = run!(tx, AssertSqlSafe(sql), no_id).map_err(store_error)? > 0;
        let sql = "SELECT COUNT(*) FROM read_mark WHERE customer_id = $1 AND no_id = $2";
        let read: i64 = on!(tx, |conn| {
            let query = sqlx::query_scalar(sql).bind(draft.customer_id).bind(no_id);
            query.fetch_one(conn).await.map_err(store_error)?
        });
        if let Some(variables) = draft.message_variables.as_ref().filter(|_| is_taken && read == 0) {
            messages::write(&mut tx, no_id, draft, variables, plan, now).await?;
        }
        tx.commit().await.map_err(store_error)
    }
}
