use std::{
    hash::Hash,
    num::NonZeroUsize,
    sync::{Mutex, MutexGuard, PoisonError},
};

use lru::LruCache;

/// Answers that cost a scan and change only with the catalog: kept for the revision they were made at, and dropped when
/// there is a newer one.
#[derive(Debug)]
pub struct RevisionCache<K: Hash + Eq, V>(Mutex<CachedRevision<K, V>>);

#[derive(Debug)]
struct CachedRevision<K: Hash + Eq, V> {
    revision: i64,
    answers: LruCache<K, V>,
}

impl<K: Hash + Eq, V: Clone> RevisionCache<K, V> {
    pub fn new(most: NonZeroUsize) -> Self {
        Self(Mutex::new(CachedRevision { revision: 0, answers: LruCache::new(most) }))
    }

    pub fn get(&self, revision: i64, key: &K) -> Option<V> {
        let mut kept = self.kept();
        if kept.revision == revision { kept.answers.get(key).cloned() } else { None }
    }

    /// What was made before a newer revision came is too late.
    pub fn put(&self, revision: i64, key: K, answer: V) {
        let mut kept = self.kept();
        if revision < kept.revision {
            return;
        }
        if revision > kept.revision {
            kept.answers.clear();
            kept.revision = revision;
        }
        kept.answers.put(key, answer);
    }

    fn kept(&self) -> MutexGuard<'_, CachedRevision<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_good_for_its_revision_alone() {
        let memo = RevisionCache::new(NonZeroUsize::MIN);
        memo.put(2, 'a', 20);
        assert_eq!((memo.get(2, &'a'), memo.get(1, &'a'), memo.get(3, &'a')), (Some(20), None, None));
        memo.put(1, 'a', 10);
        assert_eq!(memo.get(2, &'a'), Some(20), "an older one came late");
        memo.put(3, 'a', 30);
        assert_eq!((memo.get(2, &'a'), memo.get(3, &'a')), (None, Some(30)));
    }

    #[test]
    fn the_least_used_answer_leaves() {
        let memo = RevisionCache::new(NonZeroUsize::new(2).unwrap());
        memo.put(1, 'a', 1);
        memo.put(1, 'b', 2);
        assert_eq!(memo.get(1, &'a'), Some(1));
        memo.put(1, 'c', 3);
        assert_eq!((memo.get(1, &'a'), memo.get(1, &'b'), memo.get(1, &'c')), (Some(1), None, Some(3)));
    }
}
