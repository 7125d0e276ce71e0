//! One test binary for all modules, because each binary would link all dependencies again.

mod codes;
mod crash;
mod fairness;
mod lists;
mod messages;
mod messages_crash;
mod no_space;
mod push;
mod sessions;
mod support;
