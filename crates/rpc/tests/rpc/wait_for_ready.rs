//! Calls of customers wait for a service that starts, and for a breaker that has just opened; others fail at once.

use std::{sync::Arc, time::Duration};

use futures::poll;
use heuan_rpc::{
    BreakerState, Code, Error, Policy, Transport, deadline,
    priority::{self, RequestPriority},
};
use heuan_testkit::{Fault, FaultProxy, eventually};

use crate::{
    balance::Book,
    breaker::an_hour,
    support::{Does, Fixture, Replica, ask, caller, read, target, url},
};

/// Longer than any test, so that a call which waits for half of it would time the test out.
const HOUR: Duration = Duration::from_secs(3600);
const CUSTOMERS: [RequestPriority; 2] = [RequestPriority::Account, RequestPriority::Checkout];

/// Waits out an outage that is `wait_for_ready_ms` old at most.
fn waiting(wait_for_ready_ms: u64) -> Policy {
    Policy { wait_for_ready_ms, dns_refresh_ms: 100, ..Policy::default() }
}

const MINUTES: u64 = 600_000;

/// A service whose name has no address yet, after the first lookup.
async fn starting(policy: &Policy) -> (Arc<Book>, Transport) {
    let book = Arc::new(Book::default());
    let transport = Transport::connect_by(book.clone(), target(HOUR, policy));
    assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
    (book, transport)
}

async fn ask_as(class: RequestPriority, transport: &Transport) -> Result<i64, Error> {
    priority::scope(class, ask(transport)).await
}

#[tokio::test]
async fn customer_call_before_the_first_replica_succeeds_when_it_comes_up() {
    let (book, transport) = starting(&waiting(MINUTES)).await;
    let mut calls = Box::pin(futures::future::join_all(CUSTOMERS.map(|class| ask_as(class, &transport))));
    assert!(poll!(&mut calls).is_pending());
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    book.set(&[replica.address]);
    assert_eq!(calls.await, [Ok(1), Ok(1)]);
}

#[tokio::test]
async fn customer_call_to_a_restarting_replica_succeeds_when_it_is_back() {
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport = Transport::connect(&url(proxy.address), target(HOUR, &waiting(MINUTES))).unwrap();
    ask(&transport).await.unwrap();
    proxy.set(Fault::Cut);
    eventually("the loss is noticed", async || ask(&transport).await.is_err()).await;
    let mut call = Box::pin(ask_as(RequestPriority::Checkout, &transport));
    assert!(poll!(&mut call).is_pending());
    proxy.set(Fault::None);
    assert_eq!(call.await, Ok(1));
}

#[tokio::test]
async fn customer_call_in_a_long_outage_fails_at_once() {
    let (_book, transport) = starting(&waiting(50)).await;
    // Waits for what is left of the 50 ms.
    assert_eq!(ask_as(RequestPriority::Checkout, &transport).await.unwrap_err().code, Code::Unavailable);
    for class in CUSTOMERS {
        let mut call = Box::pin(ask_as(class, &transport));
        assert!(poll!(&mut call).is_ready(), "{class:?}");
    }
}

#[tokio::test]
async fn call_of_lower_priority_does_not_wait() {
    let (_book, transport) = starting(&waiting(MINUTES)).await;
    for class in [RequestPriority::Bot, RequestPriority::Browse] {
        let mut call = Box::pin(ask_as(class, &transport));
        assert!(poll!(&mut call).is_ready(), "{class:?}");
    }
}

#[tokio::test]
async fn customer_call_waits_for_at_most_half_of_its_deadline() {
    let (_book, transport) = starting(&waiting(MINUTES)).await;
    let call = ask_as(RequestPriority::Checkout, &transport);
    let error = deadline::within(Duration::from_secs(2), call).await.unwrap_err();
    // Not its deadline: the other half would have been for the call.
    assert_eq!(error.code, Code::Unavailable, "{error:?}");
}

#[tokio::test]
async fn unsent_calls_count_neither_for_the_breaker_nor_for_the_retry_budget() {
    let (book, transport) = starting(&waiting(MINUTES)).await;
    let caller = caller(transport.clone());
    for _ in 0..30 {
        let call = deadline::within(Duration::from_millis(10), read(&caller));
        priority::scope(RequestPriority::Checkout, call).await.unwrap_err();
        read(&caller).await.unwrap_err();
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);

    let replica = Replica::start(Fixture::new(Does::Fail(Code::Unavailable))).await;
    book.set(&[replica.address]);
    transport.ready().await;
    for _ in 0..5 {
        read(&caller).await.unwrap_err();
    }
    assert_eq!(replica.fixture.take_seen().len(), 5, "a tenth of five calls is no retry");
}

