//! Health reporting by `grpc.health.v1`, the standard protocol of gRPC health checks.

use tokio::sync::watch;
use tonic_health::{ServingStatus, server::HealthReporter};

/// Health of a served service, reported by `grpc.health.v1` to load balancers and probes.
///
/// A service that must load data first starts with [`Health::starting`] and calls [`Health::set`] afterwards.
/// [`serve`](super::serve) reports `NOT_SERVING` before it drains.
#[derive(Clone, Debug)]
pub struct Health(watch::Sender<bool>);

impl Default for Health {
    fn default() -> Self {
        Self(watch::Sender::new(true))
    }
}

impl Health {
    /// Returns a health that reports `NOT_SERVING`.
    pub fn starting() -> Self {
        Self(watch::Sender::new(false))
    }

    pub fn set(&self, ready: bool) {
        self.0.send_replace(ready);
    }

    pub fn is_ready(&self) -> bool {
        *self.0.borrow()
    }

    /// Reports every change, for the whole process and for `service`. Never returns.
    pub(super) async fn report(&self, reporter: HealthReporter, service: &str) {
        let mut ready = self.0.subscribe();
        loop {
            let status =
                if *ready.borrow_and_update() { ServingStatus::Serving } else { ServingStatus::NotServing };
            reporter.set_service_status("", status).await;
            reporter.set_service_status(service, status).await;
            if ready.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }
}
