//! Whether the catalog is only the demo, which payments without money depend on.

use heuan_store::{Result, Tx, read, run};

use super::super::Store;

/// Where an imported folder comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The demo catalog that is delivered with the shop.
    Demo,
    /// Any other folder.
    Merchant,
}

impl Store {
    /// True while nothing but the demo catalog has been imported.
    pub async fn is_only_demo(&self) -> Result<bool> {
        let revision = self.revision().await?;
        if let Some(known) = self.memo.only_demo.get(revision, &()) {
            return Ok(known);
        }
        let sql = "SELECT only_demo FROM catalog_origin WHERE id = 1";
        let only_demo: i64 = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?);
        self.memo.only_demo.put(revision, (), only_demo == 1);
        Ok(only_demo == 1)
    }
}

/// Records an import: any other folder ends the demo, and only a demo that replaces everything begins it again.
pub(super) async fn record(tx: &mut Tx, origin: Origin, replace: bool) -> Result<()> {
    let only_demo: i64 = match (origin, replace) {
        (Origin::Merchant, _) => 0,
        (Origin::Demo, true) => 1,
        (Origin::Demo, false) => return Ok(()),
    };
    run!(*tx, "UPDATE catalog_origin SET only_demo = $1 WHERE id = 1", only_demo)?;
    Ok(())
}
