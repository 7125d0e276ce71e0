//! A called service as one shared object per process: its deadline, circuit breaker, retry budget and metrics.

use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};

use metrics::Gauge;
use tokio::time::{Instant, timeout};

use crate::{
    Error, Policy,
    breaker::{Breaker, BreakerConfig, BreakerState, Permit},
    metrics::Durations,
    retry_budget::RetryBudget,
};

/// Calls in the window before the failure rate opens the breaker.
const MIN_CALLS: u32 = 20;

/// A called service as its callers see it: its deadline, circuit breaker and retry budget.
///
/// A process has one target for each service it calls. The transports of all workers share it, so they open and close the
/// same breaker.
#[derive(Clone)]
pub struct Target(Arc<Inner>);

struct Inner {
    name: Arc<str>,
    budget: Duration,
    policy: Policy,
    breaker: Breaker,
    breaker_gauge: OnceLock<Gauge>,
    retry_budget: RetryBudget,
    durations: Durations,
}

/// A call that the circuit breaker did not admit.
#[derive(Debug)]
pub(crate) struct Refused {
    pub error: Error,
    /// Time for which the breaker still stays open.
    pub after: Duration,
}

impl Target {
    /// Returns the target of the service `name` of `topology.toml`, with the deadline set there.
    pub fn of(name: &str, policy: &Policy) -> Self {
        Self::new(name, policy.deadline(name), policy)
    }

    /// Returns a target whose calls take at most `budget`, retries included.
    pub fn new(name: &str, budget: Duration, policy: &Policy) -> Self {
        let name: Arc<str> = name.into();
        let rules = BreakerConfig {
            max_consecutive_failures: policy.breaker_consecutive_failures,
            failure_rate_percent: policy.breaker_failure_rate_percent,
            min_calls: MIN_CALLS,
            open_duration: policy.breaker_open_duration(),
        };
        Self(Arc::new(Inner {
            budget,
            policy: policy.clone(),
            breaker: Breaker::new(rules),
            breaker_gauge: OnceLock::new(),
            retry_budget: RetryBudget::new(policy.retry_budget_percent),
            durations: Durations::new("rpc_client_call_duration_seconds", "target", Arc::clone(&name)),
            name,
        }))
    }

    pub fn name(&self) -> &str {
        &self.0.name
    }

    pub(crate) fn label(&self) -> Arc<str> {
        Arc::clone(&self.0.name)
    }

    pub fn budget(&self) -> Duration {
        self.0.budget
    }

    pub fn breaker_state(&self) -> BreakerState {
        self.0.breaker.state()
    }

    pub(crate) fn breaker(&self) -> &Breaker {
        &self.0.breaker
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.0.policy
    }

    pub(crate) fn retry_budget(&self) -> &RetryBudget {
        &self.0.retry_budget
    }

    pub(crate) fn durations(&self) -> &Durations {
        &self.0.durations
    }

    /// Returns a permit for one call, or an error while the circuit breaker is open.
    pub(crate) fn admit(&self) -> Result<Permit<'_>, Refused> {
        let refused = |after| Refused { error: Error::circuit_open(self.name(), after), after };
        let permit = self.0.breaker.admit().map_err(refused)?;
        if permit.is_probe() {
            self.show(BreakerState::HalfOpen);
        }
        Ok(permit)
    }

    /// Makes an open breaker half-open, because a health check of the service succeeded for the first time or after a failed
    /// one.
    pub(crate) fn recovered(&self) {
        if let Some(state) = self.0.breaker.recover() {
            tracing::info!(target_service = self.name(), "circuit breaker half-open: health check succeeded");
            self.show(state);
        }
    }

    /// Returns the time from which an outage that began at `outage_began` is counted: its beginning, or the last recovery.
    /// After a recovery the outage is over, or about to be: other workers connect as well, and probes close the breaker.
    pub(crate) fn outage_counts_from(&self, outage_began: Instant) -> Instant {
        self.0.breaker.recovered_at().map_or(outage_began, |recovered_at| recovered_at.max(outage_began))
    }

    /// Waits until the breaker admits calls: it is closed, half-open, or its open time has passed.
    pub(crate) async fn admissible(&self) {
        let breaker = self.breaker();
        loop {
            let mut admissible = std::pin::pin!(breaker.admissible());
            // The waiter is registered before the state is read, because it may change right after it.
            admissible.as_mut().enable();
            if breaker.is_admissible() {
                return;
            }
            let _ = timeout(breaker.open_for(), admissible).await;
        }
    }

    pub(crate) fn changed(&self, state: BreakerState) {
        let name = self.name();
        if state == BreakerState::Open {
            tracing::warn!(target_service = name, "circuit breaker opened");
        } else {
            tracing::info!(target_service = name, "circuit breaker closed");
        }
        self.show(state);
    }

    fn show(&self, state: BreakerState) {
        let gauge = self
            .0
            .breaker_gauge
            .get_or_init(|| metrics::gauge!("rpc_breaker_state", "target" => Arc::clone(&self.0.name)));
        gauge.set(match state {
            BreakerState::Closed => 0.0,
            BreakerState::HalfOpen => 1.0,
            BreakerState::Open => 2.0,
        });
    }
}

/// Creates a target without a name, for tests and tools.
impl From<Duration> for Target {
    fn from(budget: Duration) -> Self {
        Self::new("unnamed", budget, &Policy::default())
    }
}

impl From<&Self> for Target {
    fn from(target: &Self) -> Self {
        target.clone()
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.0.name).finish()
    }
}
