//! Queries of sessions, which are stored under the digest of their token.

use std::collections::HashSet;

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{LoginLimits, NewDevice, Store, customers, devices, outbox, rate_limits, store_error};
use crate::{account_event::SecurityNotice, customer::Customer, rate_limit::NoticeLimits};

/// A new session. Only digests of tokens are stored.
#[derive(Debug)]
pub struct NewSession {
    pub digest: String,
    /// The browser's previous session, which ends.
    pub previous: Option<String>,
    pub created_at: i64,
    pub expires_at: i64,
    /// Browser and operating system; empty if unknown.
    pub device: String,
    /// Maximum sessions of the account, including this one.
    pub limit: i64,
}

/// A session of a list.
#[derive(Debug, heuan_store::FromRow)]
pub struct StoredSession {
    pub token_hash: String,
    pub device: String,
    pub created_at: i64,
    pub seen_at: i64,
}

/// A valid session.
pub struct LiveSession {
    pub customer: Customer,
    pub seen_at: i64,
    pub expires_at: i64,
    /// Whether a code of the second factor was entered in it.
    pub is_verified: bool,
    /// Whether the account of staff has a confirmed second factor.
    pub has_second_factor: bool,
    /// Whether the shop made the password of the account.
    pub has_temporary_password: bool,
    pub home_branch_id: Option<i64>,
}

#[derive(heuan_store::FromRow)]
struct LiveSessionRow {
    #[sqlx(flatten)]
    customer: customers::Row,
    seen_at: i64,
    expires_at: i64,
    second_factor: i64,
    confirmed_at: Option<i64>,
    has_temporary_password: i64,
    home_branch_id: Option<i64>,
}

impl Store {
    /// Creates a session for a customer whose password hash is still `seen_hash`, and replaces the hash by `new_hash`.
    /// Returns `None` if the password was changed or the account was blocked meanwhile, because such a login must not succeed; otherwise
    /// whether the device has not signed in to the account before, of which the customer is notified within limits.
    ///
    /// Resets the counter of failed attempts from this address or device unless `is_former`, and takes this attempt off the
    /// shared counters.
    pub async fn sign_in(
        &self,
        customer_id: i64,
        (seen_hash, new_hash): (&str, &str),
        (session, device): (&NewSession, &NewDevice),
        limits: &LoginLimits,
        is_former: bool,
        notices: &NoticeLimits,
    ) -> Result<Option<bool>, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE customer SET password_hash = $3 WHERE customer_id = $1 AND password_hash = $2 AND blocked_at IS NULL";
        if run!(tx, sql, customer_id, seen_hash, new_hash).map_err(store_error)? == 0 {
            return Ok(None);
        }
        let is_new = devices::is_new(&mut tx, customer_id, device).await.map_err(store_error)?;
        insert(&mut tx, customer_id, session, device).await.map_err(store_error)?;
        devices::remember(&mut tx, customer_id, device, session.created_at).await.map_err(store_error)?;
        rate_limits::undo_login_count(&mut tx, limits, !is_former).await.map_err(store_error)?;
        if is_new {
            let notice = SecurityNotice::NewDevice(&session.device);
            outbox::put_security_notice(&mut tx, customer_id, notice, notices).await?;
        }
        self.commit_events(tx).await?;
        Ok(Some(is_new))
    }

    pub async fn session(&self, digest: &str, now: i64) -> StoreResult<Option<LiveSession>> {
        let sql = "SELECT customer.customer_id, fname, lname, phone, email, role, customer.created_at, \
               seen_at, expires_at, session.second_factor, has_temporary_password, home_branch_id, \
               CASE WHEN role = 'customer' THEN NULL ELSE (SELECT confirmed_at FROM second_factor \
                 WHERE second_factor.customer_id = customer.customer_id) END AS confirmed_at \
             FROM session JOIN customer ON customer.customer_id = session.customer_id \
             WHERE token_hash = $1 AND expires_at > $2 AND blocked_at IS NULL";
        let row: Option<LiveSessionRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(digest).bind(now).fetch_optional(pool).await?);
        Ok(row.map(|row| LiveSession {
            customer: row.customer.into(),
            seen_at: row.seen_at,
            expires_at: row.expires_at,
            is_verified: row.second_factor != 0,
            has_second_factor: row.confirmed_at.is_some(),
            has_temporary_password: row.has_temporary_password != 0,
            home_branch_id: row.home_branch_id,
        }))
    }

    /// Extends a session last seen at `seen_at`. Only one of several concurrent requests does this.
    pub async fn renew(&self, digest: &str, seen_at: i64, now: i64, expires_at: i64) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE session SET seen_at = $3, expires_at = $4 WHERE token_hash = $1 AND seen_at = $2";
        let renewed = run!(tx, sql, digest, seen_at, now, expires_at).map_err(store_error)? == 1;
        tx.commit().await.map_err(store_error)?;
        Ok(renewed)
    }

    /// Returns the owner of the ended session, if it existed.
    pub async fn end_session(&self, digest: &str) -> Result<Option<i64>, Error> {
        let mut tx = self.begin().await?;
        let sql = "DELETE FROM session WHERE token_hash = $1 RETURNING customer_id";
        let owner: Option<i64> = on!(tx, |conn| sqlx::query_scalar(sql)
            .bind(digest)
            .fetch_optional(conn)
            .await
            .map_err(store_error)?);
        tx.commit().await.map_err(store_error)?;
        Ok(owner)
    }

    /// The valid sessions of a customer, the last used first.
    pub async fn sessions_of(&self, customer_id: i64, now: i64) -> StoreResult<Vec<StoredSession>> {
        let sql = "SELECT token_hash, device, created_at, seen_at FROM session \
             WHERE customer_id = $1 AND expires_at > $2 ORDER BY seen_at DESC, created_at DESC, token_hash";
        Ok(read!(self.db, |pool| { sqlx::query_as(sql).bind(customer_id).bind(now).fetch_all(pool).await? }))
    }

    /// The session ids in `ids` that belong to valid sessions.
    pub async fn valid_sessions(&self, ids: &[String], now: i64) -> StoreResult<HashSet<String>> {
        if ids.is_empty() {
            return Ok(HashSet::new());
        }
        // Bounds the number of distinct statements. No id is empty, so the padding finds nothing.
        let rows = ids.len().next_power_of_two();
        let padding = std::iter::repeat_n("", rows - ids.len());
        let sql = valid_sessions_sql(rows);
        let found: Vec<String> = read!(self.db, |pool| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(now);
            for id in ids.iter().map(String::as_str).chain(padding) {
                query = query.bind(id);
            }
            query.fetch_all(pool).await?
        });
        Ok(found.into_iter().collect())
    }

    /// Ends the customer's session whose digest begins with the hexadecimal digits `prefix`, and forgets its device, which may be lost or
    /// another person's. Returns false if there is none.
    pub async fn end_session_of(&self, customer_id: i64, prefix: &str) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let sql = "DELETE FROM session WHERE customer_id = $1 AND token_hash LIKE $2 RETURNING device_hash";
        let ended: Vec<String> = on!(tx, |conn| {
            let query = sqlx::query_scalar(sql).bind(customer_id).bind(format!("{prefix}%"));
            query.fetch_all(conn).await.map_err(store_error)?
        });
        for device in &ended {
            devices::forget_device(&mut tx, customer_id, device).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(!ended.is_empty())
    }

    /// Ends all sessions except `kept` and forgets all devices except `device`. Both are token digests and may be
    /// empty.
    pub async fn end_all_sessions(&self, customer_id: i64, kept: &str, device: &str) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "DELETE FROM session WHERE customer_id = $1 AND token_hash <> $2";
        run!(tx, sql, customer_id, kept).map_err(store_error)?;
        devices::delete_other_devices(&mut tx, customer_id, device).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}

