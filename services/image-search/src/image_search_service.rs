//! Application service: the model, the image index and the thread pools.

use std::{
    path::PathBuf,
    pin::pin,
    sync::{
        Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use heuan_rpc::{Code, Error, Result, deadline};
use tokio::sync::Notify;

use crate::{
    blanks::{Blanks, is_nothing_alike},
    catalog_images::{CatalogImages, Counts, Hit},
    config::Config,
    decode::{DecodeLimits, decode},
    embed::{self, CancelToken, EmbedError, Embedder, ImageKind, ThreadPool, embed},
    store::Store,
};

/// Retry delay while the model loads or the first images are embedded.
const SOON: Duration = Duration::from_secs(3);

/// Share of a request's deadline within which a thread must start with its image.
const QUEUE_DEADLINE_SHARE: f64 = 0.9;

pub struct ImageSearcher {
    pub config: Config,
    pub store: Store,
    pub media: PathBuf,
    catalog_images: RwLock<CatalogImages>,
    /// Set once the model is loaded.
    pub embedder: OnceLock<Arc<dyn Embedder>>,
    /// Pool for shoppers' images.
    pub work: ThreadPool,
    /// Notified when there are images to embed.
    pub images_changed: Notify,
    /// Whether the settings disable the search, or the model cannot be loaded.
    is_disabled: AtomicBool,
}

/// Result of an image search.
pub struct ImageSearchResult {
    pub hits: Vec<Hit>,
    pub model: String,
    pub counts: Counts,
}

impl ImageSearcher {
    pub fn new(
        config: Config,
        store: Store,
        media: PathBuf,
        catalog_images: CatalogImages,
        work: ThreadPool,
    ) -> Self {
        let (catalog_images, embedder, images_changed) =
            (RwLock::new(catalog_images), OnceLock::new(), Notify::new());
        let is_disabled = AtomicBool::new(!config.enabled);
        Self { config, store, media, catalog_images, embedder, work, images_changed, is_disabled }
    }

    /// Refuses images until the next start, because there is no model.
    pub fn disable(&self) {
        self.is_disabled.store(true, Ordering::Release);
    }

    /// No invariant spans a panic under this lock, so a poisoned lock is safe to use.
    pub fn catalog_images(&self) -> RwLockReadGuard<'_, CatalogImages> {
        self.catalog_images.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn catalog_images_mut(&self) -> RwLockWriteGuard<'_, CatalogImages> {
        self.catalog_images.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The products most similar to the image, best first.
    pub async fn search(self: &Arc<Self>, query: Bytes, limit: usize) -> Result<ImageSearchResult> {
        let began = Instant::now();
        let embedder = self.ready()?;
        let (service, is_started) = (Arc::clone(self), Arc::new(AtomicBool::new(false)));
        let started = Arc::clone(&is_started);
        let task = self.work.submit(query.len(), move |stop| {
            started.store(true, Ordering::Release);
            service.embed_and_search(embedder.as_ref(), &query, limit, stop)
        });
        let task = task.map_err(|full| {
            record_duration("refused", began);
            Error::overloaded(full.0)
        })?;
        let mut task = pin!(task);
        // If no worker has started the job by this time, `RESOURCE_EXHAUSTED` is returned early enough for the
        // caller to receive it.
        let left =
            deadline::current().map(|at| at.saturating_duration_since(began).mul_f64(QUEUE_DEADLINE_SHARE));
        let outcome = match left {
            Some(left) => tokio::time::timeout(left, &mut task).await,
            None => Ok(task.as_mut().await),
        };
        let answer = match outcome {
            Ok(answer) => answer,
            Err(_) if !is_started.load(Ordering::Acquire) => {
                record_duration("refused", began);
                return Err(Error::overloaded(self.work.wait()));
            }
            Err(_) => task.await,
        };
        let answer = answer.unwrap_or_else(|| Err(damaged()));
        record_duration(if answer.is_ok() { "answered" } else { "failed" }, began);
        answer
    }

    fn embed_and_search(
        &self,
        embedder: &dyn Embedder,
        query: &[u8],
        limit: usize,
        stop: &CancelToken,
    ) -> Result<ImageSearchResult> {
        let image = decode(query, &DecodeLimits::QUERY).map_err(|error| refused(&error))?;
        // While other images wait, one crop is enough: a less exact result in time is better than none.
        let crops = if self.work.queued() == 0 { self.config.crops } else { 1 };
        let vector =
            embed(embedder, &image, ImageKind::Query(crops), stop).map_err(|unseen| match unseen {
                EmbedError::ImageError(error) => refused(&error),
                EmbedError::Model(error) => Error::internal(error),
                EmbedError::Stopped => {
                    Error::new(Code::DeadlineExceeded, "the caller of this image has gone")
                }
            })?;
        let catalog_images = self.catalog_images();
        let mut hits = catalog_images.search(&vector, limit);
        if let (Some(best), Some(blanks)) = (hits.first(), Blanks::of_model(embedder.id()))
            && is_nothing_alike(best.score, blanks.likeness(&vector))
        {
            hits.clear();
        }
        Ok(ImageSearchResult { hits, model: embed::name(embedder), counts: catalog_images.counts() })
    }

    fn ready(&self) -> Result<Arc<dyn Embedder>> {
        let not_yet = || {
            let mut error = Error::unavailable("the catalog images are not embedded yet").retry_after(SOON);
            "not_ready".clone_into(&mut error.detail.reason);
            error
        };
        if self.is_disabled.load(Ordering::Acquire) {
            let mut off = Error::unavailable("search by image is disabled");
            "turned_off".clone_into(&mut off.detail.reason);
            return Err(off);
        }
        let embedder = self.embedder.get().ok_or_else(not_yet)?;
        let catalog_images = self.catalog_images();
        let Counts { indexed, pending, .. } = catalog_images.counts();
        if indexed == 0 && (pending > 0 || !catalog_images.snapshot_complete) {
            return Err(not_yet());
        }
        Ok(Arc::clone(embedder))
    }

    /// Updates the gauges of the index.
    pub fn count(&self) {
        let counts = self.catalog_images().counts();
        let states = [("indexed", counts.indexed), ("pending", counts.pending), ("failed", counts.failed)];
        for (state, count) in states {
            metrics::gauge!("image_search_images", "state" => state).set(count as f64);
        }
    }
}

fn refused(image_error: &crate::decode::ImageError) -> Error {
    let mut error = Error::invalid("image", image_error.to_string());
    image_error.reason().clone_into(&mut error.detail.reason);
    error
}

/// The error for an image that makes a decoder panic: an invalid argument.
fn damaged() -> Error {
    refused(&crate::decode::ImageError::Damaged)
}

fn record_duration(outcome: &'static str, began: Instant) {
    metrics::histogram!("image_search_query_duration_seconds", "outcome" => outcome)
        .record(began.elapsed().as_secs_f64());
}
