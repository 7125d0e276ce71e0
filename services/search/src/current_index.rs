//! Current search index, suggestions, synonyms and search rules, replaced atomically while searches read them.

use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use heuan_search_index::{Index, Suggestions, Synonyms};

use crate::{staff::ActiveRules, store::Popular};

/// The data searches are answered from. Parts are replaced atomically while others read them.
#[derive(Default)]
pub struct CurrentIndex {
    /// `None` until the first complete list of the catalog.
    pub index: ArcSwapOption<Index>,
    pub suggestions: ArcSwapOption<Suggestions>,
    pub synonyms: ArcSwap<Synonyms>,
    /// Pinned and blocked searches.
    pub rules: ArcSwap<ActiveRules>,
    /// The merchant's suggested searches, highest count first.
    pub merchant_suggestions: ArcSwap<Vec<Popular>>,
}

impl CurrentIndex {
    pub fn swap_index(&self, index: Arc<Index>) {
        self.index.store(Some(index));
    }
}
