//! Indexer: follows the catalog and writes its changes to the index, or builds a new index if the old one is unusable.

use std::{path::PathBuf, sync::Arc, time::Duration};

use heuan_proto::catalog::v1::{
    WatchProductsRequest, WatchProductsResponse, catalog_service_client::CatalogServiceClient,
};
use heuan_rpc::{Error, Transport, Watch, keep_watching};
use heuan_runtime::Shutdown;
use heuan_search_index::{Index, Writer};
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until, timeout},
};

use crate::{current_index::CurrentIndex, index_directory::IndexDirectory, product::of_catalog};

/// Timeout of a silent watch. The catalog sends a heartbeat every 15 s, so two missed ones mean a lost connection.
const SILENCE: Duration = Duration::from_secs(35);
/// Changes within this time are committed together.
const GATHER: Duration = Duration::from_millis(300);
/// From this number on, pending changes count as changes of an import. They are committed when no more are announced, or after
/// [`MAX_GATHER`], because each commit costs about a second.
const MANY: usize = 100;
const MAX_GATHER: Duration = Duration::from_secs(5);
/// Minimum interval between such commits, as a multiple of the duration of the last commit, so that committing
/// takes a small share of the time.
const COMMIT_REST: u32 = 4;
const MIN_BACKOFF: Duration = Duration::from_millis(100);
const MAX_BACKOFF: Duration = Duration::from_secs(5);
/// Indexing threads for the initial list and for changes.
const LISTING: usize = 2;
const CHANGING: usize = 1;

/// Follows the catalog until shutdown. `index_changed` is notified of each commit.
pub async fn follow(
    parent: PathBuf,
    catalog: Transport,
    current: Arc<CurrentIndex>,
    index_changed: Arc<Notify>,
    shutdown: Shutdown,
) {
    let Some(indexer) = opened(&parent, &current, &index_changed, &shutdown).await else { return };
    let client = CatalogServiceClient::new(catalog.without_deadline());
    keep_watching(&mut CatalogWatch { client, indexer }, &shutdown).await;
}

struct CatalogWatch {
    client: CatalogServiceClient<Transport>,
    indexer: Indexer,
}

impl Watch for CatalogWatch {
    const NAME: &'static str = "catalog";

    async fn run(&mut self) -> Result<(), Error> {
        self.indexer.run(&mut self.client).await
    }

    fn disconnected(&mut self) {
        self.indexer.disconnected();
    }
}

