//! In-memory LRU cache of query results, valid for one revision of the catalog.

use std::{
    hash::Hash,
    num::NonZeroUsize,
    sync::{Mutex, MutexGuard, PoisonError},
};

use lru::LruCache;

/// Cache of results that need a table scan and change only with the catalog: valid for the revision at which they were
/// computed, and dropped when there is a newer one.
#[derive(Debug)]
pub struct RevisionCache<K: Hash + Eq, V>(Mutex<CachedRevision<K, V>>);

#[derive(Debug)]
struct CachedRevision<K: Hash + Eq, V> {
    revision: i64,
    answers: LruCache<K, V>,
}

impl<K: Hash + Eq, V: Clone> RevisionCache<K, V> {
    pub fn new(capacity: NonZeroUsize) -> Self {
        Self(Mutex::new(CachedRevision { revision: 0, answers: LruCache::new(capacity) }))
    }

    pub fn get(&self, revision: i64, key: &K) -> Option<V> {
        let mut cached = self.cached();
        if cached.revision == revision { cached.answers.get(key).cloned() } else { None }
    }

    /// A result computed before a newer revision arrived is discarded.
    pub fn put(&self, revision: i64, key: K, answer: V) {
        let mut cached = self.cached();
        if revision < cached.revision {
            return;
        }
        if revision > cached.revision {
            cached.answers.clear();
            cached.revision = revision;
        }
        cached.answers.put(key, answer);
    }

    fn cached(&self) -> MutexGuard<'_, CachedRevision<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_result_is_valid_for_its_revision_only() {
        let cache = RevisionCache::new(NonZeroUsize::MIN);
        cache.put(2, 'a', 20);
        assert_eq!((cache.get(2, &'a'), cache.get(1, &'a'), cache.get(3, &'a')), (Some(20), None, None));
        cache.put(1, 'a', 10);
        assert_eq!(cache.get(2, &'a'), Some(20), "a result of an older revision arrived late");
        cache.put(3, 'a', 30);
        assert_eq!((cache.get(2, &'a'), cache.get(3, &'a')), (None, Some(30)));
    }

    #[test]
    fn least_recently_used_result_is_evicted() {
        let cache = RevisionCache::new(NonZeroUsize::new(2).unwrap());
        cache.put(1, 'a', 1);
        cache.put(1, 'b', 2);
        assert_eq!(cache.get(1, &'a'), Some(1));
        cache.put(1, 'c', 3);
        assert_eq!((cache.get(1, &'a'), cache.get(1, &'b'), cache.get(1, &'c')), (Some(1), None, Some(3)));
    }
}
