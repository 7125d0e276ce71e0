//! Writing a checked catalogue folder: products are staged in small transactions, then one transaction merges
//! everything under one new revision. A failure before that changes nothing that shoppers see.

mod content;
mod merge;
mod promotions;
mod removed;
mod stage;
mod taxonomy;

use heuan_catalogue_folder::CatalogueFolder;
use heuan_store::{Result, StoreError, read, run};

use self::removed::Present;
use super::{Store, next_revision};

/// What an import changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The catalogue's revision after the import.
    pub revision: i64,
    pub products_written: u64,
    pub products_removed: u64,
    /// Other things that `replace` took away: what they are, and how many.
    pub others_removed: Vec<(&'static str, u64)>,
}

impl Store {
    /// Writes `folder`: upserts by id, and with `replace` removes what the folder does not name.
    ///
    /// `staged` hears how many products are staged so far.
    pub async fn import(
        &self,
        folder: &CatalogueFolder,
        replace: bool,
        now: i64,
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<Imported> {
        let import_id = format!("{now}-{}", std::process::id());
        self.forget_staged(None).await?;
        let products = folder.products.as_ref();
        if let Some(table) = products {
            self.stage(&import_id, &table.rows, staged).await?;
        }
        let result = self.merge(folder, replace, &import_id, now).await;
        self.forget_staged(Some(&import_id)).await?;
        let imported = result?;
        self.saw(imported.revision);
        Ok(imported)
    }

    async fn merge(
        &self,
        folder: &CatalogueFolder,
        replace: bool,
        import_id: &str,
        now: i64,
    ) -> Result<Imported> {
        let mut tx = self.db.begin().await?;
        let revision = next_revision(&mut tx).await?;
        let before = if replace { Some(Present::in_shop(&mut tx).await?) } else { None };
        taxonomy::write(&mut tx, folder, replace, revision).await?;
        let mut imported = Imported { revision, ..Imported::default() };
        if replace {
            imported.products_removed = merge::remove_others(&mut tx, import_id, revision).await?;
        }
        if folder.groups.is_some() {
            merge::follow_groups(&mut tx, revision).await?;
        }
        if let Some(table) = &folder.products {
            imported.products_written =
                merge::write(&mut tx, import_id, &table.columns, revision, now).await?;
        }
        promotions::write(&mut tx, folder, replace, revision).await?;
        content::write(&mut tx, folder, replace, revision).await?;
        if let Some(before) = before {
            imported.others_removed = before.gone(&Present::in_shop(&mut tx).await?);
        }
        tx.commit().await?;
        Ok(imported)
    }

    /// Removes the staged rows of `import_id`, or those older than a day that a dead import left.
    async fn forget_staged(&self, import_id: Option<&str>) -> Result<()> {
        let mut tx = self.db.begin().await?;
        if let Some(id) = import_id {
            run!(tx, "DELETE FROM import_product WHERE import_id = $1", id)?;
        } else {
            // Ids start with the time in milliseconds, so text order is time order for the next centuries.
            let yesterday = (heuan_runtime::clock::Clock::System.now_ms() - 86_400_000).to_string();
            run!(tx, "DELETE FROM import_product WHERE import_id < $1", yesterday)?;
        }
        tx.commit().await
    }

    /// True until the first import.
    pub async fn is_empty(&self) -> Result<bool> {
        let sql = "SELECT (SELECT COUNT(*) FROM section) + (SELECT COUNT(*) FROM (SELECT 1 FROM product LIMIT 1) p)";
        let parts: i64 = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?);
        Ok(parts == 0)
    }
}

/// Notes that `section` changed, for watchers.
async fn touch(tx: &mut heuan_store::Tx, section: &str, revision: i64) -> Result<(), StoreError> {
    let sql = "INSERT INTO section (name, revision) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET revision = excluded.revision";
    run!(*tx, sql, section, revision)?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Corrupt { what: "import", reason: error.to_string() })
}