/// Opens the index folder, retrying until it is usable; `None` at shutdown. A disk may become available again, or
/// an operator may correct its permissions.
async fn opened(
    parent: &std::path::Path,
    current: &Arc<CurrentIndex>,
    index_changed: &Arc<Notify>,
    shutdown: &Shutdown,
) -> Option<Indexer> {
    let mut pause = MIN_BACKOFF;
    while !shutdown.is_triggered() {
        let (parent, current, index_changed) = (parent.to_owned(), current.clone(), index_changed.clone());
        match blocking(move || Indexer::open(&parent, current, index_changed)).await {
            Ok(indexer) => return Some(indexer),
            Err(error) => {
                tracing::error!(%error, "search index folder unusable; retrying");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = shutdown.requested() => {}
        }
        pause = (pause * 2).min(MAX_BACKOFF);
    }
    None
}

/// The index being written, and its position in the catalog.
struct Indexer {
    folder: Arc<IndexDirectory>,
    current: Arc<CurrentIndex>,
    index_changed: Arc<Notify>,
    /// `None` after a failure: the next connection builds a new index.
    target: Option<IndexWriterState>,
    /// Whether this connection has sent an event. Until then, changes of the catalog may be unknown. The catalog sends the
    /// first event at once, also without a change.
    is_following: bool,
}

struct IndexWriterState {
    path: PathBuf,
    index: Arc<Index>,
    writer: Writer,
    /// The revision to resume from.
    revision: i64,
    /// Whether the initial list is incomplete; such an index is neither used nor kept.
    is_building: bool,
    /// Changes that are not committed.
    pending: Option<Pending>,
    /// Whether the catalog has announced further changes.
    has_more: bool,
    last_commit: Duration,
}

/// Changes that wait for a commit.
struct Pending {
    since: Instant,
    latest: Instant,
    count: usize,
}

impl IndexWriterState {
    fn new(path: PathBuf, index: Arc<Index>, writer: Writer, revision: i64, is_building: bool) -> Self {
        let last_commit = Duration::ZERO;
        Self { path, index, writer, revision, is_building, pending: None, has_more: false, last_commit }
    }

    fn add_pending(&mut self, count: usize) {
        let now = Instant::now();
        let pending = self.pending.get_or_insert(Pending { since: now, latest: now, count: 0 });
        (pending.latest, pending.count) = (now, pending.count + count);
    }

    /// Time at which the pending changes are committed.
    fn commit_at(&self) -> Option<Instant> {
        let pending = self.pending.as_ref()?;
        let longest = pending.since + MAX_GATHER.max(self.last_commit * COMMIT_REST);
        Some(match pending {
            _ if self.has_more => longest,
            Pending { count, .. } if *count < MANY => pending.since + GATHER,
            Pending { latest, .. } => longest.min(*latest + GATHER),
        })
    }

    /// Whether searches lack changes that a visitor would miss.
    fn is_behind(&self) -> bool {
        self.is_building || self.has_more || self.pending.as_ref().is_some_and(|it| it.count >= MANY)
    }
}

impl Indexer {
    fn open(
        parent: &std::path::Path,
        current: Arc<CurrentIndex>,
        index_changed: Arc<Notify>,
    ) -> Result<Self, Error> {
        let folder = Arc::new(IndexDirectory::acquire(parent).map_err(Error::internal)?);
        let mut indexer = Self { folder, current, index_changed, target: None, is_following: false };
        let current = indexer.folder.current();
        let _ = indexer.folder.collect_garbage(&current.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        if let Some(path) = current {
            match indexer.resume(path) {
                Ok(()) => {}
                Err(error) => {
                    tracing::warn!(%error, "search index unreadable; rebuilding");
                }
            }
        }
        Ok(indexer)
    }

    /// Opens the existing index for searches, and continues it if its format is current. It may lack changes that were made
    /// while it was closed.
    fn resume(&mut self, path: PathBuf) -> Result<(), Error> {
        let index = Arc::new(Index::open(&path).map_err(Error::internal)?);
        let Some(stand) = index.checkpoint().map_err(Error::internal)? else { return Ok(()) };
        self.current.set_behind(true);
        self.current.swap_index(index.clone());
        self.index_changed.notify_one();
        if stand.is_current() {
            let writer = index.writer(CHANGING).map_err(Error::internal)?;
            let revision = stand.revision;
            self.target = Some(IndexWriterState::new(path, index, writer, revision, false));
        } else {
            tracing::info!("search index has another version; rebuilding beside it");
        }
        Ok(())
    }

    /// Called after a connection broke: the catalog may change until the next one has sent an event.
    fn disconnected(&mut self) {
        metrics::gauge!("search_watch_connected").set(0.0);
        self.is_following = false;
        self.current.set_behind(true);
    }

    /// Updates whether searches lack changes.
    fn update_behind(&self) {
        let is_behind = self.target.as_ref().is_none_or(IndexWriterState::is_behind);
        self.current.set_behind(is_behind || !self.is_following);
    }

    /// Handles one connection, from the last revision until it breaks.
    async fn run(&mut self, client: &mut CatalogServiceClient<Transport>) -> Result<(), Error> {
        if self.target.is_none() {
            self.begin().await?;
        }
        let from_revision = self.target.as_ref().map_or(0, |it| it.revision);
        let request = WatchProductsRequest { from_revision };
        let mut events = timeout(SILENCE, client.watch_products(request))
            .await
            .map_err(|_| Error::unavailable("the watch did not start"))??
            .into_inner();
        metrics::gauge!("search_watch_connected").set(1.0);
        loop {
            let commit_at = self.target.as_ref().and_then(IndexWriterState::commit_at);
            let due = async move {
                match commit_at {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                event = timeout(SILENCE, events.message()) => {
                    let event = event.map_err(|_| Error::unavailable("the watch timed out"))??;
                    self.apply(event.ok_or_else(|| Error::unavailable("the watch ended"))?).await?;
                }
                () = due => self.commit().await?,
            }
        }
    }

    /// Starts a new index beside the one in use.
    async fn begin(&mut self) -> Result<(), Error> {
        self.target = None;
        let folder = self.folder.clone();
        let begun = blocking(move || {
            let shown = folder.current();
            folder
                .collect_garbage(&shown.iter().map(PathBuf::as_path).collect::<Vec<_>>())
                .map_err(Error::internal)?;
            let path = folder.new_generation().map_err(Error::internal)?;
            let index = Arc::new(Index::open(&path).map_err(Error::internal)?);
            let writer = index.writer(LISTING).map_err(Error::internal)?;
            writer.hold_merges();
            Ok(IndexWriterState::new(path, index, writer, 0, true))
        });
        self.target = Some(begun.await?);
        self.current.set_behind(true);
        Ok(())
    }

    async fn apply(&mut self, event: WatchProductsResponse) -> Result<(), Error> {
        if event.reset {
            // The catalog has another database. The index in use stays until the new list is complete.
            self.begin().await?;
        }
        let Some(mut target) = self.target.take() else {
            return Err(Error::unavailable("the index is lost"));
        };
        let change_count = event.changed.len() + event.removed_pro_ids.len();
        metrics::counter!("search_changes_total").increment(change_count as u64);
        let (revision, is_snapshot_complete, has_more) =
            (event.revision, event.snapshot_complete, event.has_more);
        let moved = event.revision != target.revision;
        if change_count > 0 {
            target = blocking(move || {
                for product in event.changed.into_iter().filter_map(of_catalog) {
                    target.writer.put(&product).map_err(Error::internal)?;
                }
                for pro_id in event.removed_pro_ids {
                    target.writer.remove(pro_id);
                }
                Ok(target)
            })
            .await?;
        }
        (target.revision, target.has_more) = (revision, has_more);
        if !target.is_building && (change_count > 0 || moved) {
            target.add_pending(change_count);
        }
        let is_complete = target.is_building && is_snapshot_complete;
        self.target = Some(target);
        self.is_following = true;
        self.update_behind();
        if !event.changed_sections.is_empty() {
            self.index_changed.notify_one();
        }
        if is_complete {
            self.complete().await?;
        }
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), Error> {
        let Some(mut target) = self.target.take() else { return Ok(()) };
        let committed = blocking(move || {
            let began = Instant::now();
            target.writer.commit(target.revision).map_err(Error::internal)?;
            target.index.reload().map_err(Error::internal)?;
            (target.pending, target.last_commit) = (None, began.elapsed());
            Ok(target)
        });
        self.target = Some(committed.await?);
        self.update_behind();
        self.index_changed.notify_one();
        Ok(())
    }

    /// Called when the list is complete: the new index replaces the one in use.
    async fn complete(&mut self) -> Result<(), Error> {
        let Some(mut target) = self.target.take() else { return Ok(()) };
        let folder = self.folder.clone();
        let completed = blocking(move || {
            target.writer.commit(target.revision).map_err(Error::internal)?;
            target.writer.merge_all().map_err(Error::internal)?;
            // The threads and memory for a whole list are not needed for changes.
            drop(target.writer);
            target.writer = target.index.writer(CHANGING).map_err(Error::internal)?;
            target.index.reload().map_err(Error::internal)?;
            folder.publish(&target.path).map_err(Error::internal)?;
            (target.is_building, target.has_more) = (false, false);
            Ok(target)
        });
        let target = completed.await?;
        tracing::info!(
            products = target.index.documents(),
            revision = target.revision,
            "search index complete"
        );
        self.current.swap_index(target.index.clone());
        self.current.set_behind(false);
        self.index_changed.notify_one();
        let (folder, path) = (self.folder.clone(), target.path.clone());
        self.target = Some(target);
        // Running searches keep the files of the old index open.
        blocking(move || folder.collect_garbage(&[&path]).map_err(Error::internal)).await
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(Error::internal)?
}
