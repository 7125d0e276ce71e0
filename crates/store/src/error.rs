pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Each text says its cause itself and so names no `source`: who prints the chain would say it twice.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("database: {0}")]
    Sql(sqlx::Error),
    #[error("migration: {0}")]
    Migrate(sqlx::migrate::MigrateError),
    #[error("data folder {path}: {reason}")]
    Folder { path: String, reason: std::io::Error },
    #[error("DATABASE_URL must be like postgres://user:password@host/database: {0}")]
    Url(String),
    /// The server at start: `place` is its address without the password.
    #[error("DATABASE_URL: no connection to PostgreSQL at {place}: {reason}")]
    Connect { place: String, reason: String },
    /// Stored data that this version cannot read.
    #[error("stored {what} is not readable: {reason}")]
    Corrupt { what: &'static str, reason: String },
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
