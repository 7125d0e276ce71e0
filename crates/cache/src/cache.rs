use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;

use crate::{
    Answer, Fetched, Generation, Origin, Shelf,
    entry::{Entry, View},
};

/// What the cache does with an error of a fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The owner says that there is no such thing: true until the next generation, so it is kept.
    Absent,
    /// The owner cannot answer: a kept answer is served stale instead.
    Outage,
    /// The question was wrong: passed on, never kept.
    Refused,
}

/// How much is kept and for how long.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Weight of all answers together, as the cache's `weigh` counts it.
    pub capacity: u64,
    /// How many absent keys are remembered; bounds what a scan of random ids can take.
    pub absent_keys: u64,
    /// Oldest answer served while changes reach us; catches what no change announces, such as a new day.
    pub max_age: Duration,
    /// Oldest answer served while the change stream is down.
    pub unfollowed_age: Duration,
    /// How long a stale answer is served before the owner is asked again.
    pub retry_after: Duration,
    /// How long somebody waits for a new answer who could have an old one; see [`Cache::get_soon`].
    pub patience: Duration,
}

/// Answers by key. Cheap to clone; clones share everything.
#[derive(Clone)]
pub struct Cache<V, E> {
    entries: Shelf,
    absent: Shelf,
    /// Fetches on their way. Keyed by generation too, so that nobody joins a fetch older than the change he heard of.
    flights: Shelf,
    generation: Generation,
    limits: Limits,
    weigh: fn(&V) -> usize,
    classify: fn(&E) -> Failure,
    enabled: bool,
}

/// What is known of a key.
enum Look<V, E> {
    Found(Result<Answer<V>, E>),
    /// An answer that is no longer good, if there is one; the owner is to be asked.
    Old(Option<Arc<Entry<V>>>, View),
}

/// A landed flight is dropped by whoever awaited it; this bounds it when all of them went away.
const FLIGHT_LIFE: Duration = Duration::from_secs(1);
const MAX_FLIGHTS: u64 = 10_000;
/// What the map and the key cost beside the value, roughly.
const ENTRY_OVERHEAD: usize = 400;

