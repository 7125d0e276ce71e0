//! One test binary for all modules, because each binary would link all dependencies again.

mod no_space;
mod staff_content;
mod staff_drafts;
mod support;
mod telemetry;
mod weather;
