//! Opening of database pools. SQLite: WAL, `synchronous=FULL`, one writer; PostgreSQL: one schema per service,
//! created under an advisory lock.

use std::{future::ready, path::Path, str::FromStr as _, time::Duration};

use futures::future::BoxFuture;
use sqlx::{
    Connection as _, PgConnection, SqliteConnection,
    error::DatabaseError,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use sqlx_core::transaction::TransactionManager as _;

use crate::{
    DatabaseUrl, Db, Outage, Result, StoreError,
    executor::Reader,
    health::WriteHealth,
    meter,
    migrations::{self, Newer},
    write_probe,
};

/// Timeout of the first connection, and of waiting for a free one.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Key of the advisory lock under which schemas are created: "heuan" in ASCII.
const SCHEMA_LOCK: i64 = 0x68_65_75_61_6e;

/// Prefix of the `application_name` of the connections of a shop to PostgreSQL, unless its URL has another name.
pub(crate) const CONNECTIONS: &str = "heuan";

// Boxed, because an `async fn` is compiled where it is awaited, which would be in each service.
impl Db {
    /// Opens the database at `location`, creates it if missing, and applies the migrations. Migrations of a newer release are
    /// tolerated, because they only add.
    pub fn open<'a>(location: &'a DatabaseUrl, migrations: &'a Migrator) -> BoxFuture<'a, Result<Self>> {
        Box::pin(async move {
            let health = WriteHealth::new(location);
            let db = database(location, migrations, Newer::Tolerate, &health).await?;
            meter::follow(db.clone(), location);
            write_probe::watch(health, db.clone());
            Ok(db)
        })
    }

    /// Applies the migrations to the database at `location` and closes it. Rejects a database with migrations of a newer
    /// release.
    pub fn migrate<'a>(location: &'a DatabaseUrl, migrations: &'a Migrator) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let health = WriteHealth::new(location);
            database(location, migrations, Newer::Refuse, &health).await?.close().await;
            Ok(())
        })
    }

    /// Opens the database at `location` for reading. It must exist and have all `migrations`; nothing is created or changed.
    pub fn open_read_only<'a>(
        location: &'a DatabaseUrl,
        migrations: &'a Migrator,
    ) -> BoxFuture<'a, Result<Self>> {
        Box::pin(async move {
            let health = WriteHealth::new(location);
            read_only(location, migrations, &health).await
        })
    }
}

async fn database(
    location: &DatabaseUrl,
    migrations: &Migrator,
    newer: Newer,
    health: &WriteHealth,
) -> Result<Db> {
    match location {
        DatabaseUrl::File(path) => file(path, &location.service(), migrations, newer, health)
            .await
            .map_err(|error| explained(path, error)),
        DatabaseUrl::Postgres { url, schema } => {
            postgres(url, schema, &location.service(), migrations, newer, health).await
        }
    }
}

/// Opens an existing database for reading. Its tables must have all `known` migrations.
async fn read_only(location: &DatabaseUrl, known: &Migrator, health: &WriteHealth) -> Result<Db> {
    let sql = "SELECT version FROM _sqlx_migrations WHERE success = true";
    let (db, applied) = match location {
        DatabaseUrl::File(path) => {
            if !path.exists() {
                let problem = "does not exist; name the folder of the shop with DATA_DIR (shop.data_dir)";
                return Err(StoreError::File {
                    path: path.display().to_string(),
                    problem: problem.to_owned(),
                });
            }
            let options = SqliteConnectOptions::new()
                .filename(path)
                .read_only(true)
                .busy_timeout(Duration::from_secs(30));
            let opened = SqlitePoolOptions::new()
                .max_connections(2)
                .after_release(|connection, _| Box::pin(end_transaction(connection)))
                .connect_with(options)
                .await;
            let pool = opened.map_err(|error| explained(path, error.into()))?;
            let applied = sqlx::query_scalar(sql).fetch_all(&pool).await;
            let reader = Reader { pool, health: health.clone() };
            (Db::Sqlite { read: reader.clone(), write: reader }, applied)
        }
        DatabaseUrl::Postgres { url, schema } => {
            let options = postgres_options(url, schema)?.options([("default_transaction_read_only", "on")]);
            first_connection(&options).await?.close().await?;
            let pool = PgPoolOptions::new()
                .max_connections(2)
                .acquire_timeout(CONNECT_TIME)
                .connect_with(options)
                .await?;
            let applied = sqlx::query_scalar(sql).fetch_all(&pool).await;
            (Db::Pg(Reader { pool, health: health.clone() }), applied)
        }
    };
    let applied: Vec<i64> = match applied {
        // The database has no tables.
        Err(sqlx::Error::Database(error)) if is_no_table(&*error) => Vec::new(),
        Err(error) => {
            return Err(match location {
                DatabaseUrl::File(path) => explained(path, error.into()),
                DatabaseUrl::Postgres { .. } => error.into(),
            });
        }
        Ok(applied) => applied,
    };
    let versions = known.iter().map(|migration| migration.version);
    let versions: Vec<i64> = versions.filter(|version| !applied.contains(version)).collect();
    if versions.is_empty() {
        Ok(db)
    } else {
        Err(StoreError::Older { service: location.service(), versions })
    }
}

