//! One binary for all of them: each would be linked with everything the crate needs.

mod catalog;
mod import;
mod import_columns;
mod known;
mod no_space;
mod stock;
mod stock_crash;
mod support;
