//! Load shedder: a concurrency limit for each priority.
//!
//! A service that accepts every call under overload answers none in time. This limit bounds the calls in flight and rejects
//! further calls at once with a pushback. Near the limit the lowest priority is shed first, so the last permits are for
//! checkout.

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
pub(super) struct LoadShedder {
    service: Arc<str>,
    in_flight: AtomicUsize,
    /// Calls in flight at which each priority is rejected.
    limits: [usize; RequestPriority::ALL.len()],
    shed_calls: [OnceLock<Counter>; RequestPriority::ALL.len()],
}

/// The limit of this priority is reached.
#[derive(Debug)]
pub(super) struct LimitReached;

/// Permit for one call, returned when dropped.
#[derive(Debug)]
pub(super) struct Permit<'a>(&'a LoadShedder);

/// Returns the share of the limit up to which a priority is admitted, in percent.
fn share(class: RequestPriority) -> usize {
    match class {
        RequestPriority::Bot => 50,
        RequestPriority::Browse => 75,
        RequestPriority::Account => 90,
        RequestPriority::Checkout => 100,
    }
}

impl LoadShedder {
    pub(super) fn new(service: Arc<str>, permits: usize) -> Self {
        let limits = RequestPriority::ALL.map(|class| (permits * share(class)).div_ceil(100).max(1));
        Self { service, in_flight: AtomicUsize::new(0), limits, shed_calls: Default::default() }
    }

    pub(super) fn in_flight(&self) -> usize {
        self.in_flight.load(Ordering::Acquire)
    }

    pub(super) fn try_acquire(&self, class: RequestPriority) -> Result<Permit<'_>, LimitReached> {
        let before = self.in_flight.fetch_add(1, Ordering::AcqRel);
        let permit = Permit(self);
        if before < self.limits[class as usize] { Ok(permit) } else { self.shed(class) }
    }

    #[cold]
    fn shed(&self, class: RequestPriority) -> Result<Permit<'_>, LimitReached> {
        let service = || Arc::clone(&self.service);
        self.shed_calls[class as usize]
            .get_or_init(|| {
                metrics::counter!("rpc_server_shed_total", "service" => service(), "class" => class.name())
            })
            .increment(1);
        Err(LimitReached)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Returns the pushback with 50 % jitter, so that rejected callers do not retry together.
pub(super) fn pushback() -> Duration {
    PUSHBACK.mul_f64(0.5 + fastrand::f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shedder() -> LoadShedder {
        LoadShedder::new("shop".into(), 20)
    }

    /// Returns the number of calls of this priority that are admitted beside those in flight.
    fn fill<'a>(shedder: &'a LoadShedder, class: RequestPriority, permits: &mut Vec<Permit<'a>>) -> usize {
        let before = permits.len();
        permits.extend(std::iter::from_fn(|| shedder.try_acquire(class).ok()));
        permits.len() - before
    }

    #[test]
    fn lower_priority_is_rejected_first() {
        let shedder = shedder();
        let mut permits = Vec::new();
        let in_flight = RequestPriority::ALL.map(|class| fill(&shedder, class, &mut permits));
        assert_eq!(in_flight, [10, 5, 3, 2]);
    }

    #[test]
    fn dropped_permit_frees_its_slot_and_rejected_calls_hold_none() {
        let shedder = shedder();
        let mut permits = Vec::new();
        assert_eq!(fill(&shedder, RequestPriority::Checkout, &mut permits), 20);
        assert!(shedder.try_acquire(RequestPriority::Checkout).is_err());
        assert_eq!(shedder.in_flight(), 20);
        permits.clear();
        assert_eq!(shedder.in_flight(), 0);
    }

    #[test]
    fn small_limit_admits_every_priority() {
        let shedder = LoadShedder::new("shop".into(), 1);
        for class in RequestPriority::ALL {
            assert!(shedder.try_acquire(class).is_ok());
        }
    }
}