/// Whether an error means that a table does not exist. PostgreSQL has a code for it, SQLite only a message.
fn is_no_table(error: &dyn DatabaseError) -> bool {
    error.code().is_some_and(|code| code == "42P01") || error.message().starts_with("no such table")
}

async fn file(
    path: &Path,
    service: &str,
    migrations: &Migrator,
    newer: Newer,
    health: &WriteHealth,
) -> Result<Db> {
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder)
            .await
            .map_err(|reason| StoreError::Folder { path: folder.display().to_string(), reason })?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // FULL rather than NORMAL, because an acknowledged order must survive a power failure.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(30))
        .foreign_keys(true)
        .statement_cache_capacity(256)
        // Overwrites deleted content with zeros, so that no file contains what a customer deleted.
        .pragma("secure_delete", "ON")
        .pragma("cache_size", "-8000");
    let write = SqlitePoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        // No maximum lifetime: while a connection is open, the WAL files exist, which a full disk could not create again.
        .max_lifetime(None)
        .idle_timeout(None)
        .after_release(|connection, _| Box::pin(end_transaction(connection)))
        .connect_with(options.clone())
        .await?;
    migrations::run(&mut *write.acquire().await?, migrations, service, newer).await?;
    let read = SqlitePoolOptions::new()
        .max_connections(4)
        // A file does not disconnect, and the test costs as much as a small query.
        .test_before_acquire(false)
        .after_release(|connection, _| Box::pin(end_transaction(connection)))
        .connect_with(options.read_only(true).create_if_missing(false))
        .await?;
    let reader = |pool| Reader { pool, health: health.clone() };
    Ok(Db::Sqlite { read: reader(read), write: reader(write) })
}

/// Ends a transaction that the last user of a connection left open. Returns whether the connection can be reused.
///
/// After some errors, such as a full disk, a failed read or a lack of memory, SQLite rolls back by itself. The driver does not
/// notice: its own ROLLBACK fails, and it assumes an open transaction forever, so that no other can begin. A raw BEGIN gives
/// that ROLLBACK a transaction to end.
async fn end_transaction(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if !connection.is_in_transaction() {
        return Ok(true);
    }
    // The rollback is queued on the connection's thread; this ping runs after it.
    connection.ping().await?;
    if connection.is_in_transaction() {
        // Fails if SQLite is still in the transaction; the connection is then closed.
        sqlx::raw_sql("BEGIN").execute(&mut *connection).await?;
        <sqlx::Sqlite as sqlx::Database>::TransactionManager::rollback(connection).await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Adds the path and the remedy to an error of the database file.
pub(crate) fn explained(path: &Path, error: StoreError) -> StoreError {
    let (StoreError::Sql(cause)
    | StoreError::Migrate(MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _))) = &error
    else {
        return error;
    };
    let code = cause.as_database_error().and_then(DatabaseError::code);
    let code = code.and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xff);
    let problem = match (Outage::of(cause), code) {
        (Some(Outage::NoSpace), _) => "cannot grow: no space is left on its disk; free some and start again",
        (_, Some(26)) => "is not a SQLite database; move it away, or put a backup in its place",
        (_, Some(11)) => "is damaged; put a backup in its place",
        (_, Some(14)) => "cannot be opened; this user must be able to read and write it and its folder",
        (Some(Outage::ReadOnly), _) => {
            "cannot be written; this user must be able to write it and its folder, on a disk that is not read-only"
        }
        (Some(Outage::Io), _) => "cannot be read or written (input/output error); look at its disk",
        (Some(Outage::Contention), _) => "is locked by another program for too long; end that program",
        _ => return error,
    };
    StoreError::File { path: path.display().to_string(), problem: problem.to_owned() }
}

