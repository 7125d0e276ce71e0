//! Probe writes: while writes fail, a small one every second detects the recovery.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{
    Db, Outage, Result, StoreError,
    health::{WriteHealth, is_damage},
    on,
};

/// Interval of probe writes while writes fail.
const PROBE_EVERY: Duration = Duration::from_secs(1);
/// Timeout of a probe.
const PROBE_TIME: Duration = Duration::from_secs(6);

/// Probes after a failed write, until a probe succeeds or the database is closed.
pub(crate) fn watch(health: WriteHealth, db: Db) {
    tokio::spawn(async move {
        tokio::select! {
            () = db.closed() => {}
            () = probe_when_suspected(&health, &db) => {}
        }
        health.clear_report();
    });
}

async fn probe_when_suspected(health: &WriteHealth, db: &Db) {
    loop {
        health.suspected().await;
        loop {
            match tokio::time::timeout(PROBE_TIME, probe(db)).await {
                // The failure was already recorded.
                Ok(Err(StoreError::Sql(error))) if Outage::of(&error).is_some() || is_damage(&error) => {}
                // The probe was rejected for another reason, such as a missing privilege, so the database
                // accepts writes.
                Ok(_) if health.is_quiet() => break health.recovered(),
                Ok(_) => {}
                Err(_) => health.fail(silence(db).reason(), &"it does not answer"),
            }
            tokio::time::sleep(PROBE_EVERY).await;
        }
    }
}

/// Returns the presumed outage of a database that does not respond in time: contention for a file, otherwise the
/// connection.
fn silence(db: &Db) -> Outage {
    match db {
        Db::Sqlite { .. } => Outage::Contention,
        Db::Pg(_) => Outage::Connection,
    }
}

/// Performs a write that reaches the disk and is never read.
async fn probe(db: &Db) -> Result<()> {
    let mut tx = db.begin().await?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let statements = match db {
        // The number is new each time, because SQLite skips a write of the same value.
        Db::Sqlite { .. } => vec![format!("PRAGMA user_version = {}", now.as_millis() as u32 & 0x7fff_ffff)],
        // The first statement needs write privileges, the second some new pages.
        Db::Pg(_) => vec![
            "UPDATE _sqlx_migrations SET success = success".to_owned(),
            "CREATE TEMPORARY TABLE write_probe ON COMMIT DROP AS \
             SELECT n, md5(n::text) FROM generate_series(1, 2000) AS n"
                .to_owned(),
        ],
    };
    for sql in statements {
        on!(tx, |conn| {
            sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false).execute(&mut *conn).await?;
        });
    }
    tx.commit().await
}
