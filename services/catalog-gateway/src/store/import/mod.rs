//! Import of a validated catalog folder. Products are staged in small transactions; then one transaction merges
//! everything under one new revision. A failure before the merge changes nothing visible.

mod changes;
mod content;
mod ledger;
mod merge;
mod order;
mod origin;
mod preview;
mod promotions;
pub(super) mod ranks;
mod stage;
mod stock;
mod taxonomy;

use std::collections::BTreeSet;

use heuan_catalog_folder::{CatalogFolder, Content};
use heuan_staff_content::{ContentActor, EditedContent, record_import};
use heuan_store::{Result, StoreError, Tx, on, read, run};

use self::{changes::Entities, ledger::ImportLedger, merge::ImportedColumns, ranks::RerankScope};
use super::{Store, next_revision, staff_content};
use crate::{
    staff::{Actor, digest},
    staff_content::Kind,
};

pub(super) use self::merge::{discount, sync_group_categories};
pub use self::{
    changes::{ChangedRow, RowKind, TableChanges},
    ledger::EditedColumn,
    origin::Origin,
    preview::{Preview, PreviewScope},
    stock::{RefusedChange, RefusedStock},
};

/// SQLite page cache during the merge, in kB. With the normal cache size, each page of the many indexes is written and
/// read repeatedly while sales wait.
const MERGE_CACHE_KB: u32 = 65_536;

/// Summary of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Revision of the catalog after the import.
    pub revision: i64,
    pub products_written: u64,
    pub products_removed: u64,
    /// Other rows removed by `replace`: kind and number.
    pub others_removed: Vec<(&'static str, u64)>,
    /// Columns of products that the staff had edited since the previous import.
    pub edited: Vec<EditedColumn>,
    /// Content that the staff had edited since the previous import, for the kinds of content that the folder
    /// has.
    pub edited_content: Vec<EditedContent>,
    /// Changed tables, except branches and images, which belong to other parts.
    pub tables: Vec<TableChanges>,
    /// Rows whose units cannot be taken off; nothing was changed.
    pub refused_stock: RefusedStock,
    /// Time at which another import added the same units to the same products.
    pub stock_changed_before: Option<i64>,
    /// The preview of a dry run: digest of the rows that it was made from.
    pub preview: Option<Preview>,
    /// Whether the shop has changed since the preview, so that nothing was changed.
    pub is_outdated: bool,
}

impl Imported {
    /// Whether the import was rolled back for a reason that the result names.
    pub fn is_refused(&self) -> bool {
        self.is_outdated || self.refused_stock.total > 0
    }
}

/// Options of the import of a folder.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    pub origin: Origin,
    /// Removes everything that the folder does not contain.
    pub replace: bool,
    pub now: i64,
    /// Actor for the ledger; `None` on the command line.
    pub actor: Option<Actor>,
    /// The row of `catalog_import` that is marked in the transaction that changes the catalog.
    pub job: Option<String>,
    /// Whether to change nothing and return the changes that would be made.
    pub dry_run: bool,
    /// Basis of the preview that the import was checked with. If the present basis differs, nothing is
    /// changed.
    pub expected_basis: Option<String>,
    /// Digest of the data outside the catalog's tables that the import concerns. It is part of the basis.
    pub outside_digest: String,
}

impl ImportOptions {
    pub fn new(origin: Origin, replace: bool, now: i64) -> Self {
        Self {
            origin,
            replace,
            now,
            actor: None,
            job: None,
            dry_run: false,
            expected_basis: None,
            outside_digest: String::new(),
        }
    }
}

