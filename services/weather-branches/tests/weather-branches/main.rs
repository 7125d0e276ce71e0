//! One binary for all of them: each would be linked with everything the crate needs.

mod no_space;
mod support;
mod telemetry;
mod weather;
