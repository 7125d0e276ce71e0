//! Catalog service: categories, groups, products, prices, stock and reservations, promotions, collections, menu,
//! banners, content pages, and their import.
//!
//! [`CatalogGateway::open`] opens the database, [`CatalogGateway::routes`] returns the gRPC services, and a background
//! task polls changes of other processes and expires reservations.

mod background;
pub mod brand;
pub mod catalog;
mod clients;
pub mod collection;
mod config;
pub mod content;
pub mod export;
pub mod facet_table;
pub mod facets;
mod grpc;
pub mod images;
pub mod import;
pub mod import_state;
mod personal_data;
pub mod promotion;
pub mod staff;
pub mod staff_content;
pub mod stock;
pub mod store;
mod workbook;

use std::{sync::Arc, time::Duration};

use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use config::Config;
pub use personal_data::PersonalData;

use clients::{Branches, NoBranches};
use images::Images;
use import::{BranchTables, ImportJobs, ImportPlace, RetentionLimits, image_fetcher};
use store::Store;

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "catalog-gateway";

/// Commented defaults of section `[catalog-gateway]`.
pub const DEFAULTS: &str = include_str!("../catalog-gateway.toml");

pub struct CatalogGateway {
    jobs: Arc<ImportJobs>,
    images: Arc<Images>,
    low_stock: i64,
}

/// Dependencies of imports besides the database.
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
        let images = image_fetcher(config.import_loopback)
            .inspect_err(|error| tracing::warn!(%error, "imports cannot fetch images"))
            .ok();
        let media = place.as_ref().map(|place| place.media.clone());
        let uploads = Arc::new(Images::new(media, config.image_day_bytes));
        let max_open = config.open_imports;
        let kept =
            RetentionLimits { days: config.import_retention_days, bytes: config.import_retention_bytes };
        let jobs = ImportJobs { store, branches, place, images, max_open, kept, clock, shutdown };
        let jobs = Arc::new(jobs);
        background::start(&jobs, poll);
        Ok(Self { jobs, images: uploads, low_stock: config.low_stock })
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.jobs.store
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.jobs.store.close().await;
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(self.jobs.clone(), self.images.clone(), self.low_stock)
    }
}
