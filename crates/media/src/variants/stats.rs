//! Counters of rendered, failed and rejected variants since the start of the process.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::MediaError;

/// Counters since start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    pub webp_made: u64,
    /// Images that could not be decoded or stored.
    pub failed: u64,
    /// Requests refused because the queue was full.
    pub busy: u64,
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    webp_made: AtomicU64,
    failed: AtomicU64,
    pub(super) busy: AtomicU64,
}

impl Counters {
    pub(super) fn count<T>(&self, outcome: &Result<T, MediaError>) {
        let counter = if outcome.is_ok() { &self.webp_made } else { &self.failed };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> Stats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Stats { webp_made: read(&self.webp_made), failed: read(&self.failed), busy: read(&self.busy) }
    }
}
