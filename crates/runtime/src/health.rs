use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether this process wants traffic. Red until everything is up, and red again before the drain, so that a load
/// balancer looks elsewhere while running requests end.
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
