//! Against a real Redis, through a door that can be shut.

use std::time::{Duration, Instant};

use bytes::Bytes;
use heuan_redis::{DistributedRateLimiter, Event, Events, PATIENCE, Redis, Unavailable, UsageDelta, redis};
use heuan_runtime::Shutdown;
use heuan_testkit::{Fault, FaultProxy, eventually, redis as server};

/// For what ends however busy the machine is.
const LONG: Duration = Duration::from_secs(60);

struct Bed {
    server: server::Redis,
    door: FaultProxy,
    redis: Redis,
    shutdown: Shutdown,
}

impl Bed {
    async fn make() -> Self {
        Self::with(LONG).await
    }

    async fn with(patience: Duration) -> Self {
        let server = server::Redis::start().await.unwrap();
        let door = FaultProxy::start(server.address).await.unwrap();
        let shutdown = Shutdown::new();
        let redis = Redis::connect(&server::url_of(door.address), patience, &shutdown).unwrap();
        let bed = Self { server, door, redis, shutdown };
        bed.is_up().await;
        bed
    }

    async fn is_up(&self) {
        eventually("Redis is there", async || self.redis.is_up()).await;
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

impl Drop for Bed {
    fn drop(&mut self) {
        self.shutdown.trigger();
    }
}

#[tokio::test]
async fn a_stalled_redis_costs_its_patience_once_and_then_nothing() {
    let bed = Bed::with(PATIENCE).await;
    bed.door.set(Fault::Stall);
    let began = Instant::now();
    assert_eq!(bed.ping().await, Err(Unavailable));
    assert!(began.elapsed() >= PATIENCE);
    assert!(!bed.redis.is_up());
    // A thousand more: were one of them to wait for Redis again, the way would be open.
    for _ in 0..1000 {
        assert_eq!(bed.ping().await, Err(Unavailable));
        assert!(!bed.redis.is_up());
    }
    bed.door.set(Fault::None);
    eventually("it is used again", async || bed.ping().await.is_ok()).await;
}

#[tokio::test]
async fn a_slow_redis_is_given_up_though_it_answers_in_time() {
    let bed = Bed::with(Duration::from_secs(1)).await;
    // There and back: more than a quarter of the patience.
    bed.door.set(Fault::Delay(Duration::from_millis(180)));
    let pings = futures::future::join_all((0..40).map(|_| bed.ping())).await;
    assert!(pings.iter().any(Result::is_ok), "it answers in time");
    assert_eq!(bed.ping().await, Err(Unavailable));
    bed.door.set(Fault::None);
    bed.is_up().await;
    bed.ping().await.unwrap();
}

#[tokio::test]
async fn a_redis_that_dies_and_comes_back_is_used_again() {
    let bed = Bed::make().await;
    bed.door.set(Fault::Cut);
    eventually("the loss is noticed", async || bed.ping().await.is_err()).await;
    bed.door.set(Fault::None);
    bed.is_up().await;
    bed.ping().await.unwrap();
}

#[tokio::test]
async fn a_redis_that_was_never_there_costs_nothing() {
    let shutdown = Shutdown::new();
    let redis = Redis::connect("redis://127.0.0.1:1", PATIENCE, &shutdown).unwrap();
    let answer = redis.run("ping", |mut connection| async move {
        redis::cmd("PING").query_async::<()>(&mut connection).await
    });
    assert_eq!(answer.await, Err(Unavailable));
}

#[tokio::test]
async fn a_refused_command_leaves_the_way_open() {
    let bed = Bed::make().await;
    let wrong = bed.redis.run("wrong", |mut connection| async move {
        redis::cmd("NOSUCHCOMMAND").query_async::<()>(&mut connection).await
    });
    assert_eq!(wrong.await, Err(Unavailable));
    assert!(bed.redis.is_up());
}

#[tokio::test]
async fn a_limit_holds_over_all_replicas() {
    let bed = Bed::make().await;
    let other = Redis::connect(&bed.server.url(), LONG, &bed.shutdown).unwrap();
    eventually("the other replica is there", async || other.is_up()).await;
    let throttle = DistributedRateLimiter { name: "all", per_second: 1, burst: 10 };
    let client = |last| UsageDelta { client: [10, 0, 0, last].into(), requests: 8 };

    let began = Instant::now();
    let over = throttle.sync(&bed.redis, &[client(1), client(2)]).await.unwrap();
    assert_eq!(over, []);
    let over = throttle.sync(&other, &[client(1)]).await.unwrap();
    let [(address, wait_ms)] = over[..] else { panic!("{over:?}") };
    assert_eq!(address, client(1).client);
    // Sixteen asked, ten allowed at once, one more a second; some of it has passed already.
    let passed = began.elapsed().as_millis() as u64;
    assert!((4000u64.saturating_sub(passed)..=6000).contains(&wait_ms), "{wait_ms} after {passed}");
}

#[tokio::test]
async fn an_event_reaches_every_replica_once() {
    let bed = Bed::make().await;
    let here = Events::new(Some(bed.redis.clone()), &bed.shutdown);
    let there = Events::new(Some(bed.redis.clone()), &bed.shutdown);
    let (mut hears_here, mut hears_there) = (here.subscribe(), there.subscribe());
    assert_eq!(hears_here.next().await, Some(Event::Gap));
    assert_eq!(hears_there.next().await, Some(Event::Gap));

    assert!(here.publish("branches", Bytes::from_static(b"1")).await);
    assert!(there.publish("branches", Bytes::from_static(b"2")).await);
    let mut heard = Vec::new();
    for ear in [&mut hears_here, &mut hears_there] {
        for _ in 0..2 {
            let event = tokio::time::timeout(LONG, ear.next()).await.unwrap().unwrap();
            let Event::Message { topic, payload } = event else { panic!("{event:?}") };
            assert_eq!(&*topic, "branches");
            heard.push(payload);
        }
    }
    heard.sort();
    assert_eq!(heard, ["1", "1", "2", "2"].map(Bytes::from));
}

#[tokio::test]
async fn a_command_that_does_not_stay_is_heard() {
    let bed = Bed::make().await;
    let events = Events::new(Some(bed.redis.clone()), &bed.shutdown);
    let mut ear = events.subscribe();
    assert_eq!(ear.next().await, Some(Event::Gap));
    assert!(Events::publish_once(&bed.redis, "branches").await);
    let event = tokio::time::timeout(LONG, ear.next()).await.unwrap();
    assert!(matches!(event, Some(Event::Message { topic, .. }) if &*topic == "branches"));
}

#[tokio::test]
async fn lost_connection_is_reported_as_a_gap() {
    let bed = Bed::make().await;
    let events = Events::new(Some(bed.redis.clone()), &bed.shutdown);
    let mut ear = events.subscribe();
    assert_eq!(ear.next().await, Some(Event::Gap));
    bed.door.set(Fault::Cut);
    eventually("the loss is noticed", async || bed.ping().await.is_err()).await;
    bed.door.set(Fault::None);
    let event = tokio::time::timeout(LONG, ear.next()).await.unwrap();
    assert_eq!(event, Some(Event::Gap));
}

#[tokio::test]
async fn without_redis_events_stay_in_the_process() {
    let events = Events::new(None, &Shutdown::new());
    let mut ear = events.subscribe();
    assert!(events.publish("branches", Bytes::new()).await);
    let event = ear.next().await.unwrap();
    assert!(matches!(event, Event::Message { topic, .. } if &*topic == "branches"));
}
