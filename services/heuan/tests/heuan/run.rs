//! `heuan run`: start, readiness message, restart, shutdown, and configuration errors.

use std::process::{Command, Stdio};

use crate::support::{GOOD, Shop, folder, read_json};
use heuan_testkit::collector::Collector;

#[tokio::test]
async fn empty_shop_starts_and_shuts_down() {
    let shop = Shop::new();
    let open = shop.open();
    assert_eq!(open.get("/livez").await.0, 200);
    heuan_testkit::eventually("it is ready", async || open.get("/readyz").await.0 == 200).await;
    assert_eq!(open.json("/api/v1/category?active=true").await["data"], serde_json::json!([]));
    assert_eq!(open.end(), Some(0));
}

/// A first start that is stopped does not report that the shop is open.
#[test]
fn first_start_with_shutdown_requested_imports_nothing_and_opens_no_port() {
    use std::io::{BufRead as _, BufReader};
    let shop = Shop::new();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo");
    let mut command = shop.command(&["run"]);
    command.env("DEMO", "1").env("HEUAN_SHOP__DEMO_DIR", demo).stdout(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("Importing the demo catalog")), "it did not start");
    Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap();
    let rest: Vec<String> = lines.collect();
    assert_eq!(process.wait().unwrap().code(), Some(0));
    assert!(rest.iter().any(|line| line == "Shutting down; nothing was imported"), "{rest:?}");
    assert!(!rest.iter().any(|line| line.contains("is open")), "{rest:?}");
    let left = std::fs::read_dir(shop.data.path().join("media")).unwrap().count();
    assert_eq!(left, 0, "images are not awaited");
}

#[tokio::test]
async fn restart_keeps_the_data() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let first = shop.open();
    let before = first.json("/api/v1/product").await;
    assert_eq!(first.end(), Some(0));
    assert_eq!(shop.open().json("/api/v1/product").await, before);
}

#[tokio::test]
async fn shop_runs_on_postgresql() {
    let mut shop = Shop::new();
    shop.database_url = Some(heuan_testkit::postgres::database().await);
    let open = shop.open();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    heuan_testkit::eventually("the products show", async || open.json("/api/v1/product").await["total"] == 2)
        .await;
    // Services of this process learn of another process's import one after the other.
    heuan_testkit::eventually("with their categories", async || {
        open.json("/api/v1/product/101").await["data"]["category"]["cat_name_en"] == "Paint"
    })
    .await;
    assert_eq!(open.end(), Some(0));
    assert!(!shop.data.path().join("catalog-gateway.db").exists());
}

#[test]
fn invalid_setting_is_reported_with_its_name() {
    let shop = Shop::new();
    for (variable, value, key) in [
        ("PORT", "high", "PORT (edge.port): must be a whole number from 0 to 65535, not \"high\""),
        ("HEUAN_EDGE__CACHE_MB", "0", "edge.cache_mb"),
        ("HEUAN_EDGE__PROT", "1", "HEUAN_EDGE__PROT (edge.prot): there is no such setting"),
        ("DEMO", "maybe", "DEMO (shop.demo): must be true or false, not \"maybe\""),
        ("DATA_DIR", "", "must name a folder"),
        ("DATABASE_URL", "mysql://x", "DATABASE_URL"),
        ("HEUAN_FOO__BAR", "1", "HEUAN_FOO__BAR (foo.bar): there is no such section"),
        ("HEUAN_RPC__ADDRESSES__CATALOGGATEWAY", "http://a:1", "there is no such service"),
        ("HEUAN_RPC__ADDRESSES__ORDERS", "notaurl", "rpc.addresses.orders"),
    ] {
        let output = shop.command(&["run"]).env(variable, value).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{variable}");
        assert!(said.contains(key), "{variable}: {said}");
    }
}

/// Every message is a line, including the first and the last.
#[tokio::test(flavor = "multi_thread")]
async fn json_log_has_every_line_and_the_trace() {
    let collector = Collector::start().await.unwrap();
    let otlp = collector.url();
    let shop = Shop::new();
    let json = [
        ("HEUAN_LOG__FORMAT", "json"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &otlp),
        ("HEUAN_TELEMETRY__SAMPLE_RATIO", "1.0"),
    ];
    let (open, log) = shop.open_json(&json).await;
    assert_eq!(open.get("/api/v1/category?active=true").await.0, 200);
    assert_eq!(open.end(), Some(0));
    let lines = read_json(&log);
    let request = lines.iter().find(|line| line["http.target"] == "/api/v1/category?active=true").unwrap();
    assert_eq!(
        (&request["http.response.status_code"], &request["http.request.method"]),
        (&200.into(), &"GET".into())
    );
    assert!(request["http.ms"].is_f64(), "{request}");
    let trace = request["trace_id"].as_str().unwrap_or_else(|| panic!("no trace: {request}"));
    assert!(!collector.trace(trace).is_empty(), "{request}");

    let output = shop.command(&["run", "nosuch"]).envs(json).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    std::fs::write(&log, &output.stderr).unwrap();
    let lines = read_json(&log);
    let fatal = lines.iter().find(|line| line["level"] == "ERROR").unwrap();
    assert!(fatal["message"].as_str().unwrap().contains("there is no service nosuch"), "{fatal}");
}

#[test]
fn unreachable_database_is_reported_once() {
    let mut shop = Shop::new();
    shop.database_url = Some("postgres://x:secret@127.0.0.1:1/y".to_owned());
    let output = shop.command(&["run"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let error = said.lines().find(|line| line.starts_with("heuan: ")).unwrap_or_default();
    assert!(error.contains("DATABASE_URL: no connection to PostgreSQL at 127.0.0.1:1/y"), "{said}");
    assert_eq!(error.to_lowercase().matches("connection refused").count(), 1, "{said}");
}

#[tokio::test]
async fn start_warns_of_settings_not_for_production_until_configured() {
    let shop = Shop::new();
    let (demo, other) = (folder(&GOOD), folder(&GOOD));
    let demo = demo.path().to_str().unwrap();
    let said = async |settings: &[(&str, &str)]| {
        let json = [("HEUAN_LOG__FORMAT", "json")];
        let (open, log) = shop.open_json(&[&json, settings].concat()).await;
        assert_eq!(open.end(), Some(0));
        let lines = read_json(&log);
        let messages = lines.iter().filter_map(|line| line["message"].as_str());
        messages.filter(|message| message.starts_with("not for production")).map(str::to_owned).collect()
    };
    let lines: Vec<String> =
        said(&[("DEMO", "1"), ("HEUAN_SHOP__DEMO_DIR", demo), ("HEUAN_EDGE__HOST", "0.0.0.0")]).await;
    for part in ["every interface", "demo key", "catalog is the demo", "play money", "password alone"] {
        assert_eq!(lines.iter().filter(|line| line.contains(part)).count(), 1, "{part}: {lines:#?}");
    }

    assert!(shop.import(other.path(), &["--replace"]).status.success());
    let lines: Vec<String> = said(&[
        ("DEMO", "0"),
        ("HEUAN_EDGE__HOST", "0.0.0.0"),
        ("HEUAN_EDGE__PUBLIC_URL", "https://shop.example"),
        ("HEUAN_EDGE__PUBLISHABLE_KEYS", "[\"a-key-of-the-shop\"]"),
        ("HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED", "auto"),
    ])
    .await;
    assert_eq!(lines, [""; 0]);
}
