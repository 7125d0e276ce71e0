//! Redis connection with a latency-tripped circuit breaker: a command has 20 ms, and an average above 5 ms opens the
//! circuit. A background task reconnects with exponential backoff from 100 ms to 5 s.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arc_swap::ArcSwapOption;
use deadpool_redis::{
    Manager, Pool, PoolConfig, Runtime, Timeouts,
    redis::{Client, RedisResult, aio::MultiplexedConnection},
};
use heuan_runtime::Shutdown;
use tokio::{sync::Notify, time::timeout};
use tracing::Instrument as _;

use crate::meter::{self, CommandOutcome};

/// Timeout of one command, for [`Redis::connect`]. Tests that do not measure latency allow more.
pub const COMMAND_TIMEOUT: Duration = Duration::from_millis(20);
/// First pause between reconnection attempts; doubled while Redis stays down or slow.
const MIN_BACKOFF: Duration = Duration::from_millis(100);
const MAX_BACKOFF: Duration = Duration::from_secs(5);
/// Lifetime of a connection after which the pause is reset.
const SETTLED: Duration = Duration::from_secs(10);
/// Divisor of the timeout: an average latency above it opens the circuit, because a Redis that is as slow as the service whose
/// responses it caches only delays requests.
const AVERAGE_SHARE: u32 = 4;
/// Weight of one command in the moving average, as a divisor.
const AVERAGE_WEIGHT: u64 = 16;
/// Probes of a new connection. The fastest counts, because others may have waited for a CPU.
const PROBES: usize = 3;
/// Timeout of connecting and probing. No request waits for them.
const PROBE_TIMEOUT: Duration = Duration::from_millis(500);

/// Redis is not available; continue without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Redis is unavailable")]
pub struct Unavailable;

/// Redis client with a circuit breaker. An open circuit costs nothing. Clones share everything.
#[derive(Clone)]
pub struct Redis {
    inner: Arc<Inner>,
}

struct Inner {
    /// Pool of connections, opened and probed outside of requests.
    pool: Pool,
    client: Client,
    /// The connection for commands. Empty while the circuit is open.
    connection: ArcSwapOption<MultiplexedConnection>,
    lost: Notify,
    command_timeout: Duration,
    /// Moving average latency of commands that requests waited for, in nanoseconds.
    average: AtomicU64,
}

