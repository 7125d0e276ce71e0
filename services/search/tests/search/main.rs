//! One test binary for all modules, because each binary would link all dependencies again.

mod indexer;
mod no_space;
mod searches;
mod staff;
mod support;
