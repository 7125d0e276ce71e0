//! Graceful shutdown: health turns to `NOT_SERVING` first, running calls finish, and open streams end with `UNAVAILABLE`, so
//! that clients resume on another replica.

use std::time::Duration;

use futures::StreamExt as _;
use heuan_rpc::{Code, GrpcService, Health, ServeOptions, Transport};
use heuan_testkit::eventually;
use tokio::net::TcpListener;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::support::{Does, Fixture, LONG, Replica, ask, url};

async fn start(does: Does, options: ServeOptions) -> (Replica, Transport) {
    let replica =
        Replica::start_at(Fixture::numbered(1, does, 10), ([127, 0, 0, 1], 0).into(), options).await;
    let transport = Transport::connect(&url(replica.address), LONG).unwrap();
    (replica, transport)
}

async fn health(transport: &Transport, service: &str) -> ServingStatus {
    let request = HealthCheckRequest { service: service.to_owned() };
    HealthClient::new(transport.clone()).check(request).await.unwrap().into_inner().status()
}

#[tokio::test]
async fn health_is_not_serving_before_calls_are_rejected() {
    let options = ServeOptions { lame_duck: LONG, ..ServeOptions::default() };
    let (mut replica, transport) = start(Does::Answer, options).await;
    assert_eq!(health(&transport, "").await, ServingStatus::Serving);
    assert_eq!(health(&transport, "fixture").await, ServingStatus::Serving);
    replica.stop();
    eventually("health is red", async || health(&transport, "").await == ServingStatus::NotServing).await;
    assert_eq!(health(&transport, "fixture").await, ServingStatus::NotServing);
    ask(&transport).await.unwrap();
}

#[tokio::test]
async fn starting_service_gets_no_calls_until_ready() {
    let health = Health::starting();
    let options = ServeOptions { health: health.clone(), ..ServeOptions::default() };
    let (_replica, transport) = start(Does::Answer, options).await;
    assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
    health.set(true);
    eventually("it gets calls", async || ask(&transport).await.is_ok()).await;
}

#[tokio::test]
async fn drain_answers_running_calls_and_rejects_new_ones() {
    let (replica, transport) = start(Does::Work(Duration::from_secs(2)), ServeOptions::default()).await;
    let fixture = replica.fixture.clone();
    let call = tokio::spawn({
        let transport = transport.clone();
        async move { ask(&transport).await }
    });
    eventually("the call has come", async || fixture.in_flight() == 1).await;
    replica.stopped().await;
    assert_eq!(call.await.unwrap(), Ok(1));
    assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
}

#[tokio::test]
async fn drain_times_out() {
    let options = ServeOptions { drain: Duration::from_millis(200), ..ServeOptions::default() };
    let (replica, transport) = start(Does::Stall, options).await;
    let fixture = replica.fixture.clone();
    let call = tokio::spawn(async move { ask(&transport).await });
    eventually("the call has come", async || fixture.in_flight() == 1).await;
    tokio::time::timeout(LONG / 2, replica.stopped()).await.unwrap();
    assert_eq!(call.await.unwrap().unwrap_err().code, Code::Unavailable);
    eventually("the handler is dropped", async || fixture.in_flight() == 0).await;
}

/// The health watch represents every stream that stays open.
#[tokio::test]
async fn drain_ends_open_streams_with_unavailable() {
    let (replica, transport) = start(Does::Answer, ServeOptions::default()).await;
    let mut client = HealthClient::new(transport.without_deadline());
    let mut stream = client.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    assert_eq!(stream.message().await.unwrap().unwrap().status(), ServingStatus::Serving);
    tokio::time::timeout(LONG / 2, replica.stopped()).await.unwrap();
    let end = loop {
        match stream.message().await {
            Ok(Some(_)) => {}
            end => break end,
        }
    };
    assert_eq!(end.unwrap_err().code(), tonic::Code::Unavailable);
}

#[tokio::test]
async fn stream_on_an_old_connection_ends_after_the_grace_period() {
    let options = ServeOptions {
        connection_age: Duration::from_millis(500),
        connection_grace: Duration::from_secs(1),
        ..ServeOptions::default()
    };
    let (_replica, transport) = start(Does::Answer, options).await;
    let mut client = HealthClient::new(transport.without_deadline());
    let mut stream = client.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    stream.message().await.unwrap();
    let end = tokio::time::timeout(LONG / 2, stream.message()).await.unwrap();
    assert_eq!(end.unwrap_err().code(), tonic::Code::Unavailable);
}

#[tokio::test]
async fn reflection_lists_the_services() {
    use tonic_reflection::pb::v1::{
        ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
        server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
    };
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = GrpcService::from(Fixture::new(Does::Answer).routes());
    tokio::spawn(heuan_rpc::serve(service, listener, ServeOptions::default(), std::future::pending()));
    let transport = Transport::connect(&url(address), LONG).unwrap();
    let ask = ServerReflectionRequest {
        message_request: Some(MessageRequest::ListServices(String::new())),
        ..Default::default()
    };
    // The second question comes later: a request that is a stream goes out as it comes.
    let later = futures::stream::once(async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        ServerReflectionRequest::default()
    });
    let request = futures::stream::iter([ask]).chain(later);
    let mut answers =
        ServerReflectionClient::new(transport).server_reflection_info(request).await.unwrap().into_inner();
    let answer = answers.message().await.unwrap().unwrap().message_response;
    let Some(MessageResponse::ListServicesResponse(list)) = answer else { panic!("{answer:?}") };
    assert!(list.service.iter().any(|service| service.name == "heuan.branches.v1.BranchesService"));
    // Nothing was asked, which the service says.
    assert_eq!(answers.message().await.unwrap_err().code(), tonic::Code::InvalidArgument);
}
