//! The only SQL of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod history;
mod search_log;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, Result, StoreError};

pub use history::Entry;
pub use search_log::{Popular, SeenSearch};

/// The tables of this service.
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

/// What a caller is told of a database failure: an outage, after which the same call may succeed, or an internal error.
pub(crate) fn fault(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let Some(outage) = error.outage() else { return Error::internal(error) };
    tracing::warn!(%error, "database cannot answer at the moment");
    Error::store_unavailable("the database of the searches", outage.retry_after(), outage.is_disconnected())
}
