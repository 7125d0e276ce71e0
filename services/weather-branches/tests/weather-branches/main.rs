//! One test binary for all modules, because each binary would link all dependencies again.

mod no_space;
mod support;
mod telemetry;
mod weather;
