//! Name resolution of a service's addresses by DNS, repeated every `dns_refresh_ms` (5 s by default).

use std::{io, net::SocketAddr};

use futures::future::BoxFuture;
use http::{
    Uri,
    uri::{Authority, Scheme},
};
use tokio::net::lookup_host;

use crate::{Error, Result};

/// Resolves the addresses of the replicas of a service. Called every `dns_refresh_ms`.
pub trait Resolve: Send + Sync + 'static {
    /// Returns all current addresses. After an empty list or an error, callers keep their present addresses.
    fn resolve(&self) -> BoxFuture<'_, io::Result<Vec<SocketAddr>>>;
}

/// Host names or IP addresses with ports, resolved by DNS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceAddresses(Vec<Authority>);

impl ServiceAddresses {
    /// Parses `http://host:port`, or several separated by commas.
    pub(crate) fn parse(address: &str) -> Result<Self> {
        let wrong = || Error::invalid("address", format!("{address}: must be like http://host:port"));
        let each = |part: &str| {
            let uri: Uri = part.trim().parse().ok()?;
            let is_origin = uri.scheme() == Some(&Scheme::HTTP) && matches!(uri.path(), "" | "/");
            let authority = uri.into_parts().authority?;
            (is_origin && authority.port_u16().is_some()).then_some(authority)
        };
        let names: Option<Vec<Authority>> = address.split(',').map(each).collect();
        names.filter(|names| !names.is_empty()).map(Self).ok_or_else(wrong)
    }

    /// Returns the addresses if none of them is a host name.
    pub(crate) fn literal(&self) -> Option<Vec<SocketAddr>> {
        self.0.iter().map(|authority| authority.as_str().parse().ok()).collect()
    }

    /// Returns the `:authority` of requests.
    pub(crate) fn authority(&self) -> Authority {
        self.0.first().cloned().unwrap_or_else(|| Authority::from_static("service"))
    }
}

impl Resolve for ServiceAddresses {
    fn resolve(&self) -> BoxFuture<'_, io::Result<Vec<SocketAddr>>> {
        Box::pin(async {
            let mut found = Vec::new();
            for name in &self.0 {
                found.extend(lookup_host(name.as_str()).await?);
            }
            Ok(found)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_addresses_need_no_dns_lookup() {
        let addresses = ServiceAddresses::parse("http://127.0.0.1:9101, http://[::1]:9101/").unwrap();
        assert_eq!(addresses.literal().unwrap().len(), 2);
        assert_eq!(
            ServiceAddresses::parse("http://catalog:9101,http://127.0.0.1:9101").unwrap().literal(),
            None
        );
    }

    #[test]
    fn malformed_addresses_are_rejected() {
        for wrong in
            ["", "catalog:9101", "https://catalog:9101", "http://catalog", "http://a:1,", "http://a:1/x"]
        {
            assert!(ServiceAddresses::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn host_name_resolves_to_all_its_addresses() {
        let found = ServiceAddresses::parse("http://localhost:9101").unwrap().resolve().await.unwrap();
        assert!(found.contains(&([127, 0, 0, 1], 9101).into()), "{found:?}");
    }
}
