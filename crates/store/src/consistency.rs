//! Consistency rules on the tables of one service, which `heuan check` evaluates.

use futures::future::BoxFuture;
use sqlx::AssertSqlSafe;

use crate::{Result, Tx, on};

/// Maximum inconsistencies reported for one rule.
const MAX_INCONSISTENCIES: usize = 1000;

/// A rule whose query finds the rows that break it: the id and a description, both text.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Service and subject: `catalog-gateway.stock-reserved`.
    pub name: &'static str,
    /// `SELECT id, description …`, without a `LIMIT`.
    pub sql: &'static str,
    /// Remedy for the operator.
    pub remedy: &'static str,
}

/// A row that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    pub rule: &'static str,
    /// Id of the row, within its rule.
    pub id: String,
    /// Description of the inconsistency, with ids.
    pub problem: String,
    pub remedy: &'static str,
}

/// Returns the rows that break `rules`, at most 1000 for each rule.
pub fn find_inconsistencies<'a>(
    tx: &'a mut Tx,
    rules: &'a [Rule],
) -> BoxFuture<'a, Result<Vec<Inconsistency>>> {
    Box::pin(async move {
        let mut found = Vec::new();
        for Rule { name, sql, remedy } in rules {
            let sql = AssertSqlSafe(format!("{sql} LIMIT {MAX_INCONSISTENCIES}"));
            let rows: Vec<(String, String)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
            found.extend(rows.into_iter().map(|(id, problem)| Inconsistency {
                rule: name,
                id,
                problem,
                remedy,
            }));
        }
        Ok(found)
    })
}
