//! One test binary for all modules, because each binary would link all dependencies again.

mod find;
mod measures;
mod quality;
