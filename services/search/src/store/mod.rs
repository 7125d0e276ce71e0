//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod history;
mod personal_data;
mod rules;
mod search_log;
mod synonym_groups;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, Result, StoreError, read};

pub use history::Entry;
pub use rules::{RuleAction, SavedRule, SearchRule};
pub use search_log::{Insight, Popular, RecordedSearch};
pub use synonym_groups::{Saved, SavedGroup, SynonymGroup};

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Clone, Debug)]
pub struct Store {
    db: Db,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await? })
    }

    /// Number that grows with each change of synonyms and rules.
    pub async fn revision(&self) -> Result<i64> {
        let sql = "SELECT value FROM search_revision";
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?))
    }

    pub async fn close(&self) {
        self.db.close().await;
    }
}

/// Maps a failure of the database to an error of this service.
pub(crate) fn store_error(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let outage = error.outage().map(|outage| (outage.retry_after(), outage.is_disconnected()));
    Error::database_failed("search database failed", error, outage)
}
