use heuan_store::{Result, read, run};

use super::Store;

/// A text and how many visitors searched for it.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct Popular {
    pub text: String,
    pub visitors: i64,
}

impl Store {
    /// Notes that `visitor` searched for `text`; again, it only becomes newer.
    pub async fn see(&self, key: &str, visitor: &str, text: &str, at: i64) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let sql = "INSERT INTO search_seen (text_key, visitor, text, at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (text_key, visitor) DO UPDATE SET text = excluded.text, at = excluded.at";
        run!(tx, sql, key, visitor, text, at)?;
        tx.commit().await
    }

    /// Texts that `least` visitors or more searched for after `since`, most visitors first.
    pub async fn popular(&self, since: i64, least: i64, limit: i64) -> Result<Vec<Popular>> {
        let sql = "SELECT MAX(text) AS text, COUNT(*) AS visitors FROM search_seen WHERE at > $1 \
             GROUP BY text_key HAVING COUNT(*) >= $2 ORDER BY COUNT(*) DESC, MAX(at) DESC, text_key LIMIT $3";
        Ok(read!(self.db, |pool| sqlx::query_as(sql)
            .bind(since)
            .bind(least)
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// Removes what was seen before; says how much.
    pub async fn forget_seen(&self, before: i64) -> Result<u64> {
        let mut tx = self.db.begin().await?;
        let gone = run!(tx, "DELETE FROM search_seen WHERE at <= $1", before)?;
        tx.commit().await?;
        Ok(gone)
    }
}
