use std::{
    path::{Path, PathBuf},
    str::FromStr as _,
    time::Duration,
};

use futures::future::BoxFuture;
use sqlx::{
    Connection as _, PgConnection, Postgres, Sqlite,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{
    Result, StoreError,
    executor::{Open, Reader},
};

/// For the first connection, and for a free one later.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// PostgreSQL's name of the lock under which schemas are made: "heuan" in ASCII.
const SCHEMA_LOCK: i64 = 0x68_65_75_61_6e;

/// Where a service keeps its tables.
#[derive(Clone, Debug)]
pub enum Location {
    /// A file in the data folder.
    File(PathBuf),
    /// A PostgreSQL address and the schema of the service in it.
    Postgres { url: String, schema: String },
}

impl Location {
    /// The schema `service` of `database_url` when one is configured, else `service.db` in `data_dir`.
    pub fn of(service: &str, data_dir: &Path, database_url: Option<&str>) -> Self {
        let schema = service.replace('-', "_");
        match database_url {
            Some(url) if !url.is_empty() => Self::Postgres { url: url.to_owned(), schema },
            _ => Self::File(data_dir.join(format!("{service}.db"))),
        }
    }
}

/// An open database.
#[derive(Clone, Debug)]
pub enum Db {
    Sqlite { read: Reader<Sqlite>, write: Reader<Sqlite> },
    Pg(Reader<Postgres>),
}

/// A write transaction. Dropped without [`Tx::commit`], it changes nothing.
#[derive(Debug)]
pub enum Tx {
    Sqlite(Open<Sqlite>),
    Pg(Open<Postgres>),
}

// Boxed, because what an `async fn` does is compiled where it is awaited: in each service again.
impl Db {
    /// Opens (and makes, when missing) the database at `location` and brings it to the newest migration.
    pub fn open<'a>(location: &'a Location, migrations: &'a Migrator) -> BoxFuture<'a, Result<Self>> {
        Box::pin(async move {
            let db = match location {
                Location::File(path) => open_file(path, migrations).await?,
                Location::Postgres { url, schema } => open_postgres(url, schema, migrations).await?,
            };
            crate::meter::follow(db.clone(), location);
            Ok(db)
        })
    }

    /// Starts a write transaction. On SQLite this waits for the one writer.
    pub fn begin(&self) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite { write, .. } => Tx::Sqlite(write.0.begin_with("BEGIN IMMEDIATE").await?.into()),
                Self::Pg(pool) => Tx::Pg(pool.0.begin().await?.into()),
            })
        })
    }

    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite { write, .. } => write.0.is_closed(),
            Self::Pg(pool) => pool.0.is_closed(),
        }
    }

    /// Closes every connection; SQLite folds its log into the file.
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            match self {
                Self::Sqlite { read, write } => {
                    read.0.close().await;
                    write.0.close().await;
                }
                Self::Pg(pool) => pool.0.close().await,
            }
        })
    }
}

impl Tx {
    /// How much of the database SQLite may have in memory from here to the end of the transaction. PostgreSQL has its own.
    pub async fn set_cache_kb(&mut self, kb: u32) -> Result<()> {
        if let Self::Sqlite(tx) = self {
            let pragma = format!("PRAGMA cache_size = -{kb}");
            sqlx::query(sqlx::AssertSqlSafe(pragma)).execute(tx).await?;
        }
        Ok(())
    }

    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Pg(tx) => tx.commit().await?,
        }
        Ok(())
    }
}

async fn open_file(path: &Path, migrations: &Migrator) -> Result<Db> {
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder)
            .await
            .map_err(|reason| StoreError::Folder { path: folder.display().to_string(), reason })?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // FULL, not NORMAL: an order that was answered must survive a power cut.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(30))
        .foreign_keys(true)
        .statement_cache_capacity(256)
        .pragma("cache_size", "-8000");
    let write = SqlitePoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .connect_with(options.clone())
        .await?;
    migrations.run(&write).await?;
    let read = SqlitePoolOptions::new()
        .max_connections(4)
        // A file does not go away, and asking whether it has costs as much as a small query.
        .test_before_acquire(false)
        .connect_with(options.read_only(true).create_if_missing(false))
        .await?;
    Ok(Db::Sqlite { read: Reader(read), write: Reader(write) })
}

