//! Replica set of a called service: DNS refresh, power-of-two-choices selection and outlier ejection.

use std::{net::SocketAddr, sync::Arc, sync::atomic::AtomicBool, sync::atomic::Ordering, time::Duration};

use arc_swap::ArcSwap;
use tokio::time::{Instant, timeout_at};
use tokio_util::task::AbortOnDropHandle;

use super::{
    connection,
    endpoint::{Endpoint, SelectedEndpoint, StateChanged},
};
use crate::{Policy, Target, breaker::BreakerState, resolver::Resolve, wait_for_ready::WaitForReady};

/// Pause after a DNS lookup without an address.
const EMPTY_RESOLVE_RETRY: Duration = Duration::from_millis(500);

/// The resolved replicas of a service, and the choice of one for each call.
pub(super) struct Replicas {
    members: ArcSwap<Vec<Member>>,
    /// Whether the first DNS lookup has finished.
    resolved_once: AtomicBool,
    state_changed: StateChanged,
    target: Target,
}

#[derive(Clone)]
struct Member {
    endpoint: Arc<Endpoint>,
    /// The task of [`connection::maintain_connection`], aborted with the last list that holds this member.
    _connection_task: Arc<AbortOnDropHandle<()>>,
}

impl Replicas {
    pub(super) fn new(target: &Target) -> Self {
        let (members, state_changed) = (ArcSwap::default(), StateChanged::new(Instant::now()));
        Self { members, resolved_once: AtomicBool::new(false), state_changed, target: target.clone() }
    }

    /// Resolves the addresses every `dns_refresh_ms`. Never returns.
    pub(super) async fn resolve_loop(&self, names: &dyn Resolve) {
        loop {
            match names.resolve().await {
                Ok(addresses) if !addresses.is_empty() => self.update_endpoints(&addresses),
                // Keeps the known replicas, because an empty answer is more likely a fault of the name server.
                Ok(_) => {
                    tracing::debug!(target_service = self.target.name(), "name resolved to no addresses");
                }
                Err(error) => {
                    tracing::debug!(target_service = self.target.name(), %error, "name resolution failed");
                }
            }
            self.resolved_once.store(true, Ordering::Release);
            self.state_changed.send_modify(|_| {});
            let pause = self.target.policy().dns_refresh();
            let is_empty = self.members.load().is_empty();
            tokio::time::sleep(if is_empty { pause.min(EMPTY_RESOLVE_RETRY) } else { pause }).await;
        }
    }

    /// Adds new addresses and removes those that are not listed. Calls in flight on a removed replica continue.
    pub(super) fn update_endpoints(&self, addresses: &[SocketAddr]) {
        let mut addresses = addresses.to_vec();
        addresses.sort_unstable();
        addresses.dedup();
        let known = self.members.load();
        if !addresses.iter().eq(known.iter().map(|member| &member.endpoint.address)) {
            let member = |address: SocketAddr| {
                let found = known.iter().find(|member| member.endpoint.address == address);
                found.cloned().unwrap_or_else(|| self.spawn_member(address))
            };
            let was_reachable = self.is_reachable();
            self.members.store(Arc::new(addresses.into_iter().map(member).collect()));
            if was_reachable {
                self.state_changed.send_replace(Instant::now());
            }
        }
        self.resolved_once.store(true, Ordering::Release);
        self.state_changed.send_modify(|_| {});
    }

    fn spawn_member(&self, address: SocketAddr) -> Member {
        let endpoint = Arc::new(Endpoint::new(address, &self.target, self.state_changed.clone()));
        let keeper = tokio::spawn(connection::maintain_connection(Arc::clone(&endpoint)));
        Member { endpoint, _connection_task: Arc::new(AbortOnDropHandle::new(keeper)) }
    }

    /// Whether a replica is connected.
    pub(super) fn is_reachable(&self) -> bool {
        self.members.load().iter().any(|member| member.endpoint.is_connected())
    }

    /// Time at which a replica was last connected, or at which this list was made.
    pub(super) fn outage_began(&self) -> Instant {
        *self.state_changed.borrow()
    }

    /// Time from which the outage is counted: [its beginning](Self::outage_began), or a later recovery that another worker has
    /// seen.
    pub(super) fn outage_counts_from(&self) -> Instant {
        self.target.outage_counts_from(self.outage_began())
    }

    pub(super) fn policy(&self) -> &Policy {
        self.target.policy()
    }

    pub(super) fn request_connect(&self) {
        self.members.load().iter().for_each(|member| member.endpoint.request_connect());
    }

    /// Waits for a connected replica that is not ejected. Its connection has begun with a health check.
    pub(super) async fn wait_until_healthy(&self) {
        let is_healthy = |member: &Member| {
            member.endpoint.is_connected() && member.endpoint.breaker.state() != BreakerState::Open
        };
        let mut state_changes = self.state_changed.subscribe();
        loop {
            state_changes.borrow_and_update();
            if self.members.load().iter().any(is_healthy) {
                return;
            }
            self.request_connect();
            if state_changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits for a replica that takes a call. Returns `None` when every connection attempt has just failed, unless `wait` lets
    /// the call wait for further attempts.
    pub(super) async fn ready(&self, wait: Option<WaitForReady>) -> Option<SelectedEndpoint> {
        if let Some(picked) = self.pick() {
            return Some(picked);
        }
        let mut state_changes = self.state_changed.subscribe();
        loop {
            state_changes.borrow_and_update();
            if let Some(picked) = self.pick() {
                return Some(picked);
            }
            let end =
                wait.map(|wait| wait.end(self.outage_counts_from())).filter(|end| Instant::now() < *end);
            let all_down = || self.members.load().iter().all(|member| member.endpoint.is_down());
            if end.is_none() && self.resolved_once.load(Ordering::Acquire) && all_down() {
                return None;
            }
            self.request_connect();
            // The sender lives in `self`, so it is never closed.
            match end {
                Some(end) => drop(timeout_at(end, state_changes.changed()).await),
                None => state_changes.changed().await.ok()?,
            }
        }
    }

    /// Power of two choices: the replica with fewer calls in flight of two picked at random. If neither admits the call, any
    /// replica that admits it is picked; if none does, any connected replica.
    fn pick(&self) -> Option<SelectedEndpoint> {
        let members = self.members.load();
        let count = members.len();
        if count < 2 {
            return members.first()?.endpoint.acquire_ignoring_breaker();
        }
        let first = fastrand::usize(..count);
        let second = (first + fastrand::usize(1..count)) % count;
        let (one, other) = (&members[first].endpoint, &members[second].endpoint);
        let (one, other) = if one.load() <= other.load() { (one, other) } else { (other, one) };
        let from = || members[first..].iter().chain(&members[..first]).map(|member| &member.endpoint);
        one.try_acquire()
            .or_else(|| other.try_acquire())
            .or_else(|| from().find_map(Endpoint::try_acquire))
            .or_else(|| from().find_map(Endpoint::acquire_ignoring_breaker))
    }

    /// Ejects a failing replica if another one is healthy. The last healthy replica is never ejected, because the breaker of
    /// the whole service decides when to stop calling it.
    pub(super) fn eject(&self, failing: &Arc<Endpoint>) {
        let others = self.members.load();
        let works = |member: &Member| !Arc::ptr_eq(&member.endpoint, failing) && member.endpoint.is_healthy();
        if others.iter().any(works) {
            tracing::warn!(
                target_service = self.target.name(),
                address = %failing.address,
                "endpoint ejected"
            );
            failing.eject();
        } else {
            failing.breaker.close();
        }
    }
}
