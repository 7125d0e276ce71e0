//! The only SQL of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod counter;
mod notifications;
mod pushes;
mod read;
mod subscriptions;

use heuan_rpc::Error;
use heuan_store::{Db, Location, StoreError};
use tokio::sync::watch;

pub use notifications::{OwnLimit, Reader};

static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Debug)]
pub struct Store {
    db: Db,
    /// The newest notification that is known here; others may have written newer ones.
    newest_told: watch::Sender<i64>,
}

impl Store {
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await?, newest_told: watch::Sender::new(0) })
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
            Error::unavailable("the database of the notifications does not answer")
        }
        _ => Error::internal(error),
    }
}
