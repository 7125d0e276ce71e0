//! One binary for all of them: each would be linked with everything the crate needs.

mod indexer;
mod no_space;
mod searches;
mod support;
