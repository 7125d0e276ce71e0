//! Codes that were sent to a phone number or an e-mail address, and sign-in by them.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, read, run};

use super::{NewDevice, NewSession, Store, customers, devices, fault, outbox, rate_limits, sessions};
use crate::{
    account_event::AccountEvent,
    customer::{Customer, Details, Identifier, Role},
    customer_search::search_text,
    rate_limit::{NoticeLimits, RateLimitCounter, too_many_requests},
};

/// A sent code to store.
pub struct NewSentCode<'a> {
    pub subject: &'a str,
    pub code_hash: &'a str,
    pub created_at: i64,
    pub expires_at: i64,
    /// Least milliseconds between two codes of the same subject.
    pub pause_ms: i64,
    /// What sends it.
    pub event: &'a AccountEvent,
}

/// A verified code, which a transaction uses up.
pub struct VerifiedCode {
    pub subject: String,
    /// The hash that the code was verified against.
    pub code_hash: String,
    /// Counters of the attempt, which are uncounted.
    pub attempts: Vec<RateLimitCounter>,
}

/// Result of a sign-in by a code.
pub enum CodeSignIn {
    Done {
        customer: Customer,
        /// Whether the device has not signed in to the account before and others have.
        is_new_device: bool,
        is_new: bool,
        /// Whether the number or address was verified for the first time, which ended sessions and password.
        is_first_proof: bool,
    },
    Refused(Refusal),
    /// The code was used meanwhile.
    Used,
}

/// Why the account of a proved number or address cannot be used by its owner's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Blocked,
    /// Members of the staff sign in with their password.
    Staff,
    /// The account's other identifier is verified and this one is not, so they may belong to two people. A sign-in takes it
    /// from the account; a new password is refused.
    Unverified,
    Erasing,
}

/// An account as a code finds it.
#[derive(heuan_store::FromRow)]
struct ProvedRow {
    #[sqlx(flatten)]
    customer: customers::Row,
    blocked_at: Option<i64>,
    verified_phone: Option<String>,
    verified_email: Option<String>,
}

impl Store {
    /// Returns `RESOURCE_EXHAUSTED` if there is a code newer than `pause_ms`.
    pub async fn check_code_pause(&self, subject: &str, now: i64, pause_ms: i64) -> Result<(), Error> {
        let sql = "SELECT created_at FROM sent_code WHERE subject = $1 AND created_at > $2";
        let last: Option<i64> = read!(self.db, |pool| {
            sqlx::query_scalar(sql)
                .bind(subject)
                .bind(now - pause_ms)
                .fetch_optional(pool)
                .await
                .map_err(fault)?
        });
        last.map_or(Ok(()), |last| Err(too_many_requests(last + pause_ms - now)))
    }

    /// Replaces the code of a subject and has it sent. Returns `RESOURCE_EXHAUSTED` if the one before is newer than the pause.
    pub async fn put_sent_code(&self, new: &NewSentCode<'_>) -> Result<(), Error> {
        let NewSentCode { subject, code_hash, created_at, expires_at, pause_ms, event } = new;
        let sql = "INSERT INTO sent_code (subject, code_hash, created_at, expires_at, tries) VALUES ($1, $2, $3, $4, 0) \
             ON CONFLICT (subject) DO UPDATE SET code_hash = excluded.code_hash, created_at = excluded.created_at, \
               expires_at = excluded.expires_at, tries = 0 WHERE sent_code.created_at <= $5";
        let mut tx = self.begin().await?;
        let put = run!(tx, sql, subject, code_hash, created_at, expires_at, created_at - pause_ms);
        if put.map_err(fault)? == 0 {
            return Err(too_many_requests(*pause_ms));
        }
        outbox::put(&mut tx, event).await.map_err(fault)?;
        self.commit_events(tx).await
    }

