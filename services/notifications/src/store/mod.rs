//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

pub mod consistency;
mod counter;
mod list;
mod message_channels;
mod message_list;
mod messages;
mod news;
mod notifications;
mod personal_data;
mod push_only;
mod pushes;
mod removed_notifications;
mod reports;
mod reserve;
mod subscriptions;
mod undeliverable;

use std::collections::BTreeSet;

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
    newest_position: watch::Sender<i64>,
    /// Notifications of canceled news known to this process, which may have been canceled by other processes.
    removed: watch::Sender<BTreeSet<i64>>,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self {
            db: Db::open(location, &MIGRATIONS).await?,
            newest_position: watch::Sender::new(0),
            removed: watch::Sender::new(BTreeSet::new()),
        })
    }

    pub async fn close(&self) {
        self.db.close().await;
    }
}

/// Maps a failure of the database to an error of this service.
pub(crate) fn store_error(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let outage = error.outage().map(|outage| (outage.retry_after(), outage.is_disconnected()));
    Error::database_failed("notifications database failed", error, outage)
}
