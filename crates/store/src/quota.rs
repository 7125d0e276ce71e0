//! Quotas: limits on the units that one subject may use within a time window.
//!
//! Usage is counted in the table `quota_usage` of the service, in the transaction that does the work: the row is locked
//! until the commit. So concurrent requests never exceed a quota together, replicas share it, and a restart does not
//! reset it. A window begins with the first use after the last one ended. The table is
//!
//! ```sql
//! CREATE TABLE quota_usage (
//!     subject TEXT NOT NULL,
//!     quota TEXT NOT NULL,
//!     used BIGINT NOT NULL,
//!     ends_at BIGINT NOT NULL,
//!     PRIMARY KEY (subject, quota)
//! );
//! CREATE INDEX quota_usage_end ON quota_usage (ends_at);
//! ```

use futures::future::BoxFuture;

use crate::{Db, Result, Tx, on, read, run};

/// Rows removed by one transaction of [`Db::sweep_quotas`].
const SWEEP_SIZE: i64 = 1000;

/// At most `limit` units within `window_ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub name: &'static str,
    /// 0 means no limit.
    pub limit: i64,
    pub window_ms: i64,
}

/// A quota is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaExceeded {
    pub quota: &'static str,
    /// Time until the window ends, in milliseconds; at least 1.
    pub retry_after_ms: i64,
}

// Boxed, because an `async fn` is compiled where it is awaited, which would be in each service.
impl Quota {
    /// Counts `amount` for `subject`. Returns an error if the quota would be exceeded. The transaction must then be
    /// dropped, which also reverts the count.
    pub fn charge<'a>(
        self,
        tx: &'a mut Tx,
        subject: &'a str,
        amount: i64,
        now: i64,
    ) -> BoxFuture<'a, Result<Option<QuotaExceeded>>> {
        Box::pin(async move {
            if self.limit == 0 {
                return Ok(None);
            }
            let sql = "INSERT INTO quota_usage (subject, quota, used, ends_at) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (subject, quota) DO UPDATE SET \
                   used = CASE WHEN quota_usage.ends_at <= $5 THEN excluded.used ELSE quota_usage.used + excluded.used END, \
                   ends_at = CASE WHEN quota_usage.ends_at <= $5 THEN excluded.ends_at ELSE quota_usage.ends_at END \
                 RETURNING used, ends_at";
            let (used, ends_at): (i64, i64) = on!(*tx, |conn| {
                sqlx::query_as(sql)
                    .bind(subject)
                    .bind(self.name)
                    .bind(amount)
                    .bind(now + self.window_ms)
                    .bind(now)
                    .fetch_one(conn)
                    .await?
            });
            Ok((used > self.limit).then(|| self.exceeded(ends_at, now)))
        })
    }

    /// Returns an error if the quota is used up, without counting anything: a cheap check before expensive
    /// work.
    pub fn check<'a>(
        self,
        db: &'a Db,
        subject: &'a str,
        now: i64,
    ) -> BoxFuture<'a, Result<Option<QuotaExceeded>>> {
        Box::pin(async move {
            let sql = "SELECT ends_at FROM quota_usage \
                 WHERE subject = $1 AND quota = $2 AND used >= $3 AND ends_at > $4";
            let ends_at: Option<i64> = read!(*db, |pool| {
                sqlx::query_scalar(sql)
                    .bind(subject)
                    .bind(self.name)
                    .bind(self.limit)
                    .bind(now)
                    .fetch_optional(pool)
                    .await?
            });
            Ok(ends_at.filter(|_| self.limit > 0).map(|ends_at| self.exceeded(ends_at, now)))
        })
    }

    /// Takes `amount` off again, for work that failed.
    pub fn refund<'a>(
        self,
        tx: &'a mut Tx,
        subject: &'a str,
        amount: i64,
        now: i64,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let sql = "UPDATE quota_usage SET used = CASE WHEN used > $3 THEN used - $3 ELSE 0 END \
                 WHERE subject = $1 AND quota = $2 AND ends_at > $4";
            run!(*tx, sql, subject, self.name, amount, now).map(drop)
        })
    }

    fn exceeded(self, ends_at: i64, now: i64) -> QuotaExceeded {
        QuotaExceeded { quota: self.name, retry_after_ms: (ends_at - now).max(1) }
    }
}

impl Db {
    /// Removes the usage of windows that have ended, in small transactions.
    pub fn sweep_quotas(&self, now: i64) -> BoxFuture<'_, Result<()>> {
        Box::pin(async move {
            loop {
                let mut tx = self.begin().await?;
                let sql = "DELETE FROM quota_usage WHERE (subject, quota) IN \
                     (SELECT subject, quota FROM quota_usage WHERE ends_at <= $1 LIMIT $2)";
                let gone = run!(tx, sql, now, SWEEP_SIZE)?;
                tx.commit().await?;
                if gone < SWEEP_SIZE.unsigned_abs() {
                    return Ok(());
                }
            }
        })
    }

    /// Removes all usage of one subject.
    pub fn delete_quotas<'a>(&'a self, subject: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let mut tx = self.begin().await?;
            run!(tx, "DELETE FROM quota_usage WHERE subject = $1", subject)?;
            tx.commit().await
        })
    }
}
