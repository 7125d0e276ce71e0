//! The ledger of an import: one row for each changed field of an existing product, and none for new products. It also
//! finds the columns that the staff edited, or that sales and returns changed, since an import last contained them.

use std::collections::BTreeMap;

use heuan_store::{Result, Tx, on, run};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{
    super::staff::ledger::{self, ChangeSet},
    merge::{CARRIED, ImportedColumns},
};
use crate::staff::{Actor, ChangeKind, Field};

/// Maximum products named for one column.
const NAMED: usize = 5;

/// A column of the file that the staff had edited, for products of the file, since an import last contained it. The stock
/// was also changed by sales, returns and imported deliveries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditedColumn {
    /// Name in the file.
    pub column: &'static str,
    /// Number of products of the file in which the column was edited.
    pub edited: u64,
    /// Number of products in which the import overwrote the edited value.
    pub overwritten: u64,
    /// The first overwritten products, by id.
    pub examples: Vec<i64>,
}

/// The change set of an import that is being merged.
pub struct ImportLedger {
    pub change_id: String,
    /// The change set of the units that the file adds or takes off, if it has any.
    pub stock_change_id: String,
    revision: i64,
}

impl ImportLedger {
    pub async fn begin(tx: &mut Tx, actor: Option<&Actor>, revision: i64, now: i64) -> Result<Self> {
        let set = ChangeSet::new(ChangeKind::Import, actor, revision, now);
        ledger::insert_set(tx, &set, 0).await?;
        let stock_change_id = Uuid::now_v7().simple().to_string();
        Ok(Self { change_id: set.change_id, stock_change_id, revision })
    }

    /// Records the fields that the merge is about to change, except the stock.
    pub async fn record_fields(
        &self,
        tx: &mut Tx,
        import_id: &str,
        carried: ImportedColumns<'_>,
    ) -> Result<()> {
        let mut fields: Vec<(&str, String)> = CARRIED
            .iter()
            .filter(|(file, _)| *file != "cat_id" && carried.has(file))
            .map(|(_, table)| (*table, format!("i.{table}")))
            .collect();
        fields.extend(carried.category("i", "p").map(|category| ("cat_id", category)));
        if fields.is_empty() {
            return Ok(());
        }
        let (mut both, mut differs, mut old, mut new, mut names) = (vec![], vec![], vec![], vec![], vec![]);
        for (column, value) in &fields {
            both.push(format!(
                "CAST(p.{column} AS TEXT) AS old_{column}, CAST({value} AS TEXT) AS new_{column}"
            ));
            differs.push(format!("p.{column} IS DISTINCT FROM {value}"));
            old.push(format!("WHEN '{column}' THEN d.old_{column}"));
            new.push(format!("WHEN '{column}' THEN d.new_{column}"));
            names.push(format!("('{column}')"));
        }
        let (old, new) = (old.join(" "), new.join(" "));
        let sql = format!(
            "INSERT INTO product_change (pro_id, change_id, field, old_value, new_value) \
             SELECT d.pro_id, $2, f.column1, CASE f.column1 {old} END, CASE f.column1 {new} END \
             FROM (SELECT p.pro_id, {} FROM import_product i JOIN product p ON p.pro_id = i.pro_id \
                   WHERE i.import_id = $1 AND ({})) d \
             CROSS JOIN (VALUES {}) f \
             WHERE CASE f.column1 {old} END IS DISTINCT FROM CASE f.column1 {new} END",
            both.join(", "),
            differs.join(" OR "),
            names.join(", ")
        );
        run!(*tx, AssertSqlSafe(sql.as_str()), import_id, &self.change_id)?;
        Ok(())
    }

    /// Records the categories of products that are about to move with their group.
    pub async fn record_moves(&self, tx: &mut Tx) -> Result<()> {
        let sql = "INSERT INTO product_change (pro_id, change_id, field, old_value, new_value) \
             SELECT p.pro_id, $1, 'cat_id', CAST(p.cat_id AS TEXT), CAST(g.cat_id AS TEXT) \
             FROM product p JOIN product_group g ON g.prog_id = p.prog_id WHERE p.cat_id <> g.cat_id";
        run!(*tx, sql, &self.change_id)?;
        Ok(())
    }

    /// Records the units on hand that are about to be counted. Products that were never ranked are new.
    pub async fn record_stock(&self, tx: &mut Tx, import_id: &str) -> Result<()> {
        let sql = "INSERT INTO product_change (pro_id, change_id, field, old_value, new_value) \
             SELECT p.pro_id, $2, 'stock', CASE WHEN p.stock IS NULL THEN NULL ELSE CAST(k.on_hand AS TEXT) END, \
               CAST(i.stock AS TEXT) \
             FROM import_product i JOIN product p ON p.pro_id = i.pro_id LEFT JOIN stock k ON k.pro_id = i.pro_id \
             WHERE i.import_id = $1 AND i.stock_change IS NULL AND p.ranked_last >= 0 \
               AND CASE WHEN p.stock IS NULL THEN NULL ELSE k.on_hand END IS DISTINCT FROM i.stock";
        run!(*tx, sql, import_id, &self.change_id)?;
        Ok(())
    }

