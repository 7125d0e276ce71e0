//! What everything here shares: the model, the shelf, the threads.

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
    catalog::{CatalogImages, Counts, Hit},
    config::Config,
    embed::{self, CancelToken, EmbedError, Embedder, ImageKind, ThreadPool, embed},
    picture::{DecodeLimits, decode},
    store::Store,
};

/// When it is worth asking again while the model loads or the first pictures are looked at.
const SOON: Duration = Duration::from_secs(3);

/// The share of a request's time in which a thread has to begin with its photo.
const PATIENCE: f64 = 0.9;

pub struct ImageSearcher {
    pub config: Config,
    pub store: Store,
    pub media: PathBuf,
    shelf: RwLock<CatalogImages>,
    /// Set once it is loaded.
    pub embedder: OnceLock<Arc<dyn Embedder>>,
    /// For shoppers' photos.
    pub work: ThreadPool,
    /// The shelf has pictures to look at.
    pub news: Notify,
}

/// What a photo finds.
pub struct ImageSearchResult {
    pub hits: Vec<Hit>,
    pub model: String,
    pub counts: Counts,
}

impl ImageSearcher {
    pub fn new(config: Config, store: Store, media: PathBuf, shelf: CatalogImages, work: ThreadPool) -> Self {
        let (shelf, embedder, news) = (RwLock::new(shelf), OnceLock::new(), Notify::new());
        Self { config, store, media, shelf, embedder, work, news }
    }

    /// No invariant spans a panic under this lock, so a poisoned one is as good as any.
    pub fn shelf(&self) -> RwLockReadGuard<'_, CatalogImages> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn shelf_mut(&self) -> RwLockWriteGuard<'_, CatalogImages> {
        self.shelf.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The products that look most like the photo, best first.
    pub async fn search(self: &Arc<Self>, photo: Bytes, limit: usize) -> Result<ImageSearchResult> {
        let began = Instant::now();
        let embedder = self.ready()?;
        let (service, is_started) = (Arc::clone(self), Arc::new(AtomicBool::new(false)));
        let started = Arc::clone(&is_started);
        let task = self.work.submit(photo.len(), move |stop| {
            started.store(true, Ordering::Release);
            service.embed_and_search(embedder.as_ref(), &photo, limit, stop)
        });
        let task = task.map_err(|full| {
            record_duration("refused", began);
            Error::overloaded(full.0)
        })?;
        let mut task = pin!(task);
        // Whom no thread has reached by the end was in a crowd, and shall hear so while there is time to say it.
        let left = deadline::current().map(|at| at.saturating_duration_since(began).mul_f64(PATIENCE));
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
        photo: &[u8],
        limit: usize,
        stop: &CancelToken,
    ) -> Result<ImageSearchResult> {
        let picture = decode(photo, &DecodeLimits::PHOTO).map_err(|fault| refused(&fault))?;
        let vector =
            embed(embedder, &picture, ImageKind::Photo(self.config.crops), stop).map_err(|unseen| {
                match unseen {
                    EmbedError::ImageError(fault) => refused(&fault),
                    EmbedError::Model(error) => Error::internal(error),
                    EmbedError::Stopped => {
                        Error::new(Code::DeadlineExceeded, "nobody waits for this photo any more")
                    }
                }
            })?;
        let shelf = self.shelf();
        Ok(ImageSearchResult {
            hits: shelf.search(&vector, limit),
            model: embed::name(embedder),
            counts: shelf.counts(),
        })
    }

    fn ready(&self) -> Result<Arc<dyn Embedder>> {
        let not_yet = || {
            let mut error = Error::unavailable("the pictures have not been looked at yet").retry_after(SOON);
            "not_ready".clone_into(&mut error.detail.reason);
            error
        };
        if !self.config.enabled {
            let mut off = Error::unavailable("search by photo is turned off");
            "turned_off".clone_into(&mut off.detail.reason);
            return Err(off);
        }
        let embedder = self.embedder.get().ok_or_else(not_yet)?;
        let shelf = self.shelf();
        let Counts { indexed, pending, .. } = shelf.counts();
        if indexed == 0 && (pending > 0 || !shelf.listed) {
            return Err(not_yet());
        }
        Ok(Arc::clone(embedder))
    }

    /// Tells how far the index is.
    pub fn count(&self) {
        let counts = self.shelf().counts();
        let states = [("indexed", counts.indexed), ("pending", counts.pending), ("failed", counts.failed)];
        for (state, count) in states {
            metrics::gauge!("image_search_pictures", "state" => state).set(count as f64);
        }
    }
}

fn refused(fault: &crate::picture::ImageError) -> Error {
    let mut error = Error::invalid("image", fault.to_string());
    fault.reason().clone_into(&mut error.detail.reason);
    error
}

/// A picture that makes a decoder panic is the picture's fault, as far as its sender is concerned.
fn damaged() -> Error {
    refused(&crate::picture::ImageError::Damaged)
}

fn record_duration(outcome: &'static str, began: Instant) {
    metrics::histogram!("image_search_photo_duration_seconds", "outcome" => outcome)
        .record(began.elapsed().as_secs_f64());
}
