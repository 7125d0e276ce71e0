//! Distributed rate limiter (GCRA) as a Lua script in Redis. Replicas admit by their own count, and report it here
//! afterwards.

use std::{net::IpAddr, sync::LazyLock};

use redis::Script;

use crate::{Redis, Unavailable};

/// Rate limit over all replicas (GCRA): `per_second` on average, `burst` at once.
#[derive(Clone, Copy, Debug)]
pub struct DistributedRateLimiter {
    pub name: &'static str,
    pub per_second: u32,
    pub burst: u32,
}

/// Requests of one client at this replica since the last synchronization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsageDelta {
    pub client: IpAddr,
    pub requests: u32,
}

/// Generic cell rate algorithm (GCRA) for several requests at once, by the clock of Redis. Returns the milliseconds by which
/// the client is ahead of its rate.
static GCRA_SCRIPT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local due = tonumber(redis.call('GET', KEYS[1]) or now)
        if due < now then due = now end
        due = due + tonumber(ARGV[1]) * 1000 / tonumber(ARGV[2])
        local ahead = math.ceil(due - now)
        redis.call('SET', KEYS[1], string.format('%.0f', due), 'PX', math.max(ahead, 1))
        return ahead
        ",
    )
});

impl DistributedRateLimiter {
    /// Adds the requests admitted here to the requests of all replicas, in one round trip. Returns the clients over the limit,
    /// each with the milliseconds for which it is over the limit.
    ///
    /// Requests do not wait for this: each replica admits by its own count and synchronizes afterwards, so the excess is bounded
    /// by the interval.
    pub async fn sync(
        &self,
        redis: &Redis,
        demands: &[UsageDelta],
    ) -> Result<Vec<(IpAddr, u64)>, Unavailable> {
        let allowance = u64::from(self.burst) * 1000 / u64::from(self.per_second.max(1));
        let mut over = Vec::new();
        // In chunks, so that no batch exceeds the timeout of one command.
        for chunk in demands.chunks(200) {
            let ahead: Vec<u64> = redis
                .run_background("throttle", |mut connection| async move {
                    let mut batch = redis::pipe();
                    batch.load_script(&GCRA_SCRIPT).ignore();
                    for demand in chunk {
                        batch.invoke_script(
                            GCRA_SCRIPT
                                .key(format!("heuan:throttle:{}:{}", self.name, demand.client))
                                .arg(demand.requests)
                                .arg(self.per_second),
                        );
                    }
                    batch.query_async(&mut connection).await
                })
                .await?;
            let excess = chunk.iter().zip(ahead).filter(|(_, ahead)| *ahead > allowance);
            over.extend(excess.map(|(demand, ahead)| (demand.client, ahead - allowance)));
        }
        Ok(over)
    }
}
