//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod history;
mod personal_data;
mod search_log;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, Result, StoreError};

pub use history::Entry;
pub use search_log::{Popular, SeenSearch};

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Clone, Debug)]
pub struct Store {
    db: Db,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await? })
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
    Error::store_unavailable("search database failed", outage.retry_after(), outage.is_disconnected())
}
