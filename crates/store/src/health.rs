//! Whether a database takes writes. Reads go on where they can, so nothing is refused because of it: a metric, `/readyz`
//! and one log line say it, and a small write that is tried every second notices the end.

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

use crate::{Db, Location, Outage, Result, StoreError, on};

/// Between two tries of a database that does not take writes.
const PROBE_EVERY: Duration = Duration::from_secs(1);
/// Writes work again when a probe has and none has failed for so long. On a full disk small writes still find room in pages
/// that are there, between others that do not.
const QUIET: Duration = Duration::from_secs(2);
/// A probe that has not ended by then has failed.
const PROBE_TIME: Duration = Duration::from_secs(6);
/// A caller that gives up after this may have met an outage: most deadlines are shorter than the pool's patience.
const SUSPICIOUS: Duration = Duration::from_millis(500);
/// Connections are given up at most this often for a server that stays read-only.
const STALE_EVERY: Duration = Duration::from_secs(1);

/// Shared by everything that writes to one database.
#[derive(Clone)]
pub(crate) struct WriteHealth(Arc<Inner>);

struct Inner {
    service: String,
    opened: Instant,
    is_failing: AtomicBool,
    /// What was said last, so that it is said once.
    said: Mutex<Option<String>>,
    suspected: Notify,
    gauge: Gauge,
    /// When a write failed last, in milliseconds since `opened`.
    failed_ms: AtomicU64,
    /// Connections made before are not used again, in milliseconds since `opened`; 0 for none.
    stale_before_ms: AtomicU64,
}

impl WriteHealth {
    pub(crate) fn new(location: &Location) -> Self {
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

    /// Takes note of an error that a write met.
    pub(crate) fn failed(&self, error: &sqlx::Error) {
        match Outage::of(error) {
            // Another transaction was in the way: the database works.
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

    /// Connections to a server that has become a standby stay with it, though its name may stand for another by now.
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

    /// Watches a caller who waits for the database, until it is [done](Waiting::done).
    pub(crate) fn waiting(&self) -> Waiting<'_> {
        Waiting { health: self, since: Some(Instant::now()) }
    }

    /// Tries a write whenever one has failed, until it works or the database is closed.
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
                    // Noted where it happened.
                    Ok(Err(StoreError::Sql(error))) if Outage::of(&error).is_some() || is_damage(&error) => {}
                    // Refused for what it is, such as a right that is missing: the database takes writes.
                    Ok(_) if self.is_quiet() => break self.recovered(),
                    Ok(_) => {}
                    Err(_) => self.fail(silence(db).reason(), &"it does not answer"),
                }
                tokio::time::sleep(PROBE_EVERY).await;
            }
        }
    }
}

/// A caller that waits for a connection or a lock. Dropped after a while, it starts a probe: the caller's deadline has
/// cut off the answer that would have told more.
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

/// What a database that does not answer in time suffers from: a file is there, so that another has its lock.
fn silence(db: &Db) -> Outage {
    match db {
        Db::Sqlite { .. } => Outage::Contention,
        Db::Pg(_) => Outage::Connection,
    }
}

/// Writes something that reaches the disk and that nothing reads.
async fn probe(db: &Db) -> Result<()> {
    let mut tx = db.begin().await?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let statements = match db {
        // Another number each time: SQLite does not write what is there already.
        Db::Sqlite { .. } => vec![format!("PRAGMA user_version = {}", now.as_millis() as u32 & 0x7fff_ffff)],
        // The first needs a right to write, the second room for some new pages.
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
