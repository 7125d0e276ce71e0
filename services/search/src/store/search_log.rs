//! SQL of search statistics: table `search_log` counts distinct visitors for each text.

use heuan_store::{Quota, QuotaExceeded, Result, read, run, sqlx::AssertSqlSafe};

use super::Store;

/// A text and how many visitors searched for it.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct Popular {
    pub text: String,
    pub visitors: i64,
}

/// A text, the number of visitors who searched for it, and of those who opened a product of its result.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct Insight {
    pub text_key: String,
    pub text: String,
    pub visitors: i64,
    pub clicked_visitors: i64,
    pub last_at: i64,
}

/// A search to be counted. Visitor and owner are pseudonyms for this text only.
pub struct RecordedSearch<'a> {
    pub key: &'a str,
    pub visitor: &'a str,
    pub owner: Option<String>,
    /// As typed.
    pub text: &'a str,
}

impl Store {
    /// Records a search; a repetition only updates its time. `(subject, quotas)` are the quotas that it counts against.
    /// If one is exceeded, nothing is recorded.
    pub async fn record(
        &self,
        seen: &RecordedSearch<'_>,
        (subject, quotas): (&str, &[Quota]),
        at: i64,
    ) -> Result<Option<QuotaExceeded>> {
        let mut tx = self.db.begin().await?;
        for quota in quotas {
            let exceeded = quota.charge(&mut tx, subject, 1, at).await?;
            if exceeded.is_some() {
                return Ok(exceeded);
            }
        }
        let sql = "INSERT INTO search_log (text_key, visitor, text, at, owner) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (text_key, visitor) DO UPDATE SET text = excluded.text, at = excluded.at, owner = excluded.owner";
        run!(tx, sql, seen.key, seen.visitor, seen.text, at, seen.owner.as_deref())?;
        tx.commit().await?;
        Ok(None)
    }

    /// Texts that at least `min_visitors` visitors searched for after `since`, most visitors first, without the first `offset`.
    pub async fn popular(
        &self,
        since: i64,
        min_visitors: i64,
        limit: i64,
        offset: i64,
    ) -> Result<Vec<Popular>> {
        let sql = "SELECT MAX(text) AS text, COUNT(*) AS visitors FROM search_log WHERE at > $1 \
             GROUP BY text_key HAVING COUNT(*) >= $2 ORDER BY COUNT(*) DESC, MAX(at) DESC, text_key LIMIT $3 OFFSET $4";
        Ok(read!(self.db, |pool| sqlx::query_as(sql)
            .bind(since)
            .bind(min_visitors)
            .bind(limit)
            .bind(offset)
            .fetch_all(pool)
            .await?))
    }

    /// Records that a visitor opened a product of a search. Nothing happens if the search is not recorded.
    pub async fn record_click(&self, key: &str, visitor: &str, at: i64) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE search_log SET clicked_at = $3 WHERE text_key = $1 AND visitor = $2";
        run!(tx, sql, key, visitor, at)?;
        tx.commit().await
    }

    /// Texts that at least `min_visitors` visitors searched for after `since`, most visitors first, whose keys contain `part`.
    pub async fn insights(
        &self,
        since: i64,
        min_visitors: i64,
        part: &str,
        limit: i64,
    ) -> Result<Vec<Insight>> {
        let contains = self.db.contains("text_key", "$4");
        let sql = format!(
            "SELECT text_key, MAX(text) AS text, COUNT(*) AS visitors, COUNT(clicked_at) AS clicked_visitors, \
               MAX(at) AS last_at FROM search_log WHERE at > $1 AND {contains} \
             GROUP BY text_key HAVING COUNT(*) >= $2 ORDER BY COUNT(*) DESC, MAX(at) DESC, text_key LIMIT $3"
        );
        Ok(read!(self.db, |pool| sqlx::query_as(AssertSqlSafe(sql))
            .bind(since)
            .bind(min_visitors)
            .bind(limit)
            .bind(part)
            .fetch_all(pool)
            .await?))
    }

    /// Deletes rows last seen before a time; returns their number.
    pub async fn delete_before(&self, before: i64) -> Result<u64> {
        let mut tx = self.db.begin().await?;
        let gone = run!(tx, "DELETE FROM search_log WHERE at <= $1", before)?;
        tx.commit().await?;
        Ok(gone)
    }
}
