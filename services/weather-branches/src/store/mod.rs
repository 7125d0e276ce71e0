//! Database access of this service.

mod branches;
mod personal_data;
mod staff_content;
mod weather;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, Result, StoreError};

pub use weather::StoredWeather;

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Debug)]
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

/// Maps a failure of the database to an error of this service.
pub(crate) fn store_error(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let outage = error.outage().map(|outage| (outage.retry_after(), outage.is_disconnected()));
    Error::database_failed("branch database failed", error, outage)
}
