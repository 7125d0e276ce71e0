//! One test binary for all modules, because each binary would link all dependencies again.

mod answers;
mod bounces;
mod codes;
mod crash;
mod fairness;
mod leases;
mod lists;
mod messages;
mod messages_crash;
mod messages_kill;
mod news;
mod no_space;
mod outages;
mod push;
mod reports;
mod reserve;
mod sessions;
mod staff_push;
mod support;
mod templates;
mod undeliverable;
