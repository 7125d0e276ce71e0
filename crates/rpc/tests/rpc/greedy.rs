//! Misbehaving callers: silent connections, calls without an end, and more connections than the limit.

use std::{net::SocketAddr, time::Duration};

use bytes::Bytes;
use h2::client::SendRequest;
use heuan_rpc::{GrpcService, ServeOptions, serve};
use heuan_testkit::eventually;
use http::Request;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use crate::support::{Does, Fixture};

async fn start(options: ServeOptions, deadline: Duration) -> (SocketAddr, JoinHandle<()>) {
    let service = GrpcService::new("greedy", Fixture::new(Does::Answer).routes(), deadline, 8);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (address, tokio::spawn(serve(service, listener, options, std::future::pending())))
}

type Calls = SendRequest<Bytes>;

async fn connect(address: SocketAddr) -> (Calls, JoinHandle<()>) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (calls, connection) = h2::client::handshake(stream).await.unwrap();
    // Calls report its end.
    (calls, tokio::spawn(async { drop(connection.await) }))
}

fn request(path: &str) -> Request<()> {
    let request = Request::post(format!("http://service{path}"));
    request.header("content-type", "application/grpc").body(()).unwrap()
}

/// Whether a call gets a response, of any status.
async fn answers(calls: &Calls) -> bool {
    let Ok(mut calls) = calls.clone().ready().await else { return false };
    let Ok((answer, _)) = calls.send_request(request("/nowhere"), true) else { return false };
    answer.await.is_ok()
}

async fn is_closed(connection: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    let _ = connection.read_to_end(&mut rest).await;
    true
}

#[tokio::test]
async fn silent_connection_is_closed_after_the_handshake_timeout() {
    let options = ServeOptions { handshake: Duration::from_millis(300), ..ServeOptions::default() };
    let (address, serving) = start(options, Duration::from_secs(20)).await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut half = TcpStream::connect(address).await.unwrap();
    half.write_all(b"PRI * HTTP/2.0\r\n").await.unwrap();
    // An idle HTTP/2 connection is not closed.
    let (idle, _) = connect(address).await;
    assert!(is_closed(&mut silent).await && is_closed(&mut half).await);
    assert!(answers(&idle).await);
    serving.abort();
}

#[tokio::test]
async fn call_without_a_body_ends_at_the_service_deadline() {
    let (address, serving) = start(ServeOptions::default(), Duration::from_millis(300)).await;
    let (calls, _) = connect(address).await;
    for path in ["/heuan.branches.v1.BranchesService/ListBranches", "/grpc.health.v1.Health/Check"] {
        let (answer, _body) = calls.clone().send_request(request(path), false).unwrap();
        let answer = answer.await.unwrap();
        assert_eq!(answer.headers()["grpc-status"], "4", "{path}: DEADLINE_EXCEEDED");
    }
    serving.abort();
}

#[tokio::test]
async fn connections_beyond_the_limit_are_closed_until_one_ends() {
    let options = ServeOptions { connections: 2, ..ServeOptions::default() };
    let (address, serving) = start(options, Duration::from_secs(20)).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let connection = connect(address).await;
        assert!(answers(&connection.0).await);
        held.push(connection);
    }
    let refused = connect(address).await;
    assert!(!answers(&refused.0).await);
    held.remove(0).1.abort();
    eventually("the place is free", async || answers(&connect(address).await.0).await).await;
    serving.abort();
}
