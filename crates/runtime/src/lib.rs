//! What every process needs before it can serve: [settings](Settings), [readiness](Readiness) and an orderly
//! [shutdown](Shutdown).

pub mod clock;
mod every;
mod health;
mod settings;
mod shutdown;

pub use health::Readiness;
pub use settings::{Settings, SettingsError};
pub use shutdown::Shutdown;
