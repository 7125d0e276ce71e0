//! Branches as content that the staff edit.

use heuan_rpc::Error;
use heuan_staff_content::{ContentItem, ContentStore, ContentWrite, Contents, not_creatable};
use heuan_store::{Db, Result, StoreError, Tx, on, run};

use super::{Store, branches::parse, store_error};
use crate::{
    branches::Branch,
    staff_content::{BRANCH, BranchBody},
};

const MAX_BRANCHES_BYTES: usize = 3 << 20;

#[tonic::async_trait]
impl ContentStore for Store {
    fn db(&self) -> &Db {
        &self.db
    }

    fn store_error(&self, error: StoreError) -> Error {
        store_error(error)
    }

    fn has_kind(&self, kind: &str) -> bool {
        kind == BRANCH
    }

    fn has_drafts(&self, kind: &str) -> bool {
        kind == BRANCH
    }

    /// All branches are one response, whose limit is 4 MiB.
    fn max_kind_bytes(&self) -> usize {
        MAX_BRANCHES_BYTES
    }

    async fn begin_change(&self, tx: &mut Tx) -> Result<i64, Error> {
        next_revision(tx).await.map_err(store_error)
    }

    async fn list(&self, tx: &mut Tx, _: &str, after: &str, limit: usize) -> Result<Vec<ContentItem>, Error> {
        let limit_i64 = i64::try_from(limit).unwrap_or(i64::MAX);
        items(tx, after.parse().unwrap_or(0), limit_i64).await.map_err(store_error)
    }

    async fn read(&self, tx: &mut Tx, _: &str, item_id: &str) -> Result<Option<ContentItem>, Error> {
        let Ok(b_id) = item_id.parse::<i64>() else { return Ok(None) };
        let found = items(tx, b_id.saturating_sub(1), 1).await.map_err(store_error)?;
        Ok(found.into_iter().find(|item| item.item_id == item_id))
    }

    async fn check(
        &self,
        tx: &mut Tx,
        _: &str,
        item_id: Option<&str>,
        body: &str,
    ) -> Result<ContentItem, Error> {
        let mut body: BranchBody = serde_json::from_str(body)
            .map_err(|_| Error::invalid("body", "is not of the shape of its kind"))?;
        body.check()?;
        let b_id = match item_id {
            Some(id) => id.parse().ok().filter(|id: &i64| *id > 0).ok_or_else(not_creatable)?,
            None => next_id(tx).await.map_err(store_error)?,
        };
        item(b_id, &body).map_err(store_error)
    }

    async fn write(
        &self,
        tx: &mut Tx,
        _: &str,
        item: &ContentItem,
        _: &ContentWrite<'_>,
    ) -> Result<(), Error> {
        let write = async {
            let body: BranchBody = parse(&item.body)?;
            let branch = body.with_id(item.item_id.parse().unwrap_or_default());
            let sql = "INSERT INTO branch (b_id, position, body) \
                 VALUES ($1, (SELECT COALESCE(MAX(position), -1) + 1 FROM branch), $2) \
                 ON CONFLICT (b_id) DO UPDATE SET body = excluded.body";
            run!(*tx, sql, branch.b_id, json(&branch)?)?;
            Ok::<_, StoreError>(())
        };
        write.await.map_err(store_error)
    }

    async fn delete(&self, tx: &mut Tx, _: &str, item_id: &str, _: i64) -> Result<(), Error> {
        let b_id: i64 = item_id.parse().unwrap_or_default();
        run!(*tx, "DELETE FROM branch WHERE b_id = $1", b_id).map_err(store_error)?;
        Ok(())
    }

    fn committed(&self, _: i64) {}
}

/// All branches at this moment, for the ledger of an import.
pub(super) async fn contents(tx: &mut Tx) -> Result<Contents> {
    let items = items(tx, 0, i64::MAX).await?;
    Ok(items.into_iter().map(|item| ((BRANCH.to_owned(), item.item_id), item.body)).collect())
}

pub(super) async fn next_revision(tx: &mut Tx) -> Result<i64> {
    let sql = "UPDATE branch_revision SET value = value + 1 WHERE id = 1 RETURNING value";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?))
}

async fn items(tx: &mut Tx, after: i64, limit: i64) -> Result<Vec<ContentItem>> {
    let sql = "SELECT body FROM branch WHERE b_id > $1 ORDER BY b_id LIMIT $2";
    let bodies: Vec<String> =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(after).bind(limit).fetch_all(conn).await?);
    let of = |body: &String| {
        let branch: Branch = parse(body)?;
        item(branch.b_id, &BranchBody::from(branch))
    };
    bodies.iter().map(of).collect()
}

/// The next id of a branch. It is above the ids of all branches, of drafts of new branches, and of deleted branches, whose
/// ledger and URLs keep their id.
async fn next_id(tx: &mut Tx) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(b_id), 0) + 1 FROM (SELECT b_id FROM branch \
         UNION ALL SELECT CAST(item_id AS BIGINT) FROM content_draft WHERE kind = 'branch' \
         UNION ALL SELECT CAST(item_id AS BIGINT) FROM content_change WHERE kind = 'branch') AS known";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?))
}

fn item(b_id: i64, body: &BranchBody) -> Result<ContentItem> {
    Ok(ContentItem { item_id: b_id.to_string(), body: json(body)? })
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Corrupt { what: "branch", reason: error.to_string() })
}
