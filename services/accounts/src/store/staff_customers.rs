//! Customers as the staff see them: the list, blocks and notes.
//!
//! A page is read from an index that has the searched text, and begins after the last customer of the previous
//! page.

use heuan_rpc::Error;
use heuan_store::{Db, Result as StoreResult, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store,
    customers::{Row, phone_of},
    store_error,
};
use crate::{
    customer::{Customer, Details},
    customer_search::{CustomerQuery, search_text},
};

/// A page of the list.
#[derive(Debug)]
pub struct CustomerFilter {
    pub query: CustomerQuery,
    pub blocked_only: bool,
    /// Only customers before this id.
    pub before: Option<i64>,
    pub limit: i64,
}

/// A customer of the list.
pub struct ListedCustomer {
    pub customer: Customer,
    /// Unix milliseconds; `None` while the customer may sign in.
    pub blocked_at: Option<i64>,
}

/// Block of a customer, who may not sign in meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct Block {
    /// Unix milliseconds.
    #[sqlx(rename = "blocked_at")]
    pub at: i64,
    #[sqlx(rename = "blocked_reason")]
    pub reason: String,
    /// Name of the member of staff.
    #[sqlx(rename = "blocked_by")]
    pub by: String,
}

/// A note of the staff about a customer.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct CustomerNote {
    pub note_id: String,
    /// Unix milliseconds.
    pub at: i64,
    /// Name of the member of staff.
    pub actor_name: String,
    pub note: String,
}

#[derive(heuan_store::FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    customer: Row,
    blocked_at: Option<i64>,
}

#[derive(heuan_store::FromRow)]
struct DetailsRow {
    customer_id: i64,
    fname: String,
    lname: String,
    phone: Option<String>,
    email: Option<String>,
}

impl CustomerFilter {
    /// The statement of a page, with the texts to bind. Other values are numbers.
    fn sql(&self, db: &Db) -> (String, Vec<String>) {
        let mut conditions = Vec::new();
        let mut texts = Vec::new();
        match &self.query {
            CustomerQuery::Phone(phone) => {
                texts.push(phone.clone());
                conditions.push("phone = $1".to_owned());
            }
            CustomerQuery::Terms(terms) => {
                for term in terms {
                    let any = term.iter().map(|spelling| {
                        texts.push(spelling.clone());
                        db.contains("search", &format!("${}", texts.len()))
                    });
                    conditions.push(format!("({})", any.collect::<Vec<_>>().join(" OR ")));
                }
            }
        }
        conditions.extend(self.before.map(|before| format!("customer_id < {before}")));
        if self.blocked_only {
            conditions.push("blocked_at IS NOT NULL".to_owned());
        }
        let rule =
            if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
        let sql = format!(
            "SELECT customer_id, fname, lname, phone, email, role, created_at, blocked_at \
             FROM (SELECT customer_id AS page_id FROM customer {rule} ORDER BY customer_id DESC LIMIT {}) page \
             JOIN customer ON customer_id = page_id ORDER BY customer_id DESC",
            self.limit
        );
        (sql, texts)
    }
}

