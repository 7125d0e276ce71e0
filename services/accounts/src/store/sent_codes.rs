//! Codes that were sent to a phone number or an e-mail address, and sign-in by them.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, read, run};

use super::{
    LoginLimits, NewDevice, NewSession, Store, customers, devices, outbox, rate_limits, sessions, store_error,
};
use crate::{
    account_event::{AccountEvent, SecurityNotice},
    customer::{Customer, Details, Identifier, Role},
    customer_search::search_text,
    rate_limit::{NoticeLimits, RateLimitCounter, code_sent},
};

/// A sent code to store.
pub struct NewSentCode<'a> {
    pub subject: &'a str,
    pub code_hash: &'a str,
    pub created_at: i64,
    pub expires_at: i64,
    /// Minimum milliseconds between two codes of the same subject.
    pub pause_ms: i64,
    /// Event that sends the code.
    pub event: &'a AccountEvent,
}

/// A verified code, which a transaction uses up.
#[derive(Debug)]
pub struct VerifiedCode {
    pub subject: String,
    /// The hash that the code was verified against.
    pub code_hash: String,
    /// Counters of the attempt, from which it is taken off.
    pub attempts: Vec<RateLimitCounter>,
}

/// Result of a sign-in by a code.
pub enum CodeSignIn {
    Done {
        customer: Customer,
        /// Whether the device has not signed in to the account before; false for a new account.
        is_new_device: bool,
        is_new: bool,
    },
    Refused(Refusal),
    /// An account has the number or address and has not verified it; the code is not used up.
    Unverified,
    /// The code was used meanwhile.
    Used,
}

/// Treatment of an account that has the number or address of a code and has not verified it: another person may have made it.
pub enum UnverifiedAccount<'a> {
    /// Nothing changes: the person who entered the code has to say whether the account is theirs.
    Ask,
    /// The account keeps everything, and the code verifies its number or address, because its password was
    /// entered.
    Own {
        /// The hash that the password was verified against.
        seen_hash: &'a str,
        limits: &'a LoginLimits,
    },
    /// The account loses the number or address, whose owner gets a new account.
    Separate,
}

/// Reason why the account of a verified number or address cannot be used by its owner's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Blocked,
    /// Members of the staff sign in with their password.
    Staff,
    /// The account has not verified the number or address, so another person may have made it. Used only for a new
    /// password.
    Unverified,
    Erasing,
}

/// An account that a code was entered for.
#[derive(heuan_store::FromRow)]
struct VerifiedRow {
    #[sqlx(flatten)]
    customer: customers::Row,
    password_hash: String,
    blocked_at: Option<i64>,
    verified_phone: Option<String>,
    verified_email: Option<String>,
    is_unopened: i64,
}

impl Store {
    /// Returns `RESOURCE_EXHAUSTED` with reason `code_sent` if there is a code newer than `pause_ms`.
    pub async fn check_code_pause(&self, subject: &str, now: i64, pause_ms: i64) -> Result<(), Error> {
        let sql = "SELECT created_at FROM sent_code WHERE subject = $1 AND created_at > $2";
        let last: Option<i64> = read!(self.db, |pool| {
            sqlx::query_scalar(sql)
                .bind(subject)
                .bind(now - pause_ms)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        });
        last.map_or(Ok(()), |last| Err(code_sent(last + pause_ms - now)))
    }

    /// Replaces the code of a subject and has it sent. Returns `RESOURCE_EXHAUSTED` with reason `code_sent` if the previous
    /// code is newer than the pause.
    pub async fn put_sent_code(&self, new: &NewSentCode<'_>) -> Result<(), Error> {
        let NewSentCode { subject, code_hash, created_at, expires_at, pause_ms, event } = new;
        let sql = "INSERT INTO sent_code (subject, code_hash, created_at, expires_at, tries) VALUES ($1, $2, $3, $4, 0) \
             ON CONFLICT (subject) DO UPDATE SET code_hash = excluded.code_hash, created_at = excluded.created_at, \
               expires_at = excluded.expires_at, tries = 0 WHERE sent_code.created_at <= $5";
        let mut tx = self.begin().await?;
        let put = run!(tx, sql, subject, code_hash, created_at, expires_at, created_at - pause_ms);
        if put.map_err(store_error)? == 0 {
            return Err(code_sent(*pause_ms));
        }
        outbox::put(&mut tx, event).await.map_err(store_error)?;
        self.commit_events(tx).await
    }

