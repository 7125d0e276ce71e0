//! The topology file: ports, callees and deadlines of all services.

use std::{collections::BTreeMap, sync::LazyLock, time::Duration};

use serde::Deserialize;

/// One service. `topology.toml` explains the fields.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub purpose: String,
    pub port: u16,
    pub proto: String,
    pub owns: String,
    pub calls: Vec<String>,
    pub deadline_ms: u64,
    pub when_down: String,
    /// Concurrency limit, if it differs from the limit in `[rpc]`.
    #[serde(default)]
    pub concurrency: Option<usize>,
}

impl Service {
    pub fn deadline(&self) -> Duration {
        Duration::from_millis(self.deadline_ms)
    }
}

static SERVICES: LazyLock<BTreeMap<String, Service>> = LazyLock::new(|| {
    toml::from_str(include_str!("../topology.toml"))
        .expect("topology.toml is checked by a test of this crate")
});

/// Returns every service by name.
pub fn services() -> &'static BTreeMap<String, Service> {
    &SERVICES
}

/// Returns the service `name`. Panics if it is not in the file, because names are literals in the code.
pub fn service(name: &str) -> &'static Service {
    SERVICES.get(name).unwrap_or_else(|| panic!("{name} is not in topology.toml"))
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, fmt::Write as _};

    use super::*;

    #[test]
    fn ports_are_distinct_and_callees_exist() {
        let mut ports = HashSet::new();
        for (name, service) in services() {
            assert!(ports.insert(service.port), "{name} shares its port");
            assert!(service.deadline_ms > 0, "{name} has no deadline");
            for callee in &service.calls {
                assert!(services().contains_key(callee), "{name} calls unknown {callee}");
            }
        }
    }

    /// Returns the table of docs/architecture.md.
    fn table() -> String {
        let mut table = String::from(
            "| service | purpose | port | owns | contract | calls | deadline | when it is down |\n\
             |---|---|---|---|---|---|---|---|\n",
        );
        for (name, it) in services() {
            let calls = if it.calls.is_empty() { "–".to_owned() } else { it.calls.join(", ") };
            writeln!(
                table,
                "| {name} | {} | {} | {} | {} | {calls} | {} ms | {} |",
                it.purpose, it.port, it.owns, it.proto, it.deadline_ms, it.when_down
            )
            .unwrap();
        }
        table
    }

    #[test]
    fn architecture_page_prints_the_topology_table() {
        let page = include_str!("../../../docs/architecture.md");
        let printed =
            page.split("<!-- topology -->\n").nth(1).and_then(|rest| rest.split("<!-- /topology -->").next());
        assert_eq!(printed, Some(table().as_str()));
    }
}
