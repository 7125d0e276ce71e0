//! The client against a real Redis, through a fault proxy.

use std::time::{Duration, Instant};

use bytes::Bytes;
use heuan_redis::{
    COMMAND_TIMEOUT, DistributedRateLimiter, Event, Events, Redis, Unavailable, UsageDelta, redis,
};
use heuan_runtime::Shutdown;
use heuan_testkit::{Fault, FaultProxy, eventually, redis as server};

/// Timeout of what ends on a busy machine too.
const LONG: Duration = Duration::from_secs(60);

struct Fixture {
    server: server::Redis,
    proxy: FaultProxy,
    redis: Redis,
    shutdown: Shutdown,
}

impl Fixture {
    async fn make() -> Self {
        Self::with(LONG).await
    }

    async fn with(command_timeout: Duration) -> Self {
        let server = server::Redis::start().await.unwrap();
        let proxy = FaultProxy::start(server.address).await.unwrap();
        let shutdown = Shutdown::new();
        let redis = Redis::connect(&server::url_of(proxy.address), command_timeout, &shutdown).unwrap();
        let fixture = Self { server, proxy, redis, shutdown };
        fixture.is_up().await;
        fixture
    }

    async fn is_up(&self) {
        eventually("Redis is connected", async || self.redis.is_up()).await;
    }

    async fn ping(&self) -> Result<(), Unavailable> {
        self.redis
            .run(
                "ping",
                |mut connection| async move { redis::cmd("PING").query_async(&mut connection).await },
            )
            .await
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.shutdown.trigger();
    }
}

#[tokio::test]
async fn stalled_redis_costs_one_timeout_and_then_nothing() {
    let fixture = Fixture::with(COMMAND_TIMEOUT).await;
    fixture.proxy.set(Fault::Stall);
    let began = Instant::now();
    assert_eq!(fixture.ping().await, Err(Unavailable));
    assert!(began.elapsed() >= COMMAND_TIMEOUT);
    assert!(!fixture.redis.is_up());
    // If one of these waited for Redis, the circuit would be closed.
    for _ in 0..1000 {
        assert_eq!(fixture.ping().await, Err(Unavailable));
        assert!(!fixture.redis.is_up());
    }
    fixture.proxy.set(Fault::None);
    eventually("it is used again", async || fixture.ping().await.is_ok()).await;
}

#[tokio::test]
async fn high_average_latency_opens_the_circuit() {
    let fixture = Fixture::with(Duration::from_secs(1)).await;
    // In both directions together: more than a quarter of the timeout.
    fixture.proxy.set(Fault::Delay(Duration::from_millis(180)));
    let pings = futures::future::join_all((0..40).map(|_| fixture.ping())).await;
    assert!(pings.iter().any(Result::is_ok), "commands end in time");
    assert_eq!(fixture.ping().await, Err(Unavailable));
    fixture.proxy.set(Fault::None);
    fixture.is_up().await;
    fixture.ping().await.unwrap();
}

#[tokio::test]
async fn restarted_redis_is_used_again() {
    let fixture = Fixture::make().await;
    fixture.proxy.set(Fault::Cut);
    eventually("the lost connection is detected", async || fixture.ping().await.is_err()).await;
    fixture.proxy.set(Fault::None);
    fixture.is_up().await;
    fixture.ping().await.unwrap();
}

#[tokio::test]
async fn unreachable_redis_fails_commands_at_once() {
    let shutdown = Shutdown::new();
    let redis = Redis::connect("redis://127.0.0.1:1", COMMAND_TIMEOUT, &shutdown).unwrap();
    let answer = redis.run("ping", |mut connection| async move {
        redis::cmd("PING").query_async::<()>(&mut connection).await
    });
    assert_eq!(answer.await, Err(Unavailable));
}

#[tokio::test]
async fn refused_command_does_not_open_the_circuit() {
    let fixture = Fixture::make().await;
    let wrong = fixture.redis.run("wrong", |mut connection| async move {
        redis::cmd("NOSUCHCOMMAND").query_async::<()>(&mut connection).await
    });
    assert_eq!(wrong.await, Err(Unavailable));
    assert!(fixture.redis.is_up());
}