    /// Counts a try of each code of `subjects`, and returns subject and hash of those that are valid: not expired, and with a
    /// try left.
    ///
    /// If there is a valid code, the try is also counted once in each of `limits`, and `RESOURCE_EXHAUSTED` is returned after
    /// too many tries. Without a valid code it is not counted, so that unknown browsers cannot keep a number from its next
    /// code. Callers pass the subjects and the limits in a fixed order, because otherwise transactions could deadlock.
    pub async fn try_sent_codes(
        &self,
        subjects: &[String],
        limits: &[RateLimitCounter],
        now: i64,
        max_tries: i64,
    ) -> Result<Vec<(String, String)>, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE sent_code SET tries = tries + 1 \
             WHERE subject = $1 AND expires_at > $2 AND tries < $3 RETURNING subject, code_hash";
        let mut valid = Vec::new();
        for subject in subjects {
            let found: Option<(String, String)> = on!(tx, |conn| {
                let query = sqlx::query_as(sql).bind(subject).bind(now).bind(max_tries);
                query.fetch_optional(conn).await.map_err(store_error)?
            });
            valid.extend(found);
        }
        if !valid.is_empty() {
            for limit in limits {
                rate_limits::add_or_reject(&mut tx, limit, now).await?;
            }
        }
        tx.commit().await.map_err(store_error)?;
        Ok(valid)
    }

    /// Uses up a code and creates a session for the account of `identifier`, which is created if there is none.
    ///
    /// `unverified` decides the treatment of an account that has not verified the number or address. The person who entered the
    /// code never sees data that another person has left in it.
    pub async fn sign_in_by_code(
        &self,
        code: &VerifiedCode,
        identifier: &Identifier,
        (session, device): (&NewSession, &NewDevice),
        no_password: &str,
        unverified: &UnverifiedAccount<'_>,
        notices: &NoticeLimits,
    ) -> Result<CodeSignIn, Error> {
        let mut tx = self.begin().await?;
        if !use_up(&mut tx, code).await.map_err(store_error)? {
            return Ok(CodeSignIn::Used);
        }
        let now = session.created_at;
        let mut found = verified(&mut tx, identifier).await.map_err(store_error)?;
        if let Some(account) = &found {
            match state_of(&mut tx, account, identifier).await.map_err(store_error)? {
                Ok(Proof::Verified) => {}
                Ok(Proof::Unverified) => match unverified {
                    UnverifiedAccount::Own { seen_hash, limits } if *seen_hash == account.password_hash => {
                        rate_limits::undo_login_count(&mut tx, limits, true).await.map_err(store_error)?;
                    }
                    // The code stays: the transaction is not committed.
                    UnverifiedAccount::Own { .. } | UnverifiedAccount::Ask => {
                        return Ok(CodeSignIn::Unverified);
                    }
                    UnverifiedAccount::Separate => {
                        separate(&mut tx, &account.customer, identifier, now).await?;
                        found = None;
                    }
                },
                Err(refusal) => {
                    tx.commit().await.map_err(store_error)?;
                    return Ok(CodeSignIn::Refused(refusal));
                }
            }
        }
        let mut is_new = false;
        let account = if let Some(account) = found {
            account
        } else {
            is_new = create(&mut tx, identifier, no_password, now).await.map_err(store_error)?;
            let account = verified(&mut tx, identifier).await.map_err(store_error)?;
            let account = account.ok_or_else(|| Error::internal("a new account was not found"))?;
            // Another person may have registered meanwhile.
            let state = state_of(&mut tx, &account, identifier).await.map_err(store_error)?;
            if !is_new && state != Ok(Proof::Verified) {
                return Ok(CodeSignIn::Unverified);
            }
            account
        };
        let customer = Customer::from(account.customer);
        let customer_id = customer.customer_id;
        set_verified(&mut tx, customer_id, identifier, now).await.map_err(store_error)?;
        let is_new_device =
            !is_new && devices::is_new(&mut tx, customer_id, device).await.map_err(store_error)?;
        sessions::insert(&mut tx, customer_id, session, device).await.map_err(store_error)?;
        devices::remember(&mut tx, customer_id, device, now).await.map_err(store_error)?;
        if is_new_device {
            let notice = SecurityNotice::NewDevice(&session.device);
            outbox::put_security_notice(&mut tx, customer_id, notice, notices).await?;
        }
        self.commit_events(tx).await?;
        Ok(CodeSignIn::Done { customer, is_new_device, is_new })
    }

    /// Uses up a code, sets a new password for the account of `identifier` and ends every session. Refused for an account that
    /// has not verified the number or address.
    pub async fn reset_by_sent_code(
        &self,
        code: &VerifiedCode,
        identifier: &Identifier,
        password_hash: &str,
        counters: &[RateLimitCounter],
        notices: &NoticeLimits,
    ) -> Result<CodeReset, Error> {
        let mut tx = self.begin().await?;
        if !use_up(&mut tx, code).await.map_err(store_error)? {
            return Ok(CodeReset::Used);
        }
        let Some(found) = verified(&mut tx, identifier).await.map_err(store_error)? else {
            tx.commit().await.map_err(store_error)?;
            return Ok(CodeReset::NoAccount);
        };
        let refusal = match state_of(&mut tx, &found, identifier).await.map_err(store_error)? {
            Ok(Proof::Verified) => None,
            Ok(Proof::Unverified) => Some(Refusal::Unverified),
            Err(refusal) => Some(refusal),
        };
        if let Some(refusal) = refusal {
            tx.commit().await.map_err(store_error)?;
            return Ok(CodeReset::Refused(refusal));
        }
        let customer_id = found.customer.customer_id;
        let sql = "UPDATE customer SET password_hash = $2, has_temporary_password = 0 WHERE customer_id = $1";
        run!(tx, sql, customer_id, password_hash).map_err(store_error)?;
        end_sessions(&mut tx, customer_id).await.map_err(store_error)?;
        set_verified(&mut tx, customer_id, identifier, notices.now).await.map_err(store_error)?;
        for counter in counters {
            run!(tx, "DELETE FROM rate_limit WHERE name = $1", &counter.name).map_err(store_error)?;
        }
        outbox::put_security_notice(&mut tx, customer_id, SecurityNotice::PasswordChanged, notices).await?;
        self.commit_events(tx).await?;
        Ok(CodeReset::Done(customer_id))
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
    rate_limits::undo_counts(tx, &code.attempts).await?;
    Ok(true)
}

