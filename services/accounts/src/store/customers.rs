//! Queries of customers: creation, credentials, details, password hash and role.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, StoreError, Tx, on, read, run};

use super::{NewDevice, Store, VerifiedCode, devices, outbox, sent_codes, sessions, store_error};
use crate::{
    account_event::{AccountEvent, SecurityNotice},
    customer::{Customer, Details, Identifier, Role},
    customer_search::search_text,
    rate_limit::{NoticeLimits, RateLimitCounter},
    store::NewSession,
    validation::taken,
};

/// A new customer.
#[derive(Debug)]
pub struct NewCustomer {
    pub details: Details,
    pub role: Role,
    pub password_hash: String,
    /// Whether the shop made the password, so that its owner must replace it.
    pub has_temporary_password: bool,
    pub created_at: i64,
}

/// Data needed to verify a login.
pub struct Credentials {
    pub customer: Customer,
    pub password_hash: String,
    pub is_blocked: bool,
}

/// A change that the customer has confirmed with the current password. It ends the other sessions and forgets the other browsers.
#[derive(Clone, Copy)]
pub struct SessionsEnding<'a> {
    /// The hash that the password was verified against.
    pub seen_hash: &'a str,
    /// Token digest of the session that stays open.
    pub kept: &'a str,
    /// Token digest of the device that stays known; may be empty.
    pub device: &'a str,
    /// Wrong current passwords, which are reset.
    pub failures: &'a RateLimitCounter,
}

/// Verified codes of the present number or address, a new phone number and a new e-mail address.
#[derive(Default)]
pub struct IdentifierProofs {
    pub current: Option<VerifiedCode>,
    pub phone: Option<VerifiedCode>,
    pub email: Option<VerifiedCode>,
    /// Unix milliseconds of the proofs.
    pub at: i64,
}

/// Contact details to which messages to a customer go.
pub struct CustomerContact {
    pub customer: Customer,
    /// Time at which the present phone number was last verified by a code; 0 if it never was.
    pub phone_verified_at: i64,
    pub email_verified_at: i64,
    /// Whether the customer is blocked, or an erasure was begun.
    pub is_closed: bool,
}

impl CustomerContact {
    /// Whether the customer has this phone number or e-mail address, and a code has confirmed it.
    pub fn has_verified(&self, identifier: &Identifier) -> bool {
        let verified_at = match identifier {
            Identifier::Phone(_) => self.phone_verified_at,
            Identifier::Email(_) => self.email_verified_at,
            Identifier::Neither(_) => 0,
        };
        verified_at > 0 && identifier.is_of(&self.customer.details)
    }
}

#[derive(heuan_store::FromRow)]
struct ContactRow {
    #[sqlx(flatten)]
    customer: Row,
    verified_phone: Option<String>,
    verified_email: Option<String>,
    phone_verified_at: i64,
    email_verified_at: i64,
    blocked_at: Option<i64>,
    erasures: i64,
}

impl From<ContactRow> for CustomerContact {
    fn from(row: ContactRow) -> Self {
        // Proofs of earlier releases have no time; 1 is the earliest.
        let verified_at = |present: &Option<String>, verified: Option<String>, at: i64| {
            if present.is_some() && *present == verified { at.max(1) } else { 0 }
        };
        Self {
            phone_verified_at: verified_at(&row.customer.phone, row.verified_phone, row.phone_verified_at),
            email_verified_at: verified_at(&row.customer.email, row.verified_email, row.email_verified_at),
            is_closed: row.blocked_at.is_some() || row.erasures > 0,
            customer: row.customer.into(),
        }
    }
}

/// Result of an update of a customer.
#[derive(Debug, PartialEq, Eq)]
pub enum UpdateOutcome {
    Done,
    /// The password was changed since the caller read it.
    Outrun,
}

#[derive(heuan_store::FromRow)]
pub(super) struct Row {
    pub customer_id: i64,
    pub fname: String,
    pub lname: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub role: String,
    created_at: i64,
}

#[derive(heuan_store::FromRow)]
struct CredentialsRow {
    #[sqlx(flatten)]
    customer: Row,
    password_hash: String,
    blocked_at: Option<i64>,
}

/// Beginning of the text in column `phone` of an account that has neither a phone number nor an e-mail address, because the table
/// requires one of both. The id follows.
const NO_PHONE: &str = "none:";

