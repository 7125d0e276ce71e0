use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// What the cached answers were true of. Everything fetched under an older generation is asked for again.
///
/// One number for a whole catalogue, rather than keys to invalidate: a product stands in lists, searches, pages and
/// sitemaps nobody can enumerate, and asking again costs one fetch a key, at the time somebody wants it.
#[derive(Clone, Debug, Default)]
pub struct Generation(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    number: AtomicU64,
    followed: AtomicBool,
}

impl Generation {
    /// The owner's data changed.
    pub fn bump(&self) {
        self.0.number.fetch_add(1, Ordering::AcqRel);
    }

    /// Says whether changes reach us now. While they do not, answers are only good for
    /// [`unfollowed_age`](crate::Limits::unfollowed_age).
    pub fn set_followed(&self, followed: bool) {
        self.0.followed.store(followed, Ordering::Release);
    }

    pub fn is_followed(&self) -> bool {
        self.0.followed.load(Ordering::Acquire)
    }

    pub(crate) fn number(&self) -> u64 {
        self.0.number.load(Ordering::Acquire)
    }
}
