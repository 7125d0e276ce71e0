//! Cache entries and their freshness: a value is fresh while its generation is current and its age below the
//! maximum, and otherwise stale.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tokio::time::Instant;

/// Source of a value (RFC 9211, Cache-Status).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheStatus {
    /// The value is from the cache and fresh.
    Hit,
    /// The value was fetched for this call.
    Miss,
    /// The value is expired and served because the owner is down, or it has such parts.
    Stale,
}

#[derive(Clone, Debug)]
pub struct Cached<V> {
    pub value: V,
    pub status: CacheStatus,
}

/// Result of a fetch.
#[derive(Clone, Debug)]
pub struct Fetched<V> {
    pub value: V,
    /// Whether the value has stale parts, so that it is served as stale, and fetched again after
    /// [`retry_after`](crate::CacheConfig::retry_after).
    pub stale: bool,
    /// Time to live, if it is shorter than the cache's own maximum age.
    pub ttl: Option<Duration>,
}

impl<V> From<V> for Fetched<V> {
    fn from(value: V) -> Self {
        Self { value, stale: false, ttl: None }
    }
}

/// A cached value with its generation and time.
#[derive(Debug)]
pub(crate) struct Entry<V> {
    pub value: V,
    stale: bool,
    ttl: Option<Duration>,
    generation: u64,
    fetched: Instant,
    /// Milliseconds after `fetched` until which the stale value is served without a fetch.
    stale_until: AtomicU64,
}

/// The generation and maximum age that count as fresh at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Freshness {
    pub generation: u64,
    pub max_age: Duration,
    pub now: Instant,
}

impl<V> Entry<V> {
    /// `generation` is the one seen before the fetch began, so a change during the fetch expires the entry at once.
    pub fn new(fetched: Fetched<V>, generation: u64, now: Instant) -> Self {
        let Fetched { value, stale, ttl } = fetched;
        Self { value, stale, ttl, generation, fetched: now, stale_until: AtomicU64::new(0) }
    }

    /// Returns the status with which this entry is served without a fetch; `None` if it must be fetched.
    pub fn serve(&self, view: Freshness) -> Option<CacheStatus> {
        let age = view.now.saturating_duration_since(self.fetched);
        let max_age = self.ttl.map_or(view.max_age, |ttl| ttl.min(view.max_age));
        if !self.stale && self.generation == view.generation && age < max_age {
            return Some(CacheStatus::Hit);
        }
        let excused = age.as_millis() < u128::from(self.stale_until.load(Ordering::Relaxed));
        excused.then_some(CacheStatus::Stale)
    }

    /// Serves this entry stale for `pause`, because the owner is down.
    pub fn serve_stale_until(&self, now: Instant, pause: Duration) {
        let until = now.saturating_duration_since(self.fetched) + pause;
        self.stale_until.store(u64::try_from(until.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub fn is_stale(&self) -> bool {
        self.stale
    }
}
