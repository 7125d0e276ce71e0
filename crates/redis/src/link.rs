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

use crate::meter::{self, Outcome};

/// The longest a request waits for Redis, once. For [`Redis::connect`]; tests that are not about it allow more.
pub const PATIENCE: Duration = Duration::from_millis(20);
/// Between tries to get it back; doubled while it stays away, so that a Redis that is merely slow is left alone.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// A connection that held this long ends the doubling.
const SETTLED: Duration = Duration::from_secs(10);
/// An average above this share of the patience closes the way too: a Redis that answers, but no sooner than the service
/// whose answers it keeps, only makes every request longer.
const AVERAGE_SHARE: u32 = 4;
/// How much one command moves the average, as a divisor.
const AVERAGE_WEIGHT: u64 = 16;
/// The quickest of so many probes counts, so that one that had to wait for a processor says nothing.
const PROBES: usize = 3;
/// For work that no request waits for: connecting and probing.
const PROBE_PATIENCE: Duration = Duration::from_millis(500);

/// Redis does not answer now; go on without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Redis does not answer")]
pub struct Unavailable;

/// A way to Redis that is either open, and then fast, or closed, and then costs nothing. Cheap to clone.
#[derive(Clone)]
pub struct Redis {
    inner: Arc<Inner>,
}

struct Inner {
    /// Checked connections, made and tested outside of requests.
    pool: Pool,
    client: Client,
    /// What commands go through. Empty is the open breaker.
    open: ArcSwapOption<MultiplexedConnection>,
    lost: Notify,
    patience: Duration,
    /// Nanoseconds that commands took of late while requests waited for them.
    average: AtomicU64,
}

