//! Indexing of product images: embeds new and changed images of the media folder, and adds their vectors to the index.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};

use futures::{FutureExt as _, StreamExt as _, stream};
use heuan_rpc::{Error, Result};
use heuan_runtime::Shutdown;
use tokio::time::sleep;

use super::read::{FileState, find};
use crate::{
    decode::{DecodeLimits, decode},
    embed::{self, EmbedError, Embedder, ImageKind, ThreadPool, embed},
    file_version::{FileFingerprint, FileVersion},
    image_search_service::ImageSearcher,
    index::Int16Vector,
    store::CachedEmbedding,
};

/// Delay after a change, because a change of the catalog arrives in many events, before its images are in place.
const GATHER: Duration = Duration::from_millis(300);
/// First retry delay for a missing image; doubled for each further retry.
const FIRST_RETRY: Duration = Duration::from_secs(2);
const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// Images processed before new changes are checked.
const BATCH: usize = 200;
/// Minimum number of images for a progress log line.
const MANY: usize = 50;

/// An image to embed, with its last fingerprint.
type PendingImage = (Arc<str>, Option<FileFingerprint>);

/// Embeds every pending image of the catalog, until shutdown.
pub async fn run_indexer(
    service: &ImageSearcher,
    work: &ThreadPool,
    embedder: &Arc<dyn Embedder>,
    shutdown: &Shutdown,
) {
    let rescan = Duration::from_secs(service.config.rescan_s);
    let (mut retry, mut scanned) = (FIRST_RETRY, Instant::now());
    let mut indexer =
        Indexer { service, work, embedder, model: embed::name(embedder.as_ref()), before: None };
    loop {
        let missing = service.catalog_images().counts().missing > 0;
        let wait = if missing { retry } else { rescan }.min(rescan.saturating_sub(scanned.elapsed()));
        let is_news = tokio::select! {
            () = service.images_changed.notified() => true,
            () = sleep(wait) => false,
            () = shutdown.requested() => return,
        };
        retry = if is_news { FIRST_RETRY } else { (retry * 2).min(rescan) };
        let all = scanned.elapsed() >= rescan;
        if all {
            scanned = Instant::now();
        }
        tokio::select! {
            () = async { sleep(GATHER).await; indexer.run_pass(all).await } => {}
            () = shutdown.requested() => return,
        }
    }
}

struct Indexer<'a> {
    service: &'a ImageSearcher,
    work: &'a ThreadPool,
    embedder: &'a Arc<dyn Embedder>,
    /// Name of the embedding, part of its key.
    model: String,
    /// File versions known before this start.
    before: Option<HashMap<String, FileVersion>>,
}