/// The text in column `phone` of an account with these details.
pub(super) fn stored_phone(customer_id: i64, details: &Details) -> Option<String> {
    let is_without = details.phone.is_none() && details.email.is_none();
    if is_without { Some(format!("{NO_PHONE}{customer_id}")) } else { details.phone.clone() }
}

/// The phone number in column `phone`.
pub(super) fn phone_of(stored: Option<String>) -> Option<String> {
    stored.filter(|text| !text.starts_with(NO_PHONE))
}

impl From<Row> for Customer {
    fn from(row: Row) -> Self {
        let Row { customer_id, fname, lname, phone, email, role, created_at } = row;
        let phone = phone_of(phone);
        let details = Details { fname, lname, phone, email };
        Self { customer_id, details, role: Role::from_name(&role), created_at }
    }
}

impl From<CredentialsRow> for Credentials {
    fn from(row: CredentialsRow) -> Self {
        let is_blocked = row.blocked_at.is_some();
        Self { customer: row.customer.into(), password_hash: row.password_hash, is_blocked }
    }
}

impl Store {
    /// Inserts a customer, with a session if requested. Returns a conflict with the fields that belong to another
    /// account.
    pub async fn create(
        &self,
        new: &NewCustomer,
        session: Option<(&NewSession, &NewDevice)>,
    ) -> Result<Customer, Error> {
        let mut tx = self.begin().await?;
        let customer_id = next_id(&mut tx).await.map_err(store_error)?;
        let Details { fname, lname, phone, email } = &new.details;
        let sql = "INSERT INTO customer \
               (customer_id, fname, lname, phone, email, role, password_hash, created_at, search, \
                has_temporary_password, is_unopened) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING";
        let (role, hash) = (new.role.into_str(), &new.password_hash);
        let search = search_text(customer_id, &new.details);
        let (at, is_temporary) = (new.created_at, i64::from(new.has_temporary_password));
        // A customer without a session was made by the staff, without a password.
        let is_unopened = i64::from(session.is_none() && new.role == Role::Customer);
        let made = run!(
            tx,
            sql,
            customer_id,
            fname,
            lname,
            phone,
            email,
            role,
            hash,
            at,
            search,
            is_temporary,
            is_unopened
        );
        if made.map_err(store_error)? == 0 {
            drop(tx);
            return Err(self.taken(&new.details, None).await?);
        }
        if let Some((session, device)) = session {
            sessions::insert(&mut tx, customer_id, session, device).await.map_err(store_error)?;
            devices::remember(&mut tx, customer_id, device, new.created_at).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        let (details, role) = (new.details.clone(), new.role);
        Ok(Customer { customer_id, details, role, created_at: new.created_at })
    }

    /// Returns the conflict of [`Store::create`] before the expensive hashing.
    pub async fn check_free(&self, details: &Details) -> Result<(), Error> {
        let fields = self.taken_fields(details, None).await.map_err(store_error)?;
        if fields.is_empty() { Ok(()) } else { Err(taken(&fields)) }
    }

    pub async fn customer(&self, customer_id: i64) -> StoreResult<Option<Customer>> {
        let sql = "SELECT customer_id, fname, lname, phone, email, role, created_at FROM customer \
             WHERE customer_id = $1";
        let row: Option<Row> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?);
        Ok(row.map(Customer::from))
    }

