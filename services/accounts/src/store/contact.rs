//! Queries of contact messages: insert, page, number of open ones, and marking as done.

use heuan_rpc::Error;
use heuan_store::{StoreError, on, read, run};
use sqlx::AssertSqlSafe;

use super::{Store, outbox, store_error};
use crate::{account_event::AccountEvent, contact::Contact};

/// A stored message, for operators.
#[derive(heuan_store::FromRow)]
pub struct StoredContact {
    pub contact_id: i64,
    /// Unix milliseconds.
    pub at: i64,
    pub customer_id: Option<i64>,
    pub sender_type: i64,
    pub topic: i64,
    pub name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub message: String,
    /// Time at which it was marked as done, Unix milliseconds.
    pub done_at: Option<i64>,
    /// Name of the member of staff who marked it; empty while it is open.
    pub done_by: String,
}

const COLUMNS: &str =
    "contact_id, at, customer_id, sender_type, topic, name, phone, email, message, done_at, done_by";

impl Store {
    /// Inserts a message under the next number, with its event for the staff.
    pub async fn store_contact(
        &self,
        at: i64,
        customer_id: Option<i64>,
        contact: &Contact,
    ) -> Result<i64, Error> {
        let mut tx = self.begin().await?;
        let next = "UPDATE contact_counter SET value = value + 1 WHERE id = 1 RETURNING value - 1";
        let contact_id: i64 = on!(tx, |conn| sqlx::query_scalar(next).fetch_one(conn).await)
            .map_err(|error| store_error(StoreError::from(error)))?;
        let sql = "INSERT INTO contact \
               (contact_id, at, customer_id, sender_type, topic, name, phone, email, message) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        run!(
            tx,
            sql,
            contact_id,
            at,
            customer_id,
            contact.sender.number(),
            contact.topic.number(),
            &contact.name,
            contact.reach.phone.as_deref(),
            contact.reach.email.as_deref(),
            &contact.message,
        )
        .map_err(store_error)?;
        outbox::put(&mut tx, &AccountEvent::contact_received(at)?).await.map_err(store_error)?;
        self.commit_events(tx).await?;
        Ok(contact_id)
    }

    /// The newest `most` messages, newest first.
    pub async fn contacts(&self, most: i64) -> Result<Vec<StoredContact>, Error> {
        self.contact_page(false, 0, most).await
    }

    /// Messages below the number `before`, or the newest for 0, newest first.
    pub async fn contact_page(
        &self,
        open_only: bool,
        before: i64,
        limit: i64,
    ) -> Result<Vec<StoredContact>, Error> {
        let open = if open_only { "AND done_at IS NULL" } else { "" };
        let sql = format!(
            "SELECT {COLUMNS} FROM contact WHERE ($1 = 0 OR contact_id < $1) {open} \
             ORDER BY contact_id DESC LIMIT $2"
        );
        let rows = async {
            Ok(read!(self.db, |pool| {
                sqlx::query_as(AssertSqlSafe(sql)).bind(before).bind(limit).fetch_all(pool).await?
            }))
        };
        rows.await.map_err(|error: StoreError| store_error(error))
    }

    /// The number of messages that are not done.
    pub async fn open_contacts(&self) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM contact WHERE done_at IS NULL";
        let count = async { Ok(read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?)) };
        count.await.map_err(|error: StoreError| store_error(error))
    }

    /// Marks a message as done by `name` at a time, or as open. A message that is done keeps its first mark.
    pub async fn set_contact_done(
        &self,
        contact_id: i64,
        done: Option<(i64, &str)>,
    ) -> Result<Option<StoredContact>, Error> {
        let mut tx = self.begin().await?;
        let (at, by) = done.unzip();
        let sql = format!(
            "UPDATE contact SET done_at = CASE WHEN $2 IS NULL THEN NULL ELSE COALESCE(done_at, $2) END, \
               done_by = CASE WHEN $2 IS NULL THEN '' WHEN done_at IS NULL THEN $3 ELSE done_by END \
             WHERE contact_id = $1 RETURNING {COLUMNS}"
        );
        let marked = on!(tx, |conn| {
            let query = sqlx::query_as(AssertSqlSafe(sql)).bind(contact_id).bind(at);
            query.bind(by.unwrap_or_default()).fetch_optional(conn).await
        });
        let marked = marked.map_err(|error| store_error(StoreError::from(error)))?;
        tx.commit().await.map_err(store_error)?;
        Ok(marked)
    }
}
