//! One binary for all of them: each would be linked with everything the crate needs.

mod catalog;
mod files;
mod hostile;
mod model;
mod photos;
mod support;
