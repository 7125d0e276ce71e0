//! One table, in a database of either kind.
#![allow(dead_code, reason = "each test file uses its part")]

use heuan_store::{
    Db, Outage, Result, StoreError, read, run,
    sqlx::{
        self, SqlSafeStr as _,
        migrate::{Migration, MigrationType, Migrator},
    },
};

/// The migrations of a release that knows `newest` of them; the first makes the table.
pub fn migrations(newest: i64) -> Migrator {
    let sql = |version| match version {
        1 => "CREATE TABLE item (id BIGINT PRIMARY KEY, body TEXT NOT NULL)",
        _ => "CREATE TABLE IF NOT EXISTS later (id BIGINT)",
    };
    let migration = |version| {
        let sql = sql(version).into_sql_str();
        Migration::new(version, "made".into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations((1..=newest).map(migration).collect())
}

/// Writes an item in a transaction of its own.
pub async fn write(db: &Db, id: i64, body: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    run!(tx, "INSERT INTO item (id, body) VALUES ($1, $2)", id, body)?;
    tx.commit().await
}

pub async fn items(db: &Db) -> Vec<i64> {
    read!(db, |pool| sqlx::query_scalar("SELECT id FROM item ORDER BY id").fetch_all(pool).await.unwrap())
}

/// The outage that a write met.
pub fn outage<T: std::fmt::Debug>(met: Result<T, StoreError>) -> Outage {
    let error = met.expect_err("a write that the database refuses");
    error.outage().unwrap_or_else(|| panic!("no outage: {error}"))
}
