//! `heuan run <service>`: the same shop, with each service in its own process.

use std::process::Stdio;

use crate::support::{GOOD, Shop, folder};
use heuan_testkit::{collector::Collector, eventually};

const CATALOG: &str = "HEUAN_RPC__ADDRESSES__CATALOG_GATEWAY";
const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

#[tokio::test]
async fn each_service_runs_alone_and_shuts_down() {
    let shop = Shop::new();
    let services = [
        "accounts",
        "catalog-gateway",
        "chat",
        "image-search",
        "notifications",
        "weather-branches",
        "orders",
        "search",
    ];
    for service in services {
        let (open, _) = shop.serve(service, &[]);
        assert_eq!(open.get("/livez").await.0, 200, "{service}");
        eventually(&format!("{service} is ready"), async || open.get("/readyz").await.0 == 200).await;
        let metrics = open.metrics().await;
        assert!(metrics.contains("process_resident_memory_bytes"), "{service}: {metrics}");
        assert_eq!(open.end(), Some(0), "{service}");
    }
}

#[tokio::test]
async fn split_shop_sells_and_serves_stale_data_of_a_stopped_service() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let (catalog, address) = shop.serve("catalog-gateway", &[]);
    let edge = shop.edge(&[(CATALOG, &address)]);
    eventually("the edge has seen the catalog", async || edge.get("/readyz").await.0 == 200).await;
    assert_eq!(edge.json("/api/v1/product/101").await["data"]["pro_name_en"], "White paint");

    assert_eq!(catalog.end(), Some(0));
    let (status, body) = edge.get("/api/v1/product/101").await;
    assert_eq!((status, body.contains("White paint")), (200, true), "cached data is still shown: {body}");
    let (status, body) = edge.get("/api/v1/product/102").await;
    assert_eq!((status, body.contains("\"unavailable\"")), (503, true), "{body}");
    assert_eq!(edge.get("/readyz").await.0, 200, "stale pages are served");
}

// Multi-threaded for the trace collector, because waiting for a process to end blocks a thread.
#[tokio::test(flavor = "multi_thread")]
async fn one_request_is_one_trace_across_all_services() {
    let collector = Collector::start().await.unwrap();
    let otlp = collector.url();
    let collector_setting = ("OTEL_EXPORTER_OTLP_ENDPOINT", otlp.as_str());
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let (catalog, address) = shop.serve("catalog-gateway", &[collector_setting]);
    let edge =
        shop.edge(&[collector_setting, (CATALOG, &address), ("HEUAN_EDGE__TRUST_TRACEPARENT", "true")]);
    eventually("the edge has seen the catalog", async || edge.get("/readyz").await.0 == 200).await;

    heuan_testkit::choose_cryptography();
    let sent_request = reqwest::Client::new()
        .get(format!("{}/api/v1/product/101", edge.address))
        .header("traceparent", format!("00-{TRACE_ID}-{CALLER}-01"))
        .send();
    assert_eq!(sent_request.await.unwrap().status(), 200);
    // Shutdown exports the remaining spans.
    assert_eq!((edge.end(), catalog.end()), (Some(0), Some(0)));

    let trace = collector.trace(TRACE_ID);
    let find = |service: &str, name: &str| {
        let found = trace.iter().find(|span| span.service == service && span.name.starts_with(name));
        found.unwrap_or_else(|| panic!("no {name} of {service} in {trace:#?}"))
    };
    let request = find("edge", "GET /api/v1/product/{pro_id}");
    let call = find("edge", "heuan.catalog.v1.CatalogService/");
    let answer = find("catalog-gateway", "heuan.catalog.v1.CatalogService/");
    let statement = find("catalog-gateway", "SQL SELECT");
    for span in [request, answer] {
        assert_eq!(span.version, heuan_telemetry::VERSION, "{}", span.service);
    }
    assert_eq!(request.parent_id, CALLER);
    assert_eq!(request.attribute("http.route"), Some("/api/v1/product/{pro_id}"));
    assert_eq!(call.attribute("rpc.method"), Some("GetProduct"));
    assert_eq!(call.attribute("rpc.service"), Some("heuan.catalog.v1.CatalogService"));
    assert_eq!(statement.attribute("db.system.name"), Some("sqlite"));
    assert_eq!(call.parent_id, request.span_id);
    assert_eq!(answer.parent_id, call.span_id);
    assert_eq!(statement.parent_id, answer.span_id);

    let left = |span: &heuan_testkit::collector::CollectedSpan| -> f64 {
        span.attribute("deadline_left_ms").expect("how much time is left").parse().unwrap()
    };
    assert!(left(answer) > 0.0 && left(answer) <= left(call), "{} then {}", left(call), left(answer));
    for span in &trace {
        println!("{:>16}  {:<48} {:?}", span.service, span.name, span.attribute("deadline_left_ms"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn trace_headers_of_visitors_are_ignored() {
    heuan_testkit::choose_cryptography();
    let collector = Collector::start().await.unwrap();
    let otlp = collector.url();
    let shop = Shop::new();
    let edge = shop.edge(&[("OTEL_EXPORTER_OTLP_ENDPOINT", &otlp), ("HEUAN_TELEMETRY__SAMPLE_RATIO", "0.0")]);
    let sent_request = reqwest::Client::new()
        .get(format!("{}/api/v1/product/101", edge.address))
        .header("traceparent", format!("00-{TRACE_ID}-{CALLER}-01"))
        .send();
    sent_request.await.unwrap();
    assert_eq!(edge.end(), Some(0));
    assert_eq!(collector.trace(TRACE_ID).len(), 0);
}

/// Several operators, or pods, on a new database.
#[tokio::test]
async fn concurrent_migrations_all_succeed_and_run_no_background_tasks() {
    let mut shop = Shop::new();
    shop.database_url = Some(heuan_testkit::postgres::database().await);
    let start = |_| {
        let mut command = shop.command(&["migrate"]);
        // Waiting for another's lock is a slow statement, and not an error.
        command
            .env("RUST_LOG", "debug,sqlx=warn,sqlx::query=error")
            .stderr(Stdio::piped())
            .stdout(Stdio::piped());
        command.spawn().unwrap()
    };
    let all: Vec<_> = (0..4).map(start).collect();
    for migration in all {
        let output = migration.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(!said.contains("ERROR") && !said.contains("WARN"), "{said}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("orders: its tables are up to date"), "{said}");
    }
    let output = shop.command(&["migrate"]).env("HEUAN_RPC__RETRIES", "99").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("rpc.retries"), "{said}");
}
