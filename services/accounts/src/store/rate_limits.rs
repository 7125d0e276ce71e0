use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, read};

use super::{Store, fault};
use crate::rate_limit::{RateLimitCounter, too_many_requests};

impl Store {
    /// Returns an error if a limit is reached, without writing: a refused request costs one read.
    pub async fn check(&self, rate_limits: &[&RateLimitCounter], now: i64) -> Result<(), Error> {
        for rate_limit in rate_limits.iter().filter(|rate_limit| rate_limit.most > 0) {
            let sql = "SELECT ends_at FROM rate_limit WHERE name = $1 AND count >= $2 AND ends_at > $3";
            let ends_at: Option<i64> = read!(self.db, |pool| {
                let query = sqlx::query_scalar(sql).bind(&rate_limit.name).bind(rate_limit.most).bind(now);
                query.fetch_optional(pool).await.map_err(fault)?
            });
            if let Some(ends_at) = ends_at {
                return Err(too_many_requests(ends_at - now));
            }
        }
        Ok(())
    }

    /// Counts an attempt before it is made, so that concurrent attempts are counted like sequential ones. Returns an
    /// error and counts nothing if a limit is reached. Callers pass counters in a fixed order, because otherwise
    /// transactions could deadlock.
    pub async fn increment_or_reject(
        &self,
        rate_limits: &[&RateLimitCounter],
        now: i64,
        window_ms: i64,
    ) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        for rate_limit in rate_limits.iter().filter(|rate_limit| rate_limit.most > 0) {
            let (count, ends_at) = add(&mut tx, &rate_limit.name, now, window_ms).await.map_err(fault)?;
            if count > rate_limit.most {
                return Err(too_many_requests(ends_at - now));
            }
        }
        tx.commit().await.map_err(fault)
    }
}

async fn add(tx: &mut Tx, name: &str, now: i64, window_ms: i64) -> StoreResult<(i64, i64)> {
    let sql = "INSERT INTO rate_limit (name, count, ends_at) VALUES ($1, 1, $2) \
         ON CONFLICT (name) DO UPDATE SET \
           count = CASE WHEN rate_limit.ends_at <= $3 THEN 1 ELSE rate_limit.count + 1 END, \
           ends_at = CASE WHEN rate_limit.ends_at <= $3 THEN excluded.ends_at ELSE rate_limit.ends_at END \
         RETURNING count, ends_at";
    Ok(on!(*tx, |conn| {
        sqlx::query_as(sql).bind(name).bind(now + window_ms).bind(now).fetch_one(conn).await?
    }))
}
