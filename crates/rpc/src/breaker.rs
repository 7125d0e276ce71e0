//! Circuit breaker with the states closed, open and half-open.
//!
//! Closed: all calls pass. The breaker opens after `max_consecutive_failures`, or when `failure_rate_percent` of at least
//! `min_calls` calls in a window of 10 s failed. Open: calls fail at once, because a service that is down would cost each
//! caller its whole deadline and recover more slowly under load. After `open_duration` (25 % more or less) the breaker is
//! half-open: one call at a time passes as a probe. Two successful probes close it; a failed one opens it again for twice
//! as long, up to 5 s. `balance` ejects a failing replica by the same breaker.
//!
//! A recovery makes an open breaker half-open at once. It is a health check that succeeds for the first time or after a
//! failed one. A probe that was admitted before it cannot open the breaker again, because that failure is older than the
//! recovery.
//!
//! A call through a closed breaker costs two loads of one byte, because successes are counted only after a failure.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Notify, futures::Notified},
    time::Instant,
};

/// Length of the window in which the failure rate is computed.
const WINDOW: Duration = Duration::from_secs(10);
/// Longest open duration. It is short, because a probe costs only one call, and only calls detect that a service has its
/// database back.
const MAX_OPEN_DURATION: Duration = Duration::from_secs(5);
/// Successful probes that close a half-open breaker.
const SUCCESSES_TO_CLOSE: u32 = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct BreakerConfig {
    /// Failures in a row that open the breaker.
    pub max_consecutive_failures: u32,
    /// Share of failed calls that opens the breaker, once the window has `min_calls` calls.
    pub failure_rate_percent: u32,
    pub min_calls: u32,
    /// Time for which the breaker stays open the first time.
    pub open_duration: Duration,
}

/// State of a circuit breaker: closed passes all calls, half-open one at a time, open none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakerState {
    Closed,
    HalfOpen,
    Open,
}

/// Result of a call, as the breaker of the called service counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallResult {
    Success,
    Failure,
    /// The caller canceled the call, or gave it too little time to blame the callee.
    Ignored,
}

#[derive(Debug)]
pub(crate) struct Breaker {
    config: BreakerConfig,
    state: AtomicU8,
    inner: Mutex<Inner>,
    /// Notified when a call that was refused may be admitted.
    admissible: Notify,
}

// Values of `state`.
const CLOSED_NO_FAILURES: u8 = 0;
const CLOSED_COUNTING: u8 = 1;
const OPEN: u8 = 2;
const HALF_OPEN: u8 = 3;

#[derive(Debug)]
struct Inner {
    consecutive_failures: u32,
    calls: u32,
    failures: u32,
    window_ends: Instant,
    open_duration: Duration,
    open_until: Instant,
    /// Time at which the breaker opened after it had been closed.
    outage_began: Instant,
    recovered_at: Option<Instant>,
    probing: bool,
    /// Whether the probe in flight was admitted before the last recovery.
    is_probe_outdated: bool,
    half_open_successes: u32,
}

/// Permission for one call. [`Permit::record`] reports its result; a permit that is dropped counts as ignored.
#[derive(Debug)]
pub(crate) struct Permit<'a> {
    breaker: &'a Breaker,
    probe: bool,
    recorded: bool,
}

impl Breaker {
    pub(crate) fn new(config: BreakerConfig) -> Self {
        let now = Instant::now();
        let inner = Inner {
            consecutive_failures: 0,
            calls: 0,
            failures: 0,
            window_ends: now,
            open_duration: config.open_duration,
            open_until: now,
            outage_began: now,
            recovered_at: None,
            probing: false,
            is_probe_outdated: false,
            half_open_successes: 0,
        };
        Self {
            config,
            state: AtomicU8::new(CLOSED_NO_FAILURES),
            inner: Mutex::new(inner),
            admissible: Notify::new(),
        }
    }

