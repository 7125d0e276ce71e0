//! Whether the catalog contains only the demo, on which the test payment provider depends.

use heuan_store::{Result, Tx, on, read, run};

use super::super::Store;

/// Origin of an imported folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The demo catalog shipped with the project.
    Demo,
    /// Any other folder.
    Merchant,
}

impl Store {
    /// Whether only the demo catalog has been imported.
    pub async fn is_only_demo(&self) -> Result<bool> {
        let revision = self.revision().await?;
        if let Some(known) = self.caches.only_demo.get(revision, &()) {
            return Ok(known);
        }
        let sql = "SELECT only_demo FROM catalog_origin WHERE id = 1";
        let only_demo: i64 = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?);
        self.caches.only_demo.put(revision, (), only_demo == 1);
        Ok(only_demo == 1)
    }

    /// Whether the shop shows products, and those are only the demo catalog.
    pub async fn shows_demo(&self) -> Result<bool> {
        Ok(!self.is_empty().await? && self.is_only_demo().await?)
    }
}

/// [`Store::shows_demo`] in a transaction.
pub(super) async fn shows_demo(tx: &mut Tx) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM catalog_origin WHERE id = 1 AND only_demo = 1 \
         AND (EXISTS (SELECT 1 FROM section_revision) OR EXISTS (SELECT 1 FROM product))";
    let rows: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?);
    Ok(rows > 0)
}

/// Records an import. Any other folder ends the demo state, and only a demo import with `replace` restores it.
pub(super) async fn record(tx: &mut Tx, origin: Origin, replace: bool) -> Result<()> {
    let only_demo: i64 = match (origin, replace) {
        (Origin::Merchant, _) => 0,
        (Origin::Demo, true) => 1,
        (Origin::Demo, false) => return Ok(()),
    };
    run!(*tx, "UPDATE catalog_origin SET only_demo = $1 WHERE id = 1", only_demo)?;
    Ok(())
}
