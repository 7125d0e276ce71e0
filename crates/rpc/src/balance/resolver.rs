use std::{io, net::SocketAddr};

use futures::future::BoxFuture;
use http::{
    Uri,
    uri::{Authority, Scheme},
};
use tokio::net::lookup_host;

use crate::{Error, Result};

/// Where the replicas of a service are, asked again and again.
pub trait Resolve: Send + Sync + 'static {
    /// All addresses known at the moment. None, or an error, leaves the callers with those they have.
    fn resolve(&self) -> BoxFuture<'_, io::Result<Vec<SocketAddr>>>;
}

/// Hosts with ports, as names or addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceAddresses(Vec<Authority>);

impl ServiceAddresses {
    /// Reads `http://host:port`, or several with commas between.
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

    /// The addresses, when no name is among them.
    pub(super) fn literal(&self) -> Option<Vec<SocketAddr>> {
        self.0.iter().map(|authority| authority.as_str().parse().ok()).collect()
    }

    /// What requests say they are for.
    pub(super) fn authority(&self) -> Authority {
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
    fn addresses_need_no_look_up_and_names_do() {
        let addresses = ServiceAddresses::parse("http://127.0.0.1:9101, http://[::1]:9101/").unwrap();
        assert_eq!(addresses.literal().unwrap().len(), 2);
        assert_eq!(
            ServiceAddresses::parse("http://catalog:9101,http://127.0.0.1:9101").unwrap().literal(),
            None
        );
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for wrong in
            ["", "catalog:9101", "https://catalog:9101", "http://catalog", "http://a:1,", "http://a:1/x"]
        {
            assert!(ServiceAddresses::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_name_is_all_its_addresses() {
        let found = ServiceAddresses::parse("http://localhost:9101").unwrap().resolve().await.unwrap();
        assert!(found.contains(&([127, 0, 0, 1], 9101).into()), "{found:?}");
    }
}
