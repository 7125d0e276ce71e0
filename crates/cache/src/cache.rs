//! Response cache with generations, single flight, stale-if-error and stale-while-revalidate (RFC 5861). It stores
//! found values and, with a smaller capacity, "not found" results.

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
    CacheStatus, Cached, Fetched, Generation, SingleFlightCache,
    entry::{Entry, Freshness},
};

/// Classification of a fetch error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The resource does not exist. This is cached until the next generation.
    NotFound,
    /// The owner is down. A cached value is served stale instead.
    Outage,
    /// The request was invalid. The error is returned and never cached.
    Rejected,
}

/// Capacity and ages of a cache.
#[derive(Clone, Debug)]
pub struct CacheConfig {
    /// Weight of all values together, as counted by the cache's `weigh`.
    pub capacity: u64,
    /// Maximum cached "not found" keys. It bounds the memory that a scan of random ids can fill.
    pub not_found_capacity: u64,
    /// Maximum age while the watch stream is connected. It covers changes that no event announces, such as a new
    /// day.
    pub max_age: Duration,
    /// Maximum age while the watch stream is down.
    pub max_age_disconnected: Duration,
    /// Time for which a stale value is served before the next fetch.
    pub retry_after: Duration,
    /// Time that [`Cache::get_or_stale_after`] waits for a fetch before it returns the cached value.
    pub stale_after: Duration,
}

/// Cache of values by key, with single flight and stale-if-error. Clones share everything.
#[derive(Clone)]
pub struct Cache<V, E> {
    entries: SingleFlightCache,
    absent: SingleFlightCache,
    /// Fetches in flight. The key includes the generation, so that a caller never joins a fetch that is older than the
    /// change it has seen.
    in_flight: SingleFlightCache,
    generation: Generation,
    limits: CacheConfig,
    weigh: fn(&V) -> usize,
    classify: fn(&E) -> Failure,
    enabled: bool,
}

/// Result of a lookup.
enum Lookup<V, E> {
    Fresh(Result<Cached<V>, E>),
    /// An expired value, if there is one; the owner has to be called.
    Expired(Option<Arc<Entry<V>>>, Freshness),
}

/// Time to live of a finished fetch. Its waiters drop it; this applies when all of them were dropped.
const IN_FLIGHT_TTL: Duration = Duration::from_secs(1);
const MAX_IN_FLIGHT: u64 = 10_000;
/// Approximate weight of the map entry and the key.
const ENTRY_OVERHEAD: usize = 400;

