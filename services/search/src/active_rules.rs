//! Pinned and blocked searches, as searches use them.

use std::collections::HashSet;

/// Rules of the staff, as searches use them.
#[derive(Default)]
pub struct ActiveRules {
    /// In the order of pinning.
    pub pinned: Vec<String>,
    /// Keys of texts.
    pub blocked: HashSet<String>,
}
