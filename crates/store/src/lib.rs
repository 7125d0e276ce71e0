//! Database access: SQLite (one file per service) by default, or PostgreSQL (one schema per service).
//!
//! Every query is written once, with `$1` placeholders and SQL that both databases accept; [`read!`] and [`on!`] run it on the
//! configured one. Queries are checked at run time, so the tests of every store run on both.
//!
//! SQLite has one writer: a pool of one connection whose transactions start with `BEGIN IMMEDIATE`, because
//! `busy_timeout` does not cover the upgrade of a read snapshot. Readers have a separate pool and never wait.

pub mod backup;
pub mod consistency;
mod database_url;
mod db;
mod error;
mod executor;
mod health;
mod meter;
mod migrations;
mod open;
mod outage;
mod outbox;
mod purge;
mod quota;
mod sql;
mod write_probe;

pub use database_url::DatabaseUrl;
pub use db::{Db, Tx};
pub use error::{Result, StoreError};
pub use executor::{DbTransaction, Reader};
pub use outage::Outage;
pub use outbox::StoredEvent;
pub use quota::{Quota, QuotaExceeded};
pub use sql::{numbered, values};
pub use sqlx;
pub use sqlx_macros::{FromRow, migrate};
