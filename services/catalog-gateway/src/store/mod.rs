//! The only SQL of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod changes;
mod content;
mod facets;
mod import;
mod known;
mod products;
mod promotions;
mod stock;
mod taxonomy;

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use heuan_rpc::Error;
use heuan_store::{Db, Location, StoreError, Tx, on};
use moka::future::Cache;
use tokio::sync::watch;

pub use changes::{Changes, Cursor};
pub use import::Imported;
pub use known::KnownIds;

use crate::catalog::{Category, Filter, Group};
use crate::collection::Collection;
use crate::facets::Facets;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// The catalogue's tables, and what is remembered of them until the next revision.
#[derive(Debug)]
pub struct Store {
    db: Db,
    /// The newest revision this process has seen; watchers wait on it.
    seen: watch::Sender<i64>,
    memo: Memo,
    now_seen: AtomicI64,
}

/// Answers that cost a scan and change only with the catalogue, kept for the revision they were made at.
#[derive(Debug)]
struct Memo {
    totals: Cache<(i64, Filter), i64>,
    facets: Cache<(i64, Filter), Arc<Facets>>,
    categories: Cache<i64, Arc<Vec<Category>>>,
    groups: Cache<i64, Arc<Vec<Group>>>,
    collections: Cache<i64, Arc<Vec<Collection>>>,
}

impl Store {
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        let db = Db::open(location, &MIGRATIONS).await?;
        let store = Self {
            db,
            seen: watch::Sender::new(0),
            memo: Memo {
                totals: Cache::new(4096),
                facets: Cache::new(256),
                categories: Cache::new(2),
                groups: Cache::new(2),
                collections: Cache::new(2),
            },
            now_seen: AtomicI64::new(0),
        };
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
