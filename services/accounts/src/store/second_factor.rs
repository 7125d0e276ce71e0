//! Queries of second factors: TOTP secret, last accepted time step, recovery codes, and verified sessions.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, read, run};

use super::{Store, devices, rate_limits, store_error};
use crate::rate_limit::RateLimitCounter;

/// A stored secret.
#[derive(heuan_store::FromRow)]
pub struct StoredSecondFactor {
    /// Base32.
    pub secret: String,
    /// Unix milliseconds; `None` until it is confirmed.
    pub confirmed_at: Option<i64>,
    /// Time step of the last accepted code.
    pub last_step: i64,
}

impl Store {
    pub async fn second_factor(&self, customer_id: i64) -> StoreResult<Option<StoredSecondFactor>> {
        let sql = "SELECT secret, confirmed_at, last_step FROM second_factor WHERE customer_id = $1";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?))
    }

    /// Stores a secret that is not confirmed, and resets the counter of wrong passwords. Returns false if a confirmed
    /// one exists.
    pub async fn begin_second_factor(
        &self,
        customer_id: i64,
        secret: &str,
        failures: &RateLimitCounter,
    ) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let sql = "INSERT INTO second_factor (customer_id, secret, confirmed_at, last_step) VALUES ($1, $2, NULL, 0) \
             ON CONFLICT (customer_id) DO UPDATE SET secret = excluded.secret, last_step = 0 \
             WHERE second_factor.confirmed_at IS NULL";
        let stored = run!(tx, sql, customer_id, secret).map_err(store_error)? == 1;
        rate_limits::reset(&mut tx, failures).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(stored)
    }

    /// Confirms the secret with the code of `step`, stores the digests of recovery codes, verifies the session `digest`, and
    /// resets the counter of wrong codes. Returns false if another request confirmed it first.
    pub async fn confirm_second_factor(
        &self,
        customer_id: i64,
        step: i64,
        now: i64,
        code_hashes: &[String],
        (digest, failures): (&str, &RateLimitCounter),
    ) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE second_factor SET confirmed_at = $2, last_step = $3 \
             WHERE customer_id = $1 AND confirmed_at IS NULL";
        if run!(tx, sql, customer_id, now, step).map_err(store_error)? == 0 {
            return Ok(false);
        }
        replace_codes(&mut tx, customer_id, code_hashes).await?;
        // Sessions opened with the password alone end, and their browsers are forgotten.
        let sql = "DELETE FROM session WHERE customer_id = $1 AND token_hash <> $2";
        run!(tx, sql, customer_id, digest).map_err(store_error)?;
        devices::forget_devices_without_session(&mut tx, customer_id).await.map_err(store_error)?;
        verify_session(&mut tx, customer_id, digest, failures).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }

    /// Verifies the session `digest` with the code of `step`, and resets the counter of wrong codes. Returns false if the code
    /// was used meanwhile.
    pub async fn verify_by_step(
        &self,
        customer_id: i64,
        step: i64,
        (digest, failures): (&str, &RateLimitCounter),
    ) -> Result<bool, Error> {
        let sql = "UPDATE second_factor SET last_step = $2 WHERE customer_id = $1 AND last_step < $2";
        let mut tx = self.begin().await?;
        if run!(tx, sql, customer_id, step).map_err(store_error)? == 0 {
            return Ok(false);
        }
        verify_session(&mut tx, customer_id, digest, failures).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }

    /// Verifies the session `digest` with a recovery code, which is used up, and resets the counter of wrong codes. Returns
    /// false if there is no such code.
    pub async fn verify_by_recovery_code(
        &self,
        customer_id: i64,
        code_hash: &str,
        (digest, failures): (&str, &RateLimitCounter),
    ) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let sql = "DELETE FROM recovery_code WHERE customer_id = $1 AND code_hash = $2";
        if run!(tx, sql, customer_id, code_hash).map_err(store_error)? == 0 {
            return Ok(false);
        }
        verify_session(&mut tx, customer_id, digest, failures).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }

    /// Stores the digests of new recovery codes in place of the old ones. Returns false if the second factor was removed meanwhile.
    pub async fn replace_recovery_codes(
        &self,
        customer_id: i64,
        code_hashes: &[String],
    ) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        // Locks the row against a simultaneous removal or renewal.
        let sql = "UPDATE second_factor SET last_step = last_step \
             WHERE customer_id = $1 AND confirmed_at IS NOT NULL";
        if run!(tx, sql, customer_id).map_err(store_error)? == 0 {
            return Ok(false);
        }
        replace_codes(&mut tx, customer_id, code_hashes).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }

    /// Removes the second factor of an account whose phone is lost, ends its sessions and forgets its browsers.
    pub async fn reset_second_factor(&self, customer_id: i64) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        for sql in [
            "DELETE FROM second_factor WHERE customer_id = $1",
            "DELETE FROM recovery_code WHERE customer_id = $1",
            "DELETE FROM session WHERE customer_id = $1",
            "DELETE FROM device WHERE customer_id = $1",
        ] {
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }
}

async fn replace_codes(tx: &mut Tx, customer_id: i64, code_hashes: &[String]) -> Result<(), Error> {
    run!(*tx, "DELETE FROM recovery_code WHERE customer_id = $1", customer_id).map_err(store_error)?;
    let sql = "INSERT INTO recovery_code (customer_id, code_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    for hash in code_hashes {
        run!(*tx, sql, customer_id, hash).map_err(store_error)?;
    }
    Ok(())
}

async fn verify_session(
    tx: &mut Tx,
    customer_id: i64,
    digest: &str,
    failures: &RateLimitCounter,
) -> Result<(), Error> {
    let sql = "UPDATE session SET second_factor = 1 WHERE customer_id = $1 AND token_hash = $2";
    run!(*tx, sql, customer_id, digest).map_err(store_error)?;
    rate_limits::reset(tx, failures).await.map_err(store_error)
}