    /// Counts a try of each code of `subjects`, and returns subject and hash of those that are valid: neither expired nor without a
    /// try left.
    ///
    /// With a valid code the try also counts in `limit`, once: `RESOURCE_EXHAUSTED` after too many. Without one it does not, so that
    /// strangers cannot keep a number from its next code. Callers pass the subjects in a fixed order, because otherwise transactions
    /// could deadlock.
    pub async fn try_sent_codes(
        &self,
        subjects: &[String],
        limit: &RateLimitCounter,
        (now, window_ms): (i64, i64),
        max_tries: i64,
    ) -> Result<Vec<(String, String)>, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE sent_code SET tries = tries + 1 \
             WHERE subject = $1 AND expires_at > $2 AND tries < $3 RETURNING subject, code_hash";
        let mut valid = Vec::new();
        for subject in subjects {
            let found: Option<(String, String)> = on!(tx, |conn| {
                let query = sqlx::query_as(sql).bind(subject).bind(now).bind(max_tries);
                query.fetch_optional(conn).await.map_err(fault)?
            });
            valid.extend(found);
        }
        if !valid.is_empty() && limit.most > 0 {
            let counted = rate_limits::add(&mut tx, &limit.name, now, window_ms).await;
            let (count, ends_at) = counted.map_err(fault)?;
            if count > limit.most {
                return Err(too_many_requests(ends_at - now));
            }
        }
        tx.commit().await.map_err(fault)?;
        Ok(valid)
    }

    /// Uses up a code by itself. Returns false if it was used meanwhile.
    pub async fn use_sent_code(&self, code: &VerifiedCode) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let is_used = use_up(&mut tx, code).await.map_err(fault)?;
        tx.commit().await.map_err(fault)?;
        Ok(is_used)
    }

    /// Uses up a code and creates a session for the account of `identifier`, which is created if there is none.
    ///
    /// An account whose other identifier is verified, and this one is not, belongs to another person: it loses the number or
    /// address, and its owner gets an account.
    ///
    /// The first proof of an account gives it to the owner of the number or address: its sessions, its password
    /// (`no_password` replaces the hash), its addresses and an unverified other identifier end.
    pub async fn sign_in_by_code(
        &self,
        code: &VerifiedCode,
        identifier: &Identifier,
        (session, device): (&NewSession, &NewDevice),
        no_password: &str,
        limits: &NoticeLimits,
    ) -> Result<CodeSignIn, Error> {
        let mut tx = self.begin().await?;
        if !use_up(&mut tx, code).await.map_err(fault)? {
            return Ok(CodeSignIn::Used);
        }
        let now = session.created_at;
        let mut found = proved(&mut tx, identifier).await.map_err(fault)?;
        if let Some(of_another) = &found
            && first_proof(&mut tx, of_another, identifier).await.map_err(fault)? == Err(Refusal::Unverified)
        {
            drop_unverified(&mut tx, &of_another.customer, identifier, now).await?;
            found = None;
        }
        let is_new = found.is_none() && create(&mut tx, identifier, no_password, now).await.map_err(fault)?;
        if found.is_none() {
            found = proved(&mut tx, identifier).await.map_err(fault)?;
        }
        let found = found.ok_or_else(|| Error::internal("a new account was not found"))?;
        let is_first_proof = match first_proof(&mut tx, &found, identifier).await.map_err(fault)? {
            Ok(is_first) => is_first,
            Err(refusal) => {
                tx.commit().await.map_err(fault)?;
                return Ok(CodeSignIn::Refused(refusal));
            }
        };
        let mut customer = Customer::from(found.customer);
        let mut dropped = None;
        if is_first_proof {
            let hash = no_password;
            dropped = take_over(&mut tx, &mut customer, identifier, hash, now).await?;
        }
        let customer_id = customer.customer_id;
        set_verified_at(&mut tx, customer_id, identifier, now).await.map_err(fault)?;
        let is_new_device = devices::is_new(&mut tx, customer_id, device).await.map_err(fault)?;
        sessions::insert(&mut tx, customer_id, session).await.map_err(fault)?;
        devices::remember(&mut tx, customer_id, device, now).await.map_err(fault)?;
        if is_new_device {
            let event = AccountEvent::new_device(customer_id, &session.device, now)?;
            outbox::put(&mut tx, &event).await.map_err(fault)?;
        }
        outbox::put_limited(&mut tx, dropped.as_slice(), limits).await?;
        self.commit_events(tx).await?;
        Ok(CodeSignIn::Done { customer, is_new_device, is_new, is_first_proof })
    }

    /// Uses up a code, sets a new password for the account of `identifier` and ends every session.
    pub async fn reset_by_sent_code(
        &self,
        code: &VerifiedCode,
        identifier: &Identifier,
        password_hash: &str,
        counters: &[RateLimitCounter],
        limits: &NoticeLimits,
    ) -> Result<CodeReset, Error> {
        let now = limits.now;
        let mut tx = self.begin().await?;
        if !use_up(&mut tx, code).await.map_err(fault)? {
            return Ok(CodeReset::Used);
        }
        let Some(found) = proved(&mut tx, identifier).await.map_err(fault)? else {
            tx.commit().await.map_err(fault)?;
            return Ok(CodeReset::NoAccount);
        };
        let proof = first_proof(&mut tx, &found, identifier).await.map_err(fault)?;
        if let Err(refusal) = proof {
            tx.commit().await.map_err(fault)?;
            return Ok(CodeReset::Refused(refusal));
        }
        let mut customer = Customer::from(found.customer);
        let mut dropped = None;
        if proof == Ok(true) {
            dropped = take_over(&mut tx, &mut customer, identifier, password_hash, now).await?;
        } else {
            let sql =
                "UPDATE customer SET password_hash = $2, has_temporary_password = 0 WHERE customer_id = $1";
            run!(tx, sql, customer.customer_id, password_hash).map_err(fault)?;
            end_sessions(&mut tx, customer.customer_id).await.map_err(fault)?;
        }
        set_verified_at(&mut tx, customer.customer_id, identifier, now).await.map_err(fault)?;
        for counter in counters {
            run!(tx, "DELETE FROM rate_limit WHERE name = $1", &counter.name).map_err(fault)?;
        }
        let event = AccountEvent::password_changed(customer.customer_id, now)?;
        outbox::put(&mut tx, &event).await.map_err(fault)?;
        outbox::put_limited(&mut tx, dropped.as_slice(), limits).await?;
        self.commit_events(tx).await?;
        Ok(CodeReset::Done(customer.customer_id))
    }
}

