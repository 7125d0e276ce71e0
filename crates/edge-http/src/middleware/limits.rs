//! Rate limiting per client address by the generic cell rate algorithm (GCRA). The defaults are 200 requests per
//! second, 10 sign-ins, and 5 other expensive calls. Sign-ins of known browsers count for the browser instead.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
    state::keyed::DashMapStateStore,
};
use heuan_http::{CLIENTS_PER_SITE, site_key};
use heuan_redis::{DistributedRateLimiter, Redis, UsageDelta};

use crate::config::RateLimit;

type Bucket = KeyedBucket<IpAddr>;
type KeyedBucket<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// Rate limits per client address (GCRA).
///
/// Sign-ins have a limit of their own, and sign-ins with a device or session token have one for each token, so that shoppers
/// behind one address cannot keep each other's known browsers from signing in. The edge cannot verify these tokens. A client
/// that invents them is bounded by the limit of all requests, and by the counters and the queue of accounts, which does verify
/// them.
///
/// A request is admitted by the counter of this replica alone. With Redis, admitted requests are [synchronized](RateLimits::sync)
/// with other replicas every 200 ms, and a client over the common limit is blocked. Without Redis each replica counts for
/// itself.
#[derive(Debug)]
pub struct RateLimits {
    all: Option<Limit>,
    expensive: Option<Limit>,
    sign_in: Option<Limit>,
    /// Sign-ins by the digest of the token; counted only by this replica.
    known_browser: Option<KeyedBucket<u64>>,
    /// Expensive calls and sign-ins by the IPv6 site, whose clients together have the limits of [`CLIENTS_PER_SITE`] clients;
    /// counted only by this replica.
    expensive_of_site: Option<KeyedBucket<u64>>,
    sign_in_of_site: Option<KeyedBucket<u64>>,
    clock: DefaultClock,
    is_shared: bool,
}

#[derive(Debug)]
struct Limit {
    bucket: Bucket,
    throttle: DistributedRateLimiter,
    /// Requests admitted here since the last synchronization.
    pending: Mutex<HashMap<IpAddr, u32>>,
    /// Clients over the limit of all replicas, with the end of their block.
    blocked: Mutex<HashMap<IpAddr, Instant>>,
    has_blocked: AtomicBool,
}

/// Maximum clients that are synchronized at once; further ones are counted only by this replica.
const MAX_SYNCED_CLIENTS: usize = 10_000;
/// Maximum duration of a block before a client is counted again.
const MAX_BLOCK: Duration = Duration::from_secs(60);

/// Cost class of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Immutable files and probes, which are not counted.
    Free,
    Normal,
    /// Counted by this limit as well.
    Expensive,
    /// Counted by the limit of sign-ins of the address, or of the browser with this digest of its token.
    SignIn {
        browser: Option<u64>,
    },
}

impl RateLimits {
    /// Creates the limits. `is_shared` is whether [`sync`](Self::sync) will be called.
    pub fn new(config: &RateLimit, is_shared: bool) -> Self {
        let sign_in = Limit::new("sign_in", config.sign_in_per_second, config.sign_in_burst);
        let known_browser = quota(config.known_browser_per_second, config.known_browser_burst);
        let of_site = |per_second: u32, burst: u32| {
            let quota =
                quota(per_second.saturating_mul(CLIENTS_PER_SITE), burst.saturating_mul(CLIENTS_PER_SITE));
            quota.map(RateLimiter::keyed)
        };
        Self {
            expensive_of_site: of_site(config.expensive_per_second, config.expensive_burst),
            sign_in_of_site: of_site(config.sign_in_per_second, config.sign_in_burst),
            all: Limit::new("all", config.per_second, config.burst),
            expensive: Limit::new("expensive", config.expensive_per_second, config.expensive_burst),
            known_browser: known_browser.filter(|_| sign_in.is_some()).map(RateLimiter::keyed),
            sign_in,
            clock: DefaultClock::default(),
            is_shared,
        }
    }

