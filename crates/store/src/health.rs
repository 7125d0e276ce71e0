//! Write health of a database.
//!
//! Failing writes are reported by a metric, `/readyz` and one log line. Reads continue. A small probe write every second detects the
//! recovery.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use heuan_runtime::degraded;
use metrics::Gauge;
use sqlx::error::DatabaseError;
use tokio::sync::Notify;

use crate::{DatabaseUrl, Db, Outage, Result, StoreError, on};

/// Interval of probe writes while writes fail.
const PROBE_EVERY: Duration = Duration::from_secs(1);
/// Writes have recovered when a probe succeeded and no write failed for this long. On a full disk small writes may still succeed
/// in existing pages.
const QUIET: Duration = Duration::from_secs(2);
/// Timeout of a probe.
const PROBE_TIME: Duration = Duration::from_secs(6);
/// A caller that is canceled after this long may have met an outage, because most deadlines are shorter than the pool timeout.
const SUSPICIOUS: Duration = Duration::from_millis(500);
/// Minimum interval between two replacements of all connections to a read-only server.
const STALE_EVERY: Duration = Duration::from_secs(1);

/// Write health of one database, shared by all writers.
#[derive(Clone)]
pub(crate) struct WriteHealth(Arc<Inner>);

struct Inner {
    service: String,
    opened: Instant,
    is_failing: AtomicBool,
    /// Last reported reason, so that it is reported once.
    said: Mutex<Option<String>>,
    suspected: Notify,
    gauge: Gauge,
    /// Time of the last failed write, in milliseconds since `opened`.
    failed_ms: AtomicU64,
    /// Connections opened before this are not reused, in milliseconds since `opened`; 0 for none.
    stale_before_ms: AtomicU64,
}

impl WriteHealth {
    pub(crate) fn new(location: &DatabaseUrl) -> Self {
        let service = location.service();
        let gauge = metrics::gauge!("sql_writes_failing", "service" => service.clone());
        gauge.set(0.0);
        Self(Arc::new(Inner {
            service,
            opened: Instant::now(),
            is_failing: AtomicBool::new(false),
            said: Mutex::default(),
            suspected: Notify::new(),
            gauge,
            failed_ms: AtomicU64::new(0),
            stale_before_ms: AtomicU64::new(0),
        }))
    }

    /// Records an error of a write.
    pub(crate) fn failed(&self, error: &sqlx::Error) {
        match Outage::of(error) {
            // A lock of another transaction: the database works.
            Some(Outage::Contention) => {}
            Some(outage) => {
                if outage == Outage::ReadOnly {
                    self.give_up_connections();
                }
                self.fail(outage.reason(), error);
            }
            None if is_damage(error) => self.fail("the database is damaged", error),
            None => {}
        }
    }

    fn fail(&self, reason: &str, error: &dyn fmt::Display) {
        let service = &self.0.service;
        let mut said = self.0.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.as_deref() != Some(reason) {
            tracing::error!(service, %error, "database writes fail: {reason}");
            degraded::set(service, &format!("cannot write: {reason}"));
            *said = Some(reason.to_owned());
        }
        drop(said);
        self.0.failed_ms.fetch_max(self.now_ms(), Ordering::AcqRel);
        self.0.gauge.set(1.0);
        if !self.0.is_failing.swap(true, Ordering::AcqRel) {
            self.0.suspected.notify_one();
        }
    }

    fn is_quiet(&self) -> bool {
        let failed = self.0.failed_ms.load(Ordering::Acquire);
        failed == 0 || self.now_ms().saturating_sub(failed) >= QUIET.as_millis() as u64
    }

    fn recovered(&self) {
        if self.0.is_failing.swap(false, Ordering::AcqRel) {
            *self.0.said.lock().unwrap_or_else(PoisonError::into_inner) = None;
            let service = &self.0.service;
            degraded::clear(service);
            self.0.gauge.set(0.0);
            tracing::info!(service, "database writes work again");
        }
    }

    /// Replaces all connections, because those to a server that became a standby stay with it although its name may resolve to
    /// another by now.
    fn give_up_connections(&self) {
        let now = self.now_ms();
        let before = self.0.stale_before_ms.load(Ordering::Acquire);
        if before == 0 || now.saturating_sub(before) >= STALE_EVERY.as_millis() as u64 {
            self.0.stale_before_ms.store(now, Ordering::Release);
        }
    }

    /// Whether a connection of this age was made before the server turned read-only.
    pub(crate) fn is_stale(&self, age: Duration) -> bool {
        let before = self.0.stale_before_ms.load(Ordering::Acquire);
        before > 0 && self.now_ms().saturating_sub(age.as_millis() as u64) <= before
    }

    fn now_ms(&self) -> u64 {
        (self.0.opened.elapsed().as_millis() as u64).max(1)
    }

    /// Tracks a caller that waits for the database until [`Waiting::done`].
    pub(crate) fn waiting(&self) -> Waiting<'_> {
        Waiting { health: self, since: Some(Instant::now()) }
    }

    /// Probes after a failed write, until a probe succeeds or the database is closed.
    pub(crate) fn watch(&self, db: Db) {
        let health = self.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = db.closed() => {}
                () = health.probe_when_suspected(&db) => {}
            }
            degraded::clear(&health.0.service);
        });
    }

    async fn probe_when_suspected(&self, db: &Db) {
        loop {
            self.0.suspected.notified().await;
            loop {
                match tokio::time::timeout(PROBE_TIME, probe(db)).await {
                    // Recorded where it happened.
                    Ok(Err(StoreError::Sql(error))) if Outage::of(&error).is_some() || is_damage(&error) => {}
                    // Rejected for another reason, such as a missing privilege: the database accepts writes.
                    Ok(_) if self.is_quiet() => break self.recovered(),
                    Ok(_) => {}
                    Err(_) => self.fail(silence(db).reason(), &"it does not answer"),
                }
                tokio::time::sleep(PROBE_EVERY).await;
            }
        }
    }
}

/// A caller that waits for a connection or a lock. When it is dropped after a while, a probe starts, because the caller's deadline
/// hid the error.
pub(crate) struct Waiting<'a> {
    health: &'a WriteHealth,
    since: Option<Instant>,
}

impl Waiting<'_> {
    pub(crate) fn done(mut self) {
        self.since = None;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.since.is_some_and(|since| since.elapsed() >= SUSPICIOUS) {
            self.health.0.suspected.notify_one();
        }
    }
}

/// Returns the presumed outage of a database that does not respond in time: contention for a file, else the connection.
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
        // A new number each time, because SQLite skips a write of the same value.
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

/// `SQLITE_CORRUPT`, `SQLITE_NOTADB`, SQLSTATEs of damaged data.
fn is_damage(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| match code.parse::<i32>() {
        Ok(code) if code < 10_000 => matches!(code & 0xff, 11 | 26),
        _ => matches!(&*code, "XX001" | "XX002"),
    })
}

impl fmt::Debug for WriteHealth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_failing = self.0.is_failing.load(Ordering::Relaxed);
        f.debug_struct("WriteHealth").field("is_failing", &is_failing).finish_non_exhaustive()
    }
}
