//! The topology file, read once: ports, callees and deadlines come from here and nowhere else.

use std::{collections::BTreeMap, sync::LazyLock, time::Duration};

use serde::Deserialize;

/// One service of the house. See `topology.toml` for what each field means.
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
    /// Calls it works on at once, when the general limit of `[rpc]` does not fit it.
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

/// Every service by name.
pub fn services() -> &'static BTreeMap<String, Service> {
    &SERVICES
}

/// The service called `name`. Panics on a name that is not in the file: names are literals in our code.
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

    /// The table as docs/architecture.md prints it.
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
    fn the_architecture_page_prints_this_file() {
        let page = include_str!("../../../docs/architecture.md");
        let printed =
            page.split("<!-- topology -->\n").nth(1).and_then(|rest| rest.split("<!-- /topology -->").next());
        assert_eq!(printed, Some(table().as_str()));
    }
}
