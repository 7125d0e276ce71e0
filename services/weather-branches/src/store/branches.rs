use heuan_store::{Result, StoreError, on, read, run};

use super::Store;
use crate::branches::Branch;

impl Store {
    pub async fn branches(&self) -> Result<Vec<Branch>> {
        let sql = "SELECT body FROM branch ORDER BY position, b_id";
        let bodies: Vec<String> = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_all(pool).await?);
        bodies
            .iter()
            .map(|body| {
                serde_json::from_str(body)
                    .map_err(|error| StoreError::Corrupt { what: "branch", reason: error.to_string() })
            })
            .collect()
    }

    /// Writes `branches` in one transaction; with `replace`, removes all others. If they include all existing branches,
    /// their order becomes the shop's; otherwise existing branches keep their positions and new ones are appended.
    pub async fn write(&self, branches: &[Branch], replace: bool) -> Result<()> {
        let mut tx = self.db.begin().await?;
        if replace {
            run!(tx, "DELETE FROM branch")?;
        }
        let places: Vec<(i64, i64)> =
            on!(tx, |conn| sqlx::query_as("SELECT b_id, position FROM branch").fetch_all(conn).await?);
        let is_whole = places.iter().all(|(b_id, _)| branches.iter().any(|branch| branch.b_id == *b_id));
        let first = if is_whole { 0 } else { places.iter().map(|(_, place)| place + 1).max().unwrap_or(0) };
        let sql = if is_whole {
            "INSERT INTO branch (b_id, position, body) VALUES ($1, $2, $3) \
             ON CONFLICT (b_id) DO UPDATE SET position = excluded.position, body = excluded.body"
        } else {
            "INSERT INTO branch (b_id, position, body) VALUES ($1, $2, $3) \
             ON CONFLICT (b_id) DO UPDATE SET body = excluded.body"
        };
        for (position, branch) in (first..).zip(branches) {
            let body = serde_json::to_string(branch)
                .map_err(|error| StoreError::Corrupt { what: "branch", reason: error.to_string() })?;
            run!(tx, sql, branch.b_id, position, &body)?;
        }
        tx.commit().await
    }
}
