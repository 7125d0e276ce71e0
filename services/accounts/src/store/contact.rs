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

    /// The newest `limit` messages, newest first.
    pub async fn contacts(&self, limit: i64) -> Result<Vec<StoredContact>, Error> {
        self.contact_page(false, 0, limit).await
    }

    /// Messages below the number `before`, or the newest for 0, newest first.
    pub async fn contact_page(
        &self,
        open_only: bool,
        before: i64,
        limit: i64,
    ) -> Result<Vec<StoredContact>, Error> {
        let sql = page_sql(open_only, before, limit);
        let rows = async {
            Ok(read!(self.db, |pool| { sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await? }))
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

/// The statement of a page. Only conditions of the request are in it, so that the database reads a range of an index.
fn page_sql(open_only: bool, before: i64, limit: i64) -> String {
    let mut conditions = Vec::new();
    if before != 0 {
        conditions.push(format!("contact_id < {before}"));
    }
    if open_only {
        conditions.push("done_at IS NULL".to_owned());
    }
    let rule =
        if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
    format!("SELECT {COLUMNS} FROM contact {rule} ORDER BY contact_id DESC LIMIT {limit}")
}

#[cfg(test)]
mod tests {
    use heuan_store::Db;
    use heuan_testkit::{Engine, TestDb};
    use rstest::rstest;

    use super::*;

    /// Otherwise the database reads all messages.
    #[rstest]
    #[case(false, 9, "(contact_id<?)")]
    #[case(true, 0, "USING INDEX contact_open")]
    #[case(true, 9, "USING INDEX contact_open (contact_id<?)")]
    #[tokio::test]
    async fn page_is_read_from_a_range_of_an_index(
        #[case] open_only: bool,
        #[case] before: i64,
        #[case] plan: &str,
    ) {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {}", page_sql(open_only, before, 51));
        let steps: Vec<(i64, i64, i64, String)> =
            read!(db, |pool| sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap());
        assert!(steps.iter().any(|step| step.3.contains(plan)), "{steps:?}");
    }
}
