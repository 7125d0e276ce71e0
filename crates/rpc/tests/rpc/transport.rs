//! Both kinds of transport, in process and over the network, have the same deadlines and errors.

use std::time::Duration;

use heuan_rpc::{
    Code, GrpcService, Transport, call_counter, deadline,
    priority::{self, RequestPriority},
};
use heuan_testkit::{Fault, FaultProxy, eventually};
use tokio::net::TcpListener;

use crate::support::{Does, Fixture, LONG, Replica, ask, url};

const SHORT: Duration = Duration::from_millis(500);

/// Both transports to one fixture, and the replica behind them.
async fn both(does: Does, budget: Duration) -> ([Transport; 2], Fixture, Replica) {
    let fixture = Fixture::new(does);
    let replica = Replica::start(fixture.clone()).await;
    let near = Transport::in_process(fixture.routes(), budget);
    let far = Transport::connect(&url(replica.address), budget).unwrap();
    ([near, far], fixture, replica)
}

#[tokio::test]
async fn stalled_handler_ends_at_the_deadline() {
    let (transports, fixture, _replica) = both(Does::Stall, SHORT).await;
    for transport in transports {
        assert_eq!(ask(&transport).await.unwrap_err().code, Code::DeadlineExceeded);
        eventually("the handler is dropped", async || fixture.in_flight() == 0).await;
    }
}

#[tokio::test]
async fn handler_is_dropped_when_the_call_is_canceled() {
    let (transports, fixture, _replica) = both(Does::Stall, LONG).await;
    for transport in transports {
        let call = tokio::spawn(async move { ask(&transport).await });
        eventually("the call has come", async || fixture.in_flight() == 1).await;
        call.abort();
        eventually("the handler is dropped", async || fixture.in_flight() == 0).await;
    }
}

#[tokio::test]
async fn callee_receives_the_remaining_time() {
    let (transports, fixture, _replica) = both(Does::Answer, LONG).await;
    for transport in transports {
        deadline::within(Duration::from_secs(3), ask(&transport)).await.unwrap();
        ask(&transport).await.unwrap();
        let left: Vec<Duration> = fixture.take_seen().into_iter().filter_map(|seen| seen.left).collect();
        assert!(left[0] <= Duration::from_secs(3), "{left:?}");
        assert!(left[1] > Duration::from_secs(3) && left[1] <= LONG, "{left:?}");
    }
}

#[tokio::test]
async fn call_without_a_deadline_gets_the_service_deadline() {
    let ([_, far], fixture, _replica) = both(Does::Answer, LONG).await;
    let service = GrpcService::new("fixture", fixture.routes(), Duration::from_secs(2), 10);
    let near = Transport::in_process(service, LONG);
    for (transport, ours) in [(near, Duration::from_secs(2)), (far, LONG)] {
        ask(&transport.clone().without_deadline()).await.unwrap();
        ask(&transport).await.unwrap();
        let left: Vec<Duration> = fixture.take_seen().into_iter().map(|seen| seen.left.unwrap()).collect();
        assert!(left.iter().all(|left| *left <= ours), "{left:?}");
    }
}

#[tokio::test]
async fn request_priority_reaches_the_callee() {
    let (transports, fixture, _replica) = both(Does::Answer, LONG).await;
    for transport in transports {
        ask(&transport).await.unwrap();
        for class in RequestPriority::ALL {
            priority::scope(class, ask(&transport)).await.unwrap();
        }
        let classes: Vec<RequestPriority> = fixture.take_seen().into_iter().map(|seen| seen.class).collect();
        assert_eq!(
            classes,
            [
                RequestPriority::Browse,
                RequestPriority::Bot,
                RequestPriority::Browse,
                RequestPriority::Account,
                RequestPriority::Checkout
            ]
        );
    }
}

#[tokio::test]
async fn panic_ends_only_its_own_call() {
    let (transports, _, _replica) = both(Does::Panic, LONG).await;
    for transport in transports {
        for _ in 0..3 {
            let error = ask(&transport).await.unwrap_err();
            assert_eq!((error.code, error.message.as_str()), (Code::Internal, "internal error"));
        }
    }
}

#[tokio::test]
async fn nested_calls_are_counted() {
    let (transports, _, _replica) = both(Does::Answer, LONG).await;
    for transport in transports {
        let (_, calls) =
            call_counter::calls(futures::future::join_all((0..7).map(|_| ask(&transport)))).await;
        assert_eq!(calls, 7);
    }
}

#[tokio::test]
async fn dead_service_is_unavailable_until_it_restarts() {
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport = Transport::connect(&url(proxy.address), LONG).unwrap();
    ask(&transport).await.unwrap();
    proxy.set(Fault::Cut);
    eventually("the loss is noticed", async || {
        ask(&transport).await.is_err_and(|error| error.code == Code::Unavailable)
    })
    .await;
    proxy.set(Fault::None);
    eventually("the service is found again", async || ask(&transport).await.is_ok()).await;
}

#[tokio::test]
async fn closed_port_is_unavailable_at_once() {
    let address = TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let transport = Transport::connect(&url(address), LONG).unwrap();
    for _ in 0..3 {
        let result = tokio::time::timeout(LONG / 4, ask(&transport)).await.unwrap();
        assert_eq!(result.unwrap_err().code, Code::Unavailable);
    }
}

#[tokio::test]
async fn unknown_host_name_is_unavailable() {
    let transport = Transport::connect("http://unknown.invalid:9101", LONG).unwrap();
    assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
}