impl Store {
    /// Newest first.
    pub async fn customers(&self, filter: &CustomerFilter) -> StoreResult<Vec<ListedCustomer>> {
        let (sql, texts) = filter.sql(&self.db);
        let rows: Vec<ListedRow> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for text in &texts {
                query = query.bind(text);
            }
            query.fetch_all(pool).await?
        });
        let listed =
            |row: ListedRow| ListedCustomer { customer: row.customer.into(), blocked_at: row.blocked_at };
        Ok(rows.into_iter().map(listed).collect())
    }

    /// Fills the searched text of up to `limit` customers that an earlier release wrote. Returns their number.
    pub async fn fill_search(&self, limit: i64) -> Result<usize, Error> {
        let mut tx = self.begin().await?;
        let sql = "SELECT customer_id, fname, lname, phone, email FROM customer WHERE search = '' LIMIT $1";
        let rows: Vec<DetailsRow> =
            on!(tx, |conn| sqlx::query_as(sql).bind(limit).fetch_all(conn).await.map_err(store_error)?);
        let count = rows.len();
        for DetailsRow { customer_id, fname, lname, phone, email } in rows {
            let phone = phone_of(phone);
            let text = search_text(customer_id, &Details { fname, lname, phone, email });
            let sql = "UPDATE customer SET search = $2 WHERE customer_id = $1 AND search = ''";
            run!(tx, sql, customer_id, text).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(count)
    }

    pub async fn block_of(&self, customer_id: i64) -> StoreResult<Option<Block>> {
        let sql = "SELECT blocked_at, blocked_reason, blocked_by FROM customer \
             WHERE customer_id = $1 AND blocked_at IS NOT NULL";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?))
    }

    /// Blocks a customer, ends every session, forgets every browser and deletes the codes. Returns false for members of staff, unknown customers and
    /// customers who are blocked.
    pub async fn block(&self, customer_id: i64, block: &Block) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE customer SET blocked_at = $2, blocked_reason = $3, blocked_by = $4 \
             WHERE customer_id = $1 AND role = 'customer' AND blocked_at IS NULL";
        if run!(tx, sql, customer_id, block.at, &block.reason, &block.by).map_err(store_error)? == 0 {
            return Ok(false);
        }
        for sql in [
            "DELETE FROM session WHERE customer_id = $1",
            "DELETE FROM device WHERE customer_id = $1",
            "DELETE FROM one_time_code WHERE customer_id = $1",
        ] {
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }

    pub async fn unblock(&self, customer_id: i64) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE customer SET blocked_at = NULL, blocked_reason = '', blocked_by = '' \
             WHERE customer_id = $1";
        run!(tx, sql, customer_id).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Newest first.
    pub async fn customer_notes(&self, customer_id: i64, limit: i64) -> StoreResult<Vec<CustomerNote>> {
        let sql = "SELECT note_id, at, actor_name, note FROM customer_note WHERE customer_id = $1 \
             ORDER BY note_id DESC LIMIT $2";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).bind(limit).fetch_all(pool).await?))
    }

    /// Stores a note unless the customer has `limit` of them. Returns whether it was stored.
    pub async fn insert_customer_note(
        &self,
        customer_id: i64,
        actor_id: i64,
        note: &CustomerNote,
        limit: i64,
    ) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let sql = "SELECT COUNT(*) FROM customer_note WHERE customer_id = $1";
        let count: i64 = on!(tx, |conn| sqlx::query_scalar(sql)
            .bind(customer_id)
            .fetch_one(conn)
            .await
            .map_err(store_error)?);
        if count >= limit {
            return Ok(false);
        }
        let sql = "INSERT INTO customer_note (note_id, customer_id, at, actor_id, actor_name, note) \
             VALUES ($1, $2, $3, $4, $5, $6)";
        let CustomerNote { note_id, at, actor_name, note } = note;
        run!(tx, sql, note_id, customer_id, at, actor_id, actor_name, note).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use heuan_testkit::{Engine, TestDb};
    use rstest::rstest;

    use super::*;

    /// Otherwise the database reads the whole table.
    #[rstest]
    #[case(CustomerQuery::Terms(Vec::new()), "COVERING INDEX")]
    #[case(CustomerQuery::Terms(vec![vec!["noy".to_owned()]]), "COVERING INDEX customer_search")]
    #[case(CustomerQuery::Phone("+8562055123456".to_owned()), "(phone=?)")]
    #[tokio::test]
    async fn page_is_read_from_an_index(#[case] query: CustomerQuery, #[case] index: &str) {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let filter = CustomerFilter { query, blocked_only: false, before: Some(100), limit: 51 };
        let (sql, texts) = filter.sql(&db);
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for text in &texts {
                query = query.bind(text);
            }
            query.fetch_all(pool).await.unwrap()
        });
        assert!(steps.iter().any(|step| step.3.contains(index)), "{steps:?}");
        assert!(
            !steps.iter().any(|step| step.3.contains("SCAN customer ") && !step.3.contains("INDEX")),
            "{steps:?}"
        );
    }
}
