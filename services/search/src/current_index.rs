use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use heuan_search_index::{Index, Suggestions, Synonyms};

/// What searches are answered from; parts are exchanged whole while others read them.
#[derive(Default)]
pub struct CurrentIndex {
    /// None until the first list of the catalog is complete.
    pub index: ArcSwapOption<Index>,
    pub suggestions: ArcSwapOption<Suggestions>,
    pub synonyms: ArcSwap<Synonyms>,
    /// What the merchant proposes to search for, most wanted first.
    pub merchant_suggestions: ArcSwap<Vec<String>>,
}

impl CurrentIndex {
    pub fn swap_index(&self, index: Arc<Index>) {
        self.index.store(Some(index));
    }
}
