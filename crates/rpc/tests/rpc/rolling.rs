//! Replicas are replaced under load. No call fails, and the load is spread evenly afterwards.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use heuan_rpc::{Error, Policy, ServeOptions, Transport};
use heuan_testkit::{FaultProxy, eventually};

use crate::support::{Does, Fixture, LONG, Replica, ask, caller, read, target, url};

const CALLERS: usize = 8;

/// Callers in an endless loop, which collect the errors.
struct Load {
    over: Arc<AtomicBool>,
    calls: Arc<AtomicUsize>,
    callers: Vec<tokio::task::JoinHandle<Vec<Error>>>,
}

impl Load {
    fn start(transport: &Transport) -> Self {
        let (over, calls) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let one = || {
            let (over, calls, caller) = (over.clone(), calls.clone(), caller(transport.clone()));
            tokio::spawn(async move {
                let mut failures = Vec::new();
                while !over.load(Ordering::SeqCst) {
                    calls.fetch_add(1, Ordering::SeqCst);
                    failures.extend(read(&caller).await.err());
                }
                failures
            })
        };
        let callers = (0..CALLERS).map(|_| one()).collect();
        Self { over, calls, callers }
    }

    /// Waits for some more calls.
    async fn wait_for_calls(&self, calls: usize) {
        let until = self.calls.load(Ordering::SeqCst) + calls;
        eventually("the load continues", async || self.calls.load(Ordering::SeqCst) >= until).await;
    }

    async fn end(self) -> Vec<Error> {
        self.over.store(true, Ordering::SeqCst);
        let mut failures = Vec::new();
        for caller in self.callers {
            failures.extend(caller.await.unwrap());
        }
        failures
    }
}

fn options() -> ServeOptions {
    ServeOptions { lame_duck: Duration::from_millis(500), ..ServeOptions::default() }
}

async fn start(id: i64, address: SocketAddr) -> Replica {
    Replica::start_at(Fixture::numbered(id, Does::Work(Duration::from_millis(1)), 100), address, options())
        .await
}

#[tokio::test]
async fn rolling_restart_fails_no_call_and_spreads_the_load() {
    let free = ([127, 0, 0, 1], 0).into();
    let mut replicas = Vec::new();
    for id in 0..3 {
        replicas.push(start(id, free).await);
    }
    let addresses: Vec<String> = replicas.iter().map(|replica| url(replica.address)).collect();
    let transport = Transport::connect(&addresses.join(","), target(LONG, &Policy::default())).unwrap();
    let load = Load::start(&transport);
    load.wait_for_calls(300).await;

    for id in 0..3 {
        let old = replicas.remove(0);
        let address = old.address;
        old.stopped().await;
        load.wait_for_calls(100).await;
        replicas.push(start(id, address).await);
        let fresh = replicas[2].fixture.clone();
        eventually("the new one gets calls", async || !fresh.take_seen().is_empty()).await;
    }

    for replica in &replicas {
        replica.fixture.take_seen();
    }
    load.wait_for_calls(3000).await;
    let counts: Vec<usize> = replicas.iter().map(|replica| replica.fixture.take_seen().len()).collect();
    assert_eq!(load.end().await, []);
    let all: usize = counts.iter().sum();
    for count in &counts {
        let percent = 100.0 * *count as f64 / all as f64;
        assert!((23.0..=43.0).contains(&percent), "{counts:?}");
    }
}

#[tokio::test]
async fn connections_end_at_their_maximum_age_without_failed_calls() {
    let age = ServeOptions { connection_age: Duration::from_millis(150), ..ServeOptions::default() };
    let fixture = Fixture::numbered(1, Does::Work(Duration::from_millis(2)), 100);
    let replica = Replica::start_at(fixture, ([127, 0, 0, 1], 0).into(), age).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport = Transport::connect(&url(proxy.address), LONG).unwrap();
    // Without retries: no call fails with a connection that ends.
    eventually("several connections have come and gone", async || {
        ask(&transport).await.unwrap();
        proxy.connections() >= 5
    })
    .await;
}
