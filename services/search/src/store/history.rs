//! SQL of the search history of customers: table `search_history`.

use heuan_store::{Quota, QuotaExceeded, Result, on, read, run};

use super::Store;

/// Rows deleted by one transaction.
const SWEEP_SIZE: i64 = 1000;

/// A search of a customer.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct Entry {
    pub id: i64,
    pub text: String,
    pub at: i64,
}

impl Store {
    /// Records a search of a customer, of which the newest `kept` are stored. Beyond `quota` nothing is
    /// recorded.
    pub async fn remember(
        &self,
        customer_id: i64,
        key: &str,
        text: &str,
        at: i64,
        (kept, quota): (i64, Quota),
    ) -> Result<Result<Entry, QuotaExceeded>> {
        let mut tx = self.db.begin().await?;
        if let Some(exceeded) = quota.charge(&mut tx, &customer_id.to_string(), 1, at).await? {
            return Ok(Err(exceeded));
        }
        // Unique for one customer, and exactly representable in JavaScript.
        let id = at.saturating_mul(1000) + fastrand::i64(0..1000);
        let sql = "INSERT INTO search_history (id, customer_id, text_key, text, at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (customer_id, text_key) DO UPDATE SET text = excluded.text, at = excluded.at \
             RETURNING id, text, at";
        let entry: Entry = on!(tx, |conn| {
            sqlx::query_as(sql)
                .bind(id)
                .bind(customer_id)
                .bind(key)
                .bind(text)
                .bind(at)
                .fetch_one(conn)
                .await?
        });
        let sql = "DELETE FROM search_history WHERE customer_id = $1 AND id NOT IN \
             (SELECT id FROM search_history WHERE customer_id = $1 ORDER BY at DESC, id DESC LIMIT $2)";
        run!(tx, sql, customer_id, kept)?;
        tx.commit().await?;
        Ok(Ok(entry))
    }

    /// Newest first.
    pub async fn history(&self, customer_id: i64, limit: i64) -> Result<Vec<Entry>> {
        let sql = "SELECT id, text, at FROM search_history WHERE customer_id = $1 \
             ORDER BY at DESC, id DESC LIMIT $2";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).bind(limit).fetch_all(pool).await?))
    }

    /// Deletes searches before a time, in small transactions.
    pub async fn expire_history(&self, before: i64) -> Result<()> {
        loop {
            let mut tx = self.db.begin().await?;
            let sql = "DELETE FROM search_history WHERE (customer_id, id) IN \
                 (SELECT customer_id, id FROM search_history WHERE at < $1 LIMIT $2)";
            let gone = run!(tx, sql, before, SWEEP_SIZE)?;
            tx.commit().await?;
            if gone < SWEEP_SIZE.unsigned_abs() {
                return Ok(());
            }
        }
    }

    pub async fn sweep_quotas(&self, now: i64) -> Result<()> {
        self.db.sweep_quotas(now).await
    }

    /// Deletes one entry or all.
    pub async fn delete_history(&self, customer_id: i64, id: Option<i64>) -> Result<()> {
        let mut tx = self.db.begin().await?;
        match id {
            Some(id) => {
                run!(tx, "DELETE FROM search_history WHERE customer_id = $1 AND id = $2", customer_id, id)?;
            }
            None => {
                run!(tx, "DELETE FROM search_history WHERE customer_id = $1", customer_id)?;
            }
        }
        tx.commit().await
    }
}
