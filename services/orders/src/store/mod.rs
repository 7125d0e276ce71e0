//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod cart;
pub mod consistency;
mod json;
mod line_deliveries;
mod order;
mod outbox;
mod personal_data;
mod points;
mod points_corrections;
mod quoted_prices;
mod sandbox;
mod viewed_products;
mod wishlist;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, StoreError};

pub use cart::IdempotentAdd;
pub use order::{
    FailedPlacement, FromCart, Lease, LineProgress, NewOrder, OrderLookup, Placed, Refusal, points_short,
};
pub use personal_data::OpenOrder;
pub use sandbox::{SandboxMessage, SandboxPayment};

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Clone, Debug)]
pub struct Store {
    db: Db,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await? })
    }

    pub async fn sweep_quotas(&self, now: i64) -> Result<(), Error> {
        self.db.sweep_quotas(now).await.map_err(store_error)
    }

    pub async fn close(&self) {
        self.db.close().await;
    }
}

/// Maps a failure of the database to an error of this service.
pub(crate) fn store_error(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let outage = error.outage().map(|outage| (outage.retry_after(), outage.is_disconnected()));
    Error::database_failed("orders database failed", error, outage)
}
