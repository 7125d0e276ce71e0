//! Retry budget: a token bucket that bounds retries to a share of all calls.
//!
//! Each call deposits `retry_budget_percent` of a token, each retry withdraws a whole token, so at 10 % retries stay a tenth
//! of all calls. Without a budget, two retries of every call would triple the load of a failing service. The bucket starts
//! empty, so the bound holds from the first call.

use std::sync::atomic::{AtomicU64, Ordering};

/// Capacity: enough to retry the calls that a replica had in flight when it died.
const MAX_TOKENS: u64 = 100;
/// Units of one token.
const UNITS_PER_TOKEN: u64 = 100;

#[derive(Debug)]
pub(crate) struct RetryBudget {
    units: AtomicU64,
    /// Units that each call deposits.
    percent: u64,
}

impl RetryBudget {
    pub(crate) fn new(percent: u32) -> Self {
        Self { units: AtomicU64::new(0), percent: percent.into() }
    }

    /// Deposits the share of one call. A full bucket is only read, so workers do not contend for its cache line.
    pub(crate) fn deposit(&self) {
        if self.units.load(Ordering::Relaxed) < MAX_TOKENS * UNITS_PER_TOKEN {
            self.units.fetch_add(self.percent, Ordering::Relaxed);
        }
    }

    /// Withdraws the token of one retry. Returns whether there was one.
    pub(crate) fn withdraw(&self) -> bool {
        self.units
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |units| units.checked_sub(UNITS_PER_TOKEN))
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_are_bounded_by_the_deposited_share() {
        let budget = RetryBudget::new(10);
        let mut repeats = 0;
        for _ in 0..500 {
            budget.deposit();
            repeats += u32::from(budget.withdraw());
        }
        assert_eq!(repeats, 50);
    }

    #[test]
    fn saved_tokens_are_capped() {
        let budget = RetryBudget::new(10);
        (0..1_000_000).for_each(|_| budget.deposit());
        let repeats = (0..1000).filter(|_| budget.withdraw()).count();
        assert_eq!(repeats as u64, MAX_TOKENS);
    }
}