/// `$1` is the current time, the other parameters are session ids. The expression is the one of index `session_id`.
fn valid_sessions_sql(ids: usize) -> String {
    let ids = numbered(2, ids);
    format!(
        "SELECT substr(token_hash, 1, 16) FROM session \
         WHERE substr(token_hash, 1, 16) IN ({ids}) AND expires_at > $1"
    )
}

/// Inserts the session of a login on a device, which [`devices::remember`] remembers.
pub(super) async fn insert(
    tx: &mut Tx,
    customer_id: i64,
    session: &NewSession,
    device: &NewDevice,
) -> StoreResult<()> {
    if let Some(previous) = &session.previous {
        run!(*tx, "DELETE FROM session WHERE token_hash = $1", previous)?;
    }
    let sql = "INSERT INTO session (token_hash, customer_id, created_at, seen_at, expires_at, device, device_hash) \
         VALUES ($1, $2, $3, $3, $4, $5, $6)";
    let NewSession { digest, created_at, expires_at, device: name, .. } = session;
    run!(*tx, sql, digest, customer_id, created_at, expires_at, name, &device.digest)?;
    let sql = "DELETE FROM session WHERE customer_id = $1 AND token_hash NOT IN \
         (SELECT token_hash FROM session WHERE customer_id = $1 ORDER BY seen_at DESC, created_at DESC LIMIT $2)";
    run!(*tx, sql, customer_id, session.limit)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use heuan_store::Db;
    use heuan_testkit::{Engine, TestDb};

    use super::*;

    /// Otherwise the database reads all sessions, at every push of the notifications service.
    #[tokio::test]
    async fn valid_sessions_query_reads_an_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {}", valid_sessions_sql(2));
        let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(0).bind("a").bind("b").fetch_all(pool).await.unwrap()
        });
        assert!(steps.iter().any(|step| step.3.contains("USING INDEX session_id")), "{steps:?}");
    }
}
