//! Generation counter that invalidates all entries of a cache at once. The subscriber of the catalog's change stream
//! increments it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// Generation of the owner's data. Entries of an older generation are expired.
///
/// There is one number for the whole catalog instead of invalidation by key, because a product is part of lists, searches,
/// pages and sitemaps that cannot be enumerated. The next request of each key costs one fetch.
#[derive(Clone, Debug, Default)]
pub struct Generation(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    number: AtomicU64,
    watch_connected: AtomicBool,
}

impl Generation {
    /// Expires all entries, because the owner's data changed.
    pub fn bump(&self) {
        self.0.number.fetch_add(1, Ordering::AcqRel);
    }

    /// Sets whether the watch stream is connected. While it is not, the maximum age is
    /// [`max_age_disconnected`](crate::CacheConfig::max_age_disconnected).
    pub fn set_watch_connected(&self, connected: bool) {
        self.0.watch_connected.store(connected, Ordering::Release);
    }

    pub fn is_watch_connected(&self) -> bool {
        self.0.watch_connected.load(Ordering::Acquire)
    }

    pub(crate) fn number(&self) -> u64 {
        self.0.number.load(Ordering::Acquire)
    }
}
