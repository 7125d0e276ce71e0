//! Records of erasures, and the deletion of a customer.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, read, run};

use super::{Counted, Store, VerifiedCode, outbox::OF_RECIPIENT, rate_limits, sent_codes, store_error};
use crate::{customer::Customer, rate_limit::RateLimitCounter};

/// An erasure of a customer's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    pub customer_id: i64,
    /// Unix milliseconds, when the password was replaced and the sessions ended.
    pub begun_at: i64,
    /// `None` until the customer is deleted.
    pub completed_at: Option<i64>,
    /// Services whose data is erased.
    pub confirmed: Vec<String>,
    /// Whether the customer began it, and neither the staff nor the operator has begun it since.
    pub is_by_customer: bool,
}

/// Proof that the customer closes the account.
#[derive(Debug)]
pub enum ErasureProof {
    /// The password. The counter of wrong ones is reset.
    Password(RateLimitCounter),
    /// A code, which is used up.
    Code(VerifiedCode),
}

impl ErasureProof {
    /// Counters that its attempt has incremented.
    pub fn counted(&self) -> Counted<'_> {
        match self {
            Self::Password(failures) => Counted::Counters(std::slice::from_ref(failures)),
            Self::Code(code) => Counted::SentCode(code),
        }
    }

    /// Returns false if the code was used meanwhile.
    async fn use_up(&self, tx: &mut Tx) -> StoreResult<bool> {
        match self {
            Self::Password(failures) => rate_limits::reset(tx, failures).await.map(|()| true),
            Self::Code(code) => sent_codes::use_up(tx, code).await,
        }
    }
}

/// Result of the begin of an erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeganErasure {
    Done,
    /// There is no such customer, or the account has a staff role.
    NoCustomer,
    /// The code was used meanwhile.
    CodeUsed,
}

/// The customer whose account is deleted, with the phone number and the e-mail address by which data without the customer's id
/// are found.
pub struct DeletedCustomer<'a> {
    pub customer: &'a Customer,
    /// `None` if data with the number stay, because it may be another person's.
    pub phone: Option<&'a str>,
    pub email: Option<&'a str>,
}

/// Tables with a column `customer_id` whose rows are deleted, those with a foreign key first.
const OF_CUSTOMER: [&str; 11] = [
    "DELETE FROM address WHERE customer_id = $1",
    "DELETE FROM recovery_code WHERE customer_id = $1",
    "DELETE FROM second_factor WHERE customer_id = $1",
    "DELETE FROM one_time_code WHERE customer_id = $1",
    "DELETE FROM customer_note WHERE customer_id = $1",
    "DELETE FROM session WHERE customer_id = $1",
    "DELETE FROM device WHERE customer_id = $1",
    "DELETE FROM event WHERE customer_id = $1",
    "DELETE FROM outbox WHERE customer_id = $1",
    "DELETE FROM contact WHERE customer_id = $1",
    "DELETE FROM customer WHERE customer_id = $1",
];