impl<V, E> Cache<V, E>
where
    V: Clone + Send + Sync + 'static,
    E: Clone + Send + Sync + 'static,
{
    pub fn new(
        limits: CacheConfig,
        generation: Generation,
        weigh: fn(&V) -> usize,
        classify: fn(&E) -> Failure,
    ) -> Self {
        Self {
            entries: SingleFlightCache::new(limits.capacity, None),
            absent: SingleFlightCache::new(limits.not_found_capacity, None),
            in_flight: SingleFlightCache::new(MAX_IN_FLIGHT, Some(IN_FLIGHT_TTL)),
            generation,
            limits,
            weigh,
            classify,
            enabled: true,
        }
    }

    /// Returns a cache that stores nothing: every call fetches.
    #[must_use]
    pub fn disabled(mut self) -> Self {
        self.enabled = false;
        self
    }

    /// Returns the value of `key` from the cache, or fetches it once for all concurrent callers.
    pub async fn get<F, T>(&self, key: &str, fetch: impl FnOnce() -> F + Send) -> Result<Cached<V>, E>
    where
        F: Future<Output = Result<T, E>> + Send,
        T: Into<Fetched<V>>,
    {
        if !self.enabled {
            let Fetched { value, stale, .. } = fetch().await?.into();
            return Ok(Cached { value, status: if stale { CacheStatus::Stale } else { CacheStatus::Miss } });
        }
        match self.look(key).await {
            Lookup::Fresh(found) => found,
            // The future is boxed, so that a hit, the common case, does not have the size of a fetch.
            Lookup::Expired(kept, view) => {
                let fetched = Box::pin(self.single_flight(key, view, fetch)).await;
                fetched.or_else(|error| self.fall_back(kept, error))
            }
        }
    }

    /// Like [`get`](Self::get), with stale-while-revalidate: when there is a cached value and the fetch takes longer than
    /// `stale_after`, it returns the cached value and the fetch continues in the background. Must be called inside a Tokio runtime.
    pub async fn get_or_stale_after<F, T>(
        &self,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Cached<V>, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Into<Fetched<V>> + Send + 'static,
    {
        if !self.enabled {
            return self.get(key, fetch).await;
        }
        match self.look(key).await {
            Lookup::Fresh(found) => found,
            Lookup::Expired(None, view) => Box::pin(self.single_flight(key, view, fetch)).await,
            Lookup::Expired(Some(kept), view) => {
                let (cache, owned, fetch) = (self.clone(), key.to_owned(), fetch());
                let behind = tokio::spawn(async move { cache.single_flight(&owned, view, || fetch).await });
                match tokio::time::timeout(self.limits.stale_after, behind).await {
                    Ok(Ok(fetched)) => fetched.or_else(|error| self.fall_back(Some(kept), error)),
                    // The fetch was too slow, or it panicked, which is already logged.
                    Ok(Err(_)) | Err(_) => Ok(self.serve_stale(&kept)),
                }
            }
        }
    }

    /// Looks up a key without a fetch.
    async fn look(&self, key: &str) -> Lookup<V, E> {
        let view = self.view();
        let kept: Option<Arc<Entry<V>>> = self.entries.get(key).await;
        if let Some(entry) = &kept
            && let Some(origin) = entry.serve(view)
        {
            return Lookup::Fresh(Ok(Cached { value: entry.value.clone(), status: origin }));
        }
        if let Some(entry) = self.absent.get::<Entry<E>>(key).await
            && entry.serve(view).is_some()
        {
            return Lookup::Fresh(Err(entry.value.clone()));
        }
        Lookup::Expired(kept, view)
    }

    fn fall_back(&self, kept: Option<Arc<Entry<V>>>, error: E) -> Result<Cached<V>, E> {
        match kept {
            Some(entry) if (self.classify)(&error) == Failure::Outage => Ok(self.serve_stale(&entry)),
            _ => Err(error),
        }
    }

    fn serve_stale(&self, entry: &Entry<V>) -> Cached<V> {
        entry.serve_stale_until(Instant::now(), self.limits.retry_after);
        Cached { value: entry.value.clone(), status: CacheStatus::Stale }
    }

    /// Joins the fetch in flight of this key and generation, or starts one.
    async fn single_flight<F, T>(
        &self,
        key: &str,
        view: Freshness,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Cached<V>, E>
    where
        F: Future<Output = Result<T, E>> + Send,
        T: Into<Fetched<V>>,
    {
        let flight = format!("{} {key}", view.generation);
        let flown = AtomicBool::new(false);
        let flight_result = self.in_flight.get_or_fetch(&flight, |_| 1, async {
            flown.store(true, Ordering::Relaxed);
            self.fetch(key, view.generation, fetch).await
        });
        let fetched_value = flight_result.await?;
        if flown.into_inner() {
            self.in_flight.remove(&flight).await;
        }
        let origin = if fetched_value.is_stale() { CacheStatus::Stale } else { CacheStatus::Miss };
        Ok(Cached { value: fetched_value.value.clone(), status: origin })
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
                    entry.serve_stale_until(now, self.limits.retry_after);
                }
                self.entries.put(key, self.weight(key, &entry.value), Arc::clone(&entry)).await;
                Ok(entry)
            }
            Err(error) => {
                if (self.classify)(&error) == Failure::NotFound {
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

    fn view(&self) -> Freshness {
        let max_age = if self.generation.is_watch_connected() {
            self.limits.max_age
        } else {
            self.limits.max_age_disconnected
        };
        Freshness { generation: self.generation.number(), max_age, now: Instant::now() }
    }
}
