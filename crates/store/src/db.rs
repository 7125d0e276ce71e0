use std::path::{Path, PathBuf};

use futures::future::BoxFuture;
use sqlx::{Postgres, Sqlite, Transaction, migrate::Migrator, pool::CloseEvent};

use crate::{
    Result,
    executor::{Open, Reader},
    health::WriteHealth,
    migrations::Newer,
    open,
    outage::is_of_connection,
};

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

    /// The name of the service whose tables are here.
    pub fn service(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            Self::Postgres { schema, .. } => schema.replace('_', "-"),
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
    /// Opens (and makes, when missing) the database at `location` and brings it to the newest migration. Migrations of a
    /// newer release are left alone: they only add.
    pub fn open<'a>(location: &'a Location, migrations: &'a Migrator) -> BoxFuture<'a, Result<Self>> {
        Box::pin(async move {
            let health = WriteHealth::new(location);
            let db = open::database(location, migrations, Newer::Tolerate, &health).await?;
            crate::meter::follow(db.clone(), location);
            health.watch(db.clone());
            Ok(db)
        })
    }

    /// Brings the database at `location` to the newest migration and closes it. Refuses one that a newer release has brought
    /// further.
    pub fn migrate<'a>(location: &'a Location, migrations: &'a Migrator) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let health = WriteHealth::new(location);
            open::database(location, migrations, Newer::Refuse, &health).await?.close().await;
            Ok(())
        })
    }

    /// Starts a write transaction. On SQLite this waits for the one writer.
    pub fn begin(&self) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(async move {
            let health = self.health();
            let waiting = health.waiting();
            let mut begun = self.begin_once().await;
            // A pool finds out that a connection is broken when it comes back, so the next one it gives is another.
            if begun.as_ref().is_err_and(is_of_connection) {
                begun = self.begin_once().await;
            }
            waiting.done();
            Ok(begun.inspect_err(|error| health.failed(error))?)
        })
    }

    async fn begin_once(&self) -> Result<Tx, sqlx::Error> {
        let health = self.health().clone();
        Ok(match self {
            Self::Sqlite { write, .. } => {
                Tx::Sqlite(Open::<Sqlite>::new(write.pool.begin_with("BEGIN IMMEDIATE").await?, health))
            }
            Self::Pg(pool) => {
                let connection = pool.pool.acquire().await?;
                // In a task, which ends what it has begun: were a caller to leave while BEGIN is on its way, the connection
                // would go back to the pool in a transaction that the driver knows nothing of.
                let begun = tokio::spawn(Transaction::begin(connection, None)).await;
                Tx::Pg(Open::<Postgres>::new(begun.map_err(|_| sqlx::Error::WorkerCrashed)??, health))
            }
        })
    }

    fn health(&self) -> &WriteHealth {
        match self {
            Self::Sqlite { write, .. } => &write.health,
            Self::Pg(pool) => &pool.health,
        }
    }

    /// Resolves when the database is closed.
    pub(crate) fn closed(&self) -> CloseEvent {
        match self {
            Self::Sqlite { write, .. } => write.pool.close_event(),
            Self::Pg(pool) => pool.pool.close_event(),
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite { write, .. } => write.pool.is_closed(),
            Self::Pg(pool) => pool.pool.is_closed(),
        }
    }

    /// Closes every connection; SQLite folds its log into the file.
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            match self {
                Self::Sqlite { read, write } => {
                    read.pool.close().await;
                    write.pool.close().await;
                }
                Self::Pg(pool) => pool.pool.close().await,
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