async fn postgres(
    url: &str,
    schema: &str,
    service: &str,
    migrations: &Migrator,
    newer: Newer,
    health: &WriteHealth,
) -> Result<Db> {
    let options = postgres_options(url, schema)?;
    let mut first = first_connection(&options).await?;
    ensure_schema(&mut first, schema).await?;
    first.close().await?;
    let stale = health.clone();
    let pool = PgPoolOptions::new()
        .max_connections(10)
        .acquire_timeout(CONNECT_TIME)
        .before_acquire(move |_, about| Box::pin(ready(Ok(!stale.is_stale(about.age)))))
        .connect_with(options)
        .await?;
    migrations::run(&mut *pool.acquire().await?, migrations, service, newer).await?;
    Ok(Db::Pg(Reader { pool, health: health.clone() }))
}

pub(crate) fn postgres_options(url: &str, schema: &str) -> Result<PgConnectOptions> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(StoreError::Url("it starts with something else".to_owned()));
    }
    let options = PgConnectOptions::from_str(url).map_err(|error| StoreError::Url(innermost(&error)))?;
    // The name by which operators and `heuan restore` recognize the connections of a shop.
    let name =
        options.get_application_name().map_or_else(|| format!("{CONNECTIONS} {schema}"), str::to_owned);
    Ok(options.application_name(&name).options([("search_path", schema)]))
}

/// Creates the schema under an advisory lock, because concurrent `IF NOT EXISTS` may fail. An existing schema is not touched, so
/// that the role needs no privilege to create one.
pub(crate) async fn ensure_schema(connection: &mut PgConnection, schema: &str) -> Result<()> {
    let is_there = "SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1)";
    if sqlx::query_scalar(is_there).bind(schema).fetch_one(&mut *connection).await? {
        return Ok(());
    }
    let mut tx = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(SCHEMA_LOCK).execute(&mut *tx).await?;
    // The schema name is one of our service names and never request input.
    let make = format!("CREATE SCHEMA IF NOT EXISTS \"{schema}\"");
    sqlx::query(sqlx::AssertSqlSafe(make)).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Opens one connection outside the pool. Its error names the cause, while the pool would only report a
/// timeout.
pub(crate) async fn first_connection(options: &PgConnectOptions) -> Result<PgConnection> {
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

/// Returns the innermost error.
fn innermost(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(reason) => reason.to_string(),
        sqlx::Error::Database(reason) => reason.message().to_owned(),
        sqlx::Error::Configuration(reason) => reason.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::Migrator;

    use super::*;

    async fn refusal(url: &str) -> String {
        let location = DatabaseUrl::of("shop", Path::new("/nowhere"), Some(url));
        let error = Db::open(&location, &Migrator::DEFAULT).await.unwrap_err();
        assert!(std::error::Error::source(&error).is_none(), "the cause would be said twice");
        error.to_string()
    }

    #[tokio::test]
    async fn missing_database_error_names_its_variable() {
        // The port was free a moment ago.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let said = refusal(&format!("postgres://x:secret@127.0.0.1:{port}/y")).await;
        let place = format!("DATABASE_URL: no connection to PostgreSQL at 127.0.0.1:{port}/y: ");
        assert!(said.starts_with(&place) && said.contains("refused"), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }

    #[tokio::test]
    async fn url_of_another_scheme_is_refused() {
        for url in ["mysql://x", "postgres://x:99999/y"] {
            let said = refusal(url).await;
            assert!(said.starts_with("DATABASE_URL must be like postgres://"), "{said}");
        }
    }
}