impl Store {
    pub async fn erasure(&self, customer_id: i64) -> StoreResult<Option<Erasure>> {
        let sql = "SELECT begun_at, completed_at, by_customer FROM erasure WHERE customer_id = $1";
        let row: Option<(i64, Option<i64>, i64)> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?);
        let Some((begun_at, completed_at, by_customer)) = row else { return Ok(None) };
        let sql = "SELECT service FROM erasure_confirmation WHERE customer_id = $1 ORDER BY at, service";
        let confirmed =
            read!(self.db, |pool| sqlx::query_scalar(sql).bind(customer_id).fetch_all(pool).await?);
        let is_by_customer = by_customer != 0;
        Ok(Some(Erasure { customer_id, begun_at, completed_at, confirmed, is_by_customer }))
    }

    /// The erasures that are not complete, oldest first.
    pub async fn unfinished_erasures(&self, limit: i64) -> StoreResult<Vec<Erasure>> {
        let sql = "SELECT customer_id FROM erasure WHERE completed_at IS NULL ORDER BY begun_at, customer_id LIMIT $1";
        let ids: Vec<i64> =
            read!(self.db, |pool| sqlx::query_scalar(sql).bind(limit).fetch_all(pool).await?);
        let mut erasures = Vec::with_capacity(ids.len());
        for customer_id in ids {
            erasures.extend(self.erasure(customer_id).await?);
        }
        Ok(erasures)
    }

    /// Records the begin of an erasure, replaces the password hash by `password_hash`, ends every session and uses up the `proof` of the
    /// customer.
    ///
    /// If the staff or the operator begin an erasure again that the customer began, it is no longer the customer's.
    pub async fn begin_erasure(
        &self,
        customer_id: i64,
        password_hash: &str,
        (is_by_customer, proof): (bool, Option<&ErasureProof>),
        now: i64,
    ) -> Result<BeganErasure, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE customer SET password_hash = $2 WHERE customer_id = $1 AND role = 'customer'";
        if run!(tx, sql, customer_id, password_hash).map_err(store_error)? == 0 {
            return Ok(BeganErasure::NoCustomer);
        }
        if let Some(proof) = proof
            && !proof.use_up(&mut tx).await.map_err(store_error)?
        {
            return Ok(BeganErasure::CodeUsed);
        }
        let sql = "INSERT INTO erasure (customer_id, begun_at, by_customer) VALUES ($1, $2, $3) \
             ON CONFLICT (customer_id) DO UPDATE SET by_customer = 0 WHERE excluded.by_customer = 0";
        run!(tx, sql, customer_id, now, i64::from(is_by_customer)).map_err(store_error)?;
        run!(tx, "DELETE FROM session WHERE customer_id = $1", customer_id).map_err(store_error)?;
        run!(tx, "DELETE FROM device WHERE customer_id = $1", customer_id).map_err(store_error)?;
        run!(tx, "DELETE FROM one_time_code WHERE customer_id = $1", customer_id).map_err(store_error)?;
        run!(tx, "DELETE FROM outbox WHERE customer_id = $1", customer_id).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(BeganErasure::Done)
    }

    /// Records that `service` has erased its data of the customer.
    pub async fn confirm_erasure(&self, customer_id: i64, service: &str, now: i64) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "INSERT INTO erasure_confirmation (customer_id, service, at) VALUES ($1, $2, $3) \
             ON CONFLICT (customer_id, service) DO NOTHING";
        run!(tx, sql, customer_id, service, now).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Deletes the customer with everything that belongs to them, and completes the erasure. It also deletes the counters
    /// `rate_limits`, and the contact messages with the phone number or email address of `deleted` that were sent without
    /// signing in.
    pub async fn delete_customer(
        &self,
        deleted: &DeletedCustomer<'_>,
        rate_limits: &[String],
        now: i64,
    ) -> Result<(), Error> {
        let DeletedCustomer { customer, phone, email } = *deleted;
        let (customer_id, details) = (customer.customer_id, &customer.details);
        let mut tx = self.begin().await?;
        // Locks the account before the counters, as other transactions do.
        let sql = "UPDATE customer SET role = role WHERE customer_id = $1";
        run!(tx, sql, customer_id).map_err(store_error)?;
        for name in rate_limits {
            run!(tx, "DELETE FROM rate_limit WHERE name = $1", name).map_err(store_error)?;
        }
        for (sql, text) in [
            ("DELETE FROM contact WHERE phone = $1 AND customer_id IS NULL", phone),
            ("DELETE FROM contact WHERE email = $1 AND customer_id IS NULL", email),
            (OF_RECIPIENT, phone),
            (OF_RECIPIENT, email),
        ] {
            if let Some(text) = text {
                run!(tx, sql, text).map_err(store_error)?;
            }
        }
        for text in [phone, email].into_iter().flatten() {
            // Removes it from the account of another person who had it before.
            sent_codes::forget_former(&mut tx, text).await.map_err(store_error)?;
        }
        delete_staff_records(&mut tx, customer_id, &details.full_name()).await.map_err(store_error)?;
        delete_reasons(&mut tx, customer_id).await.map_err(store_error)?;
        for sql in OF_CUSTOMER {
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        let sql = "UPDATE erasure SET completed_at = $2 WHERE customer_id = $1";
        run!(tx, sql, customer_id, now).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Deletes rows that requests under way wrote after the customer was deleted.
    pub async fn delete_remains(&self, customer_id: i64) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        for sql in OF_CUSTOMER {
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Empties the write-ahead log of SQLite, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.db.truncate_log().await.map_err(store_error)
    }
}

/// Removes the name of a former member of the staff from the audit log and from contact messages. The entries stay.
async fn delete_staff_records(tx: &mut Tx, customer_id: i64, name: &str) -> StoreResult<()> {
    let sql = "UPDATE contact SET done_by = '' WHERE done_by = $2 \
         AND EXISTS (SELECT 1 FROM audit_entry WHERE actor_id = $1)";
    run!(*tx, sql, customer_id, name)?;
    run!(*tx, "UPDATE customer_note SET actor_name = '' WHERE actor_id = $1", customer_id)?;
    let sql = "UPDATE customer SET blocked_by = '' WHERE blocked_by = $2 \
         AND EXISTS (SELECT 1 FROM audit_entry WHERE actor_id = $1)";
    run!(*tx, sql, customer_id, name)?;
    // The searched text is filled again from what stays.
    let sql = "UPDATE audit_entry SET actor_name = '', client_address = '', search = '', searched_from = -1 WHERE actor_id = $1";
    run!(*tx, sql, customer_id)?;
    // The detail of a change of their role begins with their name. The action that granted it has no subject.
    let sql = "UPDATE audit_entry SET detail = '(erased)' || substr(detail, length(CAST($2 AS TEXT)) + 1), search = '', searched_from = -1 \
         WHERE subject IN ('', CAST($1 AS TEXT)) \
           AND substr(detail, 1, length(CAST($2 AS TEXT)) + 2) = CAST($2 AS TEXT) || ': '";
    run!(*tx, sql, customer_id.to_string(), name)?;
    Ok(())
}

/// Removes texts of the staff from entries of the audit log about a customer. This release writes none. During an update, a
/// replica of an earlier release writes the reason of a discount.
async fn delete_reasons(tx: &mut Tx, customer_id: i64) -> StoreResult<()> {
    let sql = "UPDATE audit_entry SET detail = 'for customer ' || CAST($1 AS TEXT), search = '', searched_from = -1 \
         WHERE action = 'POST /api/staff/orders' \
           AND detail LIKE '% for customer ' || CAST($1 AS TEXT) || ', discount % kip: %'";
    run!(*tx, sql, customer_id.to_string())?;
    Ok(())
}
