//! Warnings for configurations not fit for production. `heuan run` logs one warning with the remedy for each at start.

use anyhow::Result;
use heuan_edge::EdgeConfig;
use heuan_runtime::Settings;

use crate::{services::Service, settings::Shop};

/// The default publishable key; edge.toml.
const DEMO_KEY: &str = "heuan-demo-key";
/// Passwords in example database URLs.
const EXAMPLE_PASSWORDS: [&str; 4] = ["password", "postgres", "heuan", "only-for-trying-out"];

/// Logs warnings for the edge's configuration.
pub fn check_edge(settings: &Settings) -> Result<()> {
    warn_of(edge_warnings(&settings.section("edge")?));
    Ok(())
}

/// Logs warnings for the database and the opened services.
pub async fn check_services(shop: &Shop, opened: &[Box<dyn Service>]) -> Result<()> {
    warn_of(database_warning(&shop.database_url));
    for service in opened {
        warn_of(service.production_warning().await?);
    }
    Ok(())
}

fn warn_of(warnings: impl IntoIterator<Item = &'static str>) {
    for warning in warnings {
        tracing::warn!("not for production: {warning}");
    }
}

fn edge_warnings(edge: &EdgeConfig) -> Vec<&'static str> {
    let rules = [
        (
            edge.host.is_unspecified() && edge.public_url.is_empty(),
            "the shop listens on every interface over plain HTTP; set edge.public_url to its https address and serve it \
             through a TLS proxy, or set edge.host = \"127.0.0.1\" to keep it on this machine",
        ),
        (
            edge.admin_host.is_unspecified() && edge.public_url.is_empty(),
            "metrics and probes listen on every interface; set edge.admin_host to a private address",
        ),
        (
            edge.publishable_keys.iter().any(|key| key == DEMO_KEY),
            "edge.publishable_keys has the public demo key heuan-demo-key; set keys of your own",
        ),
        (
            edge.cookies_over_http && edge.public_url.is_empty(),
            "session cookies travel over plain HTTP; set edge.cookies_over_http = false and serve the shop by https",
        ),
    ];
    rules.into_iter().filter_map(|(applies, warning)| applies.then_some(warning)).collect()
}

fn database_warning(url: &str) -> Option<&'static str> {
    let (credentials, _) = url.split_once("://")?.1.split_once('@')?;
    let (_, password) = credentials.split_once(':')?;
    EXAMPLE_PASSWORDS.contains(&password).then_some(
        "the password of DATABASE_URL is one from an example; set a random one in PostgreSQL and there",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(change: impl FnOnce(&mut EdgeConfig)) -> Vec<&'static str> {
        let mut config: EdgeConfig =
            Settings::load(heuan_edge::DEFAULTS, &[]).unwrap().section("edge").unwrap();
        change(&mut config);
        edge_warnings(&config)
    }

    #[test]
    fn default_edge_is_warned_about_and_a_configured_one_is_not() {
        let said = edge(|_| {}).join("\n");
        assert!(said.contains("edge.host") && said.contains("heuan-demo-key"), "{said}");
        let said = edge(|edge| {
            edge.public_url = "https://shop.example".to_owned();
            edge.publishable_keys = vec!["another-key-of-ours".to_owned()];
        });
        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn example_database_password_is_warned_about() {
        assert!(database_warning("postgres://heuan:only-for-trying-out@postgres/heuan").is_some());
        for url in ["", "postgres://heuan:Zr8-2k@postgres/heuan", "postgres://heuan@localhost/heuan"] {
            assert_eq!(database_warning(url), None, "{url}");
        }
    }
}
