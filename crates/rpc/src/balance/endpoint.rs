use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use arc_swap::ArcSwapOption;
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

use super::connection::Line;
use crate::{
    Policy, Target,
    breaker::{Breaker, BreakerState, Rules},
};

/// A replica that could not be reached is not tried again before this.
pub(super) const REST: Duration = Duration::from_millis(100);
/// Calls a replica is judged by when it is judged by their share of failures.
const LEAST_CALLS: u32 = 10;

/// One replica.
pub(super) struct Endpoint {
    pub address: SocketAddr,
    pub breaker: Breaker,
    target: Target,
    /// The connection, while there is one.
    line: ArcSwapOption<Line>,
    /// Calls on it.
    busy: AtomicUsize,
    phase: Mutex<(Phase, Instant)>,
    news: watch::Sender<()>,
    /// A call waits for a connection.
    pub wanted: Notify,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Connecting,
    Ready,
    /// Could not be reached, or says it takes no calls.
    Down,
    /// Failed too often.
    Ejected,
}

/// A replica chosen for one call.
pub(super) struct Picked {
    pub endpoint: Arc<Endpoint>,
    pub line: Arc<Line>,
    /// The call is a trial whether the replica is well again.
    pub probe: bool,
}

/// A call on its way, until its answer is read to the end.
pub(super) struct Busy(Arc<Endpoint>);

impl Busy {
    /// The name of the service.
    pub(super) fn target(&self) -> &str {
        self.0.target.name()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Endpoint {
    pub(super) fn new(address: SocketAddr, target: &Target, news: watch::Sender<()>) -> Self {
        let policy = target.policy();
        let rules = Rules {
            failures: policy.eject_failures,
            percent: policy.breaker_percent,
            least: LEAST_CALLS,
            pause: policy.breaker_pause(),
        };
        count(target, Phase::Connecting, 1.0);
        Self {
            address,
            breaker: Breaker::new(rules),
            target: target.clone(),
            line: ArcSwapOption::empty(),
            busy: AtomicUsize::new(0),
            phase: Mutex::new((Phase::Connecting, Instant::now())),
            news,
            wanted: Notify::new(),
        }
    }

    pub(super) fn policy(&self) -> &Policy {
        self.target.policy()
    }

    pub(super) fn load(&self) -> usize {
        self.busy.load(Ordering::Relaxed)
    }

    pub(super) fn busy(self: &Arc<Self>) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(Arc::clone(self))
    }

    /// For a call, when it is connected and takes calls.
    pub(super) fn take(self: &Arc<Self>) -> Option<Picked> {
        let line = self.line()?;
        let probe = self.breaker.try_admit().ok()?;
        Some(Picked { endpoint: Arc::clone(self), line, probe })
    }

    /// For a call, when it is connected at all.
    pub(super) fn take_anyway(self: &Arc<Self>) -> Option<Picked> {
        Some(Picked { endpoint: Arc::clone(self), line: self.line()?, probe: false })
    }

    fn line(&self) -> Option<Arc<Line>> {
        self.line.load_full().filter(|line| !line.is_closed())
    }

    /// Connected, and nothing is known against it.
    pub(super) fn works(&self) -> bool {
        self.breaker.state() == BreakerState::Closed && self.line().is_some()
    }

    /// It was tried just now, in vain.
    pub(super) fn is_down(&self) -> bool {
        let (phase, since) = *self.lock();
        matches!(phase, Phase::Down | Phase::Ejected) && since.elapsed() < REST
    }

    pub(super) fn wish(&self) {
        self.wanted.notify_one();
    }

    /// Whether a breaker keeps calls from it: its own, or that of the whole service.
    pub(super) fn is_open(&self) -> bool {
        self.breaker.state() == BreakerState::Open || self.target.breaker_state() == BreakerState::Open
    }

    /// A health check succeeded after one that failed: both breakers let a trial through.
    pub(super) fn recovered(&self) {
        self.breaker.half_open();
        self.target.recovered();
    }

    /// Connected.
    pub(super) fn hold(&self, line: Arc<Line>) {
        self.line.store(Some(line));
        self.enter(Phase::Ready);
    }

    /// No more calls on this connection; those on it end as they would.
    pub(super) fn forget(&self, line: &Arc<Line>) {
        line.spend();
        if self.line.load().as_ref().is_some_and(|held| Arc::ptr_eq(held, line)) {
            self.line.store(None);
        }
    }

    /// Its breaker keeps it out; the new connection it needs then asks first whether it is well.
    pub(super) fn leave_out(&self) {
        if let Some(line) = self.line.swap(None) {
            line.spend();
        }
    }

    pub(super) fn enter(&self, phase: Phase) {
        let before = std::mem::replace(&mut *self.lock(), (phase, Instant::now())).0;
        if before != phase {
            count(&self.target, before, -1.0);
            count(&self.target, phase, 1.0);
        }
        self.news.send_replace(());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, (Phase, Instant)> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        let phase = self.lock().0;
        count(&self.target, phase, -1.0);
    }
}

/// Every worker has its own connections; together they are the figure.
fn count(target: &Target, phase: Phase, change: f64) {
    let state = match phase {
        Phase::Connecting => "connecting",
        Phase::Ready => "ready",
        Phase::Down => "down",
        Phase::Ejected => "ejected",
    };
    metrics::gauge!("rpc_client_endpoints", "target" => target.label(), "state" => state).increment(change);
}
