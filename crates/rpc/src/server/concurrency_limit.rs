//! Concurrency limit with load shedding by priority.
//!
//! A service that accepts every call under overload answers none in time. This limit bounds the calls in flight and rejects
//! the rest at once with a pushback. Near the limit the lowest priority is shed first, so the last permits are for checkout.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use metrics::Counter;

use crate::priority::RequestPriority;

/// Pushback of a rejected call.
const PUSHBACK: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub(super) struct ConcurrencyLimit {
    service: Arc<str>,
    taken: AtomicUsize,
    /// Calls in flight at which each priority is rejected.
    limits: [usize; RequestPriority::ALL.len()],
    refused: [OnceLock<Counter>; RequestPriority::ALL.len()],
}

/// The limit of this priority is reached.
#[derive(Debug)]
pub(super) struct LimitReached;

/// Permit for one call, returned when dropped.
#[derive(Debug)]
pub(super) struct Permit<'a>(&'a ConcurrencyLimit);

/// Returns the share of the limit up to which a priority is admitted, in percent.
fn share(class: RequestPriority) -> usize {
    match class {
        RequestPriority::Bot => 50,
        RequestPriority::Browse => 75,
        RequestPriority::Account => 90,
        RequestPriority::Checkout => 100,
    }
}

impl ConcurrencyLimit {
    pub(super) fn new(service: Arc<str>, permits: usize) -> Self {
        let limits = RequestPriority::ALL.map(|class| (permits * share(class)).div_ceil(100).max(1));
        Self { service, taken: AtomicUsize::new(0), limits, refused: Default::default() }
    }

    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    pub(super) fn enter(&self, class: RequestPriority) -> Result<Permit<'_>, LimitReached> {
        let before = self.taken.fetch_add(1, Ordering::AcqRel);
        let permit = Permit(self);
        if before < self.limits[class as usize] { Ok(permit) } else { self.refuse(class) }
    }

    #[cold]
    fn refuse(&self, class: RequestPriority) -> Result<Permit<'_>, LimitReached> {
        let service = || Arc::clone(&self.service);
        self.refused[class as usize]
            .get_or_init(|| {
                metrics::counter!("rpc_server_shed_total", "service" => service(), "class" => class.name())
            })
            .increment(1);
        Err(LimitReached)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Returns the pushback with 50 % jitter, so that rejected callers do not retry together.
pub(super) fn pushback() -> Duration {
    PUSHBACK.mul_f64(0.5 + fastrand::f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit() -> ConcurrencyLimit {
        ConcurrencyLimit::new("shop".into(), 20)
    }

    /// Returns how many calls of this priority are admitted beside those in flight.
    fn fill<'a>(limit: &'a ConcurrencyLimit, class: RequestPriority, permits: &mut Vec<Permit<'a>>) -> usize {
        let before = permits.len();
        permits.extend(std::iter::from_fn(|| limit.enter(class).ok()));
        permits.len() - before
    }

    #[test]
    fn lower_priority_is_rejected_first() {
        let limit = limit();
        let mut permits = Vec::new();
        let taken = RequestPriority::ALL.map(|class| fill(&limit, class, &mut permits));
        assert_eq!(taken, [10, 5, 3, 2]);
    }

    #[test]
    fn dropped_permit_frees_its_slot_and_rejected_calls_hold_none() {
        let limit = limit();
        let mut permits = Vec::new();
        assert_eq!(fill(&limit, RequestPriority::Checkout, &mut permits), 20);
        assert!(limit.enter(RequestPriority::Checkout).is_err());
        assert_eq!(limit.taken(), 20);
        permits.clear();
        assert_eq!(limit.taken(), 0);
    }

    #[test]
    fn small_limit_admits_every_priority() {
        let limit = ConcurrencyLimit::new("shop".into(), 1);
        for class in RequestPriority::ALL {
            assert!(limit.enter(class).is_ok());
        }
    }
}
