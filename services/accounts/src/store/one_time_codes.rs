//! Codes of six digits that customers enter once.

use heuan_rpc::Error;
use heuan_store::{on, run};

use super::{Store, outbox, rate_limits, roles, store_error};
use crate::{
    account_event::SecurityNotice,
    customer::Role,
    one_time_code::CodePurpose,
    rate_limit::{NoticeLimits, RateLimitCounter, too_many_requests},
};

/// A code to store.
#[derive(Debug)]
pub struct NewCode<'a> {
    pub customer_id: i64,
    /// Role of the account that the caller may make a code for.
    pub role: Role,
    pub purpose: CodePurpose,
    pub code_hash: &'a str,
    /// Empty if the staff pass it on.
    pub sent_to: &'a str,
    pub created_at: i64,
    pub expires_at: i64,
    /// Minimum milliseconds between two codes of the same purpose.
    pub pause_ms: i64,
}

/// An attempt to enter a code.
pub struct CodeTry<'a> {
    pub customer_id: i64,
    pub purpose: CodePurpose,
    /// The counter of tries of the code with this hash. The second argument is whether the browser counts as known:
    /// its tries are counted for the browser if it does, otherwise for its address.
    pub counter: &'a (dyn Fn(&str, bool) -> RateLimitCounter + Sync),
    /// Whether this browser has signed in to the account before.
    pub is_known_browser: bool,
    /// Maximum tries of all other browsers together.
    pub max_of_unknown_browsers: i64,
    /// Maximum tries of all browsers together that have signed in to the account before. Further tries count as tries of
    /// unknown browsers.
    pub max_of_known_browsers: i64,
    pub now: i64,
}

/// A tried code of the staff. If the entered one matches its hash, a transaction uses it up.
#[derive(Debug)]
pub struct VerifiedStaffCode {
    pub customer_id: i64,
    pub code_hash: String,
    /// The counter in which the try counts.
    pub counter: RateLimitCounter,
    /// Whether the try counts as one of a browser that has signed in to the account before.
    pub counts_as_known: bool,
}

/// A new password by a code.
pub struct PasswordReset<'a> {
    pub customer_id: i64,
    /// The hash that the code was verified against.
    pub code_hash: &'a str,
    pub password_hash: &'a str,
    /// Counters that are deleted: failed logins of the account.
    pub reset: &'a [RateLimitCounter],
    /// Counters of the attempt, from which it is taken off.
    pub attempts: &'a [RateLimitCounter],
    /// Of the notice that the customer gets.
    pub notices: &'a NoticeLimits,
}

impl Store {
    /// Replaces the code of a purpose. Returns `RESOURCE_EXHAUSTED` if the previous code is newer than the pause. Returns a
    /// conflict if the account is blocked, is being erased, or has got another role meanwhile.
    pub async fn put_code(&self, new: &NewCode<'_>) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        // A change of the role also locks the account, and deletes its codes.
        if roles::lock_open_account(&mut tx, new.customer_id).await? != new.role {
            return Err(Error::conflict("role_changed", "the account has another role by now; try again"));
        }
        let sql = "INSERT INTO one_time_code (customer_id, purpose, code_hash, sent_to, created_at, expires_at, tries) \
             VALUES ($1, $2, $3, $4, $5, $6, 0) \
             ON CONFLICT (customer_id, purpose) DO UPDATE SET code_hash = excluded.code_hash, \
               sent_to = excluded.sent_to, created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0, \
               known_tries = 0 \
             WHERE one_time_code.created_at <= $7";
        let NewCode { customer_id, purpose, code_hash, sent_to, created_at, expires_at, pause_ms, .. } = new;
        let purpose = purpose.into_str();
        let before = created_at - pause_ms;
        let put = run!(tx, sql, customer_id, purpose, code_hash, sent_to, created_at, expires_at, before);
        if put.map_err(store_error)? == 0 {
            let sql = "SELECT created_at FROM one_time_code WHERE customer_id = $1 AND purpose = $2";
            let last: i64 = on!(tx, |conn| {
                sqlx::query_scalar(sql)
                    .bind(customer_id)
                    .bind(purpose)
                    .fetch_one(conn)
                    .await
                    .map_err(store_error)?
            });
            return Err(too_many_requests(last + pause_ms - created_at));
        }
        tx.commit().await.map_err(store_error)
    }