    pub async fn contact(&self, customer_id: i64) -> StoreResult<Option<CustomerContact>> {
        let sql = "SELECT customer_id, fname, lname, phone, email, role, created_at, verified_phone, verified_email, \
               phone_verified_at, email_verified_at, blocked_at, \
               (SELECT COUNT(*) FROM erasure e WHERE e.customer_id = customer.customer_id) AS erasures \
             FROM customer WHERE customer_id = $1";
        let row: Option<ContactRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?);
        Ok(row.map(CustomerContact::from))
    }

    /// The customer with this `identifier`.
    pub async fn credentials(&self, identifier: &Identifier) -> StoreResult<Option<Credentials>> {
        let (sql, text) = match identifier {
            Identifier::Phone(text) => (
                "SELECT customer_id, fname, lname, phone, email, role, created_at, password_hash, blocked_at \
                 FROM customer \
                 WHERE phone = $1",
                text,
            ),
            Identifier::Email(text) => (
                "SELECT customer_id, fname, lname, phone, email, role, created_at, password_hash, blocked_at \
                 FROM customer \
                 WHERE email = $1",
                text,
            ),
            Identifier::Neither(_) => return Ok(None),
        };
        let row: Option<CredentialsRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(text).fetch_optional(pool).await?);
        Ok(row.map(Credentials::from))
    }

    /// The customer who signed in by this `identifier` before another account verified it.
    pub async fn former_credentials(&self, identifier: &Identifier) -> StoreResult<Option<Credentials>> {
        let text = match identifier {
            Identifier::Phone(text) | Identifier::Email(text) => text,
            Identifier::Neither(_) => return Ok(None),
        };
        let sql = "SELECT customer_id, fname, lname, phone, email, role, created_at, password_hash, blocked_at \
             FROM customer WHERE former_identifier = $1";
        let row: Option<CredentialsRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(text).fetch_optional(pool).await?);
        Ok(row.map(Credentials::from))
    }

    /// The number or address that a customer lost because another account verified it.
    pub async fn former_identifier_of(&self, customer_id: i64) -> StoreResult<Option<String>> {
        let sql = "SELECT former_identifier FROM customer WHERE customer_id = $1";
        let found: Option<Option<String>> =
            read!(self.db, |pool| sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await?);
        Ok(found.flatten())
    }

    pub async fn credentials_of(&self, customer_id: i64) -> StoreResult<Option<Credentials>> {
        let sql = "SELECT customer_id, fname, lname, phone, email, role, created_at, password_hash, blocked_at \
                 FROM customer \
             WHERE customer_id = $1";
        let row: Option<CredentialsRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?);
        Ok(row.map(Credentials::from))
    }

    /// Updates the customer's details, and ends other sessions if requested. Returns not found if the customer is unknown or
    /// has another password than `ending` says. Returns a conflict with the fields that belong to another account.
    ///
    /// `seen` are the details that the caller has read. A phone number or e-mail address that is the same in `details` and
    /// `seen` is not written, so that a change that was saved meanwhile stays.
    ///
    /// A change of phone number or e-mail address, which ends sessions, is reported to the customer, to the replaced number or
    /// address, and to a verified one that stays.
    ///
    /// `proofs` are codes, which are used up. The codes of the new phone number and the new e-mail address verify them, and
    /// take them from another account that has not verified them. Returns `None` if a code was used meanwhile.
    pub async fn update_details(
        &self,
        customer_id: i64,
        details: &Details,
        seen: &Details,
        ending: Option<(SessionsEnding<'_>, &NoticeLimits)>,
        proofs: &IdentifierProofs,
    ) -> Result<Option<Customer>, Error> {
        let mut tx = self.begin().await?;
        // Locks the row, so that the number read below is the one that this change replaces.
        let sql = "UPDATE customer SET role = role WHERE customer_id = $1 \
             RETURNING phone, email, verified_phone, verified_email";
        let before: Option<Identifiers> = on!(tx, |conn| sqlx::query_as(sql)
            .bind(customer_id)
            .fetch_optional(conn)
            .await
            .map_err(store_error)?);
        let before = before.ok_or_else(|| Error::not_found("no such customer"))?;
        let details = &before.updated(details, seen);
        for code in [&proofs.current, &proofs.phone, &proofs.email].into_iter().flatten() {
            if !sent_codes::use_up(&mut tx, code).await.map_err(store_error)? {
                return Ok(None);
            }
        }
        let proven = [
            details.phone.clone().filter(|_| proofs.phone.is_some()).map(Identifier::Phone),
            details.email.clone().filter(|_| proofs.email.is_some()).map(Identifier::Email),
        ];
        for identifier in proven.into_iter().flatten() {
            sent_codes::take_from_unverified(&mut tx, customer_id, &identifier, proofs.at).await?;
        }
        let sql = "UPDATE customer SET fname = $2, lname = $3, phone = $4, email = $5, search = $7, \
               former_identifier = CASE WHEN $6 IS NULL THEN former_identifier END \
             WHERE customer_id = $1 AND ($6 IS NULL OR password_hash = $6) \
             RETURNING customer_id, fname, lname, phone, email, role, created_at";
        let Details { fname, lname, email, .. } = details;
        let phone = stored_phone(customer_id, details);
        let updated: sqlx::Result<Option<Row>> = on!(tx, |conn| {
            let query =
                sqlx::query_as(sql).bind(customer_id).bind(fname).bind(lname).bind(&phone).bind(email);
            let query = query.bind(ending.map(|(ending, _)| ending.seen_hash));
            query.bind(search_text(customer_id, details)).fetch_optional(conn).await
        });
        match updated {
            Ok(Some(row)) => {
                if let Some((ending, _)) = ending {
                    self.end_other_sessions(&mut tx, customer_id, ending).await?;
                }
                for (code, sql) in [
                    (
                        &proofs.phone,
                        "UPDATE customer SET verified_phone = phone, phone_verified_at = $2 WHERE customer_id = $1",
                    ),
                    (
                        &proofs.email,
                        "UPDATE customer SET verified_email = email, email_verified_at = $2 WHERE customer_id = $1",
                    ),
                ] {
                    if code.is_some() {
                        run!(tx, sql, customer_id, proofs.at).map_err(store_error)?;
                    }
                }
                if let Some((_, limits)) = ending {
                    // Notices come after the codes, because all transactions lock the counters of codes
                    // before the counters of notices.
                    queue_change_notices(&mut tx, customer_id, before, details, limits).await?;
                }
                self.commit_events(tx).await?;
                Ok(Some(row.into()))
            }
            Ok(None) => Err(Error::not_found("no such customer")),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                drop(tx);
                Err(self.taken(details, Some(customer_id)).await?)
            }
            Err(error) => Err(store_error(error)),
        }
    }

    /// Uses up a code that was sent to the present phone number or e-mail address of a customer, and verifies it. Returns
    /// `None` if the code was used meanwhile, or if the customer has another number or address by now.
    pub async fn prove_identifier(
        &self,
        customer_id: i64,
        identifier: &Identifier,
        code: &VerifiedCode,
        now: i64,
    ) -> Result<Option<Customer>, Error> {
        let mut tx = self.begin().await?;
        if !sent_codes::use_up(&mut tx, code).await.map_err(store_error)? {
            return Ok(None);
        }
        let sql = match identifier {
            Identifier::Phone(_) => {
                "UPDATE customer SET verified_phone = phone, phone_verified_at = $3 \
                 WHERE customer_id = $1 AND phone = $2 \
                 RETURNING customer_id, fname, lname, phone, email, role, created_at"
            }
            _ => {
                "UPDATE customer SET verified_email = email, email_verified_at = $3 \
                 WHERE customer_id = $1 AND email = $2 \
                 RETURNING customer_id, fname, lname, phone, email, role, created_at"
            }
        };
        let verified: Option<Row> = on!(tx, |conn| {
            let query = sqlx::query_as(sql).bind(customer_id).bind(identifier.text()).bind(now);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        let Some(verified) = verified else { return Ok(None) };
        tx.commit().await.map_err(store_error)?;
        Ok(Some(verified.into()))
    }

    /// Replaces the password hash by `new_hash`, ends other sessions and tells the customer.
    pub async fn change_password(
        &self,
        customer_id: i64,
        new_hash: &str,
        ending: SessionsEnding<'_>,
        limits: &NoticeLimits,
    ) -> Result<UpdateOutcome, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE customer SET password_hash = $3, has_temporary_password = 0 \
             WHERE customer_id = $1 AND password_hash = $2";
        if run!(tx, sql, customer_id, ending.seen_hash, new_hash).map_err(store_error)? == 0 {
            return Ok(UpdateOutcome::Outrun);
        }
        self.end_other_sessions(&mut tx, customer_id, ending).await?;
        outbox::put_security_notice(&mut tx, customer_id, SecurityNotice::PasswordChanged, limits).await?;
        self.commit_events(tx).await?;
        Ok(UpdateOutcome::Done)
    }

    async fn end_other_sessions(
        &self,
        tx: &mut Tx,
        customer_id: i64,
        ending: SessionsEnding<'_>,
    ) -> Result<(), Error> {
        let sql = "DELETE FROM session WHERE customer_id = $1 AND token_hash <> $2";
        run!(*tx, sql, customer_id, ending.kept).map_err(store_error)?;
        devices::delete_other_devices(tx, customer_id, ending.device).await.map_err(store_error)?;
        run!(*tx, "DELETE FROM rate_limit WHERE name = $1", &ending.failures.name).map_err(store_error)?;
        Ok(())
    }

    /// Replaces the password hash, without the current password. Sessions stay.
    pub async fn set_password(&self, customer_id: i64, password_hash: &str) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE customer SET password_hash = $2, has_temporary_password = 0 WHERE customer_id = $1";
        if run!(tx, sql, customer_id, password_hash).map_err(store_error)? == 0 {
            return Err(Error::not_found("no such customer"));
        }
        tx.commit().await.map_err(store_error)
    }

    async fn taken(&self, details: &Details, by_others_than: Option<i64>) -> Result<Error, Error> {
        Ok(taken(&self.taken_fields(details, by_others_than).await.map_err(store_error)?))
    }

    async fn taken_fields(&self, details: &Details, except: Option<i64>) -> StoreResult<Vec<&'static str>> {
        let sql = "SELECT phone, email FROM customer WHERE (phone = $1 OR email = $2) AND customer_id <> $3";
        let (phone, email) = (&details.phone, &details.email);
        let rows: Vec<(Option<String>, Option<String>)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(phone).bind(email).bind(except.unwrap_or(0)).fetch_all(pool).await?
        });
        let mut fields = Vec::new();
        if phone.is_some() && rows.iter().any(|row| row.0 == *phone) {
            fields.push("phone");
        }
        if email.is_some() && rows.iter().any(|row| row.1 == *email) {
            fields.push("email");
        }
        Ok(fields)
    }
}

