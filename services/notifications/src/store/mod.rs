//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

pub mod audit;
mod counter;
mod list;
mod message_list;
mod messages;
mod news;
mod notifications;
mod personal_data;
mod pushes;
mod reports;
mod reserve;
mod subscriptions;
mod undeliverable;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, StoreError};
use tokio::sync::watch;

pub use message_list::StateCounts;
pub use messages::Begun;
pub use notifications::{OwnLimit, PushPlan, Reader};
pub use pushes::PushLease;
pub use reserve::Reserved;
pub use undeliverable::UndeliverableAddress;

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Debug)]
pub struct Store {
    db: Db,
    /// The newest notification known to this process; other replicas may have written newer ones.
    newest_told: watch::Sender<i64>,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await?, newest_told: watch::Sender::new(0) })
    }

    pub async fn close(&self) {
        self.db.close().await;
    }
}

/// Maps a database failure to an error: `UNAVAILABLE` for an outage, after which the same call may succeed, or
/// `INTERNAL`.
pub(crate) fn fault(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let Some(outage) = error.outage() else { return Error::internal(error) };
    tracing::warn!(%error, "database temporarily unavailable");
    Error::store_unavailable("notifications database failed", outage.retry_after(), outage.is_disconnected())
}
