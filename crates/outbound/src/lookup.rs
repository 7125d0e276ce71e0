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

/// Finds the addresses of a name.
pub trait Lookup: Send + Sync {
    fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
}

/// Asks whom this machine asks.
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

/// What the client resolves with: it connects to the very addresses that were checked here.
#[derive(Clone)]
pub struct PublicOnlyResolver {
    pub lookup: Arc<dyn Lookup>,
    pub trusted: Arc<[IpAddr]>,
}

/// Why a name is not connected to; told apart from a name that does not exist.
#[derive(Debug, thiserror::Error)]
#[error("the name leads to an address that is not public")]
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
            // One that is not public is enough: who answers with both is trying something.
            if !addresses.iter().all(allowed) {
                return Err(io::Error::other(PrivateAddressError));
            }
            let socket_addresses: Vec<SocketAddr> =
                addresses.into_iter().map(|address| SocketAddr::new(address, 0)).collect();
            Ok(socket_addresses.into_iter())
        })
    }
}
