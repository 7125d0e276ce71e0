//! Queries of known devices, which show that a login comes from a new browser. A session names the device that it began on.

use heuan_store::{Result as StoreResult, Tx, on, read, run};

use super::Store;

/// Maximum known devices of an account; the least recently used ones are forgotten.
const MAX_DEVICES: i64 = 50;

/// The device of a login. Its token is replaced at each login, so that a copied one is of no use afterwards.
#[derive(Debug)]
pub struct NewDevice {
    pub digest: String,
    /// Digest of the token of the browser's last login.
    pub previous: Option<String>,
}

impl Store {
    /// Whether the device with this token digest has signed in to the account before.
    pub async fn is_known_device(&self, customer_id: i64, digest: &str) -> StoreResult<bool> {
        let sql = "SELECT COUNT(*) FROM device WHERE token_hash = $1 AND customer_id = $2";
        let known: i64 = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(digest).bind(customer_id).fetch_one(pool).await?
        });
        Ok(known > 0)
    }

    /// Whether the device is known to the account, and the account has verified its phone number or e-mail
    /// address `recipient` by a code.
    pub async fn is_known_device_of(
        &self,
        customer_id: i64,
        digest: &str,
        recipient: &str,
    ) -> StoreResult<bool> {
        let sql = "SELECT COUNT(*) FROM device JOIN customer ON customer.customer_id = device.customer_id \
             WHERE device.token_hash = $1 AND device.customer_id = $2 \
               AND ((phone = $3 AND verified_phone = $3) OR (email = $3 AND verified_email = $3))";
        let known: i64 = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(digest).bind(customer_id).bind(recipient).fetch_one(pool).await?
        });
        Ok(known > 0)
    }
}

/// Whether the account does not know this device. False for an account without known devices, because its devices may have been
/// forgotten, or the staff have made the account.
pub(super) async fn is_new(tx: &mut Tx, customer_id: i64, device: &NewDevice) -> StoreResult<bool> {
    let sql = "SELECT COUNT(*) FROM device WHERE customer_id = $1 AND token_hash = $2";
    let previous = device.previous.as_deref().unwrap_or_default();
    let known: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(customer_id).bind(previous).fetch_one(conn).await?);
    Ok(known == 0)
}

/// Remembers the device of a login at `now`. The accounts and sessions that the device has signed in to move to its new token.
pub(super) async fn remember(tx: &mut Tx, customer_id: i64, device: &NewDevice, now: i64) -> StoreResult<()> {
    if let Some(previous) = &device.previous {
        for sql in [
            "UPDATE session SET device_hash = $2 WHERE device_hash = $1",
            "UPDATE device SET token_hash = $2 WHERE token_hash = $1",
        ] {
            run!(*tx, sql, previous, &device.digest)?;
        }
    }
    let sql = "INSERT INTO device (token_hash, customer_id, seen_at) VALUES ($1, $2, $3) \
         ON CONFLICT (token_hash, customer_id) DO UPDATE SET seen_at = excluded.seen_at";
    run!(*tx, sql, &device.digest, customer_id, now)?;
    let sql = "DELETE FROM device WHERE customer_id = $1 AND token_hash NOT IN \
         (SELECT token_hash FROM device WHERE customer_id = $1 ORDER BY seen_at DESC LIMIT $2)";
    run!(*tx, sql, customer_id, MAX_DEVICES)?;
    Ok(())
}

/// Forgets the device of an ended session of an account. If there is no device with this digest, all devices that no other
/// session names are forgotten. Earlier releases store no digest with a session, and replace the token of a device without
/// changing its sessions.
pub(super) async fn forget_device(tx: &mut Tx, customer_id: i64, digest: &str) -> StoreResult<()> {
    let sql = "DELETE FROM device WHERE customer_id = $1 AND token_hash = $2";
    if run!(*tx, sql, customer_id, digest)? == 0 {
        forget_devices_without_session(tx, customer_id).await?;
    }
    Ok(())
}

/// Forgets the devices of an account that no session of it names.
pub(super) async fn forget_devices_without_session(tx: &mut Tx, customer_id: i64) -> StoreResult<()> {
    let sql = "DELETE FROM device WHERE customer_id = $1 AND token_hash NOT IN \
         (SELECT device_hash FROM session WHERE customer_id = $1)";
    run!(*tx, sql, customer_id)?;
    Ok(())
}

/// Forgets the devices of an account except the one with this token digest, which may be empty.
pub(super) async fn delete_other_devices(tx: &mut Tx, customer_id: i64, kept: &str) -> StoreResult<()> {
    run!(*tx, "DELETE FROM device WHERE customer_id = $1 AND token_hash <> $2", customer_id, kept)?;
    Ok(())
}
