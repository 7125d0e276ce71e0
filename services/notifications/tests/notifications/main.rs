//! One binary for all of them: each would be linked with everything the crate needs.

mod crash;
mod fairness;
mod lists;
mod no_space;
mod push;
mod support;
