//! Clients that stall, flood or never end a request.

use std::time::Duration;

use heuan_edge::EdgeConfig;
use reqwest::Method;
use rstest::rstest;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{
    account_browser::Browser,
    support::{TestShop, eventually, problem, shop, shop_with},
};

const WEBHOOK: &str = "/api/payments/sandbox/webhook";
const IMAGE: &str = "/api/v1/search-similar-images";

async fn connect(shop: &TestShop) -> TcpStream {
    TcpStream::connect(shop.addr()).await.unwrap()
}

/// A connection on which `bytes` were sent.
async fn begun(shop: &TestShop, bytes: impl AsRef<[u8]>) -> TcpStream {
    let mut connection = connect(shop).await;
    connection.write_all(bytes.as_ref()).await.unwrap();
    connection
}

/// Everything received until the server closes the connection.
async fn until_closed(connection: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // A reset is also an end.
    let _ = connection.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

fn post(path: &str, headers: &str) -> String {
    format!("POST {path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n{headers}\r\n")
}

/// Head and JSON of the only response in `text`.
fn problem_in(text: &str) -> serde_json::Value {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
    assert!(head.contains("content-type: application/problem+json"), "{head}");
    assert!(head.contains("connection: close"), "{head}");
    serde_json::from_str(body).unwrap()
}

fn impatient(config: &mut EdgeConfig) {
    config.limits.header_ms = 300;
    config.limits.body_ms = 300;
    config.limits.upload_idle_timeout_ms = 300;
    config.limits.write_stall_ms = 300;
}

#[rstest]
#[case::of_a_known_length("content-length: 5000\r\n", "")]
#[case::that_stops_on_its_way("content-length: 5000\r\n", "{\"id\":")]
#[case::in_chunks("transfer-encoding: chunked\r\n", "")]
#[case::that_stops_between_chunks("transfer-encoding: chunked\r\n", "3\r\n{\"i\r\n")]
#[case::that_waits_for_status_100("content-length: 5000\r\nexpect: 100-continue\r\n", "")]
#[actix_web::test]
async fn body_that_never_arrives_returns_408_and_closes_the_connection(
    #[case] headers: &str,
    #[case] beginning: &str,
) {
    let shop = shop_with(impatient).await;
    let mut connection = begun(&shop, post(WEBHOOK, headers) + beginning).await;
    let answer = until_closed(&mut connection).await;
    let answer = answer.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    let problem = problem_in(answer);
    assert_eq!((&problem["code"], &problem["status"]), (&"deadline_exceeded".into(), &408.into()));
}

#[actix_web::test]
async fn body_of_every_kind_has_a_deadline() {
    let shop = shop_with(impatient).await;
    let mut browser = Browser::registered(&shop, "2055512345").await;
    let multipart = "multipart/form-data; boundary=x";
    for (path, kind) in [
        ("/api/auth/login", "application/json"),
        ("/api/auth/message", "application/json"),
        ("/api/auth/message/upload", multipart),
        (IMAGE, multipart),
    ] {
        let request = browser.request(Method::POST, path).build().unwrap();
        let mut headers = String::new();
        for (name, value) in request.headers().iter().filter(|(name, _)| *name != "content-type") {
            headers.extend([name.as_str(), ": ", value.to_str().unwrap(), "\r\n"]);
        }
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\n{headers}content-length: 5000\r\n\r\n--x"
        );
        let answer = until_closed(&mut begun(&shop, head).await).await;
        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
        problem_in(&answer);
    }
    assert_eq!(browser.login("2055512345").await.status(), 200, "others are served");
}

