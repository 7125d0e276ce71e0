//! Writing a checked catalog folder: products are staged in small transactions, then one transaction merges
//! everything under one new revision. A failure before that changes nothing that shoppers see.

mod content;
mod merge;
mod order;
mod origin;
mod promotions;
mod ranks;
mod removed;
mod stage;
mod stock;
mod taxonomy;

use std::collections::BTreeSet;

use heuan_catalog_folder::CatalogFolder;
use heuan_store::{Result, StoreError, Tx, on, read, run};

use self::{merge::ImportedColumns, ranks::RerankScope, removed::EntityNames};
use super::{Store, next_revision};

pub use self::origin::Origin;

/// Pages of the database that the merge may have in memory, in kB. With as few as a shop at rest keeps, each page of the
/// many indexes is written and read again several times over, while sales wait.
const MERGE_CACHE_KB: u32 = 65_536;

/// What an import changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The catalog's revision after the import.
    pub revision: i64,
    pub products_written: u64,
    pub products_removed: u64,
    /// Other things that `replace` took away: what they are, and how many.
    pub others_removed: Vec<(&'static str, u64)>,
}

impl Store {
    /// Writes `folder`: upserts by id, and with `replace` makes the shop what it would be with this folder alone.
    ///
    /// `staged` hears how many products are staged so far. One import at a time: the caller sees to it.
    pub async fn import(
        &self,
        folder: &CatalogFolder,
        replace: bool,
        now: i64,
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<Imported> {
        self.import_from(folder, Origin::Merchant, replace, now, staged).await
    }

    /// [`Store::import`] of a folder from `origin`, which decides whether the catalog is still only the demo.
    pub async fn import_from(
        &self,
        folder: &CatalogFolder,
        origin: Origin,
        replace: bool,
        now: i64,
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<Imported> {
        let import_id = format!("{now}-{}", std::process::id());
        // What imports that died have left.
        self.forget_staged().await?;
        let result = self.stage_and_merge(folder, (origin, replace), &import_id, now, staged).await;
        let forgotten = self.forget_staged().await;
        let imported = result?;
        if let Err(error) = forgotten {
            tracing::warn!(%error, "rows of a finished import stay until the next");
        }
        self.saw(imported.revision);
        Ok(imported)
    }

    async fn stage_and_merge(
        &self,
        folder: &CatalogFolder,
        how: (Origin, bool),
        import_id: &str,
        now: i64,
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<Imported> {
        if let Some(table) = &folder.products {
            self.stage(import_id, &table.rows, staged).await?;
        }
        self.merge(folder, how, import_id, now).await
    }

    async fn merge(
        &self,
        folder: &CatalogFolder,
        (origin, replace): (Origin, bool),
        import_id: &str,
        now: i64,
    ) -> Result<Imported> {
        let mut tx = self.db.begin().await?;
        tx.set_cache_kb(MERGE_CACHE_KB).await?;
        let revision = next_revision(&mut tx).await?;
        origin::record(&mut tx, origin, replace).await?;
        let before = if replace { Some(EntityNames::in_shop(&mut tx).await?) } else { None };
        taxonomy::write(&mut tx, folder, replace, revision).await?;
        let mut imported = Imported { revision, ..Imported::default() };
        if replace {
            imported.products_removed = merge::remove_others(&mut tx, import_id, revision).await?;
        }
        let moved = folder.groups.is_some() && merge::sync_group_categories(&mut tx, revision).await?;
        let mut stale = RerankScope::These(BTreeSet::new());
        let carried =
            folder.products.as_ref().map(|table| ImportedColumns { columns: &table.columns, replace });
        if let (Some(table), Some(carried)) = (&folder.products, carried) {
            ensure_staged(&mut tx, import_id, table.rows.len()).await?;
            stale = ranks::stale(&mut tx, import_id, carried).await?;
            merge::write(&mut tx, import_id, carried, revision, now).await?;
        }
        promotions::write(&mut tx, folder, replace, revision).await?;
        content::write(&mut tx, folder, replace, revision).await?;
        let counts = carried.is_some_and(|carried| carried.has("stock"));
        if counts || replace {
            stock::lock(&mut tx, import_id, replace).await?;
        }
        if counts {
            stock::count(&mut tx, import_id, revision).await?;
        }
        if replace {
            stock::delete_stock_of_removed(&mut tx).await?;
        }
        ranks::write(&mut tx, if moved || replace { &RerankScope::All } else { &stale }).await?;
        imported.products_written = written(&mut tx, revision).await?;
        if let Some(before) = before {
            imported.others_removed = before.removed_since(&EntityNames::in_shop(&mut tx).await?);
        }
        tx.commit().await?;
        Ok(imported)
    }

    /// Removes every staged row.
    async fn forget_staged(&self) -> Result<()> {
        let mut tx = self.db.begin().await?;
        run!(tx, "DELETE FROM import_product")?;
        tx.commit().await
    }

    /// True until the first import.
    pub async fn is_empty(&self) -> Result<bool> {
        let sql = "SELECT (SELECT COUNT(*) FROM section_revision) + (SELECT COUNT(*) FROM (SELECT 1 FROM product LIMIT 1) p)";
        let parts: i64 = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?);
        Ok(parts == 0)
    }
}

/// Rows that another import has taken away would be missed only by shoppers.
async fn ensure_staged(tx: &mut Tx, import_id: &str, wanted: usize) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM import_product WHERE import_id = $1";
    let staged: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).bind(import_id).fetch_one(conn).await?);
    if usize::try_from(staged) == Ok(wanted) {
        return Ok(());
    }
    let reason =
        format!("{staged} of {wanted} products are there; another import may have run at the same time");
    Err(StoreError::Corrupt { what: "import", reason })
}

/// How many products changed.
async fn written(tx: &mut Tx, revision: i64) -> Result<u64> {
    let sql = "SELECT COUNT(*) FROM product WHERE revision = $1";
    let count: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).bind(revision).fetch_one(conn).await?);
    Ok(count.unsigned_abs())
}

/// Notes that `section` changed, for watchers.
async fn touch(tx: &mut Tx, section: &str, revision: i64) -> Result<(), StoreError> {
    let sql = "INSERT INTO section_revision (name, revision) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET revision = excluded.revision";
    run!(*tx, sql, section, revision)?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Corrupt { what: "import", reason: error.to_string() })
}
