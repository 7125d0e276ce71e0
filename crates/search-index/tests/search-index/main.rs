//! One test binary for all modules, because each binary would link all dependencies again.

mod corrections;
mod demo;
mod measures;
mod quality;
mod ranking;
mod result_set;
mod scripts;
mod support;
