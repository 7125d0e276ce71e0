//! One binary for all of them: each would be linked with everything the crate needs.

mod contact;
mod limits;
mod no_space;
mod register;
mod sessions;
mod support;
