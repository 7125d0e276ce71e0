//! Notifications that go as pushes only: they get a message outside the shop when no push service has accepted one of them.
//!
//! Column `push_only` is 0 for all others, and otherwise one more than the number of pushes whose end without being accepted is not recorded. A
//! message is due at 1. The previous release deletes pushes, accepted ones and others, without a change of the column, so that a
//! notification of which it has handled a push never gets to 1, and its customer gets no message beside a push.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe};

use super::{Store, messages, store_error};
use crate::{notification::Draft, outgoing_message::Plan};

/// Condition on a notification `n`: none of its pushes is still to be sent. One without a subscription never is. The end of the
/// last push is recorded in its own transaction, so this concerns a development state before the number of pushes was in the column.
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

/// Records that a notification goes as pushes only. Called in the transaction that writes it, after its pushes.
pub(super) async fn mark(tx: &mut Tx, no_id: i64) -> Result<(), Error> {
    let sql = "UPDATE notification SET push_only = 1 + (SELECT COUNT(*) FROM push WHERE push.no_id = $1) \
         WHERE no_id = $1";
    run!(*tx, sql, no_id).map_err(store_error)?;
    Ok(())
}

/// Records that a push has ended without being accepted, for each number in `no_ids` of the notifications of deleted pushes.
/// Called in the transaction that deletes them. Sorted, because otherwise transactions could deadlock.
pub(super) async fn record_undelivered(tx: &mut Tx, mut no_ids: Vec<i64>) -> Result<(), Error> {
    no_ids.sort_unstable();
    for no_id in no_ids {
        let sql = "UPDATE notification SET push_only = push_only - 1 WHERE no_id = $1 AND push_only > 1";
        run!(*tx, sql, no_id).map_err(store_error)?;
    }
    Ok(())
}

/// Records that a notification needs no message, because a push was accepted or the customer has read what it reports. Called in
/// the transaction that deletes its pushes. The row lock makes it and [`Store::queue_undelivered`] wait for each other.
pub(super) async fn unmark(tx: &mut Tx, no_id: i64) -> Result<(), Error> {
    let sql = "UPDATE notification SET push_only = 0 WHERE no_id = $1 AND push_only > 0";
    run!(*tx, sql, no_id).map_err(store_error)?;
    Ok(())
}

impl Store {
    /// Up to `limit` notifications whose last push has ended without being accepted, whatever ended it: the push service, the end of
    /// its time, of the session or of the subscription. Oldest first.
    pub async fn undelivered_notifications(&self, limit: i64) -> Result<Vec<UndeliveredNotification>, Error> {
        let sql = format!(
            "SELECT n.no_id, n.customer_id, n.event_id FROM notification n \
             WHERE n.push_only = 1 AND {HAS_NO_PUSH} ORDER BY n.no_id LIMIT $1"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(limit).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Writes the message of such a notification, once, unless the customer has read the notification meanwhile. `draft` is what
    /// it was written from.
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