async fn open_postgres(url: &str, schema: &str, migrations: &Migrator) -> Result<Db> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(StoreError::Url("it starts with something else".to_owned()));
    }
    let options = PgConnectOptions::from_str(url).map_err(|error| StoreError::Url(innermost(&error)))?;
    let options = options.options([("search_path", schema)]);
    let mut first = first_connection(&options).await?;
    ensure_schema(&mut first, schema).await?;
    first.close().await?;
    let pool =
        PgPoolOptions::new().max_connections(10).acquire_timeout(CONNECT_TIME).connect_with(options).await?;
    migrations.run(&pool).await?;
    Ok(Db::Pg(Reader(pool)))
}

/// Processes that start together make it once: `IF NOT EXISTS` alone lets two of them try. A schema that is there is left
/// alone, so that a role needs no right to make one.
async fn ensure_schema(connection: &mut PgConnection, schema: &str) -> Result<()> {
    let is_there = "SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1)";
    if sqlx::query_scalar(is_there).bind(schema).fetch_one(&mut *connection).await? {
        return Ok(());
    }
    let mut tx = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(SCHEMA_LOCK).execute(&mut *tx).await?;
    // The schema name comes from our own service names, never from a request.
    let make = format!("CREATE SCHEMA IF NOT EXISTS \"{schema}\"");
    sqlx::query(sqlx::AssertSqlSafe(make)).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// A pool tries again until its time is over and then says no more than that; one connection by itself says why not.
async fn first_connection(options: &PgConnectOptions) -> Result<PgConnection> {
    let tried = tokio::time::timeout(CONNECT_TIME, PgConnection::connect_with(options)).await;
    let reason = match tried {
        Ok(Ok(connection)) => return Ok(connection),
        Ok(Err(error)) => innermost(&error),
        Err(_) => format!("no answer within {} s", CONNECT_TIME.as_secs()),
    };
    let host = options.get_socket().map_or_else(
        || format!("{}:{}", options.get_host(), options.get_port()),
        |socket| socket.display().to_string(),
    );
    let place = format!("{host}/{}", options.get_database().unwrap_or_default());
    Err(StoreError::Connect { place, reason })
}

/// The cause behind the library's own words.
fn innermost(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(reason) => reason.to_string(),
        sqlx::Error::Database(reason) => reason.message().to_owned(),
        sqlx::Error::Configuration(reason) => reason.to_string(),
        other => other.to_string(),
    }
}

/// Runs a read on whichever database `db` is: `read!(db, |pool| sqlx::query_as(SQL).bind(id).fetch_all(pool).await?)`.
#[macro_export]
macro_rules! read {
    ($db:expr, |$pool:ident| $body:expr) => {
        match &$db {
            $crate::Db::Sqlite { read: $pool, .. } => $body,
            $crate::Db::Pg($pool) => $body,
        }
    };
}

/// Runs a statement in the transaction `tx`; the name is a `&mut` connection, reborrow it to use it twice.
#[macro_export]
macro_rules! on {
    ($tx:expr, |$conn:ident| $body:expr) => {
        match &mut $tx {
            $crate::Tx::Sqlite($conn) => $body,
            $crate::Tx::Pg($conn) => $body,
        }
    };
}

/// Executes one statement in the transaction and says how many rows it touched:
/// `run!(tx, SQL, id, quantity)? == 1`.
#[macro_export]
macro_rules! run {
    ($tx:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        match &mut $tx {
            $crate::Tx::Sqlite(tx) => {
                $crate::sqlx::query($sql)$(.bind($bind))*.execute(tx).await
                    .map(|done| done.rows_affected()).map_err($crate::StoreError::from)
            }
            $crate::Tx::Pg(tx) => {
                $crate::sqlx::query($sql)$(.bind($bind))*.execute(tx).await
                    .map(|done| done.rows_affected()).map_err($crate::StoreError::from)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::Migrator;

    use super::*;

    async fn refusal(url: &str) -> String {
        let location = Location::of("shop", Path::new("/nowhere"), Some(url));
        let error = Db::open(&location, &Migrator::DEFAULT).await.unwrap_err();
        assert!(std::error::Error::source(&error).is_none(), "the cause would be said twice");
        error.to_string()
    }

    #[tokio::test]
    async fn a_database_that_is_not_there_is_named_with_its_variable() {
        // A port that was free a moment ago.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let said = refusal(&format!("postgres://x:secret@127.0.0.1:{port}/y")).await;
        let place = format!("DATABASE_URL: no connection to PostgreSQL at 127.0.0.1:{port}/y: ");
        assert!(said.starts_with(&place) && said.contains("refused"), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }

    #[tokio::test]
    async fn an_address_of_something_else_is_refused() {
        for url in ["mysql://x", "postgres://x:99999/y"] {
            let said = refusal(url).await;
            assert!(said.starts_with("DATABASE_URL must be like postgres://"), "{said}");
        }
    }
}
