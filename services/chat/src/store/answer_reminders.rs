//! Reminders of unread answers: their rows, which are written with the answer and with the read position.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, store_error};

/// Duration of a lease. It is longer than a call to the notifications service, so that two replicas do not
/// make the same call at once.
const LEASE_MS: i64 = 60_000;

/// A reminder, or its cancellation, that is due.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct DueReminder {
    pub customer_id: i64,
    pub first_seq: i64,
    state: String,
    next_at: i64,
}

impl DueReminder {
    /// Whether the customer has read the answers since the reminder was sent, so that it is canceled.
    pub fn is_read(&self) -> bool {
        self.state == "read"
    }

    /// Id of the event, the same at every delivery.
    pub fn event_id(&self) -> String {
        format!("chat.{}.{}", self.customer_id, self.first_seq)
    }
}

/// Begins a run of unread answers, unless one has already begun. Called in the transaction that writes the
/// answer.
pub(super) async fn begin(tx: &mut Tx, customer_id: i64, first_seq: i64, due_at: i64) -> Result<(), Error> {
    let sql = "INSERT INTO answer_reminder (customer_id, first_seq, state, next_at) VALUES ($1, $2, 'waiting', $3) \
         ON CONFLICT (customer_id, first_seq) DO NOTHING";
    run!(*tx, sql, customer_id, first_seq, due_at).map_err(store_error)?;
    Ok(())
}

/// Ends the run of a customer who has read up to `read_seq`: waiting reminders are deleted, and sent ones are to
/// be canceled. Later answers begin another run. Called in the transaction that writes the read position.
pub(super) async fn read_up_to(
    tx: &mut Tx,
    customer_id: i64,
    read_seq: i64,
    delay_ms: i64,
    now: i64,
) -> Result<(), Error> {
    for sql in [
        "DELETE FROM answer_reminder WHERE customer_id = $1 AND first_seq <= $2 AND state = 'waiting' AND $3 = $3",
        "UPDATE answer_reminder SET state = 'read', next_at = $3 \
         WHERE customer_id = $1 AND first_seq <= $2 AND state <> 'read'",
    ] {
        run!(*tx, sql, customer_id, read_seq, now).map_err(store_error)?;
    }
    if delay_ms == 0 {
        return Ok(());
    }
    let sql = "SELECT seq, created_at FROM message WHERE customer_id = $1 AND seq > $2 AND side = 'staff' \
         ORDER BY seq LIMIT 1";
    let first_unread: Option<(i64, i64)> = on!(*tx, |conn| {
        sqlx::query_as(sql)
            .bind(customer_id)
            .bind(read_seq)
            .fetch_optional(conn)
            .await
            .map_err(store_error)?
    });
    match first_unread {
        Some((first_seq, written_at)) => begin(tx, customer_id, first_seq, written_at + delay_ms).await,
        None => Ok(()),
    }
}

/// Deletes the reminders of a conversation without unread answers.
pub(super) async fn delete_without_answers(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    let sql = "DELETE FROM answer_reminder WHERE customer_id = $1 AND NOT EXISTS \
         (SELECT 1 FROM conversation c WHERE c.customer_id = $1 AND c.customer_unread > 0)";
    run!(*tx, sql, customer_id).map_err(store_error)?;
    Ok(())
}

impl Store {
    /// Up to `limit` due reminders, the most overdue first.
    pub async fn due_reminders(&self, limit: i64, now: i64) -> Result<Vec<DueReminder>, Error> {
        let sql = "SELECT customer_id, first_seq, state, next_at FROM answer_reminder \
             WHERE state <> 'sent' AND next_at <= $1 ORDER BY next_at, customer_id, first_seq LIMIT $2";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(now).bind(limit).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Leases a reminder before the notifications service is called. Returns false if another replica has leased it, or
    /// the customer has read the answers.
    pub async fn lease_reminder(&self, due: &DueReminder, now: i64) -> Result<bool, Error> {
        let sql = "UPDATE answer_reminder SET next_at = $4, \
               state = CASE WHEN state = 'waiting' THEN 'sending' ELSE state END \
             WHERE customer_id = $1 AND first_seq = $2 AND next_at = $3 AND state = $5";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let (customer_id, first_seq) = (due.customer_id, due.first_seq);
        let leased = run!(tx, sql, customer_id, first_seq, due.next_at, now + LEASE_MS, &due.state);
        let leased = leased.map_err(store_error)? > 0;
        tx.commit().await.map_err(store_error)?;
        Ok(leased)
    }

    /// Records that the notifications service has received the reminder, or its cancellation, which deletes
    /// it.
    pub async fn reminder_done(&self, due: &DueReminder) -> Result<(), Error> {
        let sql = if due.is_read() {
            "DELETE FROM answer_reminder WHERE customer_id = $1 AND first_seq = $2 AND state = 'read'"
        } else {
            "UPDATE answer_reminder SET state = 'sent' WHERE customer_id = $1 AND first_seq = $2 AND state = 'sending'"
        };
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, due.customer_id, due.first_seq).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}
