//! Error type of database access. Its message has the cause and the remedy.

use crate::Outage;

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Error of the store. The messages contain their cause, so there is no `source`, which would print it twice.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("database: {0}")]
    Sql(sqlx::Error),
    #[error("migration: {0}")]
    Migrate(sqlx::migrate::MigrateError),
    /// Migrations of a newer release, which only `heuan migrate` rejects.
    #[error(
        "the database of {service} has migrations of a newer release: {}; this release knows those up to {newest}. \
         Migrate with the newer release, or see \"Going back to the previous release\" in docs/operations.md",
        list(versions)
    )]
    Newer { service: String, versions: Vec<i64>, newest: i64 },
    /// Tables that lack migrations of this release, which only readers reject.
    #[error(
        "the database of {service} lacks the migrations {}; start the shop, or run `heuan migrate`, with this release first",
        list(versions)
    )]
    Older { service: String, versions: Vec<i64> },
    #[error("data folder {path}: {reason}")]
    Folder { path: String, reason: std::io::Error },
    /// A database file that cannot be used, with the remedy.
    #[error("database file {path} {problem}")]
    File { path: String, problem: String },
    #[error("DATABASE_URL must be like postgres://user:password@host/database: {0}")]
    Url(String),
    /// The server could not be reached at the start. `place` is its address without the password.
    #[error("DATABASE_URL: no connection to PostgreSQL at {place}: {reason}")]
    Connect { place: String, reason: String },
    /// A client program of PostgreSQL that is missing or has failed.
    #[error("{program}: {reason}")]
    Client { program: &'static str, reason: String },
    /// A database that cannot be copied or restored to, with the remedy.
    #[error("the database at DATABASE_URL {0}")]
    Database(String),
    /// Stored data that this version cannot read.
    #[error("stored {what} is not readable: {reason}")]
    Corrupt { what: &'static str, reason: String },
}

/// Lists the versions of migrations in a message.
pub(crate) fn list(versions: &[i64]) -> String {
    let versions: Vec<String> = versions.iter().map(i64::to_string).collect();
    versions.join(", ")
}

impl StoreError {
    /// Returns the outage that caused the error, or `None` if a retry would fail as well.
    pub fn outage(&self) -> Option<Outage> {
        match self {
            Self::Sql(error) => Outage::of(error),
            _ => None,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        Self::Migrate(error)
    }
}
