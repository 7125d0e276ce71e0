//! Counters of rate limits in SQL: failed logins by account, device and address, and other limited actions.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, read, run};

use super::{Store, store_error};
use crate::{
    Config,
    logins_in_flight::LoginInFlight,
    rate_limit::{LowerLimit, RateLimitCounter, too_many_requests},
};

/// The counters of a login attempt.
#[derive(Debug)]
pub struct LoginLimits {
    /// Failed logins of the account from this address, or from this device if it has signed in before.
    pub own: RateLimitCounter,
    /// Counters of failed logins from elsewhere; `None` for a device that has signed in before.
    pub shared: Option<SharedLoginLimits>,
}

/// Counters that all clients of an account, or all accounts of a client, have in common.
#[derive(Debug)]
pub struct SharedLoginLimits {
    pub account: RateLimitCounter,
    pub delay: RateLimitCounter,
    pub address: RateLimitCounter,
}

impl Store {
    /// Returns an error if a limit is reached, without writing: a refused request costs one read.
    pub async fn check(&self, rate_limits: &[&RateLimitCounter], now: i64) -> Result<(), Error> {
        for rate_limit in rate_limits.iter().filter(|rate_limit| rate_limit.limit > 0) {
            let sql = "SELECT ends_at FROM rate_limit WHERE name = $1 AND count >= $2 AND ends_at > $3";
            let ends_at: Option<i64> = read!(self.db, |pool| {
                let query = sqlx::query_scalar(sql).bind(&rate_limit.name).bind(rate_limit.limit).bind(now);
                query.fetch_optional(pool).await.map_err(store_error)?
            });
            if let Some(ends_at) = ends_at {
                return Err(too_many_requests(ends_at - now));
            }
            self.check_lower(rate_limit, now).await?;
        }
        Ok(())
    }

    /// Returns an error if the lower limit of a counter applies and is reached.
    async fn check_lower(&self, counter: &RateLimitCounter, now: i64) -> Result<(), Error> {
        let Some(LowerLimit { limit, of, from }) = &counter.lower else { return Ok(()) };
        let sql = "SELECT counter.ends_at, other.ends_at FROM rate_limit AS counter, rate_limit AS other \
             WHERE counter.name = $1 AND counter.count >= $2 AND counter.ends_at > $3 \
               AND other.name = $4 AND other.count >= $5 AND other.ends_at > $3";
        let ends: Option<(i64, i64)> = read!(self.db, |pool| {
            let query = sqlx::query_as(sql).bind(&counter.name).bind(*limit).bind(now).bind(of).bind(*from);
            query.fetch_optional(pool).await.map_err(store_error)?
        });
        ends.map_or(Ok(()), |(counter, other)| Err(too_many_requests(counter.min(other) - now)))
    }

