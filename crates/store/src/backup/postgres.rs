//! Dumps of the schemas of all services in one PostgreSQL database, from one snapshot.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    path::Path,
    time::Duration,
};

use futures::future::BoxFuture;
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};

use super::{APPLICATION, RowCounts, client};
use crate::{
    Result, StoreError,
    open::{CONNECTIONS, ensure_schema, first_connection, postgres_options},
};

/// Maximum further checks for connections of a shop, and the pause before each.
const MAX_POLLS: usize = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Row counts by schema.
pub type Schemas = BTreeMap<String, RowCounts>;

/// Writes `schemas` of the database at `url` to the file `target`, in the custom format of `pg_dump`. Returns the row counts
/// of the same snapshot. Every schema must have tables.
pub fn dump<'a>(url: &'a str, schemas: &'a [String], target: &'a Path) -> BoxFuture<'a, Result<Schemas>> {
    Box::pin(async move {
        let options = options(url)?;
        let mut connection = first_connection(&options).await?;
        let mut tx = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let tables = tables(&mut tx, schemas).await?;
        let present: BTreeSet<&String> = tables.iter().map(|(schema, _)| schema).collect();
        let missing: Vec<&str> =
            schemas.iter().filter(|name| !present.contains(name)).map(String::as_str).collect();
        if !missing.is_empty() {
            return Err(StoreError::Database(format!(
                "has no tables in the schemas {}; run `heuan migrate`, or name the database of the shop",
                missing.join(", ")
            )));
        }
        let rows = count(&mut tx, tables).await?;
        let snapshot: String = sqlx::query_scalar("SELECT pg_export_snapshot()").fetch_one(&mut *tx).await?;
        let mut arguments = vec![
            "--format=custom".into(),
            format!("--snapshot={snapshot}").into(),
            "--lock-wait-timeout=60s".into(),
            with_path("--file=", target),
        ];
        arguments.extend(common(schemas));
        client::run("pg_dump", &options, &arguments).await?;
        // The snapshot ends with the transaction.
        tx.rollback().await?;
        connection.close().await?;
        Ok(rows)
    })
}

/// Reads the whole dump at `path`, whose compressed parts have checksums.
pub fn verify_dump<'a>(url: &'a str, path: &'a Path) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let arguments = [OsString::from("--file=/dev/null"), path.into()];
        client::run("pg_restore", &options(url)?, &arguments).await
    })
}

/// Restores `schemas` from the dump at `source` into the database at `url`, all or nothing, and returns their row counts. The
/// schemas must have no tables, and the database no connections of a shop.
pub fn restore<'a>(url: &'a str, schemas: &'a [String], source: &'a Path) -> BoxFuture<'a, Result<Schemas>> {
    Box::pin(async move {
        let options = options(url)?;
        let mut connection = first_connection(&options).await?;
        check_target(&mut connection, url, schemas).await?;
        for schema in schemas {
            ensure_schema(&mut connection, schema).await?;
        }
        let database = options.get_database().unwrap_or_else(|| options.get_username());
        let mut arguments = vec![
            "--single-transaction".into(),
            "--exit-on-error".into(),
            format!("--dbname={database}").into(),
            source.into(),
        ];
        arguments.extend(common(schemas));
        client::run("pg_restore", &options, &arguments).await?;
        // Without statistics the first queries would read whole tables.
        sqlx::raw_sql("ANALYZE").execute(&mut connection).await?;
        let tables = tables(&mut connection, schemas).await?;
        let rows = count(&mut connection, tables).await?;
        connection.close().await?;
        Ok(rows)
    })
}

/// Checks that a dump can be restored into the database at `url`: no shop is connected, and `schemas` have no tables.
pub fn check_empty<'a>(url: &'a str, schemas: &'a [String]) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let mut connection = first_connection(&options(url)?).await?;
        check_target(&mut connection, url, schemas).await?;
        Ok(connection.close().await?)
    })
}

async fn check_target(connection: &mut PgConnection, url: &str, schemas: &[String]) -> Result<()> {
    let mut connected = connections(connection, url).await?;
    // The server may list the connections of a process for a moment after its end.
    for _ in 0..MAX_POLLS {
        if connected.is_empty() {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        connected = connections(connection, url).await?;
    }
    if !connected.is_empty() {
        return Err(StoreError::Database(format!(
            "has connections of a running shop ({}); end it, or name an empty database",
            connected.join(", ")
        )));
    }
    let tables = tables(connection, schemas).await?;
    let full: BTreeSet<&str> = tables.iter().map(|(schema, _)| schema.as_str()).collect();
    if !full.is_empty() {
        return Err(StoreError::Database(format!(
            "holds data: the schemas {} have tables; name an empty database, or drop these schemas",
            full.into_iter().collect::<Vec<_>>().join(", ")
        )));
    }
    Ok(())
}

/// Names and addresses of the connections of a shop to the database at `url`.
async fn connections(connection: &mut PgConnection, url: &str) -> Result<Vec<String>> {
    // If the URL of the shop has an application name, its connections have that name.
    let named = postgres_options(url, "")?.get_application_name().unwrap_or_default().to_owned();
    let sql = "SELECT DISTINCT application_name || ' from ' || COALESCE(host(client_addr), 'this machine') \
               FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
               AND (starts_with(application_name, $1) OR application_name = $2) ORDER BY 1";
    // Because of the space, the name of a backup does not match.
    let prefix = format!("{CONNECTIONS} ");
    Ok(sqlx::query_scalar(sql).bind(prefix).bind(named).fetch_all(connection).await?)
}

fn options(url: &str) -> Result<PgConnectOptions> {
    Ok(postgres_options(url, "public")?.application_name(APPLICATION))
}

/// Arguments of both programs.
fn common(schemas: &[String]) -> impl Iterator<Item = OsString> + '_ {
    let schemas = schemas.iter().map(|schema| format!("--schema={schema}").into());
    ["--no-password", "--no-owner", "--no-privileges"].into_iter().map(Into::into).chain(schemas)
}

fn with_path(option: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(option);
    argument.push(path);
    argument
}

/// Returns the tables of `schemas`.
async fn tables(connection: &mut PgConnection, schemas: &[String]) -> Result<Vec<(String, String)>> {
    let sql = "SELECT schemaname, tablename FROM pg_tables WHERE schemaname = ANY($1) ORDER BY 1, 2";
    Ok(sqlx::query_as(sql).bind(schemas).fetch_all(connection).await?)
}

async fn count(connection: &mut PgConnection, tables: Vec<(String, String)>) -> Result<Schemas> {
    let mut schemas = Schemas::new();
    for (schema, table) in tables {
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{schema}\".\"{table}\""));
        let rows = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
        schemas.entry(schema).or_default().insert(table, rows);
    }
    Ok(schemas)
}
