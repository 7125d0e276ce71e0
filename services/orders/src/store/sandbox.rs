//! Tables of the sandbox only; no access to orders.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use heuan_rpc::Error;
use heuan_store::{StoreError, on, read, run};

use super::{Store, store_error};

#[derive(Clone, Debug, heuan_store::FromRow)]
pub struct SandboxPayment {
    pub amount: i64,
    pub expires_at: i64,
    pub settles_at: Option<i64>,
    paid: i64,
}

#[derive(Clone, Debug, heuan_store::FromRow)]
pub struct SandboxMessage {
    pub reference: String,
    pub copy: i64,
    pub amount: i64,
    paid: i64,
}

impl SandboxPayment {
    pub fn is_paid(&self) -> bool {
        self.paid == 1
    }
}

impl SandboxMessage {
    pub fn is_paid(&self) -> bool {
        self.paid == 1
    }
}

impl Store {
    pub async fn make_sandbox_payment(
        &self,
        reference: &str,
        amount: i64,
        expires_at: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "INSERT INTO sandbox_payment (reference, amount, expires_at) VALUES ($1, $2, $3) \
             ON CONFLICT (reference) DO NOTHING";
        run!(tx, sql, reference, amount, expires_at).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Changes the amount of a payment without a result. Returns false if it has a result for another amount.
    pub async fn change_sandbox_payment(&self, reference: &str, amount: i64) -> Result<bool, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE sandbox_payment SET amount = $2 \
             WHERE reference = $1 AND (settles_at IS NULL OR amount = $2)";
        let is_changed = run!(tx, sql, reference, amount).map_err(store_error)? == 1;
        tx.commit().await.map_err(store_error)?;
        Ok(is_changed)
    }

    /// Ends the period in which a payment without a result can be made. Returns false if it has a result, or does not
    /// exist.
    pub async fn cancel_sandbox_payment(&self, reference: &str, now: i64) -> Result<bool, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE sandbox_payment SET expires_at = CASE WHEN expires_at < $2 THEN expires_at ELSE $2 END \
             WHERE reference = $1 AND settles_at IS NULL";
        let is_cancelled = run!(tx, sql, reference, now).map_err(store_error)? == 1;
        tx.commit().await.map_err(store_error)?;
        Ok(is_cancelled)
    }

    pub async fn sandbox_payment(&self, reference: &str) -> Result<Option<SandboxPayment>, Error> {
        let sql = "SELECT amount, expires_at, settles_at, paid FROM sandbox_payment WHERE reference = $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(reference).fetch_optional(pool).await.map_err(store_error)?
        }))
    }

    /// The bank's result of an action at `now`; the first one is final.
    pub async fn answer_in_sandbox(
        &self,
        reference: &str,
        paid: bool,
        (now, settles_at): (i64, i64),
        copies: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE sandbox_payment SET settles_at = $2, paid = $3 \
             WHERE reference = $1 AND settles_at IS NULL AND expires_at > $4";
        if run!(tx, sql, reference, settles_at, i64::from(paid), now).map_err(store_error)? == 0 {
            return Ok(());
        }
        let sql = "INSERT INTO sandbox_message (reference, copy, send_at) VALUES ($1, $2, $3)";
        for copy in 0..copies {
            run!(tx, sql, reference, copy, settles_at).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    pub async fn refund_in_sandbox(&self, reference: &str, amount: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE sandbox_payment SET refunded = $2 \
             WHERE reference = $1 AND paid = 1 AND amount >= $2";
        if run!(tx, sql, reference, amount).map_err(store_error)? == 0 {
            return Err(Error::conflict("not_paid", "no payment to refund"));
        }
        tx.commit().await.map_err(store_error)
    }

    pub async fn sandbox_messages(&self, now: i64) -> Result<Vec<SandboxMessage>, Error> {
        let sql = "SELECT m.reference, m.copy, p.amount, p.paid FROM sandbox_message m \
             JOIN sandbox_payment p ON p.reference = m.reference WHERE m.send_at <= $1 ORDER BY m.send_at LIMIT 50";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(now).fetch_all(pool).await.map_err(store_error)?))
    }

    pub async fn sandbox_message_sent(&self, message: &SandboxMessage) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "DELETE FROM sandbox_message WHERE reference = $1 AND copy = $2";
        run!(tx, sql, &message.reference, message.copy).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// The secret shared by all replicas: `fresh`, unless one exists.
    pub async fn sandbox_secret(&self, fresh: &[u8]) -> Result<Vec<u8>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "INSERT INTO sandbox_secret (id, secret) VALUES (1, $1) \
             ON CONFLICT (id) DO UPDATE SET secret = sandbox_secret.secret RETURNING secret";
        let fresh = STANDARD.encode(fresh);
        let (kept,): (String,) =
            on!(tx, |conn| sqlx::query_as(sql).bind(&fresh).fetch_one(conn).await.map_err(store_error)?);
        tx.commit().await.map_err(store_error)?;
        let unreadable = |_| StoreError::Corrupt { what: "sandbox secret", reason: "not base64".to_owned() };
        STANDARD.decode(kept).map_err(unreadable).map_err(store_error)
    }
}
