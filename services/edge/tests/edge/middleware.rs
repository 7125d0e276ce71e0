//! HTTP middleware and server: entity tags, compression, security headers, rate limits, probes and graceful shutdown.

use std::time::Duration;

use heuan_telemetry::metrics::Metrics;
use reqwest::{Method, StatusCode};
use rstest::rstest;

use crate::support::{eventually, problem, shop, shop_with};

#[actix_web::test]
async fn unchanged_body_is_sent_once() {
    let shop = shop().await;
    for path in ["/api/v1/product", "/la/shop", "/api/openapi.json", "/sitemap.xml"] {
        let first = shop.get(path).await;
        let etag = first.headers()["etag"].to_str().unwrap().to_owned();
        let again = shop.get_with(path, "if-none-match", &etag).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(again.headers()["etag"], first.headers()["etag"]);
        assert!(again.bytes().await.unwrap().is_empty());
    }
}

#[rstest]
#[case("br")]
#[case("zstd")]
#[case("gzip")]
#[actix_web::test]
async fn bodies_are_compressed(#[case] encoding: &str) {
    let shop = shop().await;
    for path in ["/api/v1/product?limit=25", "/la", "/api/docs"] {
        let plain = shop.get(path).await;
        assert!(!plain.headers().contains_key("content-encoding"));
        let packed = shop.get_with(path, "accept-encoding", encoding).await;
        assert_eq!(packed.headers()["content-encoding"], encoding, "{path}");
        assert_eq!(packed.headers()["vary"], "accept-encoding");
        assert_ne!(packed.headers()["etag"], plain.headers()["etag"]);
        let (packed, plain) = (packed.bytes().await.unwrap(), plain.bytes().await.unwrap());
        assert!(packed.len() * 2 < plain.len(), "{path}: {} of {}", packed.len(), plain.len());
    }
}

#[actix_web::test]
async fn head_equals_get_without_a_body() {
    let shop = shop().await;
    for path in
        ["/api/v1/product", "/la/shop/3", "/assets/index-abc.js", "/media/products/1.png?w=160", "/livez"]
    {
        let get = shop.get(path).await;
        let head = shop.client.head(shop.url(path)).send().await.unwrap();
        assert_eq!(head.status(), get.status(), "{path}");
        for name in ["content-type", "content-length", "etag"] {
            assert_eq!(head.headers().get(name), get.headers().get(name), "{path} {name}");
        }
        assert!(head.bytes().await.unwrap().is_empty());
    }
    assert_eq!(shop.client.head(shop.url("/api/v1/product/999")).send().await.unwrap().status(), 404);
}

#[actix_web::test]
async fn every_response_has_security_headers() {
    let shop = shop().await;
    for path in [
        "/la",
        "/api/v1/product",
        "/api/v1/nowhere",
        "/la/nowhere",
        "/shop",
        "/assets/index-abc.js",
        "/livez",
    ] {
        let response = shop.get(path).await;
        let headers = response.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "strict-origin-when-cross-origin");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin");
        assert!(headers.contains_key("permissions-policy"));
        assert!(headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
        assert!(headers.contains_key("x-request-id"));
        assert!(!headers.contains_key("strict-transport-security"), "{path} over http");
    }
}

#[actix_web::test]
async fn public_data_is_cacheable_for_a_second() {
    let shop = shop().await;
    let freshness = shop.get("/api/v1/product").await.headers()["cache-control"].clone();
    assert_eq!(freshness, "public, max-age=0, s-maxage=1, stale-while-revalidate=30, stale-if-error=86400");
    assert_eq!(shop.get("/la").await.headers()["cache-control"], "no-cache");
}

#[actix_web::test]
async fn too_long_request_is_refused() {
    let shop = shop_with(|config| {
        config.limits.uri_bytes = 300;
        config.limits.body_kb = 1;
    })
    .await;
    let response = shop.get(&format!("/api/v1/product?brand={}", "x".repeat(300))).await;
    assert_eq!(response.status(), 414);
    problem(response).await;
    // A page request gets an error page.
    let path = format!("/th/shop?brand={}", "x".repeat(300));
    let response = shop.get_with(&path, "accept", "text/html,*/*").await;
    assert_eq!(response.status(), 414);
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    assert!(response.text().await.unwrap().contains("<html lang=\"th\">"));
    let response = shop.client.post(shop.url("/api/api-token")).body(vec![0; 2000]).send().await.unwrap();
    assert_eq!(response.status(), 413);
    problem(response).await;
}

#[actix_web::test]
async fn too_many_requests_are_refused_with_a_delay() {
    let shop = shop_with(|config| {
        (config.rate_limit.per_second, config.rate_limit.burst) = (1, 5);
        (config.rate_limit.expensive_per_second, config.rate_limit.expensive_burst) = (1, 1);
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().unwrap()];
    })
    .await;
    let mut refused = None;
    for _ in 0..10 {
        let response = shop.get("/api/v1/menu").await;
        if response.status() == 429 {
            refused = Some(response);
        }
    }
    let refused = refused.unwrap();
    assert!(refused.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() >= 1);
    assert_eq!(problem(refused).await["code"], "resource_exhausted");
    // The budget grows by one a second, so one of these is refused, too.
    let mut page = None;
    for _ in 0..10 {
        let response = shop.get_with("/en/nowhere", "accept", "text/html,*/*").await;
        if response.status() == 429 {
            page = Some(response);
        }
    }
    let page = page.unwrap();
    assert!(page.headers().contains_key("retry-after"));
    assert!(page.text().await.unwrap().contains("Too many requests"));
    // Another client behind the same proxy is not limited, nor are assets and probes.
    assert_eq!(shop.get_with("/api/v1/menu", "x-forwarded-for", "1.2.3.4").await.status(), 200);
    assert_eq!(shop.get("/assets/index-abc.js").await.status(), 200);
    assert_eq!(shop.get("/livez").await.status(), 200);

    let costly = async || {
        let request = shop.client.post(shop.url("/api/v1/contact")).header("x-forwarded-for", "5.6.7.8");
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(costly().await, 401);
    // One a second; a busy machine may need longer than that for one.
    let mut answers = Vec::new();
    for _ in 0..10 {
        answers.push(costly().await);
    }
    assert!(answers.contains(&429), "{answers:?}");
}

