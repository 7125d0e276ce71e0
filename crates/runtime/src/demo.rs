//! Check whether the shop shows only the demo catalog, made by the process that has the catalog.

use std::{fmt, pin::Pin, sync::OnceLock};

/// Function that returns whether the shop shows only the demo catalog and has no public address. It is called repeatedly,
/// because an import of the shop's own catalog ends the demo.
pub type DemoCheck = Box<dyn Fn() -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>;

/// Holder of the check, which the process that has the catalog sets once.
#[derive(Default)]
pub struct DemoStatus(OnceLock<DemoCheck>);

impl DemoStatus {
    /// Sets the check. A second call changes nothing.
    pub fn set(&self, check: DemoCheck) {
        let _ = self.0.set(check);
    }

    /// Whether the shop is a demo; `None` in a process without the catalog.
    pub async fn is_demo(&self) -> Option<bool> {
        match self.0.get() {
            Some(check) => Some(check().await),
            None => None,
        }
    }
}

impl fmt::Debug for DemoStatus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("DemoStatus").field(&self.0.get().is_some()).finish()
    }
}
