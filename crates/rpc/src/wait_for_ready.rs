//! Wait-for-ready: calls of customers wait for a service that is starting, instead of failing.
//!
//! A call of the priority account or checkout waits until a replica is connected, and until an open or half-open circuit
//! breaker admits it. The wait ends `wait_for_ready_ms` after the outage began, so calls fail at once in a long outage. It
//! also ends after half of the call's time, so the other half is left for the call itself. When the service recovers, the
//! outage is counted from the recovery: a replica is connected, so calls wait for the probes of the breaker, and for the
//! connection of their own worker. A waiting call holds nothing: one that is canceled was never sent, and the breaker does not
//! count it.

use std::time::Duration;

use tokio::time::Instant;

use crate::{
    Target,
    priority::{self, RequestPriority},
};

/// Limits on the wait of one call for its service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitForReady {
    /// Maximum duration of an outage that is waited for.
    max_outage: Duration,
    /// Time at which this call stops waiting, however short the outage.
    pub(crate) until: Instant,
}

impl WaitForReady {
    /// Returns the wait of a call that has `left` (`None` without a deadline), or `None` if its priority does not
    /// wait.
    pub(crate) fn of_call(target: &Target, left: Option<Duration>) -> Option<Self> {
        let max_outage = target.policy().wait_for_ready();
        if max_outage.is_zero() || priority::current() < RequestPriority::Account {
            return None;
        }
        let longest = left.map_or(max_outage, |left| max_outage.min(left / 2));
        Some(Self { max_outage, until: Instant::now() + longest })
    }

    /// Returns the time at which the call stops waiting in an outage that is counted from `began`.
    pub(crate) fn end(self, began: Instant) -> Instant {
        self.until.min(began + self.max_outage)
    }
}
