//! How much of the traffic may be repeats.
//!
//! Three tries of every call make a failing service's load three times as high at the moment it can bear least. Each
//! call puts a part of a token in, each repeat takes a whole one out, so that repeats stay a tenth of all calls however
//! much fails. The bucket begins empty: the bound holds from the first call on.

use std::sync::atomic::{AtomicU64, Ordering};

/// Repeats that may be saved up: enough for the calls a replica had in hand when it died.
const MAX_TOKENS: u64 = 100;
/// Parts of a token.
const UNITS_PER_TOKEN: u64 = 100;

#[derive(Debug)]
pub(crate) struct RetryBudget {
    units: AtomicU64,
    /// Put in by each call.
    percent: u64,
}

impl RetryBudget {
    pub(crate) fn new(percent: u32) -> Self {
        Self { units: AtomicU64::new(0), percent: percent.into() }
    }

    /// Counts a call. A full bucket is only read, so that in good times workers do not write to one place.
    pub(crate) fn deposit(&self) {
        if self.units.load(Ordering::Relaxed) < MAX_TOKENS * UNITS_PER_TOKEN {
            self.units.fetch_add(self.percent, Ordering::Relaxed);
        }
    }

    /// Whether a repeat is allowed, and takes its token.
    pub(crate) fn withdraw(&self) -> bool {
        self.units
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |parts| parts.checked_sub(UNITS_PER_TOKEN))
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_a_tenth_of_the_calls() {
        let budget = RetryBudget::new(10);
        let mut repeats = 0;
        for _ in 0..500 {
            budget.deposit();
            repeats += u32::from(budget.withdraw());
        }
        assert_eq!(repeats, 50);
    }

    #[test]
    fn what_is_saved_has_an_end() {
        let budget = RetryBudget::new(10);
        (0..1_000_000).for_each(|_| budget.deposit());
        let repeats = (0..1000).filter(|_| budget.withdraw()).count();
        assert_eq!(repeats as u64, MAX_TOKENS);
    }
}
