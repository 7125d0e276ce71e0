//! Outlier ejection. One of three replicas fails: it is ejected, few calls fail until then, and it returns once it recovers.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures::future::BoxFuture;
use heuan_rpc::{Code, Policy, Resolve, Target, Transport};
use heuan_testkit::{Fault, FaultProxy, eventually};

use crate::support::{Does, Fixture, LONG, Replica, ask, patient, target, url};

/// Three replicas with a proxy before each.
struct Three {
    replicas: Vec<Replica>,
    proxies: Vec<FaultProxy>,
    transport: Transport,
}

const FAILING: usize = 1;

/// Backoffs short enough for a test. Each probe of a failing replica costs one call.
fn policy() -> Policy {
    Policy { breaker_open_ms: 500, connect_timeout_ms: 300, ..patient() }
}

impl Three {
    async fn start(budget: Duration) -> Self {
        let (mut replicas, mut proxies) = (Vec::new(), Vec::new());
        for id in 0..3 {
            let replica = Replica::start(Fixture::numbered(id, Does::Answer, 1)).await;
            proxies.push(FaultProxy::start(replica.address).await.unwrap());
            replicas.push(replica);
        }
        let addresses: Vec<String> = proxies.iter().map(|proxy| url(proxy.address)).collect();
        let policy = Policy { eject_failures: 5, ..policy() };
        let transport = Transport::connect(&addresses.join(","), target(budget, &policy)).unwrap();
        let three = Self { replicas, proxies, transport };
        three.wait_for_all().await;
        three
    }

    /// Calls until each replica has answered.
    async fn wait_for_all(&self) {
        let mut seen = [false; 3];
        eventually("every replica answers", async || {
            if let Ok(id) = ask(&self.transport).await {
                seen[id as usize] = true;
            }
            seen.iter().all(|seen| *seen)
        })
        .await;
    }

    async fn failures(&self, calls: usize) -> usize {
        let mut failures = 0;
        for _ in 0..calls {
            failures += usize::from(ask(&self.transport).await.is_err());
        }
        failures
    }

    fn failing(&self) -> &Fixture {
        &self.replicas[FAILING].fixture
    }
}

#[tokio::test]
async fn failing_replica_is_ejected_and_comes_back() {
    let three = Three::start(LONG).await;
    three.failing().now_does(Does::Fail(Code::Unavailable));
    let before = three.failures(200).await;
    assert!((1..=10).contains(&before), "left out after some failures: {before}");
    let after = three.failures(1000).await;
    assert!(after < 10, "under 1 % after: {after}");
    three.failing().now_does(Does::Answer);
    three.wait_for_all().await;
    assert_eq!(three.failures(200).await, 0);
}

#[tokio::test]
async fn stalled_replica_is_ejected_and_checked_without_calls() {
    // Long enough for the healthy replicas, on a busy machine too.
    let three = Three::start(Duration::from_secs(1)).await;
    three.proxies[FAILING].set(Fault::Stall);
    let before = three.failures(60).await;
    assert!((1..=8).contains(&before), "left out after some failures: {before}");
    // Longer than its pause: only a new connection is tried, not a call.
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert!(three.failures(300).await <= 1);
    three.proxies[FAILING].set(Fault::None);
    three.wait_for_all().await;
}

#[tokio::test]
async fn dead_replica_fails_no_call() {
    let three = Three::start(LONG).await;
    three.proxies[FAILING].set(Fault::Cut);
    // At most the call that was in flight.
    assert!(three.failures(300).await <= 1);
    three.proxies[FAILING].set(Fault::None);
    three.wait_for_all().await;
}

#[tokio::test]
async fn processed_call_is_never_sent_to_another_replica() {
    let three = Three::start(LONG).await;
    for replica in &three.replicas {
        replica.fixture.now_does(Does::Stall);
        replica.fixture.take_seen();
    }
    let cut = async {
        let taker = || three.replicas.iter().position(|replica| replica.fixture.in_flight() == 1);
        eventually("a replica has it", async || taker().is_some()).await;
        three.proxies[taker().unwrap()].set(Fault::Cut);
    };
    let (answer, ()) = tokio::join!(ask(&three.transport), cut);
    assert_eq!(answer.unwrap_err().code, Code::Unavailable);
    let calls: usize = three.replicas.iter().map(|replica| replica.fixture.take_seen().len()).sum();
    assert_eq!(calls, 1);
}

#[tokio::test]
async fn last_replica_is_never_ejected() {
    let three = Three::start(LONG).await;
    for replica in &three.replicas {
        replica.fixture.now_does(Does::Fail(Code::Unavailable));
    }
    assert_eq!(three.failures(100).await, 100);
    for replica in &three.replicas {
        replica.fixture.now_does(Does::Answer);
    }
    eventually("some replica answers", async || ask(&three.transport).await.is_ok()).await;
}

#[tokio::test]
async fn slow_replica_gets_fewer_calls() {
    let three = Three::start(LONG).await;
    three.proxies[FAILING].set(Fault::Delay(Duration::from_millis(100)));
    for replica in &three.replicas {
        replica.fixture.take_seen();
    }
    let callers = (0..12).map(|_| async { three.failures(40).await });
    assert_eq!(futures::future::join_all(callers).await.iter().sum::<usize>(), 0);
    let counts: Vec<usize> = three.replicas.iter().map(|replica| replica.fixture.take_seen().len()).collect();
    assert!(counts[FAILING] * 2 < counts[0] && counts[FAILING] * 2 < counts[2], "{counts:?}");
}

/// Resolver whose addresses the test sets.
#[derive(Default)]
pub struct Book(Mutex<Vec<SocketAddr>>);

impl Book {
    pub fn set(&self, addresses: &[SocketAddr]) {
        *self.0.lock().unwrap() = addresses.to_vec();
    }
}

impl Resolve for Book {
    fn resolve(&self) -> BoxFuture<'_, io::Result<Vec<SocketAddr>>> {
        let addresses = self.0.lock().unwrap().clone();
        Box::pin(async move { Ok(addresses) })
    }
}

#[tokio::test]
async fn replicas_follow_the_resolved_addresses() {
    let (one, two) = (
        Replica::start(Fixture::numbered(1, Does::Answer, 1)).await,
        Replica::start(Fixture::numbered(2, Does::Answer, 1)).await,
    );
    let book = Arc::new(Book::default());
    let target: Target = target(LONG, &Policy { dns_refresh_ms: 100, ..policy() });
    let transport = Transport::connect_by(book.clone(), target);
    assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);

    book.set(&[one.address]);
    eventually("the first is found", async || ask(&transport).await == Ok(1)).await;
    book.set(&[one.address, two.address]);
    eventually("the second is found", async || ask(&transport).await == Ok(2)).await;
    book.set(&[two.address]);
    eventually("the first is removed", async || {
        let mut answers = Vec::new();
        for _ in 0..20 {
            answers.push(ask(&transport).await);
        }
        answers.iter().all(|answer| *answer == Ok(2))
    })
    .await;
    book.set(&[]);
    tokio::time::sleep(Duration::from_millis(250)).await;
    assert_eq!(ask(&transport).await, Ok(2), "a name without addresses changes nothing");
}