impl Indexer<'_> {
    async fn run_pass(&mut self, all: bool) {
        if self.before.is_none() {
            match self.service.store.images().await {
                Ok(before) => self.before = Some(before),
                Err(error) => {
                    tracing::warn!(%error, "embedding cache unreadable");
                    self.service.images_changed.notify_one();
                    return sleep(FIRST_RETRY).await;
                }
            }
        }
        let mut pending: VecDeque<PendingImage> = self.service.catalog_images().pending(all).into();
        let new_images = pending.iter().filter(|(_, known)| known.is_none()).count();
        if new_images >= MANY {
            tracing::info!(images = new_images, "embedding catalog images");
        }
        let (began, mut last_log, mut done) = (Instant::now(), Instant::now(), 0);
        while !pending.is_empty() {
            let batch: Vec<PendingImage> = pending.drain(..pending.len().min(BATCH)).collect();
            done += batch.iter().filter(|(_, known)| known.is_none()).count();
            self.index_batch(batch).await;
            if last_log.elapsed() > LOG_INTERVAL && new_images >= MANY {
                last_log = Instant::now();
                tracing::info!(done, of = new_images, "embedding catalog images");
            }
            // New changes are handled before the rest.
            if self.service.images_changed.notified().now_or_never().is_some() {
                let waiting: HashSet<Arc<str>> = pending.iter().map(|(path, _)| Arc::clone(path)).collect();
                let mut arrived = self.service.catalog_images().new_images();
                arrived.retain(|(path, _)| !waiting.contains(path));
                for one in arrived {
                    pending.push_front(one);
                }
            }
        }
        if new_images >= MANY {
            let counts = self.service.catalog_images().counts();
            let (took, indexed, failed) = (began.elapsed().as_secs(), counts.indexed, counts.failed);
            tracing::info!(seconds = took, indexed, failed, "catalog images embedded");
        }
        if all {
            self.delete_unreferenced().await;
        }
    }

    async fn index_batch(&self, batch: Vec<PendingImage>) {
        let index = |(path, known): PendingImage| async move {
            if let Err(error) = self.index_image(&path, known).await {
                tracing::warn!(%path, %error, "image not indexed");
            }
        };
        let mut indexed = stream::iter(batch).map(index).buffer_unordered(self.service.config.index_threads);
        while indexed.next().await.is_some() {
            self.service.count();
        }
    }

    /// Deletes cached data of images that no product uses any more.
    async fn delete_unreferenced(&self) {
        if !self.service.catalog_images().snapshot_complete {
            return;
        }
        if let Err(error) =
            self.service.store.delete_unreferenced(|path| self.service.catalog_images().is_shown(path)).await
        {
            tracing::warn!(%error, "unused embeddings not deleted");
        }
    }

    async fn index_image(&self, path: &Arc<str>, known: Option<FileFingerprint>) -> Result<()> {
        let before = self.before.as_ref().and_then(|before| before.get(&**path));
        let before = before.filter(|_| known.is_none());
        let (seen, bytes) = match self.find(path, known.or(before.map(|seen| seen.stamp))).await? {
            FileState::Unchanged => {
                let Some(seen) = before else {
                    self.service.catalog_images_mut().same(path);
                    return Ok(());
                };
                // The file was read before this start, so its bytes are needed only if its vector is
                // missing.
                (seen.clone(), None)
            }
            FileState::New(seen, bytes) => (seen, Some(bytes)),
            FileState::Missing => {
                self.service.catalog_images_mut().missing(path);
                return Ok(());
            }
        };
        if self.service.catalog_images_mut().index_known(path, &seen) {
            return if bytes.is_some() { self.store_embedding(path, &seen, None).await } else { Ok(()) };
        }
        let dimensions = embed::dimensions(self.embedder.dimensions());
        let cached = self.service.store.kept(&self.model, &seen.hash, dimensions).await;
        if let Some(cached) = cached.map_err(Error::internal)? {
            match cached {
                CachedEmbedding::Vector(vector) => {
                    self.service.catalog_images_mut().index(path, &seen, &vector);
                }
                CachedEmbedding::Unreadable => self.service.catalog_images_mut().unreadable(path, seen.stamp),
            }
            return if bytes.is_some() { self.store_embedding(path, &seen, None).await } else { Ok(()) };
        }
        match bytes {
            Some(bytes) => self.embed(path, &seen, bytes).await,
            None => match self.find(path, None).await? {
                FileState::New(seen, bytes) => self.embed(path, &seen, bytes).await,
                FileState::Unchanged | FileState::Missing => {
                    self.service.catalog_images_mut().missing(path);
                    Ok(())
                }
            },
        }
    }

    async fn find(&self, path: &Arc<str>, known: Option<FileFingerprint>) -> Result<FileState> {
        let (media, path) = (self.service.media.clone(), Arc::clone(path));
        self.run(move || find(&media, &path, known)).await
    }

    async fn embed(&self, path: &str, seen: &FileVersion, bytes: Vec<u8>) -> Result<()> {
        let embedder = Arc::clone(self.embedder);
        let task = self.work.submit(0, move |stop| {
            let image = decode(&bytes, &DecodeLimits::CATALOG)?;
            embed(embedder.as_ref(), &image, ImageKind::Catalog, stop)
        });
        let embedded = task.map_err(|_| Error::internal("the decoding queue is full"))?.await;
        match embedded {
            Some(Ok(vector)) => {
                let vector = Int16Vector::of(&vector);
                metrics::counter!("image_search_embeddings_total").increment(1);
                // The vector is stored first, so that an indexed image is not embedded again after a
                // restart.
                let stored =
                    self.store_embedding(path, seen, Some(&CachedEmbedding::Vector(vector.clone()))).await;
                self.service.catalog_images_mut().index(path, seen, &vector);
                stored
            }
            Some(Err(EmbedError::Stopped)) => Ok(()),
            Some(Err(EmbedError::Model(error))) => Err(Error::internal(error)),
            Some(Err(EmbedError::ImageError(error))) => {
                self.mark_unreadable(path, seen, &error.to_string()).await
            }
            None => self.mark_unreadable(path, seen, "the decoder panicked or was stopped").await,
        }
    }

    async fn mark_unreadable(&self, path: &str, seen: &FileVersion, reason: &str) -> Result<()> {
        tracing::warn!(path, reason, "catalog image unreadable; image search does not find it");
        let stored = self.store_embedding(path, seen, Some(&CachedEmbedding::Unreadable)).await;
        self.service.catalog_images_mut().unreadable(path, seen.stamp);
        stored
    }

    async fn store_embedding(
        &self,
        path: &str,
        seen: &FileVersion,
        embedding: Option<&CachedEmbedding>,
    ) -> Result<()> {
        self.service.store.record(&self.model, path, seen, embedding).await.map_err(Error::internal)
    }

    async fn run<T: Send + 'static>(&self, task: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let task = self
            .work
            .submit(0, move |_| task())
            .map_err(|_| Error::internal("the decoding queue is full"))?;
        task.await.ok_or_else(|| Error::internal("a reading job panicked or was stopped"))
    }
}