    /// Admits a request, or returns the seconds to wait.
    pub fn check(&self, client: IpAddr, cost: Cost) -> Result<(), u64> {
        if cost == Cost::Free {
            return Ok(());
        }
        self.acquire(self.all.as_ref(), client)?;
        match cost {
            Cost::Free | Cost::Normal => Ok(()),
            Cost::Expensive => {
                self.acquire(self.expensive.as_ref(), client)?;
                self.acquire_site(self.expensive_of_site.as_ref(), client)
            }
            Cost::SignIn { browser: None } => {
                self.acquire(self.sign_in.as_ref(), client)?;
                self.acquire_site(self.sign_in_of_site.as_ref(), client)
            }
            Cost::SignIn { browser: Some(browser) } => {
                let limit = self.known_browser.as_ref();
                limit.map_or(Ok(()), |bucket| self.acquire_local(bucket, &browser))
            }
        }
    }

    /// Removes clients whose allowance is full again, which bounds memory.
    pub fn evict_idle(&self) {
        for limit in self.limits() {
            limit.bucket.retain_recent();
            limit.bucket.shrink_to_fit();
        }
        for bucket in
            [&self.known_browser, &self.expensive_of_site, &self.sign_in_of_site].into_iter().flatten()
        {
            bucket.retain_recent();
            bucket.shrink_to_fit();
        }
    }

    /// Synchronizes the counts with other replicas. On a failure this replica's own count continues.
    pub async fn sync(&self, redis: &Redis) {
        for limit in self.limits() {
            limit.sync(redis).await;
        }
    }

    fn limits(&self) -> impl Iterator<Item = &Limit> {
        [&self.all, &self.expensive, &self.sign_in].into_iter().flatten()
    }

    fn acquire(&self, limit: Option<&Limit>, client: IpAddr) -> Result<(), u64> {
        let Some(limit) = limit else { return Ok(()) };
        self.acquire_local(&limit.bucket, &client)?;
        if self.is_shared { limit.acquire_shared(client) } else { Ok(()) }
    }

    fn acquire_site(&self, bucket: Option<&KeyedBucket<u64>>, client: IpAddr) -> Result<(), u64> {
        match (bucket, site_key(client)) {
            (Some(bucket), Some(site)) => self.acquire_local(bucket, &site),
            _ => Ok(()),
        }
    }

    fn acquire_local<K: Hash + Eq + Clone>(&self, bucket: &KeyedBucket<K>, key: &K) -> Result<(), u64> {
        bucket.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            wait.as_secs() + 1
        })
    }
}

/// `None` if `per_second` is 0, which means no limit.
fn quota(per_second: u32, burst: u32) -> Option<Quota> {
    Some(Quota::per_second(NonZeroU32::new(per_second)?).allow_burst(NonZeroU32::new(burst)?))
}

impl Limit {
    fn new(name: &'static str, per_second: u32, burst: u32) -> Option<Self> {
        Some(Self {
            bucket: RateLimiter::keyed(quota(per_second, burst)?),
            throttle: DistributedRateLimiter { name, per_second, burst },
            pending: Mutex::default(),
            blocked: Mutex::default(),
            has_blocked: AtomicBool::new(false),
        })
    }

    fn acquire_shared(&self, client: IpAddr) -> Result<(), u64> {
        if self.has_blocked.load(Ordering::Acquire) {
            let over = self.blocked.lock().unwrap_or_else(PoisonError::into_inner);
            let left = over.get(&client).map(|until| until.saturating_duration_since(Instant::now()));
            if let Some(left) = left.filter(|left| !left.is_zero()) {
                return Err(left.as_secs() + 1);
            }
        }
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.len() < MAX_SYNCED_CLIENTS || pending.contains_key(&client) {
            *pending.entry(client).or_default() += 1;
        }
        Ok(())
    }

