//! One test binary for all modules, because each binary would link all dependencies again.

mod addresses;
mod audit_log;
mod codes;
mod contact;
mod day_limits;
mod known_browsers;
mod limits;
mod new_devices;
mod no_space;
mod outbox;
mod personal_data;
mod register;
mod right_secrets;
mod roles;
mod second_factor;
mod security_events;
mod sessions;
mod staff;
mod staff_customers;
mod statements;
mod support;
mod timing;
mod unverified_accounts;
