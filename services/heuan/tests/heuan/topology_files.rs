//! `docker-compose.yml`, the Kubernetes manifests and Prometheus have exactly the services, ports and calls of
//! `topology.toml`. The output of Kubernetes templates is checked by `scripts/check-deploy`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use heuan_rpc::topology::{self, Service};
use rstest::rstest;
use serde_json::Value;

const ADDRESSES: &str = "HEUAN_RPC__ADDRESSES__";
const KUBERNETES: &str = "deploy/kubernetes";

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn yaml(path: &str) -> Value {
    let text = fs::read_to_string(top().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is_edge(service: &Service) -> bool {
    service.proto == "HTTP"
}

/// HTTP port of every process: health and metrics.
fn admin_port(service: &Service) -> u16 {
    service.port + 1000
}

fn names() -> BTreeSet<&'static str> {
    topology::services().keys().map(String::as_str).collect()
}

/// `(variable, address)` of every service that `service` calls.
fn callees(service: &Service) -> BTreeMap<String, String> {
    let address = |name: &String| {
        let variable = name.to_uppercase().replace('-', "_");
        (format!("{ADDRESSES}{variable}"), format!("http://{name}:{}", topology::service(name).port))
    };
    service.calls.iter().map(address).collect()
}

#[test]
fn compose_runs_exactly_the_services() {
    let compose = yaml("docker-compose.yml");
    let services = compose["services"].as_object().unwrap();
    // k6 also runs: a script, by its path.
    let run = services.iter().filter_map(|(name, it)| match texts(&it["command"])[..] {
        ["run", service] if !service.starts_with('/') => Some((name.as_str(), service)),
        _ => None,
    });
    assert_eq!(run.collect::<BTreeSet<_>>(), names().into_iter().map(|name| (name, name)).collect());
}

#[test]
fn compose_migrates_every_store_before_its_service_starts() {
    let compose = yaml("docker-compose.yml");
    for (name, _) in topology::services().iter().filter(|(_, service)| !is_edge(service)) {
        let migration = format!("{name}-migrate");
        assert_eq!(texts(&compose["services"][&migration]["command"]), ["migrate", name]);
        let waits = &compose["services"][name]["depends_on"][&migration]["condition"];
        assert_eq!(waits, "service_completed_successfully", "{name}");
    }
}

#[test]
fn compose_has_ports_and_callees() {
    let compose = yaml("docker-compose.yml");
    for (name, service) in topology::services() {
        let container = &compose["services"][name];
        let environment = container["environment"].as_object().unwrap_or_else(|| panic!("{name}"));
        let configured: BTreeMap<String, String> = environment
            .iter()
            .filter(|(variable, _)| variable.starts_with(ADDRESSES))
            .map(|(variable, address)| (variable.clone(), address.as_str().unwrap().to_owned()))
            .collect();
        assert_eq!(configured, callees(service), "{name}");
        assert!(environment.contains_key("OTEL_EXPORTER_OTLP_ENDPOINT"), "{name} has the common settings");
        assert_eq!(environment.contains_key("DATABASE_URL"), !is_edge(service), "{name}");

        let admin_port = admin_port(service);
        let probe = texts(&container["healthcheck"]["test"]).join(" ");
        assert!(probe.ends_with(&format!("http://127.0.0.1:{admin_port}/readyz")), "{name}: {probe}");
    }
    let edge = &compose["services"]["edge"];
    assert_eq!(edge["environment"]["PORT"], topology::service("edge").port.to_string());
    assert_eq!(texts(&edge["ports"]), [format!("${{HEUAN_PORT:-8080}}:{}", topology::service("edge").port)]);
}

#[test]
fn kubernetes_has_exactly_the_services() {
    let base = yaml(&format!("{KUBERNETES}/base/kustomization.yaml"));
    let listed: BTreeSet<&str> =
        texts(&base["resources"]).into_iter().filter_map(|path| path.strip_prefix("../services/")).collect();
    assert_eq!(listed, names());
    for (name, service) in topology::services().iter().filter(|(_, service)| !is_edge(service)) {
        let it = yaml(&format!("{KUBERNETES}/services/{name}/service.yaml"));
        assert_eq!(it["metadata"]["name"], **name);
        assert_eq!(it["spec"]["port"], service.port, "{name}");
        assert_eq!(it["spec"]["adminPort"], admin_port(service), "{name}");
    }
}

/// Each call is a label, which opens the network policy, and an address.
#[test]
fn kubernetes_has_every_call() {
    for (name, service) in topology::services() {
        let kustomization = yaml(&format!("{KUBERNETES}/services/{name}/kustomization.yaml"));
        let patches = kustomization["patches"].as_array().into_iter().flatten();
        let operations: Vec<Value> = patches
            .flat_map(|it| serde_saphyr::from_str::<Vec<Value>>(it["patch"].as_str().unwrap()).unwrap())
            .collect();
        let labels: BTreeSet<&str> = operations
            .iter()
            .filter_map(|it| it["path"].as_str()?.split_once("/labels/calls.heuan~1"))
            .map(|(_, callee)| callee)
            .collect();
        assert_eq!(labels, service.calls.iter().map(String::as_str).collect(), "{name}");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let configured: BTreeMap<String, String> = operations
            .iter()
            .filter_map(|it| Some((text(&it["value"]["name"])?, text(&it["value"]["value"])?)))
            .collect();
        assert_eq!(configured, callees(service), "{name}");
    }
}

#[rstest]
#[case::edge("edge")]
#[case::services("services")]
fn prometheus_scrapes_every_replica(#[case] job: &str) {
    let config = yaml("deploy/observability/prometheus/prometheus.yml");
    let jobs = config["scrape_configs"].as_array().unwrap();
    let found = jobs.iter().find(|it| it["job_name"] == job).unwrap();
    let scraped: BTreeMap<&str, u64> = found["dns_sd_configs"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|it| texts(&it["names"]).into_iter().map(|name| (name, it["port"].as_u64().unwrap())))
        .collect();
    let edge = topology::service("edge");
    let wanted: BTreeMap<&str, u64> = if job == "edge" {
        [("edge-replicas", admin_port(edge).into())].into()
    } else {
        let others = topology::services().iter().filter(|(_, service)| !is_edge(service));
        others.map(|(name, service)| (name.as_str(), admin_port(service).into())).collect()
    };
    assert_eq!(scraped, wanted);
}
