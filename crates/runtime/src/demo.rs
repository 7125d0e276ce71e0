//! Whether the shop shows only the demo catalog, as the process that has the catalog finds out.

use std::{fmt, pin::Pin, sync::OnceLock};

/// Says whether the shop shows only the demo catalog and has no public address. Called again and again, because an import of the
/// shop's own catalog ends the demo.
pub type DemoCheck = Box<dyn Fn() -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>;

/// The check, which the process that has the catalog sets once.
#[derive(Default)]
pub struct DemoStatus(OnceLock<DemoCheck>);

impl DemoStatus {
    /// Sets the check. A second one changes nothing.
    pub fn set(&self, check: DemoCheck) {
        let _ = self.0.set(check);
    }

    /// `None` in a process without the catalog.
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
