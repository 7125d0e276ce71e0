//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod addresses;
mod audit_log;
pub mod consistency;
mod contact;
mod customers;
mod devices;
mod erasure;
mod events;
mod export;
mod home_branches;
mod one_time_codes;
mod outbox;
mod rate_limits;
mod roles;
mod second_factor;
mod sent_codes;
mod sessions;
mod staff_customers;
mod undo_counts;

use std::sync::Arc;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, StoreError, Tx, run};
use tokio::sync::Notify;

pub use addresses::StoredAddress;
pub use contact::StoredContact;
pub use customers::{
    Credentials, CustomerContact, IdentifierProofs, NewCustomer, SessionsEnding, UpdateOutcome,
};
pub use devices::NewDevice;
pub use erasure::{BeganErasure, DeletedCustomer, Erasure, ErasureProof};
pub use one_time_codes::{CodeTry, NewCode, PasswordReset, VerifiedStaffCode};
pub use rate_limits::{LoginLimits, SharedLoginLimits};
pub use sent_codes::{CodeReset, CodeSignIn, NewSentCode, Refusal, UnverifiedAccount, VerifiedCode};
pub use sessions::{LiveSession, NewSession, StoredSession};
pub use staff_customers::{Block, CustomerFilter, CustomerNote, ListedCustomer};
pub use undo_counts::Counted;

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

/// Rows deleted by one statement.
const SWEEP_SIZE: i64 = 1000;

/// Customers, sessions, rate limits and events.
#[derive(Debug)]
pub struct Store {
    db: Db,
    has_events: Arc<Notify>,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await?, has_events: Arc::default() })
    }

    /// Notified when events were written to the outbox.
    pub fn has_events(&self) -> &Arc<Notify> {
        &self.has_events
    }

    pub async fn close(&self) {
        self.db.close().await;
    }

    /// Deletes expired rows in small transactions, so that logins do not wait for the write lock. Returns their number.
    pub async fn delete_expired(
        &self,
        now: i64,
        events_before: i64,
        contacts_before: i64,
        devices_before: i64,
        audit_before: i64,
    ) -> Result<u64, Error> {
        let sweeps = [
            (
                "DELETE FROM session WHERE token_hash IN \
                   (SELECT token_hash FROM session WHERE expires_at <= $1 LIMIT $2)",
                now,
            ),
            (
                "DELETE FROM rate_limit WHERE name IN (SELECT name FROM rate_limit WHERE ends_at <= $1 LIMIT $2)",
                now,
            ),
            (
                "DELETE FROM one_time_code WHERE (customer_id, purpose) IN \
                   (SELECT customer_id, purpose FROM one_time_code WHERE expires_at <= $1 LIMIT $2)",
                now,
            ),
            (
                "DELETE FROM sent_code WHERE subject IN \
                   (SELECT subject FROM sent_code WHERE expires_at <= $1 LIMIT $2)",
                now,
            ),
            (
                "DELETE FROM outbox WHERE event_id IN (SELECT event_id FROM outbox WHERE until <= $1 LIMIT $2)",
                now,
            ),
            (
                "DELETE FROM event WHERE event_id IN (SELECT event_id FROM event WHERE at < $1 LIMIT $2)",
                events_before,
            ),
            (
                "DELETE FROM contact WHERE contact_id IN (SELECT contact_id FROM contact WHERE at < $1 LIMIT $2)",
                contacts_before,
            ),
            (
                "DELETE FROM device WHERE token_hash IN \
                   (SELECT token_hash FROM device WHERE seen_at < $1 LIMIT $2) AND seen_at < $1",
                devices_before,
            ),
            (
                "DELETE FROM audit_entry WHERE entry_id IN \
                   (SELECT entry_id FROM audit_entry WHERE at < $1 LIMIT $2)",
                audit_before,
            ),
        ];
        let mut all = 0;
        for (sql, until) in sweeps {
            loop {
                let mut tx = self.begin().await?;
                let gone = run!(tx, sql, until, SWEEP_SIZE).map_err(store_error)?;
                tx.commit().await.map_err(store_error)?;
                all += gone;
                if gone < SWEEP_SIZE.unsigned_abs() {
                    break;
                }
            }
        }
        Ok(all)
    }

    async fn begin(&self) -> Result<Tx, Error> {
        self.db.begin().await.map_err(store_error)
    }
}

/// Maps a failure of the database to an error of this service.
pub(crate) fn store_error(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let outage = error.outage().map(|outage| (outage.retry_after(), outage.is_disconnected()));
    Error::database_failed("accounts database failed", error, outage)
}
