use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tokio::time::Instant;

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Kept, and as new as the owner's data.
    Hit,
    /// Asked for just now.
    Fetched,
    /// Kept from before, because the owner does not answer; or made of parts that were.
    Stale,
}

#[derive(Clone, Debug)]
pub struct Answer<V> {
    pub value: V,
    pub origin: Origin,
}

/// What a fetch brings home.
#[derive(Clone, Debug)]
pub struct Fetched<V> {
    pub value: V,
    /// Made of stale parts: served, marked stale, and asked for again after
    /// [`retry_after`](crate::Limits::retry_after).
    pub stale: bool,
    /// Good for this long only, where that is shorter than the cache's own limit: something of it was not ready yet.
    pub life: Option<Duration>,
}

impl<V> From<V> for Fetched<V> {
    fn from(value: V) -> Self {
        Self { value, stale: false, life: None }
    }
}

/// One kept answer and what it was true of.
#[derive(Debug)]
pub(crate) struct Entry<V> {
    pub value: V,
    stale: bool,
    life: Option<Duration>,
    generation: u64,
    fetched: Instant,
    /// Milliseconds after `fetched` until which the stale value is served without another try.
    excused_until: AtomicU64,
}

/// The generation and the age that count as fresh at this moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub generation: u64,
    pub max_age: Duration,
    pub now: Instant,
}

impl<V> Entry<V> {
    /// `generation` is the one seen *before* the fetch began: a change during the fetch makes the entry old at once.
    pub fn new(fetched: Fetched<V>, generation: u64, now: Instant) -> Self {
        let Fetched { value, stale, life } = fetched;
        Self { value, stale, life, generation, fetched: now, excused_until: AtomicU64::new(0) }
    }

    /// How to serve this entry without asking the owner, if that is right.
    pub fn serve(&self, view: View) -> Option<Origin> {
        let age = view.now.saturating_duration_since(self.fetched);
        let max_age = self.life.map_or(view.max_age, |life| life.min(view.max_age));
        if !self.stale && self.generation == view.generation && age < max_age {
            return Some(Origin::Hit);
        }
        let excused = age.as_millis() < u128::from(self.excused_until.load(Ordering::Relaxed));
        excused.then_some(Origin::Stale)
    }

    /// The owner did not answer: serve this entry as it is for `pause` before the next try.
    pub fn excuse(&self, now: Instant, pause: Duration) {
        let until = now.saturating_duration_since(self.fetched) + pause;
        self.excused_until.store(u64::try_from(until.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub fn is_stale(&self) -> bool {
        self.stale
    }
}
