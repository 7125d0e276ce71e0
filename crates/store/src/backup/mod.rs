//! Copies of the databases of several services at one moment, for `heuan backup` and `heuan restore`.

mod client;
mod postgres;
mod sqlite;

use std::collections::BTreeMap;

pub use postgres::{Schemas, check_empty, dump, restore, verify_dump};
pub use sqlite::{copy_files, verify_file};

/// Rows of each table of one service.
pub type RowCounts = BTreeMap<String, i64>;

/// `application_name` of a backup and of a restore.
const APPLICATION: &str = "heuan-backup";
