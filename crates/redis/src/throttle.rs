use std::{net::IpAddr, sync::LazyLock};

use redis::Script;

use crate::{Redis, Unavailable};

/// One limit, counted over all replicas: `per_second` on average, `burst` at once.
#[derive(Clone, Copy, Debug)]
pub struct Throttle {
    pub name: &'static str,
    pub per_second: u32,
    pub burst: u32,
}

/// What one client asked of this replica since the last settling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    pub client: IpAddr,
    pub requests: u32,
}

/// The generic cell rate algorithm for many requests at once, by Redis's own clock. Says by how many milliseconds the
/// client is ahead of its rate.
static SETTLE: LazyLock<Script> = LazyLock::new(|| {
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

impl Throttle {
    /// Adds what was let in here to what all replicas let in, in one round trip. Answers with the clients that are over
    /// the limit and for how many milliseconds.
    ///
    /// Requests do not wait for this: they are let in by a count of this replica, and settled a moment later. What
    /// passes too much is bounded by that moment.
    pub async fn settle(&self, redis: &Redis, demands: &[Demand]) -> Result<Vec<(IpAddr, u64)>, Unavailable> {
        let allowance = u64::from(self.burst) * 1000 / u64::from(self.per_second.max(1));
        let mut over = Vec::new();
        // Chunks, so that no batch outlasts the patience for one command.
        for chunk in demands.chunks(200) {
            let ahead: Vec<u64> = redis
                .run_behind("throttle", |mut connection| async move {
                    let mut batch = redis::pipe();
                    batch.load_script(&SETTLE).ignore();
                    for demand in chunk {
                        batch.invoke_script(
                            SETTLE
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
