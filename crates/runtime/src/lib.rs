//! What every process needs before it can serve: [settings](Settings), [readiness](Readiness) and an orderly
//! [shutdown](Shutdown).

pub mod clock;
pub mod degraded;
mod every;
mod health;
pub mod open_files;
mod port;
mod settings;
mod shutdown;

pub use health::Readiness;
pub use port::ReservedPort;
pub use settings::{Settings, SettingsError};
pub use shutdown::Shutdown;
