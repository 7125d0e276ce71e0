//! The only SQL of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod history;
mod seen;

use heuan_rpc::Error;
use heuan_store::{Db, Location, Result, StoreError};

pub use history::Entry;
pub use seen::Popular;

static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Clone, Debug)]
pub struct Store {
    db: Db,
}

impl Store {
    pub async fn open(location: &Location) -> Result<Self> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await? })
    }

    pub async fn close(&self) {
        self.db.close().await;
    }
}

/// Database failures are this service's own fault or an outage; the caller learns only which.
pub(crate) fn fault(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    match &error {
        StoreError::Sql(sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::PoolClosed) => {
            tracing::error!(%error, "database does not answer");
            Error::unavailable("the database of the searches does not answer")
        }
        _ => Error::internal(error),
    }
}
