//! Size-bounded LRU cache (moka) with single flight: concurrent calls for one key share one fetch.
//! [`Cache`](crate::Cache) is built on it.

use std::{any::Any, fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use moka::{future::Cache as Moka, policy::EvictionPolicy};

/// LRU cache of values of any type, with single flight. Clones share everything.
///
/// It is not generic, so the underlying map is compiled once and not again for each type and crate.
#[derive(Clone)]
pub struct SingleFlightCache {
    kept: Moka<String, Slot>,
}

#[derive(Clone)]
struct Slot {
    weight: u32,
    value: Arc<dyn Any + Send + Sync>,
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
type Fetch<'a> = Boxed<'a, Result<Slot, Failure>>;
type Failure = Box<dyn Any + Send + Sync>;

impl SingleFlightCache {
    /// `capacity` is the weight of all values together. `ttl` is the time to live, if there is one.
    pub fn new(capacity: u64, ttl: Option<Duration>) -> Self {
        let weigh = |_: &String, slot: &Slot| slot.weight;
        // LRU rather than the default TinyLFU, which after a flood of small values admits a large one only when it was requested
        // as often as all values it would evict together.
        let builder =
            Moka::builder().max_capacity(capacity).weigher(weigh).eviction_policy(EvictionPolicy::lru());
        let kept = match ttl {
            Some(ttl) => builder.time_to_live(ttl).build(),
            None => builder.build(),
        };
        Self { kept }
    }

    pub async fn get<V: Send + Sync + 'static>(&self, key: &str) -> Option<Arc<V>> {
        known(self.slot(key).await?)
    }

    pub fn contains(&self, key: &str) -> bool {
        self.kept.contains_key(key)
    }

    pub async fn put<V: Send + Sync + 'static>(&self, key: &str, weight: u32, value: Arc<V>) {
        self.insert(key, Slot { weight, value }).await;
    }

    pub fn remove<'a>(&'a self, key: &'a str) -> Boxed<'a, ()> {
        Box::pin(self.kept.invalidate(key))
    }

    /// Returns the value of `key`, or fetches it. Concurrent callers share one fetch and its failure. A failure is not cached.
    pub async fn get_or_fetch<V, E>(
        &self,
        key: &str,
        weigh: impl FnOnce(&V) -> u32 + Send,
        fetch: impl Future<Output = Result<Arc<V>, E>> + Send,
    ) -> Result<Arc<V>, E>
    where
        V: Send + Sync + 'static,
        E: Clone + Send + Sync + 'static,
    {
        let fetch: Fetch<'_> = Box::pin(async move {
            let value = fetch.await.map_err(|error| Box::new(error) as Failure)?;
            Ok(Slot { weight: weigh(&value), value })
        });
        match self.join(key, fetch).await {
            Ok(slot) => Ok(known(slot).expect("a key has one kind of value")),
            Err(failure) => {
                let error: &E = (**failure).downcast_ref().expect("a key has one kind of failure");
                Err(error.clone())
            }
        }
    }

    /// Returns the number of values after pending operations.
    pub fn count(&self) -> Boxed<'_, u64> {
        Box::pin(async move {
            self.kept.run_pending_tasks().await;
            self.kept.entry_count()
        })
    }

    // Boxed, because an `async fn` is compiled where it is awaited.
    fn slot<'a>(&'a self, key: &'a str) -> Boxed<'a, Option<Slot>> {
        Box::pin(self.kept.get(key))
    }

    fn insert(&self, key: &str, slot: Slot) -> Boxed<'_, ()> {
        Box::pin(self.kept.insert(key.to_owned(), slot))
    }

    fn join<'a>(&'a self, key: &'a str, fetch: Fetch<'a>) -> Boxed<'a, Result<Slot, Arc<Failure>>> {
        Box::pin(self.kept.try_get_with_by_ref(key, fetch))
    }
}

fn known<V: Send + Sync + 'static>(slot: Slot) -> Option<Arc<V>> {
    slot.value.downcast().ok()
}

impl fmt::Debug for SingleFlightCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SingleFlightCache").field("count", &self.kept.entry_count()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn failed_fetch_fails_every_waiter_and_is_not_cached() {
        let cache = SingleFlightCache::new(10, None);
        let fails = || cache.get_or_fetch("a", |_: &u8| 1, async { Err("no") });
        let (one, other) = futures::join!(fails(), fails());
        assert_eq!((one, other), (Err("no"), Err("no")));
        let brings = async { Ok::<_, &str>(Arc::new(7u8)) };
        assert_eq!(cache.get_or_fetch("a", |_| 1, brings).await.as_deref(), Ok(&7));
        assert_eq!(cache.get::<u8>("a").await.as_deref(), Some(&7));
    }

    #[tokio::test]
    async fn another_kind_of_value_is_none() {
        let cache = SingleFlightCache::new(10, None);
        cache.put("a", 1, Arc::new(7u8)).await;
        assert_eq!(cache.get::<u16>("a").await, None);
        assert_eq!(cache.get::<u8>("a").await.as_deref(), Some(&7));
    }

    #[tokio::test]
    async fn entries_over_the_weight_limit_are_evicted() {
        let cache = SingleFlightCache::new(10, None);
        for key in ["a", "b", "c"] {
            cache.put(key, 5, Arc::new(())).await;
        }
        assert_eq!(cache.count().await, 2);
        assert!(!cache.contains("a"));
    }
}