#[tokio::test]
async fn rate_limit_holds_over_all_replicas() {
    let fixture = Fixture::make().await;
    let other = Redis::connect(&fixture.server.url(), LONG, &fixture.shutdown).unwrap();
    eventually("the other replica is connected", async || other.is_up()).await;
    let throttle = DistributedRateLimiter { name: "all", per_second: 1, burst: 10 };
    let client = |last| UsageDelta { client: [10, 0, 0, last].into(), requests: 8 };

    let began = Instant::now();
    let over = throttle.sync(&fixture.redis, &[client(1), client(2)]).await.unwrap();
    assert_eq!(over, []);
    let over = throttle.sync(&other, &[client(1)]).await.unwrap();
    let [(address, wait_ms)] = over[..] else { panic!("{over:?}") };
    assert_eq!(address, client(1).client);
    // 16 requests, a burst of 10, then one a second; part of that time has passed already.
    let passed = began.elapsed().as_millis() as u64;
    assert!((4000u64.saturating_sub(passed)..=6000).contains(&wait_ms), "{wait_ms} after {passed}");
}

#[tokio::test]
async fn event_reaches_every_replica_once() {
    let fixture = Fixture::make().await;
    let here = Events::new(Some(fixture.redis.clone()), &fixture.shutdown);
    let there = Events::new(Some(fixture.redis.clone()), &fixture.shutdown);
    let (mut events_here, mut events_there) = (here.subscribe(), there.subscribe());
    assert_eq!(events_here.next().await, Some(Event::Gap));
    assert_eq!(events_there.next().await, Some(Event::Gap));

    assert!(here.publish("branches", Bytes::from_static(b"1")).await);
    assert!(there.publish("branches", Bytes::from_static(b"2")).await);
    let mut payloads = Vec::new();
    for subscription in [&mut events_here, &mut events_there] {
        for _ in 0..2 {
            let event = tokio::time::timeout(LONG, subscription.next()).await.unwrap().unwrap();
            let Event::Message { topic, payload } = event else { panic!("{event:?}") };
            assert_eq!(&*topic, "branches");
            payloads.push(payload);
        }
    }
    payloads.sort();
    assert_eq!(payloads, ["1", "1", "2", "2"].map(Bytes::from));
}

#[tokio::test]
async fn event_published_by_a_command_is_received() {
    let fixture = Fixture::make().await;
    let events = Events::new(Some(fixture.redis.clone()), &fixture.shutdown);
    let mut subscription = events.subscribe();
    assert_eq!(subscription.next().await, Some(Event::Gap));
    assert!(Events::publish_once(&fixture.redis, "branches", b"4").await);
    let event = tokio::time::timeout(LONG, subscription.next()).await.unwrap();
    assert_eq!(event, Some(Event::Message { topic: "branches".into(), payload: Bytes::from_static(b"4") }));
}

#[tokio::test]
async fn lost_connection_is_reported_as_a_gap() {
    let fixture = Fixture::make().await;
    let events = Events::new(Some(fixture.redis.clone()), &fixture.shutdown);
    let mut subscription = events.subscribe();
    assert_eq!(subscription.next().await, Some(Event::Gap));
    fixture.proxy.set(Fault::Cut);
    eventually("the lost connection is detected", async || fixture.ping().await.is_err()).await;
    fixture.proxy.set(Fault::None);
    let event = tokio::time::timeout(LONG, subscription.next()).await.unwrap();
    assert_eq!(event, Some(Event::Gap));
}

#[tokio::test]
async fn without_redis_events_stay_in_the_process() {
    let events = Events::new(None, &Shutdown::new());
    let mut subscription = events.subscribe();
    assert!(events.publish("branches", Bytes::new()).await);
    let event = subscription.next().await.unwrap();
    assert!(matches!(event, Event::Message { topic, .. } if &*topic == "branches"));
}