    async fn sync(&self, redis: &Redis) {
        let pending = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        let demands: Vec<UsageDelta> =
            pending.into_iter().map(|(client, requests)| UsageDelta { client, requests }).collect();
        let answer =
            if demands.is_empty() { Ok(Vec::new()) } else { self.throttle.sync(redis, &demands).await };
        let now = Instant::now();
        let mut over = self.blocked.lock().unwrap_or_else(PoisonError::into_inner);
        over.retain(|_, until| *until > now);
        for (client, wait_ms) in answer.unwrap_or_default() {
            over.insert(client, now + Duration::from_millis(wait_ms).min(MAX_BLOCK));
        }
        self.has_blocked.store(!over.is_empty(), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(per_second: u32) -> RateLimit {
        RateLimit {
            per_second,
            burst: 5,
            expensive_per_second: 1,
            expensive_burst: 2,
            sign_in_per_second: 1,
            sign_in_burst: 2,
            known_browser_per_second: 1,
            known_browser_burst: 3,
        }
    }

    fn limits(per_second: u32) -> RateLimits {
        RateLimits::new(&config(per_second), false)
    }

    fn client(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn clients_are_limited_separately() {
        let limits = limits(1);
        let granted = (0..50).filter(|_| limits.check(client(1), Cost::Normal).is_ok()).count();
        assert!((5..=7).contains(&granted), "{granted}");
        assert_eq!(limits.check(client(2), Cost::Normal), Ok(()));
    }

    #[test]
    fn expensive_requests_have_their_own_limit() {
        let limits = limits(1000);
        assert_eq!(limits.check(client(1), Cost::Expensive), Ok(()));
        assert_eq!(limits.check(client(1), Cost::Expensive), Ok(()));
        assert_eq!(limits.check(client(1), Cost::Expensive), Err(1));
        assert_eq!(limits.check(client(1), Cost::Normal), Ok(()));
    }

    #[test]
    fn sign_ins_have_their_own_limit() {
        let (limits, sign_in) = (limits(1000), Cost::SignIn { browser: None });
        assert_eq!([sign_in; 3].map(|cost| limits.check(client(1), cost)), [Ok(()), Ok(()), Err(1)]);
        assert_eq!(limits.check(client(1), Cost::Expensive), Ok(()));
        assert_eq!(limits.check(client(2), sign_in), Ok(()));
    }

    #[test]
    fn sign_ins_of_a_known_browser_count_for_it_and_not_for_its_address() {
        let limits = limits(1000);
        let known = |browser| Cost::SignIn { browser: Some(browser) };
        while limits.check(client(1), Cost::SignIn { browser: None }).is_ok() {}
        assert_eq!(limits.check(client(1), known(7)), Ok(()));
        // The limit is the same for this browser from another address.
        assert_eq!([known(7); 3].map(|cost| limits.check(client(2), cost)), [Ok(()), Ok(()), Err(1)]);
        assert_eq!(limits.check(client(1), known(8)), Ok(()));
        limits.evict_idle();
    }

    #[test]
    fn sign_in_limit_of_zero_is_disabled_for_known_browsers_as_well() {
        let config = RateLimit { sign_in_per_second: 0, ..config(0) };
        let limits = RateLimits::new(&config, false);
        for browser in [None, Some(7)] {
            assert!((0..100).all(|_| limits.check(client(1), Cost::SignIn { browser }).is_ok()));
        }
    }

    #[test]
    fn networks_of_one_ipv6_site_share_the_expensive_calls_of_sixteen_clients() {
        let limits = limits(1000);
        let network = |site: u16, subnet: u16| IpAddr::from([0x2001, 0xdb8, site, subnet, 0, 0, 0, 1]);
        let granted = |site: u16, cost: Cost| {
            (0..64).filter(|subnet| limits.check(network(site, *subnet), cost).is_ok()).count()
        };
        for cost in [Cost::Expensive, Cost::SignIn { browser: None }] {
            // The burst of two for each of sixteen clients, and the allowance that returns while the test
            // runs.
            assert!((32..64).contains(&granted(1, cost)), "{cost:?}");
            assert_eq!(limits.check(network(2, 0), cost), Ok(()));
        }
        assert_eq!(granted(1, Cost::SignIn { browser: Some(7) }), 3);
        assert_eq!(granted(1, Cost::Normal), 64);
    }

    #[test]
    fn limit_of_zero_is_disabled() {
        let limits = limits(0);
        assert!((0..1000).all(|_| limits.check(client(1), Cost::Normal).is_ok()));
    }
}