    /// Counts a try, and returns the code; `None` if there is no code, or if it has expired or has no try
    /// left.
    ///
    /// The same statements run in each case, so that the time reveals neither an account nor its code.
    pub async fn try_code(&self, from: &CodeTry<'_>) -> Result<Option<VerifiedStaffCode>, Error> {
        let CodeTry { customer_id, now, is_known_browser, .. } = *from;
        let purpose = from.purpose.into_str();
        let mut tx = self.begin().await?;
        let sql = "SELECT code_hash, expires_at, known_tries FROM one_time_code \
             WHERE customer_id = $1 AND purpose = $2 AND expires_at > $3";
        let found: Option<(String, i64, i64)> = on!(tx, |conn| {
            let query = sqlx::query_as(sql).bind(customer_id).bind(purpose).bind(now);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        // Without a code the counter expires at once.
        let (hash, expires_at, known_tries) = found.unwrap_or((String::new(), now, 0));
        // Otherwise one such browser could sign in again and again, and use up the tries of all known
        // browsers.
        let counts_as_known = is_known_browser && known_tries < from.max_of_known_browsers;
        let counter = (from.counter)(&hash, counts_as_known);
        let (tries, _) =
            rate_limits::add(&mut tx, &counter.name, now, expires_at - now).await.map_err(store_error)?;
        // Nothing is counted for an empty hash, which no code has.
        let code_hash = if tries <= counter.limit { hash } else { String::new() };
        let sql = "UPDATE one_time_code SET tries = tries + $4, known_tries = known_tries + $5 \
             WHERE customer_id = $1 AND purpose = $2 AND code_hash = $3 \
               AND tries + $4 <= $6 AND known_tries + $5 <= $7";
        let known = i64::from(counts_as_known);
        let (unknown_browsers, limit, known_limit) =
            (1 - known, from.max_of_unknown_browsers, from.max_of_known_browsers);
        let counted =
            run!(tx, sql, customer_id, purpose, &code_hash, unknown_browsers, known, limit, known_limit);
        let has_try = counted.map_err(store_error)? > 0;
        tx.commit().await.map_err(store_error)?;
        let tried = VerifiedStaffCode { customer_id, code_hash, counter, counts_as_known };
        Ok(Some(tried).filter(|_| has_try))
    }

    /// Uses up a code for a new password, ends every session and notifies the customer. Returns false if the code was used
    /// meanwhile, or the customer is blocked.
    pub async fn reset_password(&self, reset: &PasswordReset<'_>) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        // Locks the account before the code, as other transactions do.
        let sql = "UPDATE customer SET password_hash = $2, has_temporary_password = 0, is_unopened = 0 \
             WHERE customer_id = $1 AND blocked_at IS NULL";
        if run!(tx, sql, reset.customer_id, reset.password_hash).map_err(store_error)? == 0 {
            return Ok(false);
        }
        let purpose = CodePurpose::ResetPassword.into_str();
        let sql = "DELETE FROM one_time_code WHERE customer_id = $1 AND purpose = $2 AND code_hash = $3";
        if run!(tx, sql, reset.customer_id, purpose, reset.code_hash).map_err(store_error)? == 0 {
            return Ok(false);
        }
        for sql in ["DELETE FROM session WHERE customer_id = $1", "DELETE FROM device WHERE customer_id = $1"]
        {
            run!(tx, sql, reset.customer_id).map_err(store_error)?;
        }
        for counter in reset.reset {
            run!(tx, "DELETE FROM rate_limit WHERE name = $1", &counter.name).map_err(store_error)?;
        }
        rate_limits::undo_counts(&mut tx, reset.attempts).await.map_err(store_error)?;
        let notice = SecurityNotice::PasswordChanged;
        outbox::put_security_notice(&mut tx, reset.customer_id, notice, reset.notices).await?;
        self.commit_events(tx).await?;
        Ok(true)
    }
}
