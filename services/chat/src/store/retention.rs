//! Deletion of messages older than the configured retention.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::{Tx, numbered, on, run, sqlx::AssertSqlSafe};

use super::{Store, answer_reminders, events, padded, staff_reminders, store_error};

/// Messages deleted by one transaction, during which other writers wait.
const BATCH: i64 = 500;

impl Store {
    /// Deletes messages older than `at`, and conversations that become empty. Returns the number of deleted messages.
    pub async fn expire_messages(&self, before: i64) -> Result<u64, Error> {
        let mut all = 0;
        loop {
            let mut tx = self.db.begin().await.map_err(store_error)?;
            let gone = expire_some(&mut tx, before).await?;
            tx.commit().await.map_err(store_error)?;
            all += gone;
            if gone < BATCH.unsigned_abs() {
                return Ok(all);
            }
        }
    }
}

async fn expire_some(tx: &mut Tx, before: i64) -> Result<u64, Error> {
    // Ids increase with time, so the oldest messages are the first of the primary key.
    let sql = "SELECT message_id, customer_id, created_at FROM message ORDER BY message_id LIMIT $1";
    let oldest: Vec<(i64, i64, i64)> =
        on!(*tx, |conn| sqlx::query_as(sql).bind(BATCH).fetch_all(conn).await.map_err(store_error)?);
    let old: Vec<(i64, i64, i64)> = oldest.into_iter().take_while(|message| message.2 < before).collect();
    if old.is_empty() {
        return Ok(0);
    }
    // From here on no writer changes the counts below.
    events::lock(tx).await?;
    let ids: Vec<i64> = old.iter().map(|message| message.0).collect();
    delete_messages(tx, &ids).await?;
    for customer_id in old.iter().map(|message| message.1).collect::<BTreeSet<i64>>() {
        settle_conversation(tx, customer_id).await?;
    }
    Ok(old.len() as u64)
}

/// Deletes messages with their likes.
pub(super) async fn delete_messages(tx: &mut Tx, ids: &[i64]) -> Result<(), Error> {
    let ids = padded(ids);
    if ids.is_empty() {
        return Ok(());
    }
    for table in ["message_like", "message"] {
        let sql = format!("DELETE FROM {table} WHERE message_id IN ({})", numbered(1, ids.len()));
        on!(*tx, |conn| {
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for id in &ids {
                query = query.bind(*id);
            }
            query.execute(conn).await.map_err(store_error)?;
        });
    }
    Ok(())
}

/// Recomputes the unread counts, or deletes the conversation if it is empty.
pub(super) async fn settle_conversation(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    let sql = "DELETE FROM conversation WHERE customer_id = $1 \
         AND NOT EXISTS (SELECT 1 FROM message m WHERE m.customer_id = $1)";
    if run!(*tx, sql, customer_id).map_err(store_error)? > 0 {
        run!(*tx, "DELETE FROM event WHERE customer_id = $1", customer_id).map_err(store_error)?;
        return delete_reminders(tx, customer_id).await;
    }
    let sql = "UPDATE conversation SET \
           staff_unread = (SELECT COUNT(*) FROM message m \
             WHERE m.customer_id = $1 AND m.seq > conversation.staff_read_seq AND m.side = 'customer'), \
           customer_unread = (SELECT COUNT(*) FROM message m \
             WHERE m.customer_id = $1 AND m.seq > conversation.customer_read_seq AND m.side = 'staff') \
         WHERE customer_id = $1";
    run!(*tx, sql, customer_id).map_err(store_error)?;
    delete_reminders(tx, customer_id).await
}

/// Deletes the reminders of both sides that have no message left.
async fn delete_reminders(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    answer_reminders::delete_without_answers(tx, customer_id).await?;
    staff_reminders::delete_without_messages(tx, customer_id).await
}
