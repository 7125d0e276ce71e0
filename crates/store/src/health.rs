//! Write health of a database.
//!
//! Failing writes are reported by a metric, `/readyz` and one log line. Reads continue. `write_probe` detects the recovery.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use heuan_runtime::degraded;
use metrics::Gauge;
use sqlx::error::DatabaseError;
use tokio::sync::Notify;

use crate::{DatabaseUrl, Outage};

/// Writes have recovered when a probe succeeded and no write failed for this long. On a full disk small writes may still succeed
/// in existing pages.
const QUIET: Duration = Duration::from_secs(2);
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
    /// Last reported reason, so that each reason is reported once.
    said: Mutex<Option<String>>,
    suspected: Notify,
    gauge: Gauge,
    /// Time of the last failed write, in milliseconds since `opened`.
    failed_ms: AtomicU64,
    /// Connections opened before this time are not reused, in milliseconds since `opened`; 0 for none.
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
            // The lock belongs to another transaction, so the database works.
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

    pub(crate) fn fail(&self, reason: &str, error: &dyn fmt::Display) {
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

    pub(crate) fn is_quiet(&self) -> bool {
        let failed = self.0.failed_ms.load(Ordering::Acquire);
        failed == 0 || self.now_ms().saturating_sub(failed) >= QUIET.as_millis() as u64
    }

    pub(crate) fn recovered(&self) {
        if self.0.is_failing.swap(false, Ordering::AcqRel) {
            *self.0.said.lock().unwrap_or_else(PoisonError::into_inner) = None;
            let service = &self.0.service;
            degraded::clear(service);
            self.0.gauge.set(0.0);
            tracing::info!(service, "database writes work again");
        }
    }

    /// Replaces all connections, because connections to a server that became a standby stay with it, although its name may
    /// resolve to another server by now.
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

    /// Waits for a failed write, or for a caller that gave up waiting for the database.
    pub(crate) async fn suspected(&self) {
        self.0.suspected.notified().await;
    }

    /// Removes the report of failing writes.
    pub(crate) fn clear_report(&self) {
        degraded::clear(&self.0.service);
    }

    fn now_ms(&self) -> u64 {
        (self.0.opened.elapsed().as_millis() as u64).max(1)
    }

    /// Tracks a caller that waits for the database until [`Waiting::done`].
    pub(crate) fn waiting(&self) -> Waiting<'_> {
        Waiting { health: self, since: Some(Instant::now()) }
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

/// `SQLITE_CORRUPT`, `SQLITE_NOTADB`, SQLSTATEs of damaged data.
pub(crate) fn is_damage(error: &sqlx::Error) -> bool {
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