/// Result of a new password by a sent code.
pub enum CodeReset {
    /// The account.
    Done(i64),
    Refused(Refusal),
    NoAccount,
    Used,
}

/// Deletes a verified code. Returns false if it was used meanwhile.
pub(super) async fn use_up(tx: &mut Tx, code: &VerifiedCode) -> StoreResult<bool> {
    let sql = "DELETE FROM sent_code WHERE subject = $1 AND code_hash = $2";
    if run!(*tx, sql, &code.subject, &code.code_hash)? == 0 {
        return Ok(false);
    }
    rate_limits::take_back(tx, &code.attempts).await?;
    Ok(true)
}

/// The account of an identifier, whose row is locked.
async fn proved(tx: &mut Tx, identifier: &Identifier) -> StoreResult<Option<ProvedRow>> {
    let sql = match identifier {
        Identifier::Phone(_) => {
            "UPDATE customer SET role = role WHERE phone = $1 RETURNING customer_id, fname, lname, phone, email, \
               role, created_at, blocked_at, verified_phone, verified_email"
        }
        Identifier::Email(_) => {
            "UPDATE customer SET role = role WHERE email = $1 RETURNING customer_id, fname, lname, phone, email, \
               role, created_at, blocked_at, verified_phone, verified_email"
        }
        Identifier::Neither(_) => return Ok(None),
    };
    Ok(on!(*tx, |conn| sqlx::query_as(sql).bind(identifier.text()).fetch_optional(conn).await?))
}

/// Creates an account without a name. Returns false if one was created meanwhile.
async fn create(tx: &mut Tx, identifier: &Identifier, no_password: &str, now: i64) -> StoreResult<bool> {
    let (phone, email) = match identifier {
        Identifier::Phone(text) => (Some(text.clone()), None),
        Identifier::Email(text) => (None, Some(text.clone())),
        Identifier::Neither(_) => return Ok(false),
    };
    let customer_id = customers::next_id(tx).await?;
    let details = Details { fname: String::new(), lname: String::new(), phone, email };
    let search = search_text(customer_id, &details);
    let Details { fname, lname, phone, email } = &details;
    let sql = "INSERT INTO customer (customer_id, fname, lname, phone, email, role, password_hash, created_at, search, \
           verified_phone, verified_email) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $4, $5) ON CONFLICT DO NOTHING";
    let role = Role::Customer.into_str();
    Ok(run!(*tx, sql, customer_id, fname, lname, phone, email, role, no_password, now, search)? == 1)
}