/// The beginning of the answer to a body of which a byte arrives now and then.
async fn answer_to_trickle(mut connection: TcpStream) -> String {
    let mut answer = [0; 12];
    let mut pause = tokio::time::interval(Duration::from_millis(20));
    loop {
        tokio::select! {
            read = connection.read_exact(&mut answer) => { read.unwrap(); break }
            _ = pause.tick() => {}
        }
        connection.write_all(b" ").await.unwrap();
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// One byte at a time is progress for an image on a slow network, and also a way to hold a connection forever.
#[actix_web::test]
async fn trickling_body_returns_408_at_its_deadline() {
    let shop = shop_with(|config| config.limits.body_ms = 1000).await;
    let connection = begun(&shop, post(WEBHOOK, "content-length: 60000\r\n")).await;
    assert_eq!(answer_to_trickle(connection).await, "HTTP/1.1 408");
}

/// Received bytes take memory that is counted for all uploads. The other limits would end this one after minutes.
#[actix_web::test]
async fn upload_that_trickles_after_a_fast_beginning_returns_408() {
    let shop = shop_with(|config| {
        (config.limits.upload_ms, config.limits.upload_idle_timeout_ms) = (300_000, 300_000);
        (config.limits.upload_min_kb_s, config.limits.upload_grace_ms) = (1, 500);
    })
    .await;
    let token = Browser::new(&shop).await.token;
    let head = format!(
        "POST {IMAGE} HTTP/1.1\r\nhost: shop\r\nx-api-access-token: {token}\r\n\
         content-type: multipart/form-data; boundary=x\r\ncontent-length: 10000000\r\n\r\n\
         --x\r\ncontent-disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n"
    );
    let connection = begun(&shop, [head.as_bytes(), &vec![7; 4 << 20]].concat()).await;
    assert_eq!(answer_to_trickle(connection).await, "HTTP/1.1 408");
}

#[rstest]
#[case::too_large("POST", WEBHOOK, "content-length: 99999999999\r\n", "413")]
#[case::too_large_in_chunks("POST", WEBHOOK, "transfer-encoding: chunked\r\n", "413")]
#[case::without_a_token("POST", "/api/auth/login", "transfer-encoding: chunked\r\n", "401")]
#[case::nowhere("POST", "/api/nowhere", "transfer-encoding: chunked\r\n", "404")]
#[case::a_method_it_has_not("POST", "/api/v1/product", "transfer-encoding: chunked\r\n", "405")]
#[case::of_a_read("GET", "/api/v1/menu", "transfer-encoding: chunked\r\n", "200")]
#[case::of_a_page("POST", "/la", "content-length: 99999999999\r\n", "413")]
#[actix_web::test]
async fn unwanted_body_is_not_read(
    #[case] method: &str,
    #[case] path: &str,
    #[case] headers: &str,
    #[case] status: &str,
) {
    let shop = shop().await;
    let head = format!("{method} {path} HTTP/1.1\r\nhost: shop\r\n{headers}\r\n");
    let mut connection = begun(&shop, head).await;
    let chunk = if headers.contains("chunked") {
        [b"1000\r\n".as_slice(), &[b' '; 0x1000], b"\r\n"].concat().repeat(16)
    } else {
        vec![b' '; 0x10000]
    };
    let (mut reader, mut writer) = connection.split();
    let mut answer = Vec::new();
    let writing = async {
        let mut sent = 0;
        while sent < 256 << 20 {
            match writer.write(&chunk).await {
                Ok(bytes) => sent += bytes,
                Err(_) => break,
            }
        }
        sent
    };
    let (read, sent) = tokio::join!(reader.read_to_end(&mut answer), writing);
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{read:?} {answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    // The socket buffers of both sides, and 64 KiB.
    assert!(sent < 64 << 20, "{sent} bytes were read");
}

#[actix_web::test]
async fn connection_is_reused_after_a_read_body() {
    let shop = shop().await;
    let request = post(WEBHOOK, "content-length: 2\r\n") + "{}";
    let mut connection = connect(&shop).await;
    for _ in 0..3 {
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 4096];
        let bytes = connection.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..bytes]);
        assert!(answer.starts_with("HTTP/1.1 ") && !answer.contains("connection: close"), "{answer}");
    }
}

#[rstest]
#[case::of_the_first_request("")]
#[case::of_a_later_request("GET /livez HTTP/1.1\r\nhost: shop\r\n\r\n")]
#[actix_web::test]
async fn head_that_never_ends_returns_408_and_closes_the_connection(#[case] before: &str) {
    let shop = shop_with(impatient).await;
    let mut connection = begun(&shop, before).await;
    if !before.is_empty() {
        let mut answer = [0; 4096];
        assert!(connection.read(&mut answer).await.unwrap() > 0);
    }
    connection.write_all(b"GET /livez HTTP/1.1\r\nhost: sh").await.unwrap();
    let answer = until_closed(&mut connection).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    problem_in(&answer);
}

#[actix_web::test]
async fn head_beyond_the_limit_is_refused() {
    let shop = shop().await;
    let mut connection = begun(&shop, "GET /livez HTTP/1.1\r\nhost: shop\r\n").await;
    let line = format!("x-{}: y\r\n", "z".repeat(1000));
    let mut sent = 0;
    let mut answer = [0; 12];
    let mut pause = tokio::time::interval(Duration::from_millis(1));
    loop {
        tokio::select! {
            read = connection.read_exact(&mut answer) => { read.unwrap(); break }
            _ = pause.tick() => {}
        }
        sent += line.len();
        // The edge may have answered and closed the connection since the last read; the answer is still there then.
        if connection.write_all(line.as_bytes()).await.is_err() {
            connection.read_exact(&mut answer).await.unwrap();
            break;
        }
    }
    assert_eq!(&answer, b"HTTP/1.1 431");
    assert!(sent < 128 << 10, "{sent} bytes were read");
}

