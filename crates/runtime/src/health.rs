//! Readiness flag of a process, which `/readyz` reports to load balancers.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Readiness of this process. Not ready until everything is up, and again before the drain, so that load balancers choose other
/// replicas while running requests end.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<AtomicBool>);

impl Readiness {
    pub fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Release);
    }

    pub fn is_ready(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
