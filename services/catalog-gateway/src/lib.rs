//! Catalog service: categories, groups, products, prices, stock and reservations, promotions, collections, menu,
//! banners, content pages, and their import.
//!
//! [`CatalogGateway::open`] opens the database, [`CatalogGateway::routes`] returns the gRPC services, and a background
//! task polls changes of other processes and expires reservations.

pub mod catalog;
mod clients;
pub mod collection;
mod config;
pub mod content;
pub mod export;
pub mod facets;
mod grpc;
pub mod import;
pub mod pictures;
pub mod promotion;
pub mod staff;
pub mod staff_content;
pub mod stock;
pub mod store;
mod workbook;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use config::Config;

use clients::{Branches, NoBranches};
use import::{BranchTables, ImportJobs, ImportPlace, picture_fetcher};
use store::Store;

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "catalog-gateway";

/// Commented defaults of section `[catalog-gateway]`.
pub const DEFAULTS: &str = include_str!("../catalog-gateway.toml");

pub struct CatalogGateway {
    jobs: Arc<ImportJobs>,
    low_stock: i64,
}

/// What imports need besides the database.
pub struct ImportSetup {
    pub place: ImportPlace,
    /// The service for branches.
    pub branches: Transport,
}

impl CatalogGateway {
    /// Opens the database at `location`, creating it if missing, and starts the background task. Imports by the staff are
    /// unavailable.
    pub async fn open(
        config: &Config,
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        Self::open_with_imports(config, location, None, clock, shutdown).await
    }

    /// [`CatalogGateway::open`] with imports by the staff.
    pub async fn open_with_imports(
        config: &Config,
        location: &DatabaseUrl,
        imports: Option<ImportSetup>,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(location).await?);
        let (place, branches): (_, Arc<dyn BranchTables>) = match imports {
            Some(ImportSetup { place, branches }) => (Some(place), Arc::new(Branches::new(branches))),
            None => (None, Arc::new(NoBranches)),
        };
        let poll = Duration::from_millis(config.poll_ms.max(10));
        let pictures = picture_fetcher(config.import_loopback)
            .inspect_err(|error| tracing::warn!(%error, "imports cannot fetch pictures"))
            .ok();
        let jobs =
            Arc::new(ImportJobs { store, branches, place, pictures, clock, shutdown: shutdown.clone() });
        shutdown.spawn(keep(jobs.clone(), poll));
        Ok(Self { jobs, low_stock: config.low_stock })
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.jobs.store
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.jobs.store.close().await;
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(self.jobs.clone(), self.low_stock)
    }
}

/// Interval at which abandoned imports are looked for.
const TIDY_IMPORTS: Duration = Duration::from_secs(10);

/// Background task: polls revisions written by other processes, publishes stock changes, expires reservations, shows and
/// hides scheduled products, and ends abandoned imports. A failure is logged once until it is over.
async fn keep(jobs: Arc<ImportJobs>, poll: Duration) {
    let (mut failing, mut tidied) = (false, None::<Instant>);
    let shutdown = &jobs.shutdown;
    loop {
        tokio::select! {
            () = tokio::time::sleep(poll) => {}
            () = shutdown.requested() => break,
        }
        let is_due = tidied.is_none_or(|at| at.elapsed() >= TIDY_IMPORTS);
        if is_due {
            tidied = Some(Instant::now());
        }
        match tend(&jobs, is_due).await {
            Ok(()) => failing = false,
            Err(error) if !failing => {
                tracing::warn!(%error, "catalog background task failed; retrying");
                failing = true;
            }
            Err(_) => {}
        }
    }
}

async fn tend(jobs: &ImportJobs, tidy_imports: bool) -> Result<(), heuan_rpc::Error> {
    let store = &jobs.store;
    store.expire(jobs.clock.now_ms()).await?;
    store.apply_schedules(jobs.clock.now_ms()).await?;
    store.publish_stock().await.map_err(store::fault)?;
    store.poll_revision().await.map_err(store::fault)?;
    if tidy_imports {
        jobs.tidy().await?;
    }
    Ok(())
}
