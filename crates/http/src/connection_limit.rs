//! Connection limits: per client and in total.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
    hash::Hash,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use heuan_runtime::{
    client_network::{client_key, site_key},
    open_files,
};
use metrics::Gauge;

/// Number of clients whose limits all clients of one IPv6 site share. A provider gives a line an IPv6 network of 48 to 64 bits,
/// and each network of 64 bits counts as a client.
pub const CLIENTS_PER_SITE: u32 = 16;
/// File descriptors reserved for other use: databases, services, images, logs.
const OTHER_FILES: u64 = 512;

/// Configured connection limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    pub workers: usize,
    pub per_worker: usize,
    /// Per client; 0 means no limit.
    pub per_client: usize,
}

/// Counts the open connections of this process by client.
///
/// A client is one IPv4 address or one IPv6 /64. All clients of one IPv6 /48 together may have the connections of
/// [`CLIENTS_PER_SITE`] clients. Exempt addresses have no limit, because a load balancer sends all requests from one
/// address and limits its own clients.
pub struct ConnectionLimit {
    /// Limit for all clients together.
    total: usize,
    /// Limit for one client; `None` if disabled.
    per_client: Option<usize>,
    /// Limit for all clients of one IPv6 site; `None` if the limit per client is disabled.
    per_site: Option<usize>,
    is_exempt: Box<dyn Fn(IpAddr) -> bool + Send + Sync>,
    open: AtomicUsize,
    counts: Mutex<Counts>,
    refused: AtomicUsize,
    gauge: Gauge,
}

/// Numbers of open connections, by client and by site.
#[derive(Debug, Default)]
struct Counts {
    by_client: HashMap<IpAddr, usize>,
    /// By [`site_key`].
    by_site: HashMap<u64, usize>,
}

/// Guard of one open connection; dropping it releases the slot.
#[derive(Debug)]
pub(crate) struct Slot {
    limit: Arc<ConnectionLimit>,
    client: Option<IpAddr>,
}

impl Counts {
    /// Counts a connection of `client`, unless the client or its site has reached its limit.
    fn add(&mut self, client: IpAddr, per_client: usize, per_site: usize) -> bool {
        let site = site_key(client);
        let of_site = site.and_then(|site| self.by_site.get(&site)).copied().unwrap_or_default();
        let of_client = self.by_client.get(&client).copied().unwrap_or_default();
        if of_client >= per_client || of_site >= per_site {
            return false;
        }
        self.by_client.insert(client, of_client + 1);
        if let Some(site) = site {
            self.by_site.insert(site, of_site + 1);
        }
        true
    }

    fn remove(&mut self, client: IpAddr) {
        decrement(&mut self.by_client, client);
        if let Some(site) = site_key(client) {
            decrement(&mut self.by_site, site);
        }
    }
}

fn decrement<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Entry::Occupied(mut open) = counts.entry(key) {
        *open.get_mut() -= 1;
        if *open.get() == 0 {
            open.remove();
        }
    }
}

impl ConnectionLimit {
    /// The limit of `capacity`, reduced to the number that the system's limit of open files allows.
    pub fn new(capacity: Capacity, is_exempt: impl Fn(IpAddr) -> bool + Send + Sync + 'static) -> Self {
        Self::with_files(capacity, is_exempt, open_files::limit())
    }