    pub(crate) fn state(&self) -> BreakerState {
        match self.state.load(Ordering::Acquire) {
            OPEN => BreakerState::Open,
            HALF_OPEN => BreakerState::HalfOpen,
            _ => BreakerState::Closed,
        }
    }

    /// Returns a permit for one call, or the time for which the breaker stays open.
    pub(crate) fn admit(&self) -> Result<Permit<'_>, Duration> {
        self.try_admit().map(|probe| self.permit(probe))
    }

    /// Like [`admit`](Self::admit), but returns whether the call is a probe, for a caller that makes its permit later.
    pub(crate) fn try_admit(&self) -> Result<bool, Duration> {
        if self.state.load(Ordering::Acquire) < OPEN { Ok(false) } else { self.admit_probe() }
    }

    pub(crate) fn permit(&self, probe: bool) -> Permit<'_> {
        Permit { breaker: self, probe, recorded: false }
    }

    #[cold]
    fn admit_probe(&self) -> Result<bool, Duration> {
        let mut inner = self.lock();
        let now = Instant::now();
        match self.state.load(Ordering::Acquire) {
            OPEN if now < inner.open_until => return Err(inner.open_until - now),
            OPEN => {
                self.state.store(HALF_OPEN, Ordering::Release);
                inner.half_open_successes = 0;
            }
            HALF_OPEN if inner.probing => return Err(self.config.open_duration),
            HALF_OPEN => {}
            _ => return Ok(false),
        }
        inner.probing = true;
        Ok(true)
    }

    /// Whether the breaker is closed, half-open, or its open time has passed.
    pub(crate) fn is_admissible(&self) -> bool {
        self.state() != BreakerState::Open || self.open_for().is_zero()
    }

    /// Returns the time for which the breaker stays open from now.
    pub(crate) fn open_for(&self) -> Duration {
        self.lock().open_until.saturating_duration_since(Instant::now())
    }

    /// Returns the time at which the breaker opened after it had been closed. Failed probes since then do not
    /// change it.
    pub(crate) fn outage_began(&self) -> Instant {
        self.lock().outage_began
    }

    /// Returns the time of the last recovery.
    pub(crate) fn recovered_at(&self) -> Option<Instant> {
        self.lock().recovered_at
    }

    /// Completes when a call that was refused may be admitted: the breaker became half-open or closed early, or a probe ended.
    pub(crate) fn admissible(&self) -> Notified<'_> {
        self.admissible.notified()
    }

    /// Records a recovery: a health check has succeeded for the first time or after a failed one. Makes an open breaker
    /// half-open before its time. Returns the new state if it changed.
    pub(crate) fn recover(&self) -> Option<BreakerState> {
        let mut inner = self.lock();
        inner.recovered_at = Some(Instant::now());
        inner.is_probe_outdated = inner.probing;
        if self.state.load(Ordering::Acquire) != OPEN {
            return None;
        }
        inner.open_duration = self.config.open_duration;
        inner.open_until = Instant::now();
        inner.half_open_successes = 0;
        self.state.store(HALF_OPEN, Ordering::Release);
        self.admissible.notify_waiters();
        Some(BreakerState::HalfOpen)
    }

    /// Closes the breaker and clears its counters.
    pub(crate) fn close(&self) {
        let mut inner = self.lock();
        self.reset_to_closed(&mut inner);
    }

    /// Records a result and returns the new state if it changed.
    fn record(&self, probe: bool, outcome: CallResult) -> Option<BreakerState> {
        if !probe
            && outcome != CallResult::Failure
            && self.state.load(Ordering::Acquire) == CLOSED_NO_FAILURES
        {
            return None;
        }
        let mut inner = self.lock();
        let is_outdated = probe && std::mem::take(&mut inner.is_probe_outdated);
        if probe {
            inner.probing = false;
        }
        let changed = match (self.state.load(Ordering::Acquire), outcome) {
            (CLOSED_NO_FAILURES | CLOSED_COUNTING, CallResult::Success | CallResult::Failure) => {
                self.record_in_window(&mut inner, outcome == CallResult::Failure)
            }
            (HALF_OPEN, CallResult::Success) if probe => {
                inner.half_open_successes += 1;
                (inner.half_open_successes >= SUCCESSES_TO_CLOSE).then(|| self.reset_to_closed(&mut inner))
            }
            (HALF_OPEN, CallResult::Failure) if probe && !is_outdated => {
                inner.open_duration =
                    (inner.open_duration * 2).min(MAX_OPEN_DURATION.max(self.config.open_duration));
                Some(self.open(&mut inner))
            }
            _ => None,
        };
        if probe {
            self.admissible.notify_waiters();
        }
        changed
    }

    fn record_in_window(&self, inner: &mut Inner, failed: bool) -> Option<BreakerState> {
        let now = Instant::now();
        if now >= inner.window_ends {
            let had_no_failure = inner.failures == 0 && !failed;
            (inner.calls, inner.failures, inner.window_ends) = (0, 0, now + WINDOW);
            self.state
                .store(if had_no_failure { CLOSED_NO_FAILURES } else { CLOSED_COUNTING }, Ordering::Release);
        }
        inner.calls += 1;
        if !failed {
            inner.consecutive_failures = 0;
            return None;
        }
        self.state.store(CLOSED_COUNTING, Ordering::Release);
        inner.failures += 1;
        inner.consecutive_failures += 1;
        let config = self.config;
        let too_many = inner.calls >= config.min_calls
            && u64::from(inner.failures) * 100
                >= u64::from(config.failure_rate_percent) * u64::from(inner.calls);
        (too_many || inner.consecutive_failures >= config.max_consecutive_failures).then(|| {
            inner.outage_began = now;
            self.open(inner)
        })
    }

    fn open(&self, inner: &mut Inner) -> BreakerState {
        // Jitter of 25 %, because otherwise all callers of a service would probe it at the same moment.
        inner.open_until = Instant::now() + inner.open_duration.mul_f64(0.75 + fastrand::f64() / 2.0);
        self.state.store(OPEN, Ordering::Release);
        BreakerState::Open
    }

    fn reset_to_closed(&self, inner: &mut Inner) -> BreakerState {
        (inner.consecutive_failures, inner.calls, inner.failures) = (0, 0, 0);
        inner.window_ends = Instant::now();
        inner.open_duration = self.config.open_duration;
        self.state.store(CLOSED_NO_FAILURES, Ordering::Release);
        self.admissible.notify_waiters();
        BreakerState::Closed
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Whether the call is a probe of a half-open breaker.
    pub(crate) fn is_probe(&self) -> bool {
        self.probe
    }

    /// Records the result and returns the new state if it changed.
    pub(crate) fn record(mut self, outcome: CallResult) -> Option<BreakerState> {
        self.recorded = true;
        self.breaker.record(self.probe, outcome)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if self.probe && !self.recorded {
            self.breaker.record(true, CallResult::Ignored);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN_DURATION: Duration = Duration::from_secs(1);

    fn breaker() -> Breaker {
        Breaker::new(BreakerConfig {
            max_consecutive_failures: 5,
            failure_rate_percent: 50,
            min_calls: 20,
            open_duration: OPEN_DURATION,
        })
    }

    fn call(breaker: &Breaker, outcome: CallResult) -> bool {
        breaker.admit().map(|permit| permit.record(outcome)).is_ok()
    }

    fn opened() -> Breaker {
        let breaker = breaker();
        (0..5).for_each(|_| assert!(call(&breaker, CallResult::Failure)));
        assert_eq!(breaker.state(), BreakerState::Open);
        breaker
    }

    #[tokio::test(start_paused = true)]
    async fn breaker_after_consecutive_failures_rejects_calls_until_open_duration_ends() {
        let breaker = opened();
        assert!(!call(&breaker, CallResult::Success));
        tokio::time::advance(OPEN_DURATION / 2).await;
        assert!(!call(&breaker, CallResult::Success));
    }

    #[tokio::test(start_paused = true)]
    async fn half_open_breaker_admits_one_probe_and_closes_after_two_successes() {
        let breaker = opened();
        tokio::time::advance(OPEN_DURATION * 2).await;
        let probe = breaker.admit().unwrap();
        assert!(probe.is_probe() && breaker.admit().is_err());
        assert_eq!(probe.record(CallResult::Success), None);
        assert_eq!(breaker.admit().unwrap().record(CallResult::Success), Some(BreakerState::Closed));
    }

    #[tokio::test(start_paused = true)]
    async fn dropped_probe_admits_the_next_probe() {
        let breaker = opened();
        tokio::time::advance(OPEN_DURATION * 2).await;
        drop(breaker.admit().unwrap());
        assert!(breaker.admit().is_ok_and(|permit| permit.is_probe()));
    }

    #[tokio::test(start_paused = true)]
    async fn failed_probe_doubles_the_open_duration() {
        let breaker = opened();
        tokio::time::advance(OPEN_DURATION * 2).await;
        assert_eq!(breaker.admit().unwrap().record(CallResult::Failure), Some(BreakerState::Open));
        assert!(breaker.open_for() > OPEN_DURATION && breaker.open_for() <= OPEN_DURATION * 3);
    }

    #[tokio::test(start_paused = true)]
    async fn recovered_health_makes_an_open_breaker_half_open_at_once() {
        let breaker = opened();
        assert_eq!(breaker.recover(), Some(BreakerState::HalfOpen));
        let trial = breaker.admit().unwrap();
        assert!(trial.is_probe() && breaker.admit().is_err(), "one call at a time");
        trial.record(CallResult::Success);
        assert_eq!(breaker.admit().unwrap().record(CallResult::Success), Some(BreakerState::Closed));
    }

    #[tokio::test(start_paused = true)]
    async fn recovered_health_leaves_a_closed_breaker_closed() {
        let breaker = breaker();
        assert_eq!((breaker.recover(), breaker.state()), (None, BreakerState::Closed));
    }

    #[tokio::test(start_paused = true)]
    async fn failed_probe_from_before_a_recovery_leaves_the_breaker_half_open() {
        let breaker = opened();
        tokio::time::advance(OPEN_DURATION * 2).await;
        let outdated = breaker.admit().unwrap();
        breaker.recover();
        assert_eq!((outdated.record(CallResult::Failure), breaker.state()), (None, BreakerState::HalfOpen));
        assert_eq!(breaker.admit().unwrap().record(CallResult::Failure), Some(BreakerState::Open));
    }

    #[tokio::test(start_paused = true)]
    async fn open_duration_doubles_up_to_its_maximum() {
        let breaker = opened();
        for _ in 0..10 {
            tokio::time::advance(MAX_OPEN_DURATION * 2).await;
            assert_eq!(breaker.admit().unwrap().record(CallResult::Failure), Some(BreakerState::Open));
        }
        assert!(breaker.open_for() <= MAX_OPEN_DURATION.mul_f64(1.25));
    }

    #[tokio::test(start_paused = true)]
    async fn failure_rate_in_window_opens_the_breaker() {
        let breaker = breaker();
        let mut calls = 0;
        while breaker.state() == BreakerState::Closed {
            calls += 1;
            call(&breaker, if calls % 2 == 0 { CallResult::Failure } else { CallResult::Success });
        }
        assert!((20..=24).contains(&calls), "{calls}");
    }

    #[tokio::test(start_paused = true)]
    async fn rare_failures_reset_with_the_window() {
        let breaker = breaker();
        for _ in 0..50 {
            (0..3).for_each(|_| assert!(call(&breaker, CallResult::Failure)));
            (0..10).for_each(|_| assert!(call(&breaker, CallResult::Success)));
            tokio::time::advance(WINDOW).await;
        }
        call(&breaker, CallResult::Success);
        tokio::time::advance(WINDOW).await;
        call(&breaker, CallResult::Success);
        assert_eq!(breaker.state.load(Ordering::Acquire), CLOSED_NO_FAILURES);
    }
}
