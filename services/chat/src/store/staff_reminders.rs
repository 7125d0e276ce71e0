//! Reminders of the staff: their rows, which are written with the customer's message, the read position and the answer.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, store_error};

/// Duration of a lease. It is longer than a call to the notifications service, so that two replicas do not
/// make the same call at once.
const LEASE_MS: i64 = 60_000;
/// Time after which a later message begins another run. The time begins when the staff have read the messages of a run without
/// answering, for example because the matter was settled on the phone.
const UNANSWERED_MS: i64 = 4 * 60 * 60 * 1000;

/// A reminder, or its cancellation, that is due.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct DueStaffReminder {
    pub customer_id: i64,
    pub first_seq: i64,
    state: String,
    next_at: i64,
}

impl DueStaffReminder {
    /// Whether the staff have read or answered since the reminder was sent, so that it is canceled.
    pub fn is_cancelled(&self) -> bool {
        self.state == "cancelling"
    }

    /// Id of the event, the same at every delivery.
    pub fn event_id(&self) -> String {
        format!("chat.{}.{}.waiting", self.customer_id, self.first_seq)
    }
}

/// Begins a run of messages that wait for an answer, unless one has begun already. A run that the staff have read and
/// not answered ends after [`UNANSWERED_MS`]. Called in the transaction that writes the message.
pub(super) async fn begin(tx: &mut Tx, customer_id: i64, first_seq: i64, due_at: i64) -> Result<(), Error> {
    // The time is compared with the end of the cancellation's lease, which is soon after the staff read the
    // messages.
    let sql = "DELETE FROM staff_reminder WHERE customer_id = $1 AND state = 'cancelled' AND next_at <= $2";
    run!(*tx, sql, customer_id, due_at - UNANSWERED_MS).map_err(store_error)?;
    let sql = "INSERT INTO staff_reminder (customer_id, first_seq, state, is_answered, next_at) \
         SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'waiting', 0, CAST($3 AS BIGINT) \
         WHERE NOT EXISTS (SELECT 1 FROM staff_reminder WHERE customer_id = $1 AND is_answered = 0) \
         ON CONFLICT (customer_id, first_seq) DO NOTHING";
    run!(*tx, sql, customer_id, first_seq, due_at).map_err(store_error)?;
    Ok(())
}

/// Records that the staff have read up to `read_seq`. Waiting reminders are deleted, and sent ones are to be canceled. After a
/// sent one, no other is sent for some hours unless the staff answer. If none was sent, later messages begin a run. Called in
/// the transaction that writes the read position.
pub(super) async fn read_up_to(
    tx: &mut Tx,
    customer_id: i64,
    read_seq: i64,
    delay_ms: i64,
    now: i64,
) -> Result<(), Error> {
    for sql in [
        "DELETE FROM staff_reminder WHERE customer_id = $1 AND first_seq <= $2 AND state = 'waiting' AND $3 = $3",
        "UPDATE staff_reminder SET state = 'cancelling', next_at = $3 \
         WHERE customer_id = $1 AND first_seq <= $2 AND state IN ('sending', 'sent')",
    ] {
        run!(*tx, sql, customer_id, read_seq, now).map_err(store_error)?;
    }
    if delay_ms == 0 {
        return Ok(());
    }
    let sql = "SELECT seq, created_at FROM message WHERE customer_id = $1 AND seq > $2 AND side = 'customer' \
           AND seq > (SELECT COALESCE(MAX(seq), 0) FROM message WHERE customer_id = $1 AND side = 'staff') \
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

/// Ends the run of a customer after an answer of the staff. Called in the transaction that writes the answer.
pub(super) async fn answered(tx: &mut Tx, customer_id: i64, now: i64) -> Result<(), Error> {
    for sql in [
        "DELETE FROM staff_reminder WHERE customer_id = $1 AND state IN ('waiting', 'cancelled') AND $2 = $2",
        "UPDATE staff_reminder SET is_answered = 1, state = 'cancelling', \
           next_at = CASE WHEN state = 'cancelling' THEN next_at ELSE CAST($2 AS BIGINT) END \
         WHERE customer_id = $1 AND is_answered = 0",
    ] {
        run!(*tx, sql, customer_id, now).map_err(store_error)?;
    }
    Ok(())
}

/// Deletes the reminders of a conversation whose messages were deleted: all reminders if the conversation was deleted, and a
/// waiting one if no unread messages are left.
pub(super) async fn delete_without_messages(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    for sql in [
        "DELETE FROM staff_reminder WHERE customer_id = $1 \
           AND NOT EXISTS (SELECT 1 FROM conversation c WHERE c.customer_id = $1)",
        "DELETE FROM staff_reminder WHERE customer_id = $1 AND state = 'waiting' \
           AND NOT EXISTS (SELECT 1 FROM conversation c WHERE c.customer_id = $1 AND c.staff_unread > 0)",
    ] {
        run!(*tx, sql, customer_id).map_err(store_error)?;
    }
    Ok(())
}

impl Store {
    /// Up to `limit` due reminders of the staff, the most overdue first.
    pub async fn due_staff_reminders(&self, limit: i64, now: i64) -> Result<Vec<DueStaffReminder>, Error> {
        let sql = "SELECT customer_id, first_seq, state, next_at FROM staff_reminder \
             WHERE state IN ('waiting', 'sending', 'cancelling') AND next_at <= $1 \
             ORDER BY next_at, customer_id, first_seq LIMIT $2";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(now).bind(limit).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Leases a reminder before the notifications service is called. Returns false if another replica has leased it, or
    /// the staff have read or answered.
    pub async fn lease_staff_reminder(&self, due: &DueStaffReminder, now: i64) -> Result<bool, Error> {
        let sql = "UPDATE staff_reminder SET next_at = $4, \
               state = CASE WHEN state = 'waiting' THEN 'sending' ELSE state END \
             WHERE customer_id = $1 AND first_seq = $2 AND next_at = $3 AND state = $5";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let (customer_id, first_seq) = (due.customer_id, due.first_seq);
        let leased = run!(tx, sql, customer_id, first_seq, due.next_at, now + LEASE_MS, &due.state);
        let leased = leased.map_err(store_error)? > 0;
        tx.commit().await.map_err(store_error)?;
        Ok(leased)
    }

    /// Records that the notifications service has received the reminder, or its cancellation. The reminder is then deleted
    /// if the staff have answered.
    pub async fn staff_reminder_done(&self, due: &DueStaffReminder) -> Result<(), Error> {
        let statements: &[&'static str] = if due.is_cancelled() {
            &[
                "DELETE FROM staff_reminder \
                 WHERE customer_id = $1 AND first_seq = $2 AND state = 'cancelling' AND is_answered = 1",
                "UPDATE staff_reminder SET state = 'cancelled' \
                 WHERE customer_id = $1 AND first_seq = $2 AND state = 'cancelling'",
            ]
        } else {
            &[
                "UPDATE staff_reminder SET state = 'sent' WHERE customer_id = $1 AND first_seq = $2 AND state = 'sending'",
            ]
        };
        let mut tx = self.db.begin().await.map_err(store_error)?;
        for sql in statements {
            run!(tx, *sql, due.customer_id, due.first_seq).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }
}