impl<V, E> Cache<V, E>
where
    V: Clone + Send + Sync + 'static,
    E: Clone + Send + Sync + 'static,
{
    pub fn new(
        limits: Limits,
        generation: Generation,
        weigh: fn(&V) -> usize,
        classify: fn(&E) -> Failure,
    ) -> Self {
        Self {
            entries: Shelf::new(limits.capacity, None),
            absent: Shelf::new(limits.absent_keys, None),
            flights: Shelf::new(MAX_FLIGHTS, Some(FLIGHT_LIFE)),
            generation,
            limits,
            weigh,
            classify,
            enabled: true,
        }
    }

    /// The same interface with nothing kept and nothing shared: every call fetches.
    #[must_use]
    pub fn disabled(mut self) -> Self {
        self.enabled = false;
        self
    }

    /// The answer for `key`: kept, or fetched by at most one caller at a time.
    pub async fn get<F, T>(&self, key: &str, fetch: impl FnOnce() -> F + Send) -> Result<Answer<V>, E>
    where
        F: Future<Output = Result<T, E>> + Send,
        T: Into<Fetched<V>>,
    {
        if !self.enabled {
            let Fetched { value, stale, .. } = fetch().await?.into();
            return Ok(Answer { value, origin: if stale { Origin::Stale } else { Origin::Fetched } });
        }
        match self.look(key).await {
            Look::Found(found) => found,
            // Boxed, so that a hit, which is the common case, does not carry the size of a fetch.
            Look::Old(kept, view) => {
                let fetched = Box::pin(self.fly(key, view, fetch)).await;
                fetched.or_else(|error| self.fall_back(kept, error))
            }
        }
    }

    /// The same, but who could have an old answer waits for the new one no longer than `patience`: the fetch then goes on
    /// behind, and the next ones find what it brings. Inside a runtime.
    pub async fn get_soon<F, T>(&self, key: &str, fetch: impl FnOnce() -> F + Send) -> Result<Answer<V>, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Into<Fetched<V>> + Send + 'static,
    {
        if !self.enabled {
            return self.get(key, fetch).await;
        }
        match self.look(key).await {
            Look::Found(found) => found,
            Look::Old(None, view) => Box::pin(self.fly(key, view, fetch)).await,
            Look::Old(Some(kept), view) => {
                let (cache, owned, fetch) = (self.clone(), key.to_owned(), fetch());
                let behind = tokio::spawn(async move { cache.fly(&owned, view, || fetch).await });
                match tokio::time::timeout(self.limits.patience, behind).await {
                    Ok(Ok(fetched)) => fetched.or_else(|error| self.fall_back(Some(kept), error)),
                    // Too slow, or it panicked, which is in the log already.
                    Ok(Err(_)) | Err(_) => Ok(self.serve_stale(&kept)),
                }
            }
        }
    }

    /// What can be said without asking the owner.
    async fn look(&self, key: &str) -> Look<V, E> {
        let view = self.view();
        let kept: Option<Arc<Entry<V>>> = self.entries.get(key).await;
        if let Some(entry) = &kept
            && let Some(origin) = entry.serve(view)
        {
            return Look::Found(Ok(Answer { value: entry.value.clone(), origin }));
        }
        if let Some(entry) = self.absent.get::<Entry<E>>(key).await
            && entry.serve(view).is_some()
        {
            return Look::Found(Err(entry.value.clone()));
        }
        Look::Old(kept, view)
    }

    fn fall_back(&self, kept: Option<Arc<Entry<V>>>, error: E) -> Result<Answer<V>, E> {
        match kept {
            Some(entry) if (self.classify)(&error) == Failure::Outage => Ok(self.serve_stale(&entry)),
            _ => Err(error),
        }
    }

    fn serve_stale(&self, entry: &Entry<V>) -> Answer<V> {
        entry.excuse(Instant::now(), self.limits.retry_after);
        Answer { value: entry.value.clone(), origin: Origin::Stale }
    }

    /// Joins the fetch of this key and generation, or starts it.
    async fn fly<F, T>(&self, key: &str, view: View, fetch: impl FnOnce() -> F + Send) -> Result<Answer<V>, E>
    where
        F: Future<Output = Result<T, E>> + Send,
        T: Into<Fetched<V>>,
    {
        let flight = format!("{} {key}", view.generation);
        let flown = AtomicBool::new(false);
        let landing = self.flights.get_or_fetch(&flight, |_| 1, async {
            flown.store(true, Ordering::Relaxed);
            self.fetch(key, view.generation, fetch).await
        });
        let landed = landing.await?;
        if flown.into_inner() {
            self.flights.remove(&flight).await;
        }
        let origin = if landed.is_stale() { Origin::Stale } else { Origin::Fetched };
        Ok(Answer { value: landed.value.clone(), origin })
    }

    async fn fetch<F, T>(
        &self,
        key: &str,
        generation: u64,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Arc<Entry<V>>, E>
    where
        F: Future<Output = Result<T, E>> + Send,
        T: Into<Fetched<V>>,
    {
        let fetched: Result<Fetched<V>, E> = fetch().await.map(Into::into);
        match fetched {
            Ok(fetched) => {
                let now = Instant::now();
                let entry = Arc::new(Entry::new(fetched, generation, now));
                if entry.is_stale() {
                    entry.excuse(now, self.limits.retry_after);
                }
                self.entries.put(key, self.weight(key, &entry.value), Arc::clone(&entry)).await;
                Ok(entry)
            }
            Err(error) => {
                if (self.classify)(&error) == Failure::Absent {
                    let entry = Entry::new(error.clone().into(), generation, Instant::now());
                    self.absent.put(key, 1, Arc::new(entry)).await;
                    self.entries.remove(key).await;
                }
                Err(error)
            }
        }
    }

    fn weight(&self, key: &str, value: &V) -> u32 {
        u32::try_from((self.weigh)(value) + key.len() + ENTRY_OVERHEAD).unwrap_or(u32::MAX)
    }

    fn view(&self) -> View {
        let max_age =
            if self.generation.is_followed() { self.limits.max_age } else { self.limits.unfollowed_age };
        View { generation: self.generation.number(), max_age, now: Instant::now() }
    }
}
