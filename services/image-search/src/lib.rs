//! Search by image: embeds every catalog image and shoppers' images, and finds products by vector similarity.
//!
//! [`ImageSearch::open`] opens the database and returns; the model is loaded and images are embedded in the background.

pub mod blanks;
mod catalog;
mod catalog_images;
mod config;
pub mod decode;
pub mod embed;
mod file_version;
mod grpc;
mod image_search_service;
pub mod index;
pub mod similarity;
mod store;

use std::{io, path::PathBuf, sync::Arc};

use heuan_rpc::Transport;
use heuan_runtime::Shutdown;
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use catalog_images::{CatalogImages, Hit};
pub use config::Config;
use embed::{EfficientNetLite1, Embedder, ThreadPool, UnusableModel};
pub use file_version::{FileFingerprint, FileVersion};
use heuan_thread_pool::{Niceness, QueueLimits};
use image_search_service::ImageSearcher;
pub use store::MIGRATIONS;
use store::Store;

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "image-search";

/// Its section of the settings, without a dash because environment variables cannot contain one.
pub const SECTION: &str = "image_search";

/// Commented defaults of section `[image_search]`.
pub const DEFAULTS: &str = include_str!("../image-search.toml");

/// Niceness of the threads for shoppers' images. Their priority is lower than that of page requests, which
/// take a hundredth of the time of an image.
const QUERY_NICENESS: Niceness = Niceness::new(10);
/// Niceness of the threads for catalog images, which run only when the processor is idle.
const CATALOG_NICENESS: Niceness = Niceness::new(19);

/// A model to be loaded.
pub struct Model {
    pub dimensions: usize,
    /// Blocks for about a tenth of a second.
    pub load: Box<dyn FnOnce() -> Result<Arc<dyn Embedder>, UnusableModel> + Send>,
}

impl Model {
    /// `onnx_runtime` is the library that runs it, or empty for the one beside the program.
    pub fn efficientnet_lite1(onnx_runtime: PathBuf) -> Self {
        Self {
            dimensions: EfficientNetLite1::DIMENSIONS,
            load: Box::new(move || Ok(Arc::new(EfficientNetLite1::load(&onnx_runtime)?))),
        }
    }
}

pub struct ImageSearch {
    service: Arc<ImageSearcher>,
}

impl ImageSearch {
    /// Opens the database at `location`, creating it if missing, and follows `catalog`, whose images are in
    /// `media`.
    pub async fn open(
        config: Config,
        model: Model,
        location: &DatabaseUrl,
        media: PathBuf,
        catalog: Transport,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Store::open(location).await?;
        let room = QueueLimits { tasks: config.queue, bytes: config.queue_mb << 20 };
        let threads = if config.enabled { config.query_threads() } else { 0 };
        let work = ThreadPool::start("query", threads, QUERY_NICENESS, room).map_err(no_thread)?;
        let catalog_images = CatalogImages::new(embed::dimensions(model.dimensions));
        let media = if config.media_dir.as_os_str().is_empty() { media } else { config.media_dir.clone() };
        let service = Arc::new(ImageSearcher::new(config, store, media, catalog_images, work));
        if service.config.enabled {
            background(&service, model, catalog, &shutdown)?;
        }
        Ok(Self { service })
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(Arc::clone(&self.service))
    }

    /// Images that no thread has started yet.
    pub fn queued_queries(&self) -> usize {
        self.service.work.queued()
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.service.store.close().await;
    }
}

fn background(
    service: &Arc<ImageSearcher>,
    model: Model,
    catalog: Transport,
    shutdown: &Shutdown,
) -> Result<(), StoreError> {
    let threads = service.config.index_threads;
    let room = QueueLimits { tasks: threads * 2, bytes: usize::MAX };
    let work = ThreadPool::start("catalog", threads, CATALOG_NICENESS, room).map_err(no_thread)?;
    let (watching, ending) = (Arc::clone(service), shutdown.clone());
    shutdown.spawn(async move { catalog::follow(catalog, &watching, &ending).await });
    let (service, ending) = (Arc::clone(service), shutdown.clone());
    shutdown.spawn(async move {
        let loading = work.submit(0, move |_| (model.load)());
        let loaded = match loading {
            Ok(loading) => tokio::select! {
                loaded = loading => loaded,
                () = ending.requested() => return,
            },
            Err(_) => None,
        };
        match loaded {
            Some(Ok(embedder)) => {
                tracing::debug!(model = embedder.id(), "image model loaded");
                let embedder = service.embedder.get_or_init(|| embedder);
                catalog::run_indexer(&service, &work, embedder, &ending).await;
            }
            Some(Err(error)) => {
                tracing::error!(%error, "search by image is disabled");
                service.disable();
            }
            None => {
                tracing::error!("search by image is disabled: loading the model failed");
                service.disable();
            }
        }
    });
    Ok(())
}

fn no_thread(reason: io::Error) -> StoreError {
    StoreError::Folder { path: "thread for images".to_owned(), reason }
}