impl Store {
    /// Imports `folder`: upserts by id, and with `replace` removes everything else.
    ///
    /// `staged` is called with the number of products staged so far. The caller must run only one import at a time.
    pub async fn import(
        &self,
        folder: &CatalogFolder,
        replace: bool,
        now: i64,
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<Imported> {
        self.import_with(folder, &ImportOptions::new(Origin::Merchant, replace, now), staged).await
    }

    /// [`Store::import`] with all options. A dry run also merges, without ranks, and rolls back. So its result is exact, but
    /// writers wait for it.
    pub async fn import_with(
        &self,
        folder: &CatalogFolder,
        options: &ImportOptions,
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<Imported> {
        let now = options.now;
        let import_id = format!("{now}-{}", std::process::id());
        // Aborted imports may have left staged rows.
        self.delete_staged().await?;
        let result = self.stage_and_merge(folder, options, &import_id, staged).await;
        let forgotten = self.delete_staged().await;
        let imported = result?;
        if let Err(error) = forgotten {
            tracing::warn!(%error, "could not delete the staged rows of a finished import; the next import deletes them");
        }
        if !options.dry_run && !imported.is_refused() {
            self.publish_revision(imported.revision);
        }
        Ok(imported)
    }

    async fn stage_and_merge(
        &self,
        folder: &CatalogFolder,
        options: &ImportOptions,
        import_id: &str,
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<Imported> {
        if let Some(table) = &folder.products {
            self.stage(import_id, &table.rows, staged).await?;
        }
        self.merge(folder, options, import_id).await
    }

    async fn merge(
        &self,
        folder: &CatalogFolder,
        options: &ImportOptions,
        import_id: &str,
    ) -> Result<Imported> {
        let ImportOptions { replace, now, dry_run, .. } = *options;
        let mut tx = self.db.begin().await?;
        tx.set_cache_kb(MERGE_CACHE_KB).await?;
        let revision = next_revision(&mut tx).await?;
        let before = Entities::in_shop(&mut tx).await?;
        let preview = Preview::of(&mut tx, folder, options, &before).await?;
        if preview.as_ref().is_some_and(|preview| preview.is_outdated(options)) {
            // Dropping the transaction rolls it back.
            return Ok(Imported { is_outdated: true, ..Imported::default() });
        }
        // The origin is recorded after the preview, which states whether this import ends the demo.
        origin::record(&mut tx, options.origin, replace).await?;
        let mut products = TableChanges { table: "products".to_owned(), ..TableChanges::default() };
        let content_before = staff_content::contents(&mut tx).await?;
        let ledger = ImportLedger::begin(&mut tx, options.actor.as_ref(), revision, now).await?;
        taxonomy::write(&mut tx, folder, replace, revision).await?;
        let mut imported = Imported { revision, preview, ..Imported::default() };
        if replace {
            changes::lost_products(&mut tx, import_id, &mut products).await?;
            imported.products_removed = merge::remove_others(&mut tx, import_id, revision).await?;
        }
        let mut moved = false;
        if folder.groups.is_some() {
            ledger.record_moves(&mut tx).await?;
            moved = merge::sync_group_categories(&mut tx, revision).await?;
        }
        let mut stale = RerankScope::These(BTreeSet::new());
        let carried =
            folder.products.as_ref().map(|table| ImportedColumns { columns: &table.columns, replace });
        if let (Some(table), Some(carried)) = (&folder.products, carried) {
            ensure_staged(&mut tx, import_id, table.rows.len()).await?;
            changes::new_products(&mut tx, import_id, &mut products).await?;
            stale = ranks::stale(&mut tx, import_id, carried).await?;
            ledger.record_fields(&mut tx, import_id, carried).await?;
            merge::write(&mut tx, import_id, carried, revision, now).await?;
        }
        promotions::write(&mut tx, folder, replace, revision).await?;
        content::write(&mut tx, folder, replace, revision).await?;
        let counts = carried.is_some_and(|carried| carried.has("stock"));
        let changed_stock = stock_changes(folder);
        if counts || replace || !changed_stock.is_empty() {
            stock::lock(&mut tx, import_id, replace).await?;
        }
        if counts {
            ledger.record_stock(&mut tx, import_id).await?;
            stock::count(&mut tx, import_id, revision).await?;
        }
        if !changed_stock.is_empty() {
            change_stock(&mut tx, import_id, (&changed_stock, options), &ledger, &mut imported).await?;
            if imported.refused_stock.total > 0 {
                // Dropping the transaction rolls it back.
                return Ok(imported);
            }
        }
        if replace {
            stock::delete_stock_of_removed(&mut tx).await?;
        }
        if !dry_run {
            ranks::write(&mut tx, if moved || replace { &RerankScope::All } else { &stale }).await?;
        }
        imported.products_written = written(&mut tx, revision).await?;
        let content_after = staff_content::contents(&mut tx).await?;
        let actor = options.actor.as_ref().map(content_actor);
        let contents = (&content_before, &content_after);
        let kinds = kinds_in(folder);
        let kinds = if replace { None } else { Some(&kinds[..]) };
        imported.edited_content =
            record_import(&mut tx, kinds, contents, actor.as_ref(), revision, now).await?;
        imported.edited_content.retain(|item| replace || is_in(folder, item));
        imported.edited = ledger.finish(&mut tx, import_id, carried).await?;
        let sets = [ledger.change_id.as_str(), ledger.stock_change_id.as_str()];
        changes::changed_products(&mut tx, sets, &mut products).await?;
        changes::count_prices(&mut tx, &ledger.change_id, &mut products.prices).await?;
        let after = Entities::in_shop(&mut tx).await?;
        imported.others_removed = if replace { before.removed_since(&after) } else { Vec::new() };
        imported.tables = before.changes_since(&after);
        products.removed = imported.products_removed;
        products.edited =
            imported.edited.iter().map(|it| (it.column.to_owned(), it.edited, it.overwritten)).collect();
        if products.added + products.changed + products.removed > 0 {
            imported.tables.insert(0, products);
        }
        name_edited_content(&mut imported.tables, &imported.edited_content);
        name_columns(&mut imported.tables, folder);
        if dry_run {
            // Dropping the transaction rolls it back.
            return Ok(imported);
        }
        if let Some(job) = &options.job {
            let sql = "UPDATE catalog_import SET merged = 1 WHERE import_id = $1 AND merged = 0";
            // Otherwise the units of `stock_change` would be added twice.
            if run!(tx, sql, job)? == 0 {
                let reason = format!("import {job} has changed the catalog already");
                return Err(StoreError::Corrupt { what: "import", reason });
            }
        }
        tx.commit().await?;
        Ok(imported)
    }

    /// Deletes every staged row.
    async fn delete_staged(&self) -> Result<()> {
        let mut tx = self.db.begin().await?;
        run!(tx, "DELETE FROM import_product")?;
        tx.commit().await
    }

    /// Whether nothing was ever imported.
    pub async fn is_empty(&self) -> Result<bool> {
        let sql = "SELECT (SELECT COUNT(*) FROM section_revision) + (SELECT COUNT(*) FROM (SELECT 1 FROM product LIMIT 1) p)";
        let parts: i64 = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?);
        Ok(parts == 0)
    }
}

/// Adds and takes off the units of the folder, unless a row must be refused. The stock is locked.
async fn change_stock(
    tx: &mut Tx,
    import_id: &str,
    (changes, options): (&[(i64, i64)], &ImportOptions),
    ledger: &ImportLedger,
    imported: &mut Imported,
) -> Result<()> {
    imported.refused_stock = stock::refused(tx, import_id).await?;
    if imported.refused_stock.total > 0 {
        return Ok(());
    }
    let digest = digest(&changes);
    imported.stock_changed_before = ImportLedger::stock_changed_before(tx, &digest).await?;
    ledger.record_stock_changes(tx, import_id, options.actor.as_ref(), &digest, options.now).await?;
    stock::add(tx, import_id, imported.revision).await
}

/// The units that the folder adds or takes off, by product.
fn stock_changes(folder: &CatalogFolder) -> Vec<(i64, i64)> {
    let rows = folder.products.iter().flat_map(|table| &table.rows);
    let mut changes: Vec<(i64, i64)> =
        rows.filter_map(|row| Some((row.pro_id, row.stock_change.filter(|change| *change != 0)?))).collect();
    changes.sort_unstable();
    changes
}

/// Adds the columns of each file to its table.
fn name_columns(tables: &mut [TableChanges], folder: &CatalogFolder) {
    let columns = |table: &str| {
        Some(match table {
            "products" => &folder.products.as_ref()?.columns,
            "categories" => &folder.categories.as_ref()?.columns,
            "groups" => &folder.groups.as_ref()?.columns,
            "promotion_types" => &folder.promotion_types.as_ref()?.columns,
            "promotions" => &folder.promotions.as_ref()?.columns,
            _ => return None,
        })
    };
    for table in tables {
        let named = columns(&table.table).into_iter().flat_map(heuan_catalog_folder::Columns::iter);
        table.columns = named.map(str::to_owned).collect();
    }
}

fn content_actor(actor: &Actor) -> ContentActor {
    ContentActor { account_id: actor.account_id, name: actor.name.clone() }
}

/// Names of the kinds of content in the folder.
fn kinds_in(folder: &CatalogFolder) -> Vec<&'static str> {
    let content = folder.content.as_ref();
    let has = |has: fn(&Content) -> bool| content.is_some_and(has);
    let kinds = [
        (Kind::Promotion, folder.promotions.is_some()),
        (Kind::Categories, folder.categories.is_some() || folder.groups.is_some()),
        (Kind::Banner, has(|it| it.banners.is_some())),
        (Kind::Hero, has(|it| it.hero.is_some())),
        (Kind::Messages, has(|it| it.top_messages.is_some())),
        (Kind::Menu, has(|it| it.menu.is_some())),
        (Kind::Page, has(|it| it.pages.is_some() || it.news.is_some() || it.homeguru.is_some())),
    ];
    kinds.into_iter().filter(|(_, is_in)| *is_in).map(|(kind, _)| kind.name()).collect()
}

/// Whether the folder has content of the kind of the item.
fn is_in(folder: &CatalogFolder, item: &EditedContent) -> bool {
    let content = folder.content.as_ref();
    match Kind::parse(&item.kind) {
        Some(Kind::Promotion) => folder.promotions.is_some(),
        Some(Kind::Categories) => folder.categories.is_some() || folder.groups.is_some(),
        Some(Kind::Banner) => content.is_some_and(|it| it.banners.is_some()),
        Some(Kind::Hero) => content.is_some_and(|it| it.hero.is_some()),
        Some(Kind::Messages) => content.is_some_and(|it| it.top_messages.is_some()),
        Some(Kind::Menu) => content.is_some_and(|it| it.menu.is_some()),
        Some(Kind::Page) => {
            let pages = content.and_then(|it| it.pages.as_ref());
            item.overwritten || pages.is_some_and(|pages| pages.contains_key(&item.item_id))
        }
        None => false,
    }
}

/// Adds the edited items to the table of their kind, with the kind and the id as the column.
fn name_edited_content(tables: &mut [TableChanges], edited: &[EditedContent]) {
    for table in tables {
        let of_table = edited.iter().filter(|item| match Kind::parse(&item.kind) {
            Some(Kind::Promotion) => table.table == "promotions",
            Some(Kind::Categories) => table.table == "categories",
            _ => table.table == "content",
        });
        table.edited.extend(of_table.map(|item| {
            let is_named = item.kind != item.item_id;
            let column = if is_named { format!("{} {}", item.kind, item.item_id) } else { item.kind.clone() };
            (column, 1, u64::from(item.overwritten))
        }));
    }
}

/// Checks that all rows are still staged. Otherwise rows deleted by a concurrent import would be missing in the shop.
async fn ensure_staged(tx: &mut Tx, import_id: &str, wanted: usize) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM import_product WHERE import_id = $1";
    let staged: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).bind(import_id).fetch_one(conn).await?);
    if usize::try_from(staged) == Ok(wanted) {
        return Ok(());
    }
    let reason =
        format!("{staged} of {wanted} products are staged; another import may have run at the same time");
    Err(StoreError::Corrupt { what: "import", reason })
}

/// Number of products changed under `revision`.
async fn written(tx: &mut Tx, revision: i64) -> Result<u64> {
    let sql = "SELECT COUNT(*) FROM product WHERE revision = $1";
    let count: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).bind(revision).fetch_one(conn).await?);
    Ok(count.unsigned_abs())
}

/// Records the change of `section` for watches.
pub(super) async fn touch(tx: &mut Tx, section: &str, revision: i64) -> Result<(), StoreError> {
    let sql = "INSERT INTO section_revision (name, revision) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET revision = excluded.revision";
    run!(*tx, sql, section, revision)?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Corrupt { what: "import", reason: error.to_string() })
}