impl Redis {
    /// Takes the address, `redis://host:port/db`, without going there. Must be called inside a runtime.
    pub fn connect(url: &str, patience: Duration, shutdown: &Shutdown) -> RedisResult<Self> {
        let client = Client::open(url)?;
        let timeouts = Timeouts {
            wait: Some(PROBE_PATIENCE),
            create: Some(PROBE_PATIENCE),
            recycle: Some(PROBE_PATIENCE),
        };
        let config = PoolConfig { max_size: 2, timeouts, ..PoolConfig::default() };
        let pool = Pool::builder(Manager::new(url)?)
            .config(config)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| redis::RedisError::from(std::io::Error::other(error)))?;
        let inner = Inner {
            pool,
            client,
            open: ArcSwapOption::empty(),
            lost: Notify::new(),
            patience,
            average: AtomicU64::new(0),
        };
        let redis = Self { inner: Arc::new(inner) };
        meter::breaker(false);
        let (guard, begun) = (redis.clone(), shutdown.begun());
        shutdown.spawn(async move {
            tokio::select! {
                () = guard.keep() => {}
                () = begun => {}
            }
        });
        Ok(redis)
    }

    pub fn is_up(&self) -> bool {
        self.inner.open.load().is_some()
    }

    /// Runs `work`, for which a request waits, under the name `command`, which shows in metrics and traces. An answer of
    /// Redis that is an error of ours (a wrong type, a script that fails) is `Unavailable` too, but leaves the way open.
    pub async fn run<T, F>(
        &self,
        command: &'static str,
        work: impl FnOnce(MultiplexedConnection) -> F,
    ) -> Result<T, Unavailable>
    where
        F: Future<Output = RedisResult<T>>,
    {
        let Some(connection) = self.inner.open.load_full() else { return Err(Unavailable) };
        let began = Instant::now();
        let result = self.run_on(&connection, command, work).await;
        self.judge(&connection, began.elapsed());
        result
    }

    /// The same for work that nobody waits for: it may take the whole of its time, and often does when it is much.
    pub async fn run_behind<T, F>(
        &self,
        command: &'static str,
        work: impl FnOnce(MultiplexedConnection) -> F,
    ) -> Result<T, Unavailable>
    where
        F: Future<Output = RedisResult<T>>,
    {
        let Some(connection) = self.inner.open.load_full() else { return Err(Unavailable) };
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
        let answer = timeout(self.inner.patience, work(MultiplexedConnection::clone(connection)))
            .instrument(span)
            .await;
        let (outcome, result) = match answer {
            Ok(Ok(value)) => (Outcome::Ok, Ok(value)),
            Ok(Err(error)) if is_ours(&error) => {
                tracing::error!(%error, command, "Redis refuses a command");
                (Outcome::Refused, Err(Unavailable))
            }
            Ok(Err(error)) => {
                self.lose(connection, &error.to_string());
                (Outcome::Lost, Err(Unavailable))
            }
            Err(_) => {
                self.lose(connection, "too slow");
                (Outcome::Slow, Err(Unavailable))
            }
        };
        meter::command(command, outcome, began.elapsed());
        result
    }

    /// Moves the average; what two tasks add at once may count once.
    fn judge(&self, connection: &Arc<MultiplexedConnection>, took: Duration) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let before = self.inner.average.load(Ordering::Relaxed);
        let average = before - before / AVERAGE_WEIGHT + took / AVERAGE_WEIGHT;
        self.inner.average.store(average, Ordering::Relaxed);
        if Duration::from_nanos(average) > self.bearable() {
            self.lose(connection, "slow on the average");
        }
    }

    /// The longest a command may take on the average.
    fn bearable(&self) -> Duration {
        self.inner.patience / AVERAGE_SHARE
    }

    /// A connection of its own for pub/sub.
    pub(crate) fn client(&self) -> &Client {
        &self.inner.client
    }

    /// Closes the way, if `connection` is still the one in use.
    fn lose(&self, connection: &Arc<MultiplexedConnection>, why: &str) {
        let before = self.inner.open.compare_and_swap(connection, None);
        if before.as_ref().is_some_and(|before| Arc::ptr_eq(before, connection)) {
            tracing::warn!(why, "going on without Redis");
            meter::breaker(false);
            self.inner.lost.notify_one();
        }
    }

    /// Opens the way whenever it is closed.
    async fn keep(&self) {
        let mut pause = FIRST_PAUSE;
        let mut is_silent = false;
        loop {
            match self.probe().await {
                Ok(connection) => {
                    self.inner.average.store(0, Ordering::Relaxed);
                    self.inner.open.store(Some(Arc::new(connection)));
                    meter::breaker(true);
                    tracing::info!("Redis is there");
                    is_silent = false;
                    let since = Instant::now();
                    self.inner.lost.notified().await;
                    if since.elapsed() > SETTLED {
                        pause = FIRST_PAUSE;
                    }
                }
                Err(why) if !is_silent => {
                    tracing::warn!(why, "Redis is not there; going on without it");
                    is_silent = true;
                }
                Err(_) => {}
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// A connection that answers soon enough to be of use.
    async fn probe(&self) -> Result<MultiplexedConnection, String> {
        let checked = self.inner.pool.get().await.map_err(|error| error.to_string())?;
        let mut connection = (*checked).clone();
        for _ in 0..PROBES {
            let ping = redis::cmd("PING");
            match timeout(self.bearable(), ping.query_async::<()>(&mut connection)).await {
                Ok(Ok(())) => return Ok(connection),
                Ok(Err(error)) => return Err(error.to_string()),
                Err(_) => {}
            }
        }
        Err("too slow".to_owned())
    }
}

/// Redis answered; what it refused is our mistake, or its configuration.
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
    async fn a_slow_redis_is_left_alone_until_it_is_quick() {
        let server = server::Redis::start().await.unwrap();
        let door = FaultProxy::start(server.address).await.unwrap();
        let shutdown = Shutdown::new();
        let patience = Duration::from_millis(200);
        let redis = Redis::connect(&server::url_of(door.address), patience, &shutdown).unwrap();
        heuan_testkit::eventually("it is quick", async || redis.probe().await.is_ok()).await;
        // There and back: long before a probe is given up, but not within what is bearable.
        door.set(Fault::Delay(patience / 5));
        assert_eq!(redis.probe().await.unwrap_err(), "too slow");
        door.set(Fault::None);
        heuan_testkit::eventually("it is used again", async || redis.probe().await.is_ok()).await;
        shutdown.trigger();
    }
}