    fn with_files(
        capacity: Capacity,
        is_exempt: impl Fn(IpAddr) -> bool + Send + Sync + 'static,
        files: Option<u64>,
    ) -> Self {
        let Capacity { workers, per_worker, per_client } = capacity;
        let wanted = per_worker.saturating_mul(workers);
        let left = files.map(|files| files.saturating_sub(OTHER_FILES).max(files / 2));
        let left = left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX));
        let total = wanted.min(left).max(workers);
        // At most half of the total, so that one client never fills the server.
        let half = (total / 2).max(1);
        let per_client = (per_client > 0).then(|| per_client.min(half));
        let per_site = per_client.map(|one| one.saturating_mul(CLIENTS_PER_SITE as usize).min(half));
        tracing::info!(connections = total, per_client, per_site, open_files = files, "connection limit");
        if total < wanted / 2 {
            tracing::warn!(
                wanted,
                open_files = files,
                "connection limit: the limit of open files allows far fewer than are configured; raise it (ulimit -n)"
            );
        }
        Self {
            total,
            per_client,
            per_site,
            is_exempt: Box::new(is_exempt),
            open: AtomicUsize::new(0),
            counts: Mutex::default(),
            refused: AtomicUsize::new(0),
            gauge: metrics::gauge!("http_server_open_connections"),
        }
    }

    /// Limit for all clients together.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// Acquires a slot for a connection from `peer`; `None` if the client or its site has reached its limit.
    pub(crate) fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Slot> {
        let peer = peer.to_canonical();
        let mut client = None;
        if let (Some(per_client), Some(per_site)) = (self.per_client, self.per_site)
            && !(self.is_exempt)(peer)
        {
            if !self.lock().add(client_key(peer), per_client, per_site) {
                self.refused.fetch_add(1, Ordering::Relaxed);
                metrics::counter!("http_server_connections_refused_total").increment(1);
                return None;
            }
            client = Some(client_key(peer));
        }
        self.open.fetch_add(1, Ordering::Relaxed);
        self.gauge.increment(1);
        Some(Slot { limit: Arc::clone(self), client })
    }

    /// Whether 90 % of the slots are taken. Then every response closes its connection, so that new clients find a slot.
    pub fn is_crowded(&self) -> bool {
        self.open.load(Ordering::Relaxed) >= self.total - self.total / 10
    }

    /// Logs the number of connections refused since the last call. Called periodically, so that a flood does not fill
    /// the log.
    pub fn log_refused(&self) {
        let refused = self.refused.swap(0, Ordering::Relaxed);
        if refused > 0 {
            let (per_client, per_site) = (self.per_client, self.per_site);
            tracing::warn!(
                refused,
                per_client,
                per_site,
                "connections refused: clients reached their connection limit"
            );
        }
    }

    /// No invariant spans a panic under this lock, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ConnectionLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { total, per_client, per_site, open, .. } = self;
        f.debug_struct("ConnectionLimit")
            .field("total", total)
            .field("per_client", per_client)
            .field("per_site", per_site)
            .field("open", open)
            .finish_non_exhaustive()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.limit.open.fetch_sub(1, Ordering::Relaxed);
        self.limit.gauge.decrement(1);
        let Some(client) = self.client else { return };
        self.limit.lock().remove(client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(per_client: usize, files: Option<u64>) -> Arc<ConnectionLimit> {
        let capacity = Capacity { workers: 2, per_worker: 10_000, per_client };
        let is_proxy = |address: IpAddr| address == IpAddr::from([10, 1, 2, 3]);
        Arc::new(ConnectionLimit::with_files(capacity, is_proxy, files))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn client_beyond_its_limit_is_refused_and_others_are_not() {
        let limit = limit(2, None);
        let held = ["192.0.2.1", "::ffff:192.0.2.1"].map(|peer| limit.admit(address(peer)).unwrap());
        assert!(limit.admit(address("192.0.2.1")).is_none());
        assert!(limit.admit(address("192.0.2.2")).is_some());
        drop(held);
        assert!(limit.admit(address("192.0.2.1")).is_some());
        assert!(limit.lock().by_client.is_empty() && limit.open.load(Ordering::Relaxed) == 0);
    }

    #[test]
    fn ipv6_network_counts_as_one_client() {
        let limit = limit(1, None);
        let _held = limit.admit(address("2001:db8::1")).unwrap();
        assert!(limit.admit(address("2001:db8::2")).is_none());
        assert!(limit.admit(address("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn networks_of_one_ipv6_site_have_the_connections_of_sixteen_clients() {
        let limit = limit(2, None);
        let network = |site: u16, subnet: u16| IpAddr::from([0x2001, 0xdb8, site, subnet, 0, 0, 0, 1]);
        let held: Vec<_> = (0..64).filter_map(|subnet| limit.admit(network(1, subnet))).collect();
        assert_eq!(held.len(), 32);
        assert!(limit.admit(network(2, 0)).is_some());
        assert!(limit.admit(address("192.0.2.1")).is_some());
        drop(held);
        assert!(limit.admit(network(1, 63)).is_some());
        let counts = limit.lock();
        assert!(counts.by_client.is_empty() && counts.by_site.is_empty(), "{counts:?}");
    }

    #[test]
    fn exempt_address_has_no_limit() {
        let limit = limit(1, None);
        let held: Vec<_> = (0..100).map(|_| limit.admit(address("10.1.2.3")).unwrap()).collect();
        assert_eq!(limit.open.load(Ordering::Relaxed), held.len());
    }

    #[test]
    fn zero_disables_the_limit_per_client() {
        let limit = limit(0, None);
        assert!((0..5000).map(|_| limit.admit(address("192.0.2.1"))).collect::<Option<Vec<_>>>().is_some());
    }

    #[test]
    fn open_files_limit_bounds_the_total_and_half_of_it_bounds_a_client() {
        let limit = limit(1000, Some(1024));
        assert_eq!((limit.total(), limit.per_client, limit.per_site), (512, Some(256), Some(256)));
        let held: Vec<_> = (0..230).map(|_| limit.admit(address("192.0.2.1")).unwrap()).collect();
        assert!(!limit.is_crowded());
        let more: Vec<_> = (0..231).map(|_| limit.admit(address("192.0.2.2")).unwrap()).collect();
        assert!(limit.is_crowded(), "{}", held.len() + more.len());
    }
}
