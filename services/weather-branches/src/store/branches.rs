use heuan_store::{Result, StoreError, read, run};

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

    /// Writes `branches` in their order; with `replace`, removes every other. All or nothing.
    pub async fn write(&self, branches: &[Branch], replace: bool) -> Result<()> {
        let mut tx = self.db.begin().await?;
        if replace {
            run!(tx, "DELETE FROM branch")?;
        }
        let sql = "INSERT INTO branch (b_id, position, body) VALUES ($1, $2, $3) \
             ON CONFLICT (b_id) DO UPDATE SET position = excluded.position, body = excluded.body";
        for (position, branch) in branches.iter().enumerate() {
            let body = serde_json::to_string(branch)
                .map_err(|error| StoreError::Corrupt { what: "branch", reason: error.to_string() })?;
            run!(tx, sql, branch.b_id, position as i64, &body)?;
        }
        tx.commit().await
    }
}
