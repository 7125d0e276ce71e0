//! Sort positions of imported rows: the order of the file if it has all rows of the shop, and otherwise appended.

use std::collections::HashSet;

use heuan_store::{Result, Tx, on};
use sqlx::AssertSqlSafe;

/// Position of imported rows. A file with all existing rows sets the order; a file with only some of them leaves the
/// order unchanged and appends new rows.
pub enum Order {
    Whole,
    After(i64),
}

impl Order {
    pub async fn of(tx: &mut Tx, table: &str, id: &str, named: impl Iterator<Item = i64>) -> Result<Self> {
        let sql = format!("SELECT {id}, position FROM {table}");
        let in_shop: Vec<(i64, i64)> =
            on!(*tx, |conn| sqlx::query_as(AssertSqlSafe(sql)).fetch_all(conn).await?);
        let named: HashSet<i64> = named.collect();
        if in_shop.iter().all(|(id, _)| named.contains(id)) {
            return Ok(Self::Whole);
        }
        Ok(Self::After(in_shop.iter().map(|(_, position)| position + 1).max().unwrap_or(0)))
    }

    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Whole)
    }

    /// The position of each row of the file, in file order.
    pub fn positions(&self) -> impl Iterator<Item = i64> + use<> {
        match self {
            Self::Whole => 0..,
            Self::After(last) => *last..,
        }
    }
}