/// A replica whose calls have opened the breaker, for `policy.breaker_open_ms`.
async fn opened(policy: &Policy) -> (Replica, FaultProxy, Transport) {
    let replica = Replica::start(Fixture::new(Does::Fail(Code::Unavailable))).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport = Transport::connect(&url(proxy.address), target(HOUR, policy)).unwrap();
    for _ in 0..policy.breaker_consecutive_failures {
        ask(&transport).await.unwrap_err();
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Open);
    replica.fixture.take_seen();
    (replica, proxy, transport)
}

#[tokio::test]
async fn customer_call_of_a_just_opened_breaker_succeeds_after_a_health_check() {
    let (replica, proxy, transport) = opened(&Policy { wait_for_ready_ms: MINUTES, ..an_hour() }).await;
    replica.fixture.now_does(Does::Answer);
    let mut calls =
        Box::pin(futures::future::join_all((0..20).map(|_| ask_as(RequestPriority::Checkout, &transport))));
    assert!(poll!(&mut calls).is_pending());
    assert!(poll!(Box::pin(ask(&transport))).is_ready(), "others fail at once");
    let before = proxy.connections();
    proxy.set(Fault::Cut);
    eventually("a health check has failed", async || proxy.connections() > before).await;
    proxy.set(Fault::None);
    assert!(calls.await.iter().all(Result::is_ok));
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);
}

#[tokio::test]
async fn customer_call_of_a_breaker_that_opened_long_ago_fails_at_once() {
    let (_replica, _proxy, transport) = opened(&Policy { wait_for_ready_ms: 50, ..an_hour() }).await;
    assert!(ask_as(RequestPriority::Checkout, &transport).await.unwrap_err().pushback().is_some());
    let mut call = Box::pin(ask_as(RequestPriority::Checkout, &transport));
    assert!(poll!(&mut call).is_ready());
}

#[tokio::test]
async fn customer_call_waits_for_the_probe_of_a_half_open_breaker() {
    let (replica, _proxy, transport) = opened(&Policy { breaker_open_ms: 1, ..waiting(MINUTES) }).await;
    replica.fixture.now_does(Does::Stall);
    let probing = transport.clone();
    let probe = tokio::spawn(async move { ask_as(RequestPriority::Checkout, &probing).await });
    eventually("the probe has come", async || replica.fixture.in_flight() == 1).await;
    let mut call = Box::pin(ask_as(RequestPriority::Checkout, &transport));
    assert!(poll!(&mut call).is_pending());
    replica.fixture.now_does(Does::Answer);
    probe.abort();
    assert_eq!(call.await, Ok(1));
}

#[tokio::test]
async fn canceled_wait_for_a_replica_is_never_sent() {
    let (book, transport) = starting(&waiting(MINUTES)).await;
    let mut canceled = Box::pin(ask_as(RequestPriority::Checkout, &transport));
    assert!(poll!(&mut canceled).is_pending());
    drop(canceled);
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    book.set(&[replica.address]);
    ask_as(RequestPriority::Checkout, &transport).await.unwrap();
    assert_eq!(replica.fixture.take_seen().len(), 1);
}

#[tokio::test]
async fn canceled_wait_for_a_breaker_leaves_the_probe_to_the_next_call() {
    let (replica, _proxy, transport) = opened(&Policy { breaker_open_ms: 1, ..waiting(MINUTES) }).await;
    replica.fixture.now_does(Does::Stall);
    let probing = transport.clone();
    let probe = tokio::spawn(async move { ask_as(RequestPriority::Checkout, &probing).await });
    eventually("the probe has come", async || replica.fixture.in_flight() == 1).await;
    let mut canceled = Box::pin(ask_as(RequestPriority::Checkout, &transport));
    assert!(poll!(&mut canceled).is_pending());
    probe.abort();
    drop(canceled);
    replica.fixture.now_does(Does::Answer);
    replica.fixture.take_seen();
    for _ in 0..2 {
        ask_as(RequestPriority::Checkout, &transport).await.unwrap();
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);
    assert_eq!(replica.fixture.take_seen().len(), 2);
}

#[tokio::test]
async fn transport_is_ready_once_a_replica_is_connected() {
    let (book, transport) = starting(&waiting(0)).await;
    let mut ready = Box::pin(transport.ready());
    assert!(poll!(&mut ready).is_pending());
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    book.set(&[replica.address]);
    ready.await;
    assert_eq!(ask(&transport).await, Ok(1));
    Transport::in_process(replica.fixture.routes(), HOUR).ready().await;
}
