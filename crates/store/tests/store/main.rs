//! One binary for all of them: each would be linked with both drivers.

mod backup;
mod contains;
mod files;
mod migrations;
mod outages;
mod postgres;
mod support;
