//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod changes;
pub mod consistency;
mod content;
mod ended_reservations;
mod export;
mod facet_table;
mod facets;
#[cfg(test)]
mod growth;
mod import;
mod import_job;
mod known;
mod personal_data;
mod products;
mod promotions;
mod return_taken_back;
mod revision_cache;
mod row;
mod staff;
mod staff_content;
mod stock;
mod stock_change;
mod taxonomy;

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, Result, StoreError, Tx, on};
use tokio::sync::watch;

use self::{facet_table::FacetTables, revision_cache::RevisionCache};

pub use changes::{Changes, Cursor};
pub use export::CatalogSnapshot;
pub use import::{
    ChangedRow, EditedColumn, ImportOptions, Imported, Origin, Preview, PreviewScope, RefusedChange,
    RefusedStock, RowKind, TableChanges,
};
pub use import_job::{ImportEnd, StoredImport};
pub use known::{KnownIds, codes_of};
pub use staff::{
    BulkMode, BulkResult, ChangedProduct, Skipped, StaffPage, StaffSearch, UndoRequest, UndoResult,
};
pub use staff_content::StaffContent;

use crate::catalog::{Category, Filter, Group};
use crate::collection::Collection;
use crate::facets::{FacetBucket, Facets};

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

/// The catalog's database, with results cached until the next revision.
#[derive(Debug)]
pub struct Store {
    db: Db,
    /// The newest revision seen by this process; watches wait for its changes.
    seen: watch::Sender<i64>,
    caches: RevisionCaches,
    facet_tables: FacetTables,
    now_seen: AtomicI64,
    /// The revision at which the index of codes was last found to be nearly complete.
    codes_checked: AtomicI64,
    opened: Instant,
    /// Time of the last revision poll, in milliseconds after `opened`.
    last_poll_ms: AtomicU64,
}

/// Maximum age of the known revision when cached results are used. An edge fetches again `GATHER` (edge, `watch.rs`)
/// after any replica announced a revision, and must then not receive older results, so this is shorter than `GATHER`.
const FRESH: Duration = Duration::from_millis(100);

/// Cached results by request.
#[derive(Debug)]
struct RevisionCaches {
    totals: RevisionCache<Filter, i64>,
    facets: RevisionCache<Filter, Arc<Facets>>,
    buckets: RevisionCache<(), Arc<Vec<FacetBucket>>>,
    categories: RevisionCache<(), Arc<Vec<Category>>>,
    groups: RevisionCache<(), Arc<Vec<Group>>>,
    collections: RevisionCache<(), Arc<Vec<Collection>>>,
    only_demo: RevisionCache<(), bool>,
}

impl Default for RevisionCaches {
    fn default() -> Self {
        const MANY: NonZeroUsize = NonZeroUsize::new(4096).unwrap();
        const SOME: NonZeroUsize = NonZeroUsize::new(256).unwrap();
        const ONE: NonZeroUsize = NonZeroUsize::MIN;
        Self {
            totals: RevisionCache::new(MANY),
            facets: RevisionCache::new(SOME),
            buckets: RevisionCache::new(ONE),
            categories: RevisionCache::new(ONE),
            groups: RevisionCache::new(ONE),
            collections: RevisionCache::new(ONE),
            only_demo: RevisionCache::new(ONE),
        }
    }
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        let db = Db::open(location, &MIGRATIONS).await?;
        let store = Self {
            db,
            seen: watch::Sender::new(0),
            caches: RevisionCaches::default(),
            facet_tables: FacetTables::default(),
            now_seen: AtomicI64::new(0),
            codes_checked: AtomicI64::new(-1),
            opened: Instant::now(),
            last_poll_ms: AtomicU64::new(0),
        };
        store.poll_revision().await?;
        Ok(store)
    }

    pub async fn close(&self) {
        self.db.close().await;
    }

    /// The newest revision, at most [`FRESH`] behind other writers. Cached results are valid for this revision.
    async fn revision(&self) -> Result<i64> {
        let last_poll = Duration::from_millis(self.last_poll_ms.load(Ordering::Acquire));
        if self.opened.elapsed().saturating_sub(last_poll) < FRESH {
            return Ok(self.now_seen.load(Ordering::Acquire));
        }
        self.poll_revision().await
    }

    /// Records that a poll which began at `began` returned `revision`.
    fn record_poll(&self, began: Instant, revision: i64) {
        self.publish_revision(revision);
        let ms = began.saturating_duration_since(self.opened).as_millis();
        self.last_poll_ms.fetch_max(u64::try_from(ms).unwrap_or(u64::MAX), Ordering::AcqRel);
    }

    fn publish_revision(&self, revision: i64) {
        if self.now_seen.fetch_max(revision, Ordering::AcqRel) < revision {
            self.seen.send_replace(revision);
        }
    }
}

/// Allocates the next revision inside `tx`. The row lock orders writers, see the migration.
async fn next_revision(tx: &mut Tx) -> Result<i64, StoreError> {
    let sql = "UPDATE revision SET value = value + 1 WHERE id = 1 RETURNING value";
    let (value,): (i64,) = on!(*tx, |conn| sqlx::query_as(sql).fetch_one(conn).await?);
    Ok(value)
}

/// Maps a failure of the database to an error of this service.
pub(crate) fn store_error(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let outage = error.outage().map(|outage| (outage.retry_after(), outage.is_disconnected()));
    Error::database_failed("catalog database failed", error, outage)
}