/// The phone number and the e-mail address of an account, and what it has verified.
#[derive(Default, heuan_store::FromRow)]
struct Identifiers {
    phone: Option<String>,
    email: Option<String>,
    verified_phone: Option<String>,
    verified_email: Option<String>,
}

impl Identifiers {
    /// `details`, but with the stored number or address where the caller does not change the one in `seen`.
    fn updated(&self, details: &Details, seen: &Details) -> Details {
        let mut updated = details.clone();
        if details.phone == seen.phone {
            updated.phone = phone_of(self.phone.clone());
        }
        if details.email == seen.email {
            updated.email.clone_from(&self.email);
        }
        updated
    }
}

/// Phone number and e-mail address of an account that has verified neither, in a fixed order. None for one that has, because its security
/// messages go to what is verified.
pub(super) async fn unverified_recipients(tx: &mut Tx, customer_id: i64) -> StoreResult<Vec<String>> {
    let sql = "SELECT phone, email, verified_phone, verified_email FROM customer WHERE customer_id = $1";
    let found: Option<Identifiers> =
        on!(*tx, |conn| sqlx::query_as(sql).bind(customer_id).fetch_optional(conn).await?);
    let Identifiers { phone, email, verified_phone, verified_email } = found.unwrap_or_default();
    let phone = phone_of(phone);
    let has_verified =
        (phone.is_some() && phone == verified_phone) || (email.is_some() && email == verified_email);
    let mut recipients: Vec<String> =
        [phone, email].into_iter().flatten().filter(|_| !has_verified).collect();
    recipients.sort();
    Ok(recipients)
}

