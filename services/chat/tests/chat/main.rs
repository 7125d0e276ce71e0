//! One binary for all of them: each would be linked with everything the crate needs.

mod conversation;
mod hostile;
mod inbox;
mod limits;
mod no_space;
mod pictures;
mod previews;
mod support;