#[actix_web::test]
async fn probes_are_not_rate_limited() {
    let shop = shop_with(|config| (config.rate_limit.per_second, config.rate_limit.burst) = (1, 1)).await;
    for _ in 0..10 {
        assert_eq!(shop.get("/livez").await.status(), 200);
    }
}

/// Metrics are on the admin port, which `heuan` opens.
#[actix_web::test]
async fn public_port_has_no_metrics() {
    let shop = shop().await;
    assert_eq!(shop.get("/metrics").await.status(), 404);
}

#[actix_web::test]
async fn probes_report_the_state() {
    let shop = shop().await;
    assert_eq!(shop.text("/livez").await, "ok\n");
    let ready = shop.get("/readyz").await;
    assert_eq!(ready.status(), 200);
    assert_eq!(ready.headers()["content-type"], "text/plain; charset=utf-8");
    shop.readiness.set(false);
    assert_eq!(shop.get("/readyz").await.status(), 503);

    shop.get("/api/v1/product/7").await;
    let metrics = Metrics::install().unwrap().render();
    assert!(
        metrics.contains(
            "http_server_request_duration_seconds_count{http_route=\"/api/v1/product/{pro_id}\",http_request_method=\"GET\",status=\"2xx\"}"
        ),
        "{metrics}"
    );
    assert!(metrics.contains("cache_responses_total{status=\"fetched\"}"), "{metrics}");
    assert!(metrics.contains("rpc_client_call_duration_seconds_count{target="), "{metrics}");
    assert!(metrics.contains("process_resident_memory_bytes"), "{metrics}");
    let build = format!("heuan_build_info{{version=\"{}\"}} 1", heuan_telemetry::VERSION);
    assert!(metrics.contains(&build), "{metrics}");
    assert!(!metrics.contains("/api/v1/product/7"), "a raw path became a label");
}

/// Requests on kept connections shortly before the shutdown are answered.
#[actix_web::test]
async fn requests_on_kept_connections_are_answered_at_shutdown() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    const ASK: &[u8] = b"GET /livez HTTP/1.1\r\nhost: shop\r\n\r\n";
    let shop = shop_with(|config| config.drain_ms = 10_000).await;
    let mut stored = Vec::new();
    for _ in 0..60 {
        let mut connection = tokio::net::TcpStream::connect(shop.addr()).await.unwrap();
        connection.write_all(ASK).await.unwrap();
        let mut answer = vec![0; 4096];
        assert!(connection.read(&mut answer).await.unwrap() > 0);
        stored.push(connection);
    }
    shop.shutdown.trigger();
    for connection in &mut stored {
        connection.write_all(ASK).await.unwrap();
    }
    for connection in &mut stored {
        let mut answer = String::new();
        connection.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("connection: close"), "{answer}");
    }
}

#[actix_web::test]
async fn shutdown_fails_readiness_then_closes_connections() {
    let shop = shop_with(|config| config.drain_ms = 3000).await;
    assert!(!shop.get("/api/v1/menu").await.headers().contains_key("connection"));
    shop.shutdown.trigger();
    eventually("red", async || shop.get("/readyz").await.status() == 503).await;
    // Responses during the shutdown close the connection.
    let answer = shop.get("/api/v1/menu").await;
    assert_eq!((answer.status().as_u16(), &answer.headers()["connection"]), (200, &"close".parse().unwrap()));
    assert!(shop.shutdown.wait(Duration::from_secs(60)).await);
    eventually("closed", async || shop.client.get(shop.url("/livez")).send().await.is_err()).await;
}

#[actix_web::test]
async fn token_secret_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = shop().await;
    let file = shop.data_dir().join("api-token.secret");
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[rstest]
#[case("/media/documents/report.pdf")]
#[actix_web::test]
async fn static_file_has_its_allowed_methods_and_ranges(#[case] path: &str) {
    let shop = shop().await;
    let response = shop.client.patch(shop.url(path)).send().await.unwrap();
    assert_eq!(response.status(), 405);
    assert_eq!(response.headers()["allow"], "GET, HEAD");
    let response = shop.get_with(path, "range", "bytes=99999999-").await;
    assert_eq!(response.status(), 416);
    assert!(response.headers()["content-range"].to_str().unwrap().starts_with("bytes */"));
    assert_eq!(response.headers()["cache-control"], "no-store");
    problem(response).await;
}

#[actix_web::test]
async fn request_without_a_key_has_a_hint_where_it_belongs() {
    let shop = shop().await;
    let response = shop.client.post(shop.url("/api/api-token")).send().await.unwrap();
    assert_eq!(response.status(), 401);
    assert_eq!(response.headers()["www-authenticate"], "Bearer");
}

#[actix_web::test]
async fn options_and_unknown_methods_are_no_internal_errors() {
    let shop = shop().await;
    for method in [Method::OPTIONS, Method::PATCH, Method::from_bytes(b"PURGE").unwrap()] {
        for path in ["/la", "/api/v1/product", "/media/products/1.png", "/nowhere"] {
            let response = shop.client.request(method.clone(), shop.url(path)).send().await.unwrap();
            assert!(response.status().is_client_error(), "{method} {path}: {}", response.status());
        }
    }
}