#[rstest]
#[case::of_a_method("G ET /livez HTTP/1.1\r\nhost: shop\r\n\r\n")]
#[case::of_a_header("GET /livez HTTP/1.1\r\nhost shop\r\n\r\n")]
#[actix_web::test]
async fn head_that_is_not_http_gets_a_problem(#[case] request: &str) {
    let shop = shop().await;
    let answer = until_closed(&mut begun(&shop, request).await).await;
    let answer = &answer[answer.rfind("HTTP/1.1 ").unwrap()..];
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    let problem = problem_in(answer);
    assert_eq!((&problem["status"], &problem["success"]), (&400.into(), &false.into()), "{problem}");
}

#[actix_web::test]
async fn connection_without_a_request_is_closed() {
    let shop = shop_with(impatient).await;
    assert_eq!(until_closed(&mut connect(&shop).await).await, "");
}

#[actix_web::test]
async fn client_that_does_not_read_responses_is_disconnected() {
    let shop = shop_with(impatient).await;
    let mut connection = begun(&shop, "").await;
    // More responses than the socket buffers of both sides hold.
    let requests = "GET /api/openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n".repeat(500);
    connection.write_all(requests.as_bytes()).await.unwrap();
    let mut unread = connection;
    eventually("the connection is reset", async || unread.write_all(b" ").await.is_err()).await;
}

#[actix_web::test]
async fn connections_of_one_client_are_limited_and_others_are_served() {
    let shop = shop_with(|config| config.limits.connections_per_client = 3).await;
    let held = [connect(&shop).await, connect(&shop).await, connect(&shop).await];
    eventually("further ones are refused", async || until_closed(&mut connect(&shop).await).await.is_empty())
        .await;

    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(shop.addr()).await.unwrap();
    other.write_all(b"GET /livez HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(until_closed(&mut other).await.starts_with("HTTP/1.1 200"));

    drop(held);
    eventually("its slots are free again", async || shop.client.get(shop.url("/livez")).send().await.is_ok())
        .await;
}

#[actix_web::test]
async fn trusted_proxy_has_no_connection_limit() {
    let shop = shop_with(|config| {
        config.limits.connections_per_client = 1;
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().unwrap()];
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..5 {
        let mut connection = begun(&shop, "GET /livez HTTP/1.1\r\nhost: shop\r\n\r\n").await;
        let mut answer = [0; 12];
        connection.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        held.push(connection);
    }
}

#[rstest]
#[case("authorization", "Bearer heuan-demo-key")]
#[case("x-api-access-token", "t")]
#[case("idempotency-key", "k")]
#[case("content-type", "application/json")]
#[case("last-event-id", "1")]
#[case("x-heuan-signature", "t=1,v1=0")]
#[case("range", "bytes=0-1")]
#[actix_web::test]
async fn duplicate_single_value_header_is_refused(#[case] name: &str, #[case] value: &str) {
    let shop = shop().await;
    let request = shop.client.get(shop.url("/api/v1/menu")).header(name, value);
    assert_eq!(request.try_clone().unwrap().send().await.unwrap().status(), 200);
    let response = request.header(name, value).send().await.unwrap();
    assert_eq!(response.status(), 400);
    assert_eq!(problem(response).await["field"], name);
}

#[rstest]
#[case("host: shop\r\nhost: other\r\n")]
#[case("host: shop\r\ncontent-length: 0\r\ncontent-length: 5\r\n")]
#[case("host: shop\r\ncontent-length: 5\r\ncontent-length: 5\r\n")]
#[case("host: shop\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n")]
#[case("host: shop\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n")]
#[case("")]
#[actix_web::test]
async fn ambiguous_request_head_is_refused(#[case] headers: &str) {
    let shop = shop().await;
    let mut connection = begun(&shop, format!("POST {WEBHOOK} HTTP/1.1\r\n{headers}\r\n")).await;
    let answer = until_closed(&mut connection).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[actix_web::test]
async fn second_x_forwarded_for_line_does_not_evade_the_limit() {
    let shop = shop_with(|config| {
        (config.rate_limit.per_second, config.rate_limit.burst) = (1, 5);
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().unwrap()];
    })
    .await;
    let mut statuses = Vec::new();
    for number in 0..30 {
        // The client claims another address each time; the proxy adds the real one in a separate line.
        let request =
            shop.client.get(shop.url("/api/v1/menu")).header("x-forwarded-for", format!("9.9.9.{number}"));
        let response = request.header("x-forwarded-for", "1.2.3.4").send().await.unwrap();
        statuses.push(response.status().as_u16());
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}
