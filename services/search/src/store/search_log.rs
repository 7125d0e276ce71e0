//! SQL of search statistics: table `search_log` has each visitor of a text once, and table `search_count` their numbers.

use heuan_store::{Quota, QuotaExceeded, Result, Tx, read, run, sqlx::AssertSqlSafe};

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

/// Query of the texts that at least `$2` visitors searched for after `$1`. The searches up to then that are not deleted yet, at most
/// those of one cleanup interval, are subtracted.
const COUNTED: &str = "SELECT c.text_key AS text_key, c.text AS text, c.visitors - COALESCE(e.visitors, 0) AS visitors, \
       c.clicked_visitors - COALESCE(e.clicked_visitors, 0) AS clicked_visitors, c.last_at AS last_at \
     FROM search_count c LEFT JOIN \
       (SELECT text_key, COUNT(*) AS visitors, COUNT(clicked_at) AS clicked_visitors FROM search_log WHERE at <= $1 GROUP BY text_key) e \
       ON e.text_key = c.text_key \
     WHERE c.visitors >= $2 AND c.visitors - COALESCE(e.visitors, 0) >= $2";

/// Order of texts: most visitors first.
const ORDER: &str = "ORDER BY visitors DESC, last_at DESC, text_key";

/// Counts the rows of `search_log` by text; a condition and `GROUP BY text_key` follow.
const COUNT: &str = "INSERT INTO search_count (text_key, text, visitors, clicked_visitors, last_at) \
     SELECT text_key, MAX(text), COUNT(*), COUNT(clicked_at), MAX(at) FROM search_log";

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
        let owner = seen.owner.as_deref();
        let sql = "INSERT INTO search_log (text_key, visitor, text, at, owner) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (text_key, visitor) DO NOTHING";
        let added = run!(tx, sql, seen.key, seen.visitor, seen.text, at, owner)?;
        if added == 0 {
            let sql =
                "UPDATE search_log SET text = $3, at = $4, owner = $5 WHERE text_key = $1 AND visitor = $2";
            run!(tx, sql, seen.key, seen.visitor, seen.text, at, owner)?;
        }
        let sql = "INSERT INTO search_count (text_key, text, visitors, clicked_visitors, last_at) VALUES ($1, $2, 1, 0, $3) \
             ON CONFLICT (text_key) DO UPDATE SET visitors = search_count.visitors + $4, last_at = excluded.last_at, \
               text = CASE WHEN excluded.text > search_count.text THEN excluded.text ELSE search_count.text END";
        run!(tx, sql, seen.key, seen.text, at, added as i64)?;
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
        let sql = format!("SELECT text, visitors FROM ({COUNTED}) counted {ORDER} LIMIT $3 OFFSET $4");
        Ok(read!(self.db, |pool| sqlx::query_as(AssertSqlSafe(sql))
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
        let sql = "UPDATE search_log SET clicked_at = $3 WHERE text_key = $1 AND visitor = $2 AND clicked_at IS NULL";
        if run!(tx, sql, key, visitor, at)? == 1 {
            let sql = "UPDATE search_count SET clicked_visitors = clicked_visitors + 1 WHERE text_key = $1";
            run!(tx, sql, key)?;
        } else {
            let sql = "UPDATE search_log SET clicked_at = $3 WHERE text_key = $1 AND visitor = $2";
            run!(tx, sql, key, visitor, at)?;
        }
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
        let contains = self.db.contains("c.text_key", "$4");
        let sql = format!("{COUNTED} AND {contains} {ORDER} LIMIT $3");
        Ok(read!(self.db, |pool| sqlx::query_as(AssertSqlSafe(sql))
            .bind(since)
            .bind(min_visitors)
            .bind(limit)
            .bind(part)
            .fetch_all(pool)
            .await?))
    }

    /// Deletes the searches up to a time, and counts the others again.
    pub async fn delete_before(&self, before: i64) -> Result<()> {
        let mut tx = self.db.begin().await?;
        run!(tx, "DELETE FROM search_log WHERE at <= $1", before)?;
        run!(tx, "DELETE FROM search_count")?;
        // A search that is recorded meanwhile on PostgreSQL may have counted its text.
        let sql = format!(
            "{COUNT} WHERE TRUE GROUP BY text_key ON CONFLICT (text_key) DO UPDATE SET text = excluded.text, \
               visitors = excluded.visitors, clicked_visitors = excluded.clicked_visitors, last_at = excluded.last_at"
        );
        run!(tx, AssertSqlSafe(sql.as_str()))?;
        tx.commit().await
    }
}

/// Counts the searches for one text again.
pub(super) async fn recount(tx: &mut Tx, key: &str) -> Result<()> {
    run!(*tx, "DELETE FROM search_count WHERE text_key = $1", key)?;
    let sql = format!("{COUNT} WHERE text_key = $1 GROUP BY text_key");
    run!(*tx, AssertSqlSafe(sql.as_str()), key)?;
    Ok(())
}
