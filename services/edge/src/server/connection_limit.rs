//! How many connections a client may hold, and how many there may be.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use heuan_runtime::open_files;
use metrics::Gauge;

use crate::{
    config::EdgeConfig,
    door::{self, Network},
};

/// Files that are no client's connection: databases, services, pictures, logs.
const OTHER_FILES: u64 = 512;

/// The open connections of this process, counted by client.
///
/// A client is one IPv4 address or one IPv6 /64. Trusted proxies hold as many as they need: a load balancer sends
/// everyone's requests from one address, and limits its own clients.
#[derive(Debug)]
pub struct ConnectionLimit {
    /// For all clients together.
    capacity: usize,
    /// For one client; none when it is switched off.
    per_client: Option<usize>,
    trusted: Vec<Network>,
    open: AtomicUsize,
    by_client: Mutex<HashMap<IpAddr, usize>>,
    refused: AtomicUsize,
    gauge: Gauge,
}

/// One open connection, until it is dropped.
#[derive(Debug)]
pub struct Slot {
    limit: Arc<ConnectionLimit>,
    client: Option<IpAddr>,
}

impl ConnectionLimit {
    /// The limit of `config` for a server of so many `workers`, or what the system's limit of open files leaves.
    pub fn new(config: &EdgeConfig, workers: usize) -> Self {
        Self::with_files(config, workers, open_files::limit())
    }

    fn with_files(config: &EdgeConfig, workers: usize, files: Option<u64>) -> Self {
        let configured = config.limits.connections.saturating_mul(workers);
        let left = files.map(|files| files.saturating_sub(OTHER_FILES).max(files / 2));
        let left = left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX));
        let capacity = configured.min(left).max(workers);
        if capacity < configured {
            tracing::warn!(
                connections = capacity,
                wanted = configured,
                open_files = files,
                "the limit of open files allows fewer connections than edge.limits.connections; raise it (ulimit -n)"
            );
        }
        let per_client = config.limits.connections_per_client;
        Self {
            capacity,
            // Half of all at most: one client never fills the server.
            per_client: (per_client > 0).then(|| per_client.min((capacity / 2).max(1))),
            trusted: config.trusted_proxies.clone(),
            open: AtomicUsize::new(0),
            by_client: Mutex::default(),
            refused: AtomicUsize::new(0),
            gauge: metrics::gauge!("http_server_open_connections"),
        }
    }

    /// For all clients together.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// A place for a connection from `peer`; none when this client has as many as it may.
    pub fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Slot> {
        let peer = peer.to_canonical();
        let mut client = None;
        if let Some(most) = self.per_client
            && !door::is_trusted(peer, &self.trusted)
        {
            let mut by_client = self.lock();
            let open = by_client.entry(door::limit_key(peer)).or_default();
            if *open >= most {
                self.refused.fetch_add(1, Ordering::Relaxed);
                metrics::counter!("http_server_connections_refused_total").increment(1);
                return None;
            }
            *open += 1;
            client = Some(door::limit_key(peer));
        }
        self.open.fetch_add(1, Ordering::Relaxed);
        self.gauge.increment(1);
        Some(Slot { limit: Arc::clone(self), client })
    }

    /// Whether nine in ten places are taken. Then every answer ends its connection, so that new clients find a place.
    pub fn is_crowded(&self) -> bool {
        self.open.load(Ordering::Relaxed) >= self.capacity - self.capacity / 10
    }

    /// Says how many were refused since the last time. Called now and then, since a flood shall not fill the log.
    pub fn log_refused(&self) {
        let refused = self.refused.swap(0, Ordering::Relaxed);
        if refused > 0 {
            tracing::warn!(
                refused,
                per_client = self.per_client,
                "connections refused: a client holds as many as edge.limits.connections_per_client allows"
            );
        }
    }

    /// No invariant spans a panic under this lock, so a poisoned one is as good as any.
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.by_client.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.limit.open.fetch_sub(1, Ordering::Relaxed);
        self.limit.gauge.decrement(1);
        let Some(client) = self.client else { return };
        let mut by_client = self.limit.lock();
        if let Some(open) = by_client.get_mut(&client) {
            *open -= 1;
            if *open == 0 {
                by_client.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use heuan_runtime::Settings;

    use super::*;
    use crate::config::DEFAULTS;

    fn limit(change: impl FnOnce(&mut EdgeConfig), files: Option<u64>) -> Arc<ConnectionLimit> {
        let mut config: EdgeConfig = Settings::load(DEFAULTS, &[]).unwrap().section("edge").unwrap();
        change(&mut config);
        Arc::new(ConnectionLimit::with_files(&config, 2, files))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_client_is_refused_beyond_its_limit_and_others_are_not() {
        let limit = limit(|config| config.limits.connections_per_client = 2, None);
        let held =
            [limit.admit(address("192.0.2.1")).unwrap(), limit.admit(address("::ffff:192.0.2.1")).unwrap()];
        assert!(limit.admit(address("192.0.2.1")).is_none());
        assert!(limit.admit(address("192.0.2.2")).is_some());
        drop(held);
        assert!(limit.admit(address("192.0.2.1")).is_some());
        assert!(limit.lock().is_empty() && limit.open.load(Ordering::Relaxed) == 0);
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        let limit = limit(|config| config.limits.connections_per_client = 1, None);
        let _held = limit.admit(address("2001:db8::1")).unwrap();
        assert!(limit.admit(address("2001:db8::2")).is_none());
        assert!(limit.admit(address("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn a_trusted_proxy_holds_as_many_as_it_needs() {
        let limit = limit(
            |config| {
                config.limits.connections_per_client = 1;
                config.trusted_proxies = vec!["10.0.0.0/8".to_owned().try_into().unwrap()];
            },
            None,
        );
        let held: Vec<_> = (0..100).map(|_| limit.admit(address("10.1.2.3")).unwrap()).collect();
        assert_eq!(limit.open.load(Ordering::Relaxed), held.len());
    }

    #[test]
    fn zero_is_no_limit_for_a_client() {
        let limit = limit(|config| config.limits.connections_per_client = 0, None);
        assert!((0..5000).map(|_| limit.admit(address("192.0.2.1"))).collect::<Option<Vec<_>>>().is_some());
    }

    #[test]
    fn open_files_bound_all_connections_and_half_of_them_bound_a_client() {
        let limit = limit(|config| config.limits.connections = 10_000, Some(1024));
        assert_eq!((limit.capacity(), limit.per_client), (512, Some(256)));
        let held: Vec<_> = (0..230).map(|_| limit.admit(address("192.0.2.1")).unwrap()).collect();
        assert!(!limit.is_crowded());
        let more: Vec<_> = (0..231).map(|_| limit.admit(address("192.0.2.2")).unwrap()).collect();
        assert!(limit.is_crowded(), "{}", held.len() + more.len());
    }
}
