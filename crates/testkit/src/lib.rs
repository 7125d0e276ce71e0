//! Test infrastructure: [databases](TestDb) of both kinds, a [proxy that injects faults](FaultProxy), and a misbehaving
//! [upstream].
//!
//! All servers are real. PostgreSQL comes from `HEUAN_TEST_POSTGRES` (set by the `with-servers` runner, so that one
//! server serves a whole test run), else from a container where there is a Docker engine, else from the Debian
//! packages.

pub mod collector;
mod database;
mod event_receiver;
mod fault_proxy;
mod full_disk;
pub mod postgres;
mod process_guard;
mod progressive_jpeg;
pub mod redis;
mod security_log;
pub mod upstream;
mod write_fault;

pub use database::{Engine, TestDb};
pub use event_receiver::TestEventReceiver;
pub use fault_proxy::{Fault, FaultProxy};
pub use full_disk::FullDisk;
pub use progressive_jpeg::progressive_jpeg;
pub use security_log::SecurityLog;
pub use write_fault::{Refusal, WriteFault};

/// Installs the TLS crypto provider, as the binary does. Call it before an HTTP client is created.
pub fn choose_cryptography() {
    // This fails if a provider is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Waits until `condition` holds, and panics with `what` after a minute.
pub async fn eventually(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !condition().await {
        assert!(std::time::Instant::now() < until, "never happened: {what}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}
