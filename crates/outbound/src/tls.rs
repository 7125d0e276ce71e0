//! TLS configuration of the client.

use rustls::{ClientConfig, RootCertStore, crypto::ring};

/// TLS configuration with the root certificates of the operating system. Without any, HTTPS requests fail, so a warning
/// is logged.
pub fn config() -> Result<ClientConfig, rustls::Error> {
    let mut roots = RootCertStore::empty();
    let loaded = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(loaded.certs);
    if roots.is_empty() {
        tracing::warn!(
            "no root certificates found: HTTPS requests to linked pages and push services will fail"
        );
    }
    // The provider is explicit, because a process that contains several has no default.
    let builder = ClientConfig::builder_with_provider(ring::default_provider().into());
    Ok(builder.with_safe_default_protocol_versions()?.with_root_certificates(roots).with_no_client_auth())
}
