//! DNS resolution that returns public addresses only.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use hyper_util::client::legacy::connect::dns::Name;
use tower::Service;

use crate::is_public;

/// Resolves a host name to IP addresses.
pub trait Lookup: Send + Sync {
    fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
}

/// [`Lookup`] by the operating system's resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        Box::pin(async move {
            let addresses = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(addresses.map(|address| address.ip()).collect())
        })
    }
}

/// Resolver of the HTTP client that rejects private addresses (SSRF guard). The client connects to exactly the addresses
/// that were checked here, so a second DNS response cannot differ (DNS rebinding).
#[derive(Clone)]
pub struct PublicOnlyResolver {
    pub lookup: Arc<dyn Lookup>,
    pub trusted: Arc<[IpAddr]>,
}

/// The host name resolves to at least one private address. A type of its own distinguishes it from a failed lookup.
#[derive(Debug, thiserror::Error)]
#[error("the host name resolves to an address that is not public")]
pub struct PrivateAddressError;

impl Service<Name> for PublicOnlyResolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let addresses = self.lookup.lookup(name.as_str().to_owned());
        let trusted = Arc::clone(&self.trusted);
        Box::pin(async move {
            let addresses = addresses.await?;
            let allowed = |address: &IpAddr| is_public(*address) || trusted.contains(address);
            // One private address rejects the whole name: a response that mixes both kinds is likely an attack.
            if !addresses.iter().all(allowed) {
                return Err(io::Error::other(PrivateAddressError));
            }
            let socket_addresses: Vec<SocketAddr> =
                addresses.into_iter().map(|address| SocketAddr::new(address, 0)).collect();
            Ok(socket_addresses.into_iter())
        })
    }
}
