//! One replica of a called service: connection, circuit breaker, connectivity state and number of calls in flight.

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

use super::connection::Http2Connection;
use crate::{
    Policy, Target,
    breaker::{Breaker, BreakerConfig, BreakerState},
};

/// Minimum pause before an unreachable replica is tried again.
pub(super) const MIN_RECONNECT_BACKOFF: Duration = Duration::from_millis(100);
/// Calls in the window before the failure rate of one replica ejects it.
const MIN_CALLS: u32 = 10;

/// One replica: its connection, breaker and number of calls in flight.
pub(super) struct Endpoint {
    pub address: SocketAddr,
    pub breaker: Breaker,
    target: Target,
    /// The connection, if the replica is connected.
    connection: ArcSwapOption<Http2Connection>,
    /// Number of calls that wait for their response or read it.
    in_flight: AtomicUsize,
    state: Mutex<(EndpointState, Instant)>,
    state_changed: StateChanged,
    /// Notified when a call waits for a connection.
    pub connect_requested: Notify,
}

/// Changes when a replica is added or changes its state. Its value is the time at which a replica was last connected, or
/// at which the load balancer was created. While no replica is connected, this is the start of the outage.
pub(super) type StateChanged = watch::Sender<Instant>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndpointState {
    Connecting,
    Ready,
    /// The replica could not be reached, or its health check did not return SERVING.
    Down,
    /// The breaker of the replica opened.
    Ejected,
}

/// The replica selected for one call.
pub(super) struct SelectedEndpoint {
    pub endpoint: Arc<Endpoint>,
    pub connection: Arc<Http2Connection>,
    /// Whether the call probes a half-open breaker.
    pub probe: bool,
}

/// Counts a call in flight until its response body has been read or dropped.
pub(super) struct InFlightGuard(Arc<Endpoint>);

impl InFlightGuard {
    /// Name of the called service.
    pub(super) fn target(&self) -> &str {
        self.0.target.name()
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Endpoint {
    pub(super) fn new(address: SocketAddr, target: &Target, state_changed: StateChanged) -> Self {
        let policy = target.policy();
        let rules = BreakerConfig {
            max_consecutive_failures: policy.eject_failures,
            failure_rate_percent: policy.breaker_failure_rate_percent,
            min_calls: MIN_CALLS,
            open_duration: policy.breaker_open_duration(),
        };
        count(target, EndpointState::Connecting, 1.0);
        Self {
            address,
            breaker: Breaker::new(rules),
            target: target.clone(),
            connection: ArcSwapOption::empty(),
            in_flight: AtomicUsize::new(0),
            state: Mutex::new((EndpointState::Connecting, Instant::now())),
            state_changed,
            connect_requested: Notify::new(),
        }
    }

    pub(super) fn policy(&self) -> &Policy {
        self.target.policy()
    }

    pub(super) fn load(&self) -> usize {
        self.in_flight.load(Ordering::Relaxed)
    }

    pub(super) fn start_call(self: &Arc<Self>) -> InFlightGuard {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        InFlightGuard(Arc::clone(self))
    }

    /// Selects this replica if it is connected and its breaker admits the call.
    pub(super) fn try_acquire(self: &Arc<Self>) -> Option<SelectedEndpoint> {
        let line = self.connection()?;
        let probe = self.breaker.try_admit().ok()?;
        Some(SelectedEndpoint { endpoint: Arc::clone(self), connection: line, probe })
    }

    /// Selects this replica if it is connected, whatever the state of its breaker.
    pub(super) fn acquire_ignoring_breaker(self: &Arc<Self>) -> Option<SelectedEndpoint> {
        Some(SelectedEndpoint { endpoint: Arc::clone(self), connection: self.connection()?, probe: false })
    }

    pub(super) fn is_connected(&self) -> bool {
        self.connection().is_some()
    }

    fn connection(&self) -> Option<Arc<Http2Connection>> {
        self.connection.load_full().filter(|line| !line.is_closed())
    }

    /// Whether the replica is connected and its breaker is closed.
    pub(super) fn is_healthy(&self) -> bool {
        self.breaker.state() == BreakerState::Closed && self.is_connected()
    }

    /// Whether a connection attempt failed within the last [`MIN_RECONNECT_BACKOFF`].
    pub(super) fn is_down(&self) -> bool {
        let (phase, since) = *self.lock();
        matches!(phase, EndpointState::Down | EndpointState::Ejected)
            && since.elapsed() < MIN_RECONNECT_BACKOFF
    }

    pub(super) fn request_connect(&self) {
        self.connect_requested.notify_one();
    }

    /// Whether the breaker of the replica or of the whole service is open.
    pub(super) fn is_open(&self) -> bool {
        self.breaker.state() == BreakerState::Open || self.target.breaker_state() == BreakerState::Open
    }

    /// Makes both breakers half-open, because a health check succeeded for the first time or after a failed
    /// one.
    pub(super) fn recovered(&self) {
        self.breaker.recover();
        self.target.recovered();
    }

    /// Stores the new connection and announces the replica as ready.
    pub(super) fn set_connected(&self, line: Arc<Http2Connection>) {
        self.connection.store(Some(line));
        self.set_state(EndpointState::Ready);
    }

    /// Takes no more calls on this connection. Calls in flight continue.
    pub(super) fn retire_connection(&self, line: &Arc<Http2Connection>) {
        line.retire();
        if self.connection.load().as_ref().is_some_and(|held| Arc::ptr_eq(held, line)) {
            self.connection.store(None);
            self.state_changed.send_replace(Instant::now());
        }
    }

    /// Drops the connection of a replica whose breaker opened. The next connection begins with a health check.
    pub(super) fn eject(&self) {
        if let Some(line) = self.connection.swap(None) {
            line.retire();
            self.state_changed.send_replace(Instant::now());
        }
    }

    pub(super) fn set_state(&self, phase: EndpointState) {
        let before = std::mem::replace(&mut *self.lock(), (phase, Instant::now())).0;
        if before != phase {
            count(&self.target, before, -1.0);
            count(&self.target, phase, 1.0);
        }
        self.state_changed.send_modify(|_| {});
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, (EndpointState, Instant)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        let phase = self.lock().0;
        count(&self.target, phase, -1.0);
    }
}

/// Changes the gauge `rpc_client_endpoints`, which sums the connections of all workers.
fn count(target: &Target, phase: EndpointState, change: f64) {
    let state = match phase {
        EndpointState::Connecting => "connecting",
        EndpointState::Ready => "ready",
        EndpointState::Down => "down",
        EndpointState::Ejected => "ejected",
    };
    metrics::gauge!("rpc_client_endpoints", "target" => target.label(), "state" => state).increment(change);
}
