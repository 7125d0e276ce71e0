//! Wait-for-ready: calls of customers wait for a service that is starting, instead of failing.
//!
//! A call of the priority account or checkout waits until a replica is connected, and until an open or half-open circuit
//! breaker admits it. The wait ends `wait_for_ready_ms` after the outage began, so calls of a long outage fail at once, and
//! after half of the call's time, so the other half is left for the call itself. A waiting call holds nothing: one that is
//! canceled was never sent, and the breaker does not count it.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::{
    Error, Target,
    balance::Balancer,
    breaker::{BreakerState, Permit},
    priority::{self, RequestPriority},
};

/// How long one call may wait for its service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitForReady {
    /// An outage that has lasted this long is not waited out.
    longest_outage: Duration,
    /// When this call stops waiting, however short the outage.
    until: Instant,
}

impl WaitForReady {
    /// Returns the wait of a call that has `left` (`None`: no deadline), or `None` if its priority does not wait.
    pub(crate) fn of_call(target: &Target, left: Option<Duration>) -> Option<Self> {
        let longest_outage = target.policy().wait_for_ready();
        if longest_outage.is_zero() || priority::current() < RequestPriority::Account {
            return None;
        }
        let longest = left.map_or(longest_outage, |left| longest_outage.min(left / 2));
        Some(Self { longest_outage, until: Instant::now() + longest })
    }

    /// Returns when the call stops waiting in an outage that began at `outage_began`.
    pub(crate) fn end(self, outage_began: Instant) -> Instant {
        self.until.min(outage_began + self.longest_outage)
    }
}

impl Target {
    /// Waits for the permit of a call that the circuit breaker has refused, and returns the last refusal when the wait ends.
    /// `balancer` is `None` for a service in this process.
    pub(crate) async fn admit_when_ready(
        &self,
        wait: WaitForReady,
        balancer: Option<&Balancer>,
    ) -> Result<Permit<'_>, Refused> {
        let unreachable_since = balancer.and_then(Balancer::unreachable_since);
        loop {
            let mut admissible = std::pin::pin!(self.breaker().admissible());
            // Registered before the attempt, because the breaker may change right after it.
            admissible.as_mut().enable();
            let refused = match self.admit() {
                Ok(permit) => return Ok(permit),
                Err(refused) => refused,
            };
            let began = self.breaker().outage_began();
            let end = match unreachable_since {
                // The breaker opens later than the connections are lost.
                Some(since) => wait.end(since.min(began)),
                None if self.breaker_state() == BreakerState::HalfOpen => wait.until,
                None => wait.end(began),
            };
            let now = Instant::now();
            if now >= end {
                return Err(refused);
            }
            if let Some(balancer) = balancer {
                balancer.request_connect();
            }
            // Half-open at the end of the pause, or earlier when a health check or a probe succeeds.
            let _ = timeout_at(end.min(now + refused.after), admissible).await;
        }
    }
}

/// A call that the circuit breaker did not admit.
#[derive(Debug)]
pub(crate) struct Refused {
    pub error: Error,
    /// How long the breaker stays open.
    pub after: Duration,
}
