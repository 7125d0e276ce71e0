//! Catalog service: categories, groups, products, prices, stock and reservations, promotions, collections, menu,
//! banners, content pages, and their import.
//!
//! [`CatalogGateway::open`] opens the database, [`CatalogGateway::routes`] returns the gRPC services, and a background
//! task polls changes of other processes and expires reservations.

pub mod catalog;
pub mod collection;
mod config;
pub mod content;
pub mod facets;
mod grpc;
pub mod promotion;
pub mod staff;
pub mod stock;
pub mod store;

use std::{sync::Arc, time::Duration};

use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use config::Config;
use store::Store;

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "catalog-gateway";

/// Commented defaults of section `[catalog-gateway]`.
pub const DEFAULTS: &str = include_str!("../catalog-gateway.toml");

pub struct CatalogGateway {
    store: Arc<Store>,
    clock: Clock,
    shutdown: Shutdown,
    low_stock: i64,
}

impl CatalogGateway {
    /// Opens the database at `location`, creating it if missing, and starts the background task.
    pub async fn open(
        config: &Config,
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(location).await?);
        let poll = Duration::from_millis(config.poll_ms.max(10));
        shutdown.spawn(keep(store.clone(), clock.clone(), shutdown.clone(), poll));
        Ok(Self { store, clock, shutdown, low_stock: config.low_stock })
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.store.close().await;
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(self.store.clone(), self.clock.clone(), self.shutdown.clone(), self.low_stock)
    }
}

/// Background task: polls revisions written by other processes, publishes stock changes and expires reservations. A
/// failure is logged once until it is over.
async fn keep(store: Arc<Store>, clock: Clock, shutdown: Shutdown, poll: Duration) {
    let mut failing = false;
    loop {
        tokio::select! {
            () = tokio::time::sleep(poll) => {}
            () = shutdown.requested() => break,
        }
        match tend(&store, &clock).await {
            Ok(()) => failing = false,
            Err(error) if !failing => {
                tracing::warn!(%error, "catalog background task failed; retrying");
                failing = true;
            }
            Err(_) => {}
        }
    }
}

async fn tend(store: &Store, clock: &Clock) -> Result<(), heuan_rpc::Error> {
    store.expire(clock.now_ms()).await?;
    store.publish_stock().await.map_err(store::fault)?;
    store.poll_revision().await.map_err(store::fault)?;
    Ok(())
}