    /// Counts an attempt before it is made, so that concurrent attempts are counted like sequential ones. Returns an
    /// error and counts nothing if a limit is reached. Callers pass counters in a fixed order, because otherwise
    /// transactions could deadlock.
    pub async fn increment_or_reject(
        &self,
        rate_limits: &[&RateLimitCounter],
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        for rate_limit in rate_limits {
            add_or_reject(&mut tx, rate_limit, now).await?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Counts an attempt to sign in before it is made, like [`Store::increment_or_reject`].
    ///
    /// Attempts of an account with many failures are admitted one at a time, each after a delay. The limit by address refuses
    /// only logins to accounts that have failed before. `login.others()`, at most 1, is the number of counted attempts that are
    /// still being verified and have not failed. So at most two parallel logins to an account pass the limit, however many are
    /// sent.
    pub async fn admit_login(
        &self,
        limits: &LoginLimits,
        login: &LoginInFlight,
        now: i64,
        config: &Config,
    ) -> Result<(), Error> {
        let window_ms = config.window_ms();
        let mut tx = self.begin().await?;
        add_or_reject(&mut tx, &limits.own, now).await?;
        if let Some(SharedLoginLimits { account, delay, address }) = &limits.shared {
            let (failures, _) = add(&mut tx, &account.name, now, window_ms).await.map_err(store_error)?;
            if let Some(delay_ms) = config.login_delay_ms(failures)
                && !claim(&mut tx, &delay.name, now, delay_ms).await.map_err(store_error)?
            {
                return Err(too_many_requests(delay_ms));
            }
            let (count, ends_at) = add(&mut tx, &address.name, now, window_ms).await.map_err(store_error)?;
            let failed_before = failures - 1 - login.others();
            if address.limit > 0 && count > address.limit && failed_before > 0 {
                return Err(too_many_requests(ends_at - now));
            }
        }
        tx.commit().await.map_err(store_error)
    }
}

/// Takes an attempt to sign in that has succeeded off the shared counters and off its own counter. `resets_own` deletes its own
/// counter instead.
///
/// Do not set `resets_own` for a login to an account that has lost its phone number to another account: otherwise the person
/// who made the first account could guess the password of the second, and reset the counter by signing in to the first.
pub(super) async fn undo_login_count(tx: &mut Tx, limits: &LoginLimits, resets_own: bool) -> StoreResult<()> {
    let shared = limits.shared.iter().flat_map(|shared| [&shared.account, &shared.address]);
    let own = if resets_own {
        run!(*tx, "DELETE FROM rate_limit WHERE name = $1", &limits.own.name)?;
        None
    } else {
        Some(&limits.own)
    };
    for counter in own.into_iter().chain(shared) {
        let sql = "UPDATE rate_limit SET count = count - 1 WHERE name = $1 AND count > 0";
        run!(*tx, sql, &counter.name)?;
    }
    Ok(())
}

/// Deletes a counter.
pub(super) async fn reset(tx: &mut Tx, counter: &RateLimitCounter) -> StoreResult<()> {
    run!(*tx, "DELETE FROM rate_limit WHERE name = $1", &counter.name)?;
    Ok(())
}

/// Claims the only attempt that is admitted until `now + wait_ms`. Returns false if another attempt has
/// claimed it.
async fn claim(tx: &mut Tx, name: &str, now: i64, wait_ms: i64) -> StoreResult<bool> {
    let sql = "INSERT INTO rate_limit (name, count, ends_at) VALUES ($1, 1, $2) \
         ON CONFLICT (name) DO UPDATE SET ends_at = excluded.ends_at WHERE rate_limit.ends_at <= $3";
    Ok(run!(*tx, sql, name, now + wait_ms, now)? == 1)
}

/// Counts once. Returns an error if the limit is reached, after which the caller commits nothing.
pub(super) async fn add_or_reject(tx: &mut Tx, counter: &RateLimitCounter, now: i64) -> Result<(), Error> {
    if counter.limit == 0 {
        return Ok(());
    }
    let (count, ends_at) = add(tx, &counter.name, now, counter.window_ms).await.map_err(store_error)?;
    if count > counter.limit {
        return Err(too_many_requests(ends_at - now));
    }
    let Some(lower) = counter.lower.as_ref().filter(|lower| count > lower.limit) else { return Ok(()) };
    match lower_until(tx, lower, now).await.map_err(store_error)? {
        Some(until) => Err(too_many_requests(ends_at.min(until) - now)),
        None => Ok(()),
    }
}

/// End of the window in which the lower limit applies; `None` if it does not apply. The caller has counted this attempt in the
/// other counter, which locks that row, so that concurrent attempts do not pass the limit.
async fn lower_until(tx: &mut Tx, lower: &LowerLimit, now: i64) -> StoreResult<Option<i64>> {
    let sql = "SELECT ends_at FROM rate_limit WHERE name = $1 AND count > $2 AND ends_at > $3";
    Ok(on!(*tx, |conn| {
        let query = sqlx::query_scalar(sql).bind(&lower.of).bind(lower.from).bind(now);
        query.fetch_optional(conn).await?
    }))
}

/// Counts once if the limit allows it, and returns whether it does. A refusal counts nothing, but locks the counter as
/// well.
pub(super) async fn add_within(tx: &mut Tx, counter: &RateLimitCounter, now: i64) -> StoreResult<bool> {
    if counter.limit == 0 {
        return Ok(true);
    }
    let sql = "INSERT INTO rate_limit (name, count, ends_at) VALUES ($1, 1, $2) \
         ON CONFLICT (name) DO UPDATE SET \
           count = CASE WHEN rate_limit.ends_at <= $3 THEN 1 ELSE rate_limit.count + 1 END, \
           ends_at = CASE WHEN rate_limit.ends_at <= $3 THEN excluded.ends_at ELSE rate_limit.ends_at END \
         WHERE rate_limit.ends_at <= $3 OR rate_limit.count < $4";
    Ok(run!(*tx, sql, &counter.name, now + counter.window_ms, now, counter.limit)? > 0)
}

/// Takes one attempt off each of the counters.
pub(super) async fn undo_counts(tx: &mut Tx, counters: &[RateLimitCounter]) -> StoreResult<()> {
    for counter in counters {
        let sql = "UPDATE rate_limit SET count = count - 1 WHERE name = $1 AND count > 0";
        run!(*tx, sql, &counter.name)?;
    }
    Ok(())
}

pub(super) async fn add(tx: &mut Tx, name: &str, now: i64, window_ms: i64) -> StoreResult<(i64, i64)> {
    let sql = "INSERT INTO rate_limit (name, count, ends_at) VALUES ($1, 1, $2) \
         ON CONFLICT (name) DO UPDATE SET \
           count = CASE WHEN rate_limit.ends_at <= $3 THEN 1 ELSE rate_limit.count + 1 END, \
           ends_at = CASE WHEN rate_limit.ends_at <= $3 THEN excluded.ends_at ELSE rate_limit.ends_at END \
         RETURNING count, ends_at";
    Ok(on!(*tx, |conn| {
        sqlx::query_as(sql).bind(name).bind(now + window_ms).bind(now).fetch_one(conn).await?
    }))
}