/// The account of an identifier, whose row is locked.
async fn verified(tx: &mut Tx, identifier: &Identifier) -> StoreResult<Option<VerifiedRow>> {
    let sql = match identifier {
        Identifier::Phone(_) => {
            "UPDATE customer SET role = role WHERE phone = $1 RETURNING customer_id, fname, lname, phone, email, \
               role, created_at, password_hash, blocked_at, verified_phone, verified_email, \
               is_unopened"
        }
        Identifier::Email(_) => {
            "UPDATE customer SET role = role WHERE email = $1 RETURNING customer_id, fname, lname, phone, email, \
               role, created_at, password_hash, blocked_at, verified_phone, verified_email, \
               is_unopened"
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

/// Whether an account has verified the number or address of a code. An account that the staff have made and no customer has
/// opened counts as verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Verified,
    Unverified,
}

/// Whether an account has verified `identifier`, or why a code must not open it.
async fn state_of(
    tx: &mut Tx,
    found: &VerifiedRow,
    identifier: &Identifier,
) -> StoreResult<Result<Proof, Refusal>> {
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
    let is_verified = match identifier {
        Identifier::Phone(_) => customer.phone.is_some() && customer.phone == found.verified_phone,
        _ => customer.email.is_some() && customer.email == found.verified_email,
    };
    // The staff entered all its data.
    let is_verified = is_verified || found.is_unopened != 0;
    Ok(Ok(if is_verified { Proof::Verified } else { Proof::Unverified }))
}

/// Takes an unverified number or address from an account, and notifies its customer. The account keeps its sessions, its password and all
/// data. With the password the number or address still signs in to it ([`Store::former_credentials`]).
async fn separate(
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
    details.phone = customers::phone_of(details.phone);
    let customer_id = from.customer_id;
    forget_former(tx, identifier.text()).await.map_err(store_error)?;
    let sql = "UPDATE customer SET phone = $2, email = $3, search = $4, former_identifier = $5 \
         WHERE customer_id = $1";
    let search = search_text(customer_id, &details);
    let phone = customers::stored_phone(customer_id, &details);
    run!(*tx, sql, customer_id, phone, &details.email, search, identifier.text()).map_err(store_error)?;
    outbox::put(tx, &AccountEvent::identifier_lost(customer_id, now)?).await.map_err(store_error)
}

/// Takes a number or address that the customer has proven by a code from another account that has not verified it. An account
/// that has verified it keeps it.
pub(super) async fn take_from_unverified(
    tx: &mut Tx,
    customer_id: i64,
    identifier: &Identifier,
    now: i64,
) -> Result<(), Error> {
    let Some(found) = verified(tx, identifier).await.map_err(store_error)? else { return Ok(()) };
    let is_other = found.customer.customer_id != customer_id;
    if is_other && state_of(tx, &found, identifier).await.map_err(store_error)? == Ok(Proof::Unverified) {
        separate(tx, &found.customer, identifier, now).await?;
    }
    Ok(())
}

/// Ends logins by a number or address to an account that has lost it.
pub(super) async fn forget_former(tx: &mut Tx, identifier: &str) -> StoreResult<()> {
    let sql = "UPDATE customer SET former_identifier = NULL WHERE former_identifier = $1";
    run!(*tx, sql, identifier)?;
    Ok(())
}

/// Records that the owner of a number or address has verified it, for the first time or again.
async fn set_verified(tx: &mut Tx, customer_id: i64, identifier: &Identifier, now: i64) -> StoreResult<()> {
    let sql = match identifier {
        Identifier::Phone(_) => {
            "UPDATE customer SET verified_phone = phone, phone_verified_at = $2, is_unopened = 0 \
             WHERE customer_id = $1"
        }
        _ => {
            "UPDATE customer SET verified_email = email, email_verified_at = $2, is_unopened = 0 \
             WHERE customer_id = $1"
        }
    };
    run!(*tx, sql, customer_id, now)?;
    Ok(())
}

async fn end_sessions(tx: &mut Tx, customer_id: i64) -> StoreResult<()> {
    run!(*tx, "DELETE FROM session WHERE customer_id = $1", customer_id)?;
    run!(*tx, "DELETE FROM device WHERE customer_id = $1", customer_id)?;
    Ok(())
}
