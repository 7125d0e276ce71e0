use std::{
    collections::HashMap,
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
use heuan_redis::{Demand, Redis, Throttle};

use crate::config::RateLimit;

type Bucket = RateLimiter<IpAddr, DashMapStateStore<IpAddr>, DefaultClock>;

/// How much one client may ask for.
///
/// A request is let in by the count of this replica alone, which costs it nothing to know. With Redis, what was let in
/// is [settled](RateLimits::settle) a moment later with what other replicas let in, and a client that is over the limit
/// for all of them is refused until it is not. Without Redis each replica counts for itself.
#[derive(Debug)]
pub struct RateLimits {
    all: Option<Limit>,
    costly: Option<Limit>,
    clock: DefaultClock,
    is_shared: bool,
}

#[derive(Debug)]
struct Limit {
    bucket: Bucket,
    throttle: Throttle,
    /// Let in here since the last settling.
    asked: Mutex<HashMap<IpAddr, u32>>,
    /// Clients that all replicas together let in too often, and until when.
    over: Mutex<HashMap<IpAddr, Instant>>,
    is_any_over: AtomicBool,
}

/// Clients settled at once; what more there are count for this replica alone.
const MOST_SETTLED: usize = 10_000;
/// Nobody is refused longer than this without being counted again.
const LONGEST_REFUSAL: Duration = Duration::from_secs(60);

/// What a request costs us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Immutable files and probes: not counted.
    Free,
    Normal,
    /// Counted as normal too.
    Costly,
}

impl RateLimits {
    /// `is_shared` when somebody will call [`settle`](Self::settle).
    pub fn new(config: &RateLimit, is_shared: bool) -> Self {
        Self {
            all: Limit::new("all", config.per_second, config.burst),
            costly: Limit::new("costly", config.costly_per_second, config.costly_burst),
            clock: DefaultClock::default(),
            is_shared,
        }
    }

    /// `Err` holds the seconds to wait.
    pub fn check(&self, client: IpAddr, cost: Cost) -> Result<(), u64> {
        if cost == Cost::Free {
            return Ok(());
        }
        self.take(self.all.as_ref(), client)?;
        if cost == Cost::Costly { self.take(self.costly.as_ref(), client) } else { Ok(()) }
    }

    /// Forgets clients whose allowance is full again. Called now and then, so that memory follows the present crowd.
    pub fn forget_the_quiet(&self) {
        for limit in self.limits() {
            limit.bucket.retain_recent();
            limit.bucket.shrink_to_fit();
        }
    }

    /// Counts what was let in here together with the other replicas. Without an answer nothing changes: this replica's
    /// own count goes on.
    pub async fn settle(&self, redis: &Redis) {
        for limit in self.limits() {
            limit.settle(redis).await;
        }
    }

    fn limits(&self) -> impl Iterator<Item = &Limit> {
        [&self.all, &self.costly].into_iter().flatten()
    }

    fn take(&self, limit: Option<&Limit>, client: IpAddr) -> Result<(), u64> {
        let Some(limit) = limit else { return Ok(()) };
        limit.bucket.check_key(&client).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            wait.as_secs() + 1
        })?;
        if self.is_shared { limit.take_from_all(client) } else { Ok(()) }
    }
}

impl Limit {
    fn new(name: &'static str, per_second: u32, burst: u32) -> Option<Self> {
        let quota = Quota::per_second(NonZeroU32::new(per_second)?).allow_burst(NonZeroU32::new(burst)?);
        Some(Self {
            bucket: RateLimiter::keyed(quota),
            throttle: Throttle { name, per_second, burst },
            asked: Mutex::default(),
            over: Mutex::default(),
            is_any_over: AtomicBool::new(false),
        })
    }

    fn take_from_all(&self, client: IpAddr) -> Result<(), u64> {
        if self.is_any_over.load(Ordering::Acquire) {
            let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
            let left = over.get(&client).map(|until| until.saturating_duration_since(Instant::now()));
            if let Some(left) = left.filter(|left| !left.is_zero()) {
                return Err(left.as_secs() + 1);
            }
        }
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() < MOST_SETTLED || asked.contains_key(&client) {
            *asked.entry(client).or_default() += 1;
        }
        Ok(())
    }

    async fn settle(&self, redis: &Redis) {
        let asked = std::mem::take(&mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner));
        let demands: Vec<Demand> =
            asked.into_iter().map(|(client, requests)| Demand { client, requests }).collect();
        let answer =
            if demands.is_empty() { Ok(Vec::new()) } else { self.throttle.settle(redis, &demands).await };
        let now = Instant::now();
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.retain(|_, until| *until > now);
        for (client, wait_ms) in answer.unwrap_or_default() {
            over.insert(client, now + Duration::from_millis(wait_ms).min(LONGEST_REFUSAL));
        }
        self.is_any_over.store(!over.is_empty(), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(per_second: u32) -> RateLimits {
        RateLimits::new(&RateLimit { per_second, burst: 5, costly_per_second: 1, costly_burst: 2 }, false)
    }

    fn client(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn one_client_does_not_use_up_another() {
        let limits = limits(1);
        let granted = (0..50).filter(|_| limits.check(client(1), Cost::Normal).is_ok()).count();
        assert!((5..=7).contains(&granted), "{granted}");
        assert_eq!(limits.check(client(2), Cost::Normal), Ok(()));
    }

    #[test]
    fn costly_calls_have_their_own_limit() {
        let limits = limits(1000);
        assert_eq!(limits.check(client(1), Cost::Costly), Ok(()));
        assert_eq!(limits.check(client(1), Cost::Costly), Ok(()));
        assert_eq!(limits.check(client(1), Cost::Costly), Err(1));
        assert_eq!(limits.check(client(1), Cost::Normal), Ok(()));
    }

    #[test]
    fn zero_is_no_limit() {
        let limits = limits(0);
        assert!((0..1000).all(|_| limits.check(client(1), Cost::Normal).is_ok()));
    }
}