    /// Records the units that are about to be added or taken off, as a change set of their own kind. The set is open like an
    /// edit, because the next count may be older than the delivery.
    pub async fn record_stock_changes(
        &self,
        tx: &mut Tx,
        import_id: &str,
        actor: Option<&Actor>,
        digest: &str,
        now: i64,
    ) -> Result<()> {
        let set = ChangeSet::new(ChangeKind::StockChange, actor, self.revision, now);
        let set = ChangeSet { change_id: self.stock_change_id.clone(), reference: digest, ..set };
        ledger::insert_set(tx, &set, 0).await?;
        let sql = "INSERT INTO product_change (pro_id, change_id, field, old_value, new_value, open_edit) \
             SELECT p.pro_id, $2, 'stock', CASE WHEN p.stock IS NULL THEN NULL ELSE CAST(k.on_hand AS TEXT) END, \
               CAST(COALESCE(k.on_hand, 0) + i.stock_change AS TEXT), 1 \
             FROM import_product i JOIN product p ON p.pro_id = i.pro_id LEFT JOIN stock k ON k.pro_id = i.pro_id \
             WHERE i.import_id = $1 AND i.stock_change <> 0 AND p.ranked_last >= 0";
        run!(*tx, sql, import_id, &set.change_id)?;
        Ok(())
    }

    /// Time at which the same units were last added to the same products, if ever.
    pub async fn stock_changed_before(tx: &mut Tx, digest: &str) -> Result<Option<i64>> {
        let sql = "SELECT MAX(at) FROM change_set WHERE kind = 'stock_change' AND reference = $1";
        Ok(on!(*tx, |conn| sqlx::query_scalar(sql).bind(digest).fetch_one(conn).await?))
    }

    /// Closes the edits and sales of the columns and products of the file, because the import has overwritten them.
    async fn close_edits(&self, tx: &mut Tx, import_id: &str, carried: ImportedColumns<'_>) -> Result<()> {
        for field in Field::all().filter(|field| carried.has(field.file_column())) {
            let sql = "UPDATE product_change SET open_edit = 0 WHERE open_edit = 1 AND field = $2 AND pro_id IN \
                 (SELECT i.pro_id FROM import_product i WHERE i.import_id = $1 \
                    AND ($2 <> 'stock' OR i.stock_change IS NULL))";
            run!(*tx, sql, import_id, field.column())?;
        }
        Ok(())
    }

    /// Ends the change set. Returns the columns that the staff had edited since an import contained them, and the stock if
    /// units were sold or returned.
    pub async fn finish(
        &self,
        tx: &mut Tx,
        import_id: &str,
        carried: Option<ImportedColumns<'_>>,
    ) -> Result<Vec<EditedColumn>> {
        let sql = "UPDATE change_set SET product_count = \
             (SELECT COUNT(DISTINCT c.pro_id) FROM product_change c WHERE c.change_id = change_set.change_id) \
             WHERE change_id IN ($1, $2)";
        run!(*tx, sql, &self.change_id, &self.stock_change_id)?;
        let Some(carried) = carried else { return Ok(Vec::new()) };
        let has_stock = i64::from(carried.has("stock"));
        // A row with a change of stock overwrites no count. Without the column, sales are not read.
        let sql = "SELECT DISTINCT c.field, c.pro_id, CAST(CASE WHEN n.pro_id IS NULL THEN 0 ELSE 1 END AS BIGINT) \
             FROM import_product i JOIN product_change c ON c.pro_id = i.pro_id AND c.open_edit = 1 \
             LEFT JOIN product_change n ON n.change_id = $2 AND n.pro_id = c.pro_id AND n.field = c.field \
             WHERE i.import_id = $1 AND c.undone_by IS NULL \
               AND (c.field <> 'stock' OR $3 = 1 AND i.stock_change IS NULL) \
             ORDER BY c.field, c.pro_id";
        let rows: Vec<(String, i64, i64)> = on!(*tx, |conn| {
            let query = sqlx::query_as(sql).bind(import_id).bind(&self.change_id).bind(has_stock);
            query.fetch_all(conn).await?
        });
        self.close_edits(tx, import_id, carried).await?;
        let mut columns: BTreeMap<&'static str, EditedColumn> = BTreeMap::new();
        for (field, pro_id, overwritten) in rows {
            let column = Field::from_column(&field).map_or("", Field::file_column);
            if column.is_empty() || !carried.has(column) {
                continue;
            }
            let edited =
                columns.entry(column).or_insert_with(|| EditedColumn { column, ..EditedColumn::default() });
            edited.edited += 1;
            if overwritten == 1 {
                edited.overwritten += 1;
                if edited.examples.len() < NAMED {
                    edited.examples.push(pro_id);
                }
            }
        }
        Ok(columns.into_values().collect())
    }
}
