//! How many calls a service works on at once, and who is refused when that is too many.
//!
//! A service that takes every call answers none in time: each waits for all others. One that takes as many as it can
//! do answers those well and refuses the rest at once, which costs nearly nothing. Near the limit the lowest class is
//! refused first, so that the last places are for those who pay.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use metrics::Counter;

use crate::priority::RequestPriority;

/// After about this long it is worth trying again.
const PUSHBACK: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub(super) struct ConcurrencyLimit {
    service: Arc<str>,
    taken: AtomicUsize,
    /// Calls at which each class is refused.
    limits: [usize; RequestPriority::ALL.len()],
    refused: [OnceLock<Counter>; RequestPriority::ALL.len()],
}

/// There is no place for this class.
#[derive(Debug)]
pub(super) struct LimitReached;

/// One place, given back when dropped.
#[derive(Debug)]
pub(super) struct Permit<'a>(&'a ConcurrencyLimit);

/// Hundredths of the room a class may help to fill.
fn share(class: RequestPriority) -> usize {
    match class {
        RequestPriority::Bot => 50,
        RequestPriority::Browse => 75,
        RequestPriority::Account => 90,
        RequestPriority::Checkout => 100,
    }
}

impl ConcurrencyLimit {
    pub(super) fn new(service: Arc<str>, places: usize) -> Self {
        let limits = RequestPriority::ALL.map(|class| (places * share(class)).div_ceil(100).max(1));
        Self { service, taken: AtomicUsize::new(0), limits, refused: Default::default() }
    }

    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    pub(super) fn enter(&self, class: RequestPriority) -> Result<Permit<'_>, LimitReached> {
        let before = self.taken.fetch_add(1, Ordering::AcqRel);
        let place = Permit(self);
        if before < self.limits[class as usize] { Ok(place) } else { self.refuse(class) }
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

/// Half to one and a half times the pause, so that the refused do not come back together.
pub(super) fn pushback() -> Duration {
    PUSHBACK.mul_f64(0.5 + fastrand::f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> ConcurrencyLimit {
        ConcurrencyLimit::new("shop".into(), 20)
    }

    /// How many of `class` find a place beside those who are in.
    fn fill<'a>(room: &'a ConcurrencyLimit, class: RequestPriority, places: &mut Vec<Permit<'a>>) -> usize {
        let before = places.len();
        places.extend(std::iter::from_fn(|| room.enter(class).ok()));
        places.len() - before
    }

    #[test]
    fn the_lower_class_is_refused_first() {
        let room = room();
        let mut places = Vec::new();
        let taken = RequestPriority::ALL.map(|class| fill(&room, class, &mut places));
        assert_eq!(taken, [10, 5, 3, 2]);
    }

    #[test]
    fn a_place_left_is_a_place_free_and_the_refused_hold_none() {
        let room = room();
        let mut places = Vec::new();
        assert_eq!(fill(&room, RequestPriority::Checkout, &mut places), 20);
        assert!(room.enter(RequestPriority::Checkout).is_err());
        assert_eq!(room.taken(), 20);
        places.clear();
        assert_eq!(room.taken(), 0);
    }

    #[test]
    fn a_small_room_lets_every_class_in() {
        let room = ConcurrencyLimit::new("shop".into(), 1);
        for class in RequestPriority::ALL {
            assert!(room.enter(class).is_ok());
        }
    }
}
