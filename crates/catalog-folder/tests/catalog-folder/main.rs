//! One test binary for all modules, because each binary would link all dependencies again.

mod archive;
mod demo;
mod errors_content;
mod errors_tables;
mod good;
mod large;
mod never_panics;
mod support;
mod updates;
