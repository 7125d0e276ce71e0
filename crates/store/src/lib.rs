//! One store, two databases: SQLite (a file per service) by default, PostgreSQL (a schema per service) by address.
//!
//! Every query text is written once, with `$1` placeholders and the SQL both understand; [`read!`] and [`on!`] run it
//! on whichever database is there. Queries are checked at run time, so every store's tests run against both.
//!
//! SQLite has one writer: a pool of one connection whose transactions start with `BEGIN IMMEDIATE`, because
//! `busy_timeout` does not cover the upgrade of a read snapshot. Readers have a pool of their own and never wait.

mod db;
mod error;
mod executor;
mod health;
mod meter;
mod migrations;
mod open;
mod outage;
mod purge;
mod quota;
mod sql;

pub use db::{Db, Location, Tx};
pub use error::{Result, StoreError};
pub use executor::{Open, Reader};
pub use outage::Outage;
pub use quota::{Quota, QuotaExceeded};
pub use sql::{numbered, values};
pub use sqlx;
pub use sqlx_macros::{FromRow, migrate};
