//! The only SQL of this service.

mod branches;
mod weather;

use heuan_store::{Db, Location, Result};

pub use weather::Kept;

static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Debug)]
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