/// Whether a code proves the account for the first time, or why it must not be used.
async fn first_proof(
    tx: &mut Tx,
    found: &ProvedRow,
    identifier: &Identifier,
) -> StoreResult<Result<bool, Refusal>> {
    let customer = &found.customer;
    if found.blocked_at.is_some() {
        return Ok(Err(Refusal::Blocked));
    }
    if Role::from_name(&customer.role).is_staff() {
        return Ok(Err(Refusal::Staff));
    }
    let sql = "SELECT COUNT(*) FROM erasure WHERE customer_id = $1";
    let erasures: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(customer.customer_id).fetch_one(conn).await?);
    if erasures > 0 {
        return Ok(Err(Refusal::Erasing));
    }
    let is_phone_verified = customer.phone.is_some() && customer.phone == found.verified_phone;
    let is_email_verified = customer.email.is_some() && customer.email == found.verified_email;
    let (is_verified, is_other_verified) = match identifier {
        Identifier::Phone(_) => (is_phone_verified, is_email_verified),
        _ => (is_email_verified, is_phone_verified),
    };
    Ok(match (is_verified, is_other_verified) {
        (true, _) => Ok(false),
        (false, true) => Err(Refusal::Unverified),
        (false, false) => Ok(true),
    })
}

/// Gives an unverified account to the owner of the number or address, without the addresses of its maker. The notifications
/// service deletes what its maker chose there. Returns the notice to the dropped identifier.
async fn take_over(
    tx: &mut Tx,
    customer: &mut Customer,
    identifier: &Identifier,
    password_hash: &str,
    now: i64,
) -> Result<Option<AccountEvent>, Error> {
    let details = &mut customer.details;
    let dropped = match identifier {
        Identifier::Phone(_) => details.email.take(),
        _ => details.phone.take(),
    };
    let customer_id = customer.customer_id;
    let sql = "UPDATE customer SET password_hash = $2, phone = $3, email = $4, verified_phone = $3, verified_email = $4, \
           search = $5, has_temporary_password = 0 WHERE customer_id = $1";
    let search = search_text(customer_id, details);
    run!(*tx, sql, customer_id, password_hash, &details.phone, &details.email, search).map_err(fault)?;
    for sql in [
        "DELETE FROM one_time_code WHERE customer_id = $1",
        // Orders have copies of theirs.
        "DELETE FROM address WHERE customer_id = $1",
    ] {
        run!(*tx, sql, customer_id).map_err(fault)?;
    }
    outbox::put(tx, &AccountEvent::taken_over(customer_id, now)?).await.map_err(fault)?;
    end_sessions(tx, customer_id).await.map_err(fault)?;
    dropped.map(|dropped| AccountEvent::identifier_removed(customer_id, &dropped, now)).transpose()
}

/// Takes an unverified number or address from the account of another person, and notifies them.
async fn drop_unverified(
    tx: &mut Tx,
    from: &customers::Row,
    identifier: &Identifier,
    now: i64,
) -> Result<(), Error> {
    let (fname, lname) = (from.fname.clone(), from.lname.clone());
    let mut details = Details { fname, lname, phone: from.phone.clone(), email: from.email.clone() };
    match identifier {
        Identifier::Phone(_) => details.phone = None,
        _ => details.email = None,
    }
    let customer_id = from.customer_id;
    let sql = "UPDATE customer SET phone = $2, email = $3, search = $4 WHERE customer_id = $1";
    let search = search_text(customer_id, &details);
    run!(*tx, sql, customer_id, &details.phone, &details.email, search).map_err(fault)?;
    outbox::put(tx, &AccountEvent::identifier_lost(customer_id, now)?).await.map_err(fault)
}

/// Records that the owner of a verified number or address has proved it again.
async fn set_verified_at(
    tx: &mut Tx,
    customer_id: i64,
    identifier: &Identifier,
    now: i64,
) -> StoreResult<()> {
    let sql = match identifier {
        Identifier::Phone(_) => "UPDATE customer SET phone_verified_at = $2 WHERE customer_id = $1",
        _ => "UPDATE customer SET email_verified_at = $2 WHERE customer_id = $1",
    };
    run!(*tx, sql, customer_id, now)?;
    Ok(())
}

async fn end_sessions(tx: &mut Tx, customer_id: i64) -> StoreResult<()> {
    run!(*tx, "DELETE FROM session WHERE customer_id = $1", customer_id)?;
    run!(*tx, "DELETE FROM device WHERE customer_id = $1", customer_id)?;
    Ok(())
}
