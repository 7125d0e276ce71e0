use rustls::{ClientConfig, RootCertStore, crypto::ring};

/// Whom we trust is what this machine trusts. A machine that trusts nobody reaches nobody over https, and says so here.
pub fn config() -> Result<ClientConfig, rustls::Error> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        tracing::warn!(
            "no root certificates on this machine: linked pages and push services cannot be reached"
        );
    }
    // The provider is named: a process may hold several, and then has no default.
    let builder = ClientConfig::builder_with_provider(ring::default_provider().into());
    Ok(builder.with_safe_default_protocol_versions()?.with_root_certificates(roots).with_no_client_auth())
}
