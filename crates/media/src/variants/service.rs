//! Lookup of an image variant by path and width, which renders it on first use. A variant that saves less than 10 %
//! at the original width is not stored.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::render::render;
use super::single_flight::{Join, SingleFlight, wait};
use super::source::{Source, Sources};
use super::stats::Counters;
use super::variant_store::{StoredVariant, VariantStore};
use super::{Options, Stats, Variant, WIDTHS};
use crate::{ImageLimits, Listing, MediaError, MediaRoot, check_path, inspect_document};
use heuan_thread_pool::{CancelToken, Niceness, QueueLimits, ThreadPool};

/// Minimum saving in percent for a WebP at the original's own width. A few bytes are not worth the quality that
/// another encoding costs.
const WORTHWHILE_SAVING: u64 = 10;

/// The shop's images at the widths of [`WIDTHS`]. Clones are cheap and share everything.
#[derive(Debug, Clone)]
pub struct Variants {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    sources: Sources,
    store: VariantStore,
    single_flight: SingleFlight,
    pool: ThreadPool,
    limits: ImageLimits,
    counters: Arc<Counters>,
}

impl Variants {
    /// Starts the threads. Missing folders are created, because a new shop has no images yet.
    pub fn open(options: &Options) -> Result<Self, MediaError> {
        let storage = |error: std::io::Error| MediaError::Storage(error.to_string());
        std::fs::create_dir_all(&options.root).map_err(storage)?;
        // Originals are bounded by the limits of images, so the queue is bounded only by its number of jobs.
        let queue = QueueLimits { tasks: options.queue.max(1), bytes: usize::MAX };
        let inner = Inner {
            sources: Sources::new(MediaRoot::open(&options.root)?, options.limits),
            store: VariantStore::open(&options.variants)?,
            single_flight: SingleFlight::default(),
            pool: ThreadPool::start("media", options.workers.max(1), Niceness::NORMAL, queue)
                .map_err(storage)?,
            limits: options.limits,
            counters: Arc::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Finds or creates a variant.
    ///
    /// Without a width the original is returned unchanged. A width greater than the original's yields the original's
    /// width: nothing is enlarged. Animations are always returned unchanged.
    /// `path` is percent-decoded and relative to the media folder.
    pub async fn get(&self, path: &str, width: Option<u32>) -> Result<Variant, MediaError> {
        check_path(path)?;
        if let Some(width) = width.filter(|width| !WIDTHS.contains(width)) {
            return Err(MediaError::BadWidth(width));
        }
        let source = self.source(path).await?;
        let Some(width) = width.filter(|_| !source.animated) else {
            return Ok(Variant::original(&source));
        };
        let width = width.min(source.header.width);

        let found = self.webp(&source, width).await?;
        Ok(Variant::made(&source, width, found))
    }

    /// The file of a document. It is checked again, because it may have changed since the import.
    pub async fn document(&self, path: &str) -> Result<PathBuf, MediaError> {
        let (inner, path) = (Arc::clone(&self.inner), path.to_owned());
        let look = move |_: &CancelToken| {
            let file = inner.sources.root().resolve_document(&path)?;
            inspect_document(&file).map(|_| file)
        };
        let found = self.inner.pool.submit(0, look).map_err(|_| self.busy())?;
        found.await.unwrap_or(Err(MediaError::NotADocument))
    }

    /// The folders and files of a folder, see [`MediaRoot::list`].
    pub async fn list(&self, folder: &str, name: &str, limit: usize) -> Result<Listing, MediaError> {
        let (inner, folder, name) = (Arc::clone(&self.inner), folder.to_owned(), name.to_owned());
        let look = move |_: &CancelToken| inner.sources.root().list(&folder, &name, limit);
        let listed = self.inner.pool.submit(0, look).map_err(|_| self.busy())?;
        listed.await.unwrap_or(Err(MediaError::NotFound))
    }

    pub fn stats(&self) -> Stats {
        self.inner.counters.read()
    }

    async fn source(&self, path: &str) -> Result<Arc<Source>, MediaError> {
        if let Some(source) = self.inner.sources.recall(path)? {
            return Ok(source);
        }
        let (inner, path) = (Arc::clone(&self.inner), path.to_owned());
        let probe = move |_: &CancelToken| inner.sources.probe(&path);
        let probed = self.inner.pool.submit(0, probe).map_err(|_| self.busy())?;
        probed.await.unwrap_or_else(|| Err(MediaError::Unreadable("the decoder gave up".to_owned())))
    }

    async fn webp(&self, source: &Arc<Source>, width: u32) -> Result<StoredVariant, MediaError> {
        let target = self.inner.store.target(source, width);
        let found = VariantStore::find(&target);
        if found != StoredVariant::Absent {
            return Ok(found);
        }
        let leader = match self.inner.single_flight.join(&target) {
            Join::Follower(receiver) => return wait(receiver).await,
            Join::Leader(leader) => leader,
        };
        let found = VariantStore::find(&target);
        if found != StoredVariant::Absent {
            leader.complete(Ok(found.clone()));
            return Ok(found);
        }
        let receiver = leader.subscribe();
        let original = source.header.bytes;
        let full_width = width == source.header.width;
        let max_bytes = if full_width { original * (100 - WORTHWHILE_SAVING) / 100 } else { original };
        let (limits, counters) = (self.inner.limits, Arc::clone(&self.inner.counters));
        let source = Arc::clone(source);
        let task = move || {
            let outcome = make(&source, width, &limits, &target, max_bytes);
            counters.count(&outcome);
            leader.complete(or_original(outcome, &target));
        };
        // A refused job is dropped with its guard, which also informs the followers.
        self.inner.pool.submit_detached(0, task).map_err(|_| self.busy())?;
        wait(receiver).await
    }

    fn busy(&self) -> MediaError {
        self.inner.counters.busy.fetch_add(1, Ordering::Relaxed);
        MediaError::Busy
    }
}

/// Renders and stores a variant if it has at most `max_bytes` bytes; otherwise records that it is not worthwhile.
fn make(
    source: &Source,
    width: u32,
    limits: &ImageLimits,
    target: &Path,
    max_bytes: u64,
) -> Result<StoredVariant, MediaError> {
    let bytes = render(source, width, limits)?;
    if bytes.len() as u64 <= max_bytes {
        VariantStore::keep(source, target, &bytes)
    } else {
        VariantStore::mark_pointless(source, target)
    }
}

/// Falls back to the original if the variant could not be stored, for example on a full or read-only disk.
fn or_original(
    outcome: Result<StoredVariant, MediaError>,
    target: &Path,
) -> Result<StoredVariant, MediaError> {
    match outcome {
        Err(MediaError::Storage(reason)) => {
            tracing::warn!(file = %target.display(), reason, "resized image not stored; sending the original");
            Ok(StoredVariant::SkippedLarger)
        }
        other => other,
    }
}
