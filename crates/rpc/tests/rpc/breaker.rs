//! Circuit breaker of a target: it opens while the service is down, and closes after the service recovers.

use std::{sync::Arc, time::Duration};

use futures::poll;
use heuan_rpc::{BreakerState, Code, Policy, ServeOptions, Transport, deadline};
use heuan_testkit::{Fault, FaultProxy, eventually};

use crate::{
    balance::Book,
    support::{Does, Fixture, LONG, Replica, ask, target, url},
};

const PAUSE: Duration = Duration::from_secs(2);

fn set_up(does: Does) -> (Fixture, Transport) {
    let fixture = Fixture::new(does);
    let transport = Transport::in_process(fixture.routes(), target(LONG, &Policy::default()));
    (fixture, transport)
}

#[tokio::test(start_paused = true)]
async fn breaker_opens_for_a_down_service_and_closes_after_recovery() {
    let (fixture, transport) = set_up(Does::Fail(Code::Unavailable));
    for _ in 0..200 {
        assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
    }
    assert_eq!(fixture.take_seen().len(), 10);
    let error = ask(&transport).await.unwrap_err();
    assert!(error.pushback().is_some_and(|pause| pause <= PAUSE), "{error:?}");

    tokio::time::sleep(PAUSE).await;
    fixture.now_does(Does::Answer);
    for _ in 0..5 {
        ask(&transport).await.unwrap();
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);
}

#[tokio::test(start_paused = true)]
async fn stalled_calls_open_the_breaker() {
    let (fixture, transport) = set_up(Does::Stall);
    for _ in 0..10 {
        assert_eq!(ask(&transport).await.unwrap_err().code, Code::DeadlineExceeded);
    }
    assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
    assert_eq!(fixture.take_seen().len(), 10);
}

#[tokio::test(start_paused = true)]
async fn short_deadlines_and_bad_requests_do_not_open_the_breaker() {
    let (fixture, transport) = set_up(Does::Stall);
    for _ in 0..50 {
        let hurry = Duration::from_millis(20);
        let error = deadline::within(hurry, ask(&transport)).await.unwrap_err();
        assert_eq!(error.code, Code::DeadlineExceeded);
    }
    for code in
        [Code::NotFound, Code::InvalidArgument, Code::Conflict, Code::Internal, Code::ResourceExhausted]
    {
        fixture.now_does(Does::Fail(code));
        for _ in 0..50 {
            assert_eq!(ask(&transport).await.unwrap_err().code, code);
        }
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);
}

/// A breaker that stays open longer than any test, unless a health check closes it.
pub fn an_hour() -> Policy {
    Policy { breaker_open_ms: 3_600_000, ..Policy::default() }
}

async fn calls_until_open(transport: &Transport) {
    eventually("the breaker opens", async || {
        let _ = ask(transport).await;
        transport.target().breaker_state() == BreakerState::Open
    })
    .await;
}

#[tokio::test]
async fn restarted_service_is_called_once_its_health_check_succeeds() {
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    let address = replica.address;
    let transport = Transport::connect(&url(address), target(LONG, &an_hour())).unwrap();
    ask(&transport).await.unwrap();
    replica.stopped().await;
    calls_until_open(&transport).await;

    let _restarted = Replica::start_at(Fixture::new(Does::Answer), address, ServeOptions::default()).await;
    eventually("calls succeed again", async || ask(&transport).await.is_ok()).await;
    ask(&transport).await.unwrap();
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);
}

#[tokio::test]
async fn stalled_service_is_called_once_it_responds() {
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport =
        Transport::connect(&url(proxy.address), target(Duration::from_secs(2), &an_hour())).unwrap();
    ask(&transport).await.unwrap();
    proxy.set(Fault::Stall);
    let calls = futures::future::join_all((0..20).map(|_| ask(&transport))).await;
    assert!(calls.iter().all(Result::is_err));
    assert_eq!(transport.target().breaker_state(), BreakerState::Open);
    // A health check that fails while the service stalls costs the connection its place: a new one is made.
    let before = proxy.connections();
    eventually("a health check has failed", async || proxy.connections() > before).await;
    proxy.set(Fault::None);
    eventually("calls succeed again", async || ask(&transport).await.is_ok()).await;
}

#[tokio::test]
async fn breaker_of_a_service_without_an_address_is_half_open_once_its_first_replica_is_connected() {
    let policy = Policy { wait_for_ready_ms: 0, dns_refresh_ms: 100, ..an_hour() };
    let book = Arc::new(Book::default());
    let transport = Transport::connect_by(book.clone(), target(LONG, &policy));
    calls_until_open(&transport).await;

    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    book.set(&[replica.address]);
    eventually("calls succeed", async || ask(&transport).await.is_ok()).await;
}

#[tokio::test]
async fn call_sent_to_no_replica_before_a_recovery_does_not_open_the_breaker_again() {
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let silent = FaultProxy::start(replica.address).await.unwrap();
    proxy.set(Fault::Cut);
    silent.set(Fault::Stall);
    // Two workers of one process, which share the breaker.
    let policy = Policy { wait_for_ready_ms: 0, connect_timeout_ms: 60_000, ..an_hour() };
    let target = target(LONG, &policy);
    let worker = Transport::connect(&url(proxy.address), &target).unwrap();
    calls_until_open(&worker).await;
    proxy.set(Fault::None);
    worker.ready().await;
    let other = Transport::connect(&url(silent.address), &target).unwrap();
    let mut probe = Box::pin(ask(&other));
    assert!(poll!(&mut probe).is_pending(), "waits for its connection");
    assert!(ask(&worker).await.is_err(), "one call at a time");

    // The service restarts, and the first worker reaches it before the probe of the other one ends.
    let before = proxy.connections();
    proxy.set(Fault::Cut);
    eventually("an attempt to connect has failed", async || proxy.connections() > before + 1).await;
    proxy.set(Fault::None);
    worker.ready().await;
    silent.set(Fault::Cut);
    assert_eq!(probe.await.unwrap_err().code, Code::Unavailable);
    for _ in 0..2 {
        ask(&worker).await.unwrap();
    }
    assert_eq!(target.breaker_state(), BreakerState::Closed);
}

#[tokio::test]
async fn transport_of_an_open_breaker_is_not_ready_until_a_health_check_succeeds_after_one_that_failed() {
    let replica = Replica::start(Fixture::new(Does::Fail(Code::Unavailable))).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport = Transport::connect(&url(proxy.address), target(LONG, &an_hour())).unwrap();
    transport.ready().await;
    calls_until_open(&transport).await;
    let mut ready = Box::pin(transport.ready());
    assert!(poll!(&mut ready).is_pending());

    let before = proxy.connections();
    proxy.set(Fault::Cut);
    eventually("a health check has failed", async || proxy.connections() > before).await;
    proxy.set(Fault::None);
    ready.await;
    assert_eq!(transport.target().breaker_state(), BreakerState::HalfOpen);
}
