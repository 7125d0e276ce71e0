//! Current search index, suggestions, synonyms and search rules, replaced atomically while searches read them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use arc_swap::{ArcSwap, ArcSwapOption};
use heuan_search_index::{Index, Suggestions, Synonyms};

use crate::{active_rules::ActiveRules, store::Popular};

/// The data that searches read. Its parts are replaced atomically.
#[derive(Default)]
pub struct CurrentIndex {
    /// `None` until the first complete list of the catalog.
    pub index: ArcSwapOption<Index>,
    pub suggestions: ArcSwapOption<Suggestions>,
    pub synonyms: ArcSwap<Synonyms>,
    /// Pinned and blocked searches of the staff.
    pub rules: ArcSwap<ActiveRules>,
    /// The merchant's suggested searches, highest count first.
    pub merchant_suggestions: ArcSwap<Vec<Popular>>,
    /// See [`CurrentIndex::is_behind`].
    pub behind: AtomicBool,
}

impl CurrentIndex {
    pub fn swap_index(&self, index: Arc<Index>) {
        self.index.store(Some(index));
    }

    /// Whether the index lacks changes or may lack them: many are not committed, a list is not complete, or the catalog has not
    /// said since the start, or since the connection broke, which ones there are.
    pub fn is_behind(&self) -> bool {
        self.behind.load(Ordering::Acquire)
    }

    pub fn set_behind(&self, is_behind: bool) {
        self.behind.store(is_behind, Ordering::Release);
    }
}
