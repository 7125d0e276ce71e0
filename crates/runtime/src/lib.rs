//! Basics of every process: [settings](Settings), [readiness](Readiness) and graceful [shutdown](Shutdown).

pub mod client_network;
pub mod clock;
pub mod degraded;
pub mod demo;
mod health;
pub mod open_files;
mod periodic;
mod port;
mod settings;
mod shutdown;

pub use health::Readiness;
pub use periodic::OnShutdown;
pub use port::ReservedPort;
pub use settings::{Settings, SettingsError};
pub use shutdown::Shutdown;