impl Redis {
    /// Parses `redis://host:port/db` and connects in the background. Must be called inside a Tokio runtime.
    pub fn connect(url: &str, command_timeout: Duration, shutdown: &Shutdown) -> RedisResult<Self> {
        let client = Client::open(url)?;
        let timeouts =
            Timeouts { wait: Some(PROBE_TIMEOUT), create: Some(PROBE_TIMEOUT), recycle: Some(PROBE_TIMEOUT) };
        let config = PoolConfig { max_size: 2, timeouts, ..PoolConfig::default() };
        let pool = Pool::builder(Manager::new(url)?)
            .config(config)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| redis::RedisError::from(std::io::Error::other(error)))?;
        let inner = Inner {
            pool,
            client,
            connection: ArcSwapOption::empty(),
            lost: Notify::new(),
            command_timeout,
            average: AtomicU64::new(0),
        };
        let redis = Self { inner: Arc::new(inner) };
        meter::breaker(false);
        let (guard, begun) = (redis.clone(), shutdown.requested());
        shutdown.spawn(async move {
            tokio::select! {
                () = guard.reconnect_loop() => {}
                () = begun => {}
            }
        });
        Ok(redis)
    }

    pub fn is_up(&self) -> bool {
        self.inner.connection.load().is_some()
    }

    /// Runs `work`, for which a request waits. `command` is its name in metrics and traces. An error reply of Redis (wrong type,
    /// failing script) is `Unavailable` too, but does not open the circuit.
    pub async fn run<T, F>(
        &self,
        command: &'static str,
        work: impl FnOnce(MultiplexedConnection) -> F,
    ) -> Result<T, Unavailable>
    where
        F: Future<Output = RedisResult<T>>,
    {
        let Some(connection) = self.inner.connection.load_full() else { return Err(Unavailable) };
        let began = Instant::now();
        let result = self.run_on(&connection, command, work).await;
        self.record_latency(&connection, began.elapsed());
        result
    }

    /// Like [`run`](Self::run), for background work, whose latency is not counted.
    pub async fn run_background<T, F>(
        &self,
        command: &'static str,
        work: impl FnOnce(MultiplexedConnection) -> F,
    ) -> Result<T, Unavailable>
    where
        F: Future<Output = RedisResult<T>>,
    {
        let Some(connection) = self.inner.connection.load_full() else { return Err(Unavailable) };
        self.run_on(&connection, command, work).await
    }

    async fn run_on<T, F>(
        &self,
        connection: &Arc<MultiplexedConnection>,
        command: &'static str,
        work: impl FnOnce(MultiplexedConnection) -> F,
    ) -> Result<T, Unavailable>
    where
        F: Future<Output = RedisResult<T>>,
    {
        let span = tracing::info_span!(
            target: heuan_telemetry::TRACE,
            "redis",
            otel.name = command,
            otel.kind = "client",
            db.system.name = "redis",
            db.operation.name = command,
        );
        let began = Instant::now();
        let answer = timeout(self.inner.command_timeout, work(MultiplexedConnection::clone(connection)))
            .instrument(span)
            .await;
        let (outcome, result) = match answer {
            Ok(Ok(value)) => (CommandOutcome::Ok, Ok(value)),
            Ok(Err(error)) if is_ours(&error) => {
                tracing::error!(%error, command, "Redis refused a command");
                (CommandOutcome::Refused, Err(Unavailable))
            }
            Ok(Err(error)) => {
                self.trip(connection, &error.to_string());
                (CommandOutcome::Lost, Err(Unavailable))
            }
            Err(_) => {
                self.trip(connection, "too slow");
                (CommandOutcome::Slow, Err(Unavailable))
            }
        };
        meter::command(command, outcome, began.elapsed());
        result
    }

    /// Updates the moving average. Concurrent updates may be lost.
    fn record_latency(&self, connection: &Arc<MultiplexedConnection>, took: Duration) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let before = self.inner.average.load(Ordering::Relaxed);
        let average = before - before / AVERAGE_WEIGHT + took / AVERAGE_WEIGHT;
        self.inner.average.store(average, Ordering::Relaxed);
        if Duration::from_nanos(average) > self.max_avg_latency() {
            self.trip(connection, "slow on the average");
        }
    }

    /// Returns the largest accepted average latency.
    fn max_avg_latency(&self) -> Duration {
        self.inner.command_timeout / AVERAGE_SHARE
    }

    /// Returns the client, for a separate pub/sub connection.
    pub(crate) fn client(&self) -> &Client {
        &self.inner.client
    }

    /// Opens the circuit, if `connection` is still in use.
    fn trip(&self, connection: &Arc<MultiplexedConnection>, why: &str) {
        let before = self.inner.connection.compare_and_swap(connection, None);
        if before.as_ref().is_some_and(|before| Arc::ptr_eq(before, connection)) {
            tracing::warn!(why, "circuit breaker opened: Redis unavailable");
            meter::breaker(false);
            self.inner.lost.notify_one();
        }
    }

    /// Reconnects whenever the circuit is open.
    async fn reconnect_loop(&self) {
        let mut pause = MIN_BACKOFF;
        let mut is_silent = false;
        loop {
            match self.probe().await {
                Ok(connection) => {
                    self.inner.average.store(0, Ordering::Relaxed);
                    self.inner.connection.store(Some(Arc::new(connection)));
                    meter::breaker(true);
                    tracing::info!("circuit breaker closed: Redis available");
                    is_silent = false;
                    let since = Instant::now();
                    self.inner.lost.notified().await;
                    if since.elapsed() > SETTLED {
                        pause = MIN_BACKOFF;
                    }
                }
                Err(why) if !is_silent => {
                    tracing::warn!(why, "Redis unavailable; continuing without it");
                    is_silent = true;
                }
                Err(_) => {}
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_BACKOFF);
        }
    }

    /// Opens a connection and checks its latency.
    async fn probe(&self) -> Result<MultiplexedConnection, String> {
        let checked = self.inner.pool.get().await.map_err(|error| error.to_string())?;
        let mut connection = (*checked).clone();
        for _ in 0..PROBES {
            let ping = redis::cmd("PING");
            match timeout(self.max_avg_latency(), ping.query_async::<()>(&mut connection)).await {
                Ok(Ok(())) => return Ok(connection),
                Ok(Err(error)) => return Err(error.to_string()),
                Err(_) => {}
            }
        }
        Err("too slow".to_owned())
    }
}

/// Whether Redis replied with an error, which is a fault of the command or of its configuration.
fn is_ours(error: &redis::RedisError) -> bool {
    !(error.is_io_error()
        || error.is_timeout()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
        || error.is_cluster_error()
        || error.is_unrecoverable_error())
        && error
            .code()
            .is_some_and(|code| !["LOADING", "BUSY", "MASTERDOWN", "OOM", "READONLY"].contains(&code))
}

#[cfg(test)]
mod tests {
    use heuan_testkit::{Fault, FaultProxy, redis as server};

    use super::*;

    #[tokio::test]
    async fn slow_redis_fails_its_probe_until_it_is_fast() {
        let server = server::Redis::start().await.unwrap();
        let proxy = FaultProxy::start(server.address).await.unwrap();
        let shutdown = Shutdown::new();
        let command_timeout = Duration::from_millis(200);
        let redis = Redis::connect(&server::url_of(proxy.address), command_timeout, &shutdown).unwrap();
        heuan_testkit::eventually("Redis is fast", async || redis.probe().await.is_ok()).await;
        // The delay applies in both directions: together within the probe timeout, but above the accepted
        // average.
        proxy.set(Fault::Delay(command_timeout / 5));
        assert_eq!(redis.probe().await.unwrap_err(), "too slow");
        proxy.set(Fault::None);
        heuan_testkit::eventually("Redis is used again", async || redis.probe().await.is_ok()).await;
        shutdown.trigger();
    }
}