/// Tells the customer of a changed phone number or e-mail address: in the shop, at what was replaced, and at what is verified and stays,
/// so that a stranger who adds an own address to sign in with is noticed by the owner.
async fn queue_change_notices(
    tx: &mut Tx,
    customer_id: i64,
    before: Identifiers,
    details: &Details,
    limits: &NoticeLimits,
) -> Result<(), Error> {
    let changed = AccountEvent::identifier_changed(customer_id, limits.now)?;
    outbox::put(tx, &changed).await.map_err(store_error)?;
    let mut unverified = Vec::new();
    for (old, verified, new) in [
        (phone_of(before.phone), before.verified_phone, &details.phone),
        (before.email, before.verified_email, &details.email),
    ] {
        let Some(old) = old else { continue };
        let (is_verified, stays) = (verified.as_ref() == Some(&old), new.as_ref() == Some(&old));
        if stays {
            if is_verified {
                let event = AccountEvent::identifier_changed_notice(customer_id, &old, limits.now)?;
                outbox::put_change_notice(tx, &event, limits).await?;
            }
            continue;
        }
        let event = AccountEvent::identifier_removed(customer_id, &old, limits.now)?;
        if is_verified {
            outbox::put(tx, &event).await.map_err(store_error)?;
        } else {
            unverified.push(event);
        }
    }
    outbox::put_limited(tx, &unverified, limits).await
}

pub(super) async fn next_id(tx: &mut Tx) -> Result<i64, StoreError> {
    let sql = "UPDATE customer_counter SET value = value + 1 WHERE id = 1 RETURNING value";
    let (value,): (i64,) = on!(*tx, |conn| sqlx::query_as(sql).fetch_one(conn).await?);
    Ok(value)
}
