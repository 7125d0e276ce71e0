//! Pinned and blocked searches, in the form that searches use.

use std::collections::HashSet;

/// Rules of the staff, in the form that searches use.
#[derive(Default)]
pub struct ActiveRules {
    /// In the order of pinning.
    pub pinned: Vec<String>,
    /// Keys of texts.
    pub blocked: HashSet<String>,
}
