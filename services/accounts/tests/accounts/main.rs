//! One test binary for all modules, because each binary would link all dependencies again.

mod contact;
mod limits;
mod no_space;
mod register;
mod sessions;
mod staff;
mod support;
