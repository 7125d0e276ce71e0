//! SQL of branches: table `branch`, with one JSON body for each branch.

use heuan_runtime::clock::Clock;
use heuan_staff_content::{edited_since_import, record_import};
use heuan_store::{Result, StoreError, on, read, run};
use serde::de::DeserializeOwned;

use super::{Store, staff_content};
use crate::branches::Branch;

impl Store {
    pub async fn branches(&self) -> Result<Vec<Branch>> {
        let sql = "SELECT body FROM branch ORDER BY position, b_id";
        let bodies: Vec<String> = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_all(pool).await?);
        bodies.iter().map(|body| parse(body)).collect()
    }

    /// Ids of the branches that staff edited since the last import.
    pub async fn edited_since_import(&self) -> Result<Vec<i64>> {
        let mut tx = self.db.snapshot().await?;
        let edited = edited_since_import(&mut tx).await?;
        Ok(edited.into_iter().filter_map(|(_, item_id)| item_id.parse().ok()).collect())
    }

    /// Writes `branches` of an import in one transaction; with `replace`, removes all others. If they include all existing branches,
    /// their order becomes the shop's; otherwise existing branches keep their positions and new ones are appended.
    pub async fn write(&self, branches: &[Branch], replace: bool) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let revision = staff_content::next_revision(&mut tx).await?;
        let before = staff_content::contents(&mut tx).await?;
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
        let after = staff_content::contents(&mut tx).await?;
        let now = Clock::System.now_ms();
        record_import(&mut tx, None, (&before, &after), None, revision, now).await?;
        tx.commit().await
    }
}

pub(super) fn parse<T: DeserializeOwned>(body: &str) -> Result<T> {
    serde_json::from_str(body)
        .map_err(|error| StoreError::Corrupt { what: "branch", reason: error.to_string() })
}
