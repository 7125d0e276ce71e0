//! One binary for all of them: each would be linked with everything the crate needs.

mod catalogue;
mod files;
mod hostile;
mod model;
mod photos;
mod support;
