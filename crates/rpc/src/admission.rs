//! Admission of calls that wait for the circuit breaker of a service that is starting.

use tokio::time::{Instant, timeout_at};

use crate::{
    Target,
    balance::Balancer,
    breaker::{BreakerState, Permit},
    target::Refused,
    wait_for_ready::WaitForReady,
};

impl Target {
    /// Waits for the permit of a call that the circuit breaker has refused, and returns the last refusal when the wait ends.
    /// `balancer` is `None` for a service in this process.
    pub(crate) async fn admit_when_ready(
        &self,
        wait: WaitForReady,
        balancer: Option<&Balancer>,
    ) -> Result<Permit<'_>, Refused> {
        loop {
            let mut admissible = std::pin::pin!(self.breaker().admissible());
            // The waiter is registered before the attempt, because the breaker may change right after it.
            admissible.as_mut().enable();
            let refused = match self.admit() {
                Ok(permit) => return Ok(permit),
                Err(refused) => refused,
            };
            if let Some(balancer) = balancer {
                balancer.request_connect();
            }
            let (now, end) = (Instant::now(), self.end_of_wait(wait, balancer));
            if now >= end {
                return Err(refused);
            }
            // The breaker is half-open at the end of the pause, or earlier when a health check or a probe
            // succeeds.
            let _ = timeout_at(end.min(now + refused.after), admissible).await;
        }
    }

    fn end_of_wait(&self, wait: WaitForReady, balancer: Option<&Balancer>) -> Instant {
        let opened = self.breaker().outage_began();
        let began = match balancer.and_then(Balancer::unreachable_since) {
            // The breaker opens later than the connections are lost.
            Some(since) => since.min(opened),
            None if self.breaker_state() == BreakerState::HalfOpen => return wait.until,
            None => opened,
        };
        wait.end(self.outage_counts_from(began))
    }
}

#[cfg(test)]
mod tests {
    use std::{io, net::SocketAddr, sync::Arc, time::Duration};

    use futures::{FutureExt as _, future::BoxFuture};

    use super::*;
    use crate::{
        Policy, Resolve,
        breaker::CallResult,
        priority::{self, RequestPriority},
    };

    /// Time left of a call, so that it waits for `wait_for_ready_ms` at most.
    const LEFT: Duration = Duration::from_mins(1);

    /// Resolver of a name without addresses.
    struct Nowhere;

    impl Resolve for Nowhere {
        fn resolve(&self) -> BoxFuture<'_, io::Result<Vec<SocketAddr>>> {
            Box::pin(async { Ok(Vec::new()) })
        }
    }

    fn policy() -> Policy {
        Policy { wait_for_ready_ms: 3000, breaker_open_ms: 1000, ..Policy::default() }
    }

    async fn wait_of_a_customer(target: &Target) -> WaitForReady {
        priority::scope(RequestPriority::Checkout, async {
            WaitForReady::of_call(target, Some(LEFT)).unwrap()
        })
        .await
    }

    fn fail(target: &Target) {
        target.admit().unwrap().record(CallResult::Failure);
    }

    /// A target whose breaker opened more than `wait_for_ready_ms` ago, and opens repeatedly.
    async fn long_opened() -> Target {
        let target = Target::new("fixture", LEFT, &policy());
        (0..policy().breaker_consecutive_failures).for_each(|_| fail(&target));
        for _ in 0..3 {
            tokio::time::advance(policy().wait_for_ready() * 2).await;
            fail(&target);
        }
        assert_eq!(target.breaker_state(), BreakerState::Open);
        target
    }

    #[tokio::test(start_paused = true)]
    async fn call_of_a_breaker_that_opened_long_ago_fails_at_once() {
        let target = long_opened().await;
        let wait = wait_of_a_customer(&target).await;
        assert!(target.admit_when_ready(wait, None).now_or_never().is_some_and(|admitted| admitted.is_err()));
    }

    #[tokio::test(start_paused = true)]
    async fn call_after_a_recovery_waits_for_the_breaker_although_the_outage_is_old() {
        let target = long_opened().await;
        target.recovered();
        // The replica has just started, and its first call fails.
        fail(&target);
        assert_eq!(target.breaker_state(), BreakerState::Open);
        let wait = wait_of_a_customer(&target).await;
        assert!(target.admit_when_ready(wait, None).await.is_ok_and(|permit| permit.is_probe()));
    }

    #[tokio::test(start_paused = true)]
    async fn call_long_after_a_recovery_fails_at_once() {
        let target = long_opened().await;
        target.recovered();
        fail(&target);
        tokio::time::advance(policy().wait_for_ready()).await;
        fail(&target);
        let wait = wait_of_a_customer(&target).await;
        assert!(target.admit_when_ready(wait, None).now_or_never().is_some_and(|admitted| admitted.is_err()));
    }

    #[tokio::test(start_paused = true)]
    async fn worker_without_a_connection_counts_the_outage_from_the_recovery_that_another_worker_has_seen() {
        let target = Target::new("fixture", LEFT, &policy());
        let balancer = Balancer::from_resolver(Arc::new(Nowhere), &target);
        tokio::time::sleep(policy().wait_for_ready() * 2).await;
        let wait = wait_of_a_customer(&target).await;
        assert!(!balancer.was_just_reachable());
        assert!(target.end_of_wait(wait, Some(&balancer)) <= Instant::now());

        target.recovered();
        assert!(balancer.was_just_reachable());
        assert_eq!(target.end_of_wait(wait, Some(&balancer)), Instant::now() + policy().wait_for_ready());
    }
}
