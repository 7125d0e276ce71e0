//! A callee or the network stalls. Every call has a deadline and ends by it, and the callee's work is dropped.

use std::time::{Duration, Instant};

use futures::future::join_all;
use heuan_rpc::{Code, Transport, deadline};
use heuan_testkit::{Fault, FaultProxy, eventually};

use crate::support::{Does, Fixture, LONG, Lateness, Replica, ask, patient, target, url};

const CALLS: usize = 60;
const MARGIN: Duration = Duration::from_millis(200);
/// Smallest deadline. Within it every call reaches its callee, also on a busy machine.
const BUDGET: Duration = Duration::from_secs(2);

/// Makes concurrent calls with deadlines from [`BUDGET`] up; each must end by its deadline.
async fn all_end_in_time(transport: &Transport) {
    let lateness = Lateness::watch();
    let calls = join_all((0..CALLS).map(|call| async move {
        let budget = BUDGET + Duration::from_millis(5 * call as u64);
        let began = Instant::now();
        let error = deadline::within(budget, ask(transport)).await.unwrap_err();
        (error.code, began.elapsed(), budget)
    }))
    .await;
    // A machine that is busy with something else is late everywhere.
    let late = lateness.worst().await * 2;
    for (code, took, budget) in calls {
        assert_eq!(code, Code::DeadlineExceeded);
        assert!(took <= budget + MARGIN + late, "{took:?} of {budget:?}, with {late:?} lateness");
    }
}

#[tokio::test]
async fn stalled_callee_ends_at_the_deadline() {
    let fixture = Fixture::numbered(1, Does::Work(LONG), CALLS);
    let replica = Replica::start(fixture.clone()).await;
    let near = Transport::in_process(fixture.routes(), target(LONG, &patient()));
    let far = Transport::connect(&url(replica.address), target(LONG, &patient())).unwrap();
    for transport in [near, far] {
        all_end_in_time(&transport).await;
        eventually("nothing is left to do", async || fixture.in_flight() == 0).await;
        let seen = fixture.take_seen();
        assert_eq!(seen.len(), CALLS);
        assert!(seen.iter().all(|seen| seen.left.is_some()), "a call without a deadline");
    }
}

#[tokio::test]
async fn stalled_network_ends_at_the_deadline() {
    let fixture = Fixture::numbered(1, Does::Answer, CALLS);
    let replica = Replica::start(fixture.clone()).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport = Transport::connect(&url(proxy.address), target(LONG, &patient())).unwrap();
    ask(&transport).await.unwrap();
    proxy.set(Fault::Stall);
    all_end_in_time(&transport).await;
    proxy.set(Fault::None);
    eventually("it continues", async || ask(&transport).await.is_ok()).await;
    eventually("nothing is left to do", async || fixture.in_flight() == 0).await;
}

#[tokio::test]
async fn stalled_response_body_ends_at_the_deadline() {
    let fixture = Fixture::numbered(1, Does::Work(BUDGET / 2), CALLS);
    let replica = Replica::start(fixture.clone()).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let transport = Transport::connect(&url(proxy.address), target(LONG, &patient())).unwrap();
    let stall = async {
        eventually("all have come", async || fixture.in_flight() == CALLS).await;
        proxy.set(Fault::Stall);
    };
    tokio::join!(all_end_in_time(&transport), stall);
}

/// A foreign client that sends no deadline.
#[tokio::test]
async fn caller_without_deadline_gets_the_service_deadline() {
    let fixture = Fixture::new(Does::Stall);
    let service = heuan_rpc::GrpcService::new("fixture", fixture.routes(), Duration::from_millis(100), 10);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(heuan_rpc::serve(
        service,
        listener,
        heuan_rpc::ServeOptions::default(),
        std::future::pending(),
    ));
    let channel = tonic::transport::Endpoint::from_shared(url(address)).unwrap().connect_lazy();
    let mut client = heuan_proto::branches::v1::branches_service_client::BranchesServiceClient::new(channel);
    let request = heuan_proto::branches::v1::ListBranchesRequest {};
    let status = client.list_branches(request).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::DeadlineExceeded);
    assert_eq!(fixture.in_flight(), 0);
}
