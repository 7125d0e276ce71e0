//! The only SQL of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod changes;
mod content;
mod facets;
mod import;
mod known;
mod memo;
mod products;
mod promotions;
mod row;
mod stock;
mod taxonomy;

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use heuan_rpc::Error;
use heuan_store::{Db, Location, StoreError, Tx, on};
use tokio::sync::watch;

use self::memo::Memo;

pub use changes::{Changes, Cursor};
pub use import::Imported;
pub use known::KnownIds;

use crate::catalog::{Category, Filter, Group};
use crate::collection::Collection;
use crate::facets::Facets;

static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

/// The catalogue's tables, and what is remembered of them until the next revision.
#[derive(Debug)]
pub struct Store {
    db: Db,
    /// The newest revision this process has seen; watchers wait on it.
    seen: watch::Sender<i64>,
    memo: Memos,
    now_seen: AtomicI64,
}

/// What is remembered, by what was asked.
#[derive(Debug)]
struct Memos {
    totals: Memo<Filter, i64>,
    facets: Memo<Filter, Arc<Facets>>,
    categories: Memo<(), Arc<Vec<Category>>>,
    groups: Memo<(), Arc<Vec<Group>>>,
    collections: Memo<(), Arc<Vec<Collection>>>,
}

impl Default for Memos {
    fn default() -> Self {
        const MANY: NonZeroUsize = NonZeroUsize::new(4096).unwrap();
        const SOME: NonZeroUsize = NonZeroUsize::new(256).unwrap();
        const ONE: NonZeroUsize = NonZeroUsize::MIN;
        Self {
            totals: Memo::new(MANY),
            facets: Memo::new(SOME),
            categories: Memo::new(ONE),
            groups: Memo::new(ONE),
            collections: Memo::new(ONE),
        }
    }
}

impl Store {
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        let db = Db::open(location, &MIGRATIONS).await?;
        let store =
            Self { db, seen: watch::Sender::new(0), memo: Memos::default(), now_seen: AtomicI64::new(0) };
        store.look_for_changes().await?;
        Ok(store)
    }

    pub async fn close(&self) {
        self.db.close().await;
    }

    /// The newest revision seen here. At most one poll behind other processes that write.
    pub fn revision(&self) -> i64 {
        self.now_seen.load(Ordering::Acquire)
    }

    fn saw(&self, revision: i64) {
        if self.now_seen.fetch_max(revision, Ordering::AcqRel) < revision {
            self.seen.send_replace(revision);
        }
    }
}

/// Takes the next revision inside `tx`. The row lock orders writers, see the migration.
async fn next_revision(tx: &mut Tx) -> Result<i64, StoreError> {
    let sql = "UPDATE revision SET value = value + 1 WHERE id = 1 RETURNING value";
    let (value,): (i64,) = on!(*tx, |conn| sqlx::query_as(sql).fetch_one(conn).await?);
    Ok(value)
}

/// Database failures are this service's own fault or an outage; the caller learns only which.
pub(crate) fn fault(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    match &error {
        StoreError::Sql(sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::PoolClosed) => {
            tracing::error!(%error, "database does not answer");
            Error::unavailable("the catalogue's database does not answer")
        }
        _ => Error::internal(error),
    }
}
