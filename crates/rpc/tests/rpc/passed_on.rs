//! Failures of a downstream service do not count against the service that passes them on.

use std::time::Duration;

use heuan_proto::branches::v1::{
    ListBranchesRequest, ListBranchesResponse,
    branches_service_client::BranchesServiceClient,
    branches_service_server::{BranchesService, BranchesServiceServer},
};
use heuan_rpc::{BreakerState, Code, Policy, ServeOptions, Target, Transport, serve};
use heuan_testkit::{Fault, FaultProxy, eventually};
use tokio::net::TcpListener;
use tonic::{Request, Response, Status, service::Routes};

use crate::support::{Does, Fixture, LONG, Replica, ask, target, url};

/// Calls its callee and returns its result.
struct Between(Transport);

#[tonic::async_trait]
impl BranchesService for Between {
    async fn list_branches(
        &self,
        request: Request<ListBranchesRequest>,
    ) -> Result<Response<ListBranchesResponse>, Status> {
        let answer = BranchesServiceClient::new(self.0.clone()).list_branches(request.into_inner()).await;
        Ok(answer.map_err(heuan_rpc::Error::from)?)
    }
}

fn between(callee: &Transport) -> Routes {
    Routes::new(BranchesServiceServer::new(Between(callee.clone())))
}

fn callee(budget: Duration) -> Target {
    Target::new("callee", budget, &Policy::default())
}

#[tokio::test(start_paused = true)]
async fn downstream_failure_opens_the_breaker_of_the_downstream_service() {
    let budget = Duration::from_secs(2);
    for fault in [Does::Fail(Code::Unavailable), Does::Stall] {
        let fixture = Fixture::new(fault);
        let far = Transport::in_process(fixture.routes(), callee(budget));
        // Its callee alone could use up all of its time.
        let near = Transport::in_process(between(&far), target(budget, &Policy::default()));
        for call in 0..50 {
            let error = ask(&near).await.unwrap_err();
            assert_eq!(error.origin_service(), Some("callee"), "{call}: {error:?}");
        }
        assert_eq!(far.target().breaker_state(), BreakerState::Open);
        assert_eq!(near.target().breaker_state(), BreakerState::Closed);
    }
}

#[tokio::test(start_paused = true)]
async fn own_failure_opens_the_breaker() {
    let fixture = Fixture::new(Does::Fail(Code::Unavailable));
    let transport =
        Transport::in_process(fixture.routes(), target(Duration::from_secs(2), &Policy::default()));
    for _ in 0..10 {
        assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Open);
}

/// Over sockets, with a callee that dies, then one that stalls, behind a proxy.
#[tokio::test]
async fn downstream_failures_do_not_eject_the_endpoint() {
    let replica = Replica::start(Fixture::new(Does::Answer)).await;
    let proxy = FaultProxy::start(replica.address).await.unwrap();
    let policy = Policy { breaker_consecutive_failures: 3, ..Policy::default() };
    let budget = Duration::from_millis(200);
    let mut addresses = Vec::new();
    let mut fars = Vec::new();
    for _ in 0..2 {
        let far = Transport::connect(&url(proxy.address), Target::new("callee", budget, &policy)).unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        addresses.push(url(listener.local_addr().unwrap()));
        let options = ServeOptions::default();
        tokio::spawn(serve(between(&far), listener, options, std::future::pending()));
        fars.push(far);
    }
    // One failure of its own would eject the replica.
    let policy = Policy { breaker_consecutive_failures: 3, eject_failures: 1, ..Policy::default() };
    let near = Transport::connect(&addresses.join(","), target(LONG, &policy)).unwrap();
    eventually("it is there", async || ask(&near).await.is_ok()).await;
    for fault in [Fault::Cut, Fault::Stall] {
        proxy.set(fault);
        eventually("both know that their callee fails", async || {
            let error = ask(&near).await.unwrap_err();
            assert_eq!(error.origin_service(), Some("callee"), "{error:?}");
            fars.iter().all(|far| far.target().breaker_state() == BreakerState::Open)
        })
        .await;
        assert_eq!(near.target().breaker_state(), BreakerState::Closed);
        proxy.set(Fault::None);
        eventually("it continues", async || {
            ask(&near).await.is_ok()
                && fars.iter().all(|far| far.target().breaker_state() == BreakerState::Closed)
        })
        .await;
    }
}
