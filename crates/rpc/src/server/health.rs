use tokio::sync::watch;
use tonic_health::{ServingStatus, server::HealthReporter};

/// Whether a served service wants calls; `grpc.health.v1` tells it to balancers and probes.
///
/// A service that must load something first begins with [`Health::starting`] and says [`Health::set`] when it has.
/// [`serve`](super::serve) turns it red before it drains.
#[derive(Clone, Debug)]
pub struct Health(watch::Sender<bool>);

impl Default for Health {
    fn default() -> Self {
        Self(watch::Sender::new(true))
    }
}

impl Health {
    /// Not yet ready.
    pub fn starting() -> Self {
        Self(watch::Sender::new(false))
    }

    pub fn set(&self, ready: bool) {
        self.0.send_replace(ready);
    }

    pub fn is_ready(&self) -> bool {
        *self.0.borrow()
    }

    /// Tells every change, of the process as a whole and of `service`; never ends.
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
