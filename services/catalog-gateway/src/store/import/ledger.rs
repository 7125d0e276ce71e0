//! The ledger of an import: one row for each changed field of a product that was there before, none for new products; and
//! which columns the staff had edited since the import before.

use std::collections::BTreeMap;

use heuan_store::{Result, Tx, on, run};
use sqlx::AssertSqlSafe;

use super::{
    super::staff::ledger::{self, ChangeSet},
    merge::{CARRIED, ImportedColumns},
};
use crate::staff::{Actor, ChangeKind, Field};

/// Products named for one column.
const NAMED: usize = 5;

/// A column of the file that the staff had edited since the import before, among the products of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditedColumn {
    /// Name in the file.
    pub column: &'static str,
    /// Products of the file in which it was edited.
    pub edited: u64,
    /// Those in which the import wrote another value over the edited one.
    pub overwritten: u64,
    /// The first overwritten products, by id.
    pub examples: Vec<i64>,
}

/// The change set of an import that is being merged.
pub struct ImportLedger {
    pub change_id: String,
    revision: i64,
    /// Revision of the import before.
    since: i64,
}

impl ImportLedger {
    pub async fn begin(tx: &mut Tx, actor: Option<&Actor>, revision: i64, now: i64) -> Result<Self> {
        let sql =
            "SELECT COALESCE(MAX(revision), 0) FROM change_set WHERE source = 'import' AND revision > 0";
        let since: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?);
        let set = ChangeSet::new(ChangeKind::Import, actor, revision, now);
        ledger::insert_set(tx, &set, 0).await?;
        Ok(Self { change_id: set.change_id, revision, since })
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

    /// Records the categories of products whose group is about to take them along.
    pub async fn record_moves(&self, tx: &mut Tx) -> Result<()> {
        let sql = "INSERT INTO product_change (pro_id, change_id, field, old_value, new_value) \
             SELECT p.pro_id, $1, 'cat_id', CAST(p.cat_id AS TEXT), CAST(g.cat_id AS TEXT) \
             FROM product p JOIN product_group g ON g.prog_id = p.prog_id WHERE p.cat_id <> g.cat_id";
        run!(*tx, sql, &self.change_id)?;
        Ok(())
    }

    /// Records the units on hand that are about to be counted. New products are those that were never ranked.
    pub async fn record_stock(&self, tx: &mut Tx, import_id: &str) -> Result<()> {
        let sql = "INSERT INTO product_change (pro_id, change_id, field, old_value, new_value) \
             SELECT p.pro_id, $2, 'stock', CASE WHEN p.stock IS NULL THEN NULL ELSE CAST(k.on_hand AS TEXT) END, \
               CAST(i.stock AS TEXT) \
             FROM import_product i JOIN product p ON p.pro_id = i.pro_id LEFT JOIN stock k ON k.pro_id = i.pro_id \
             WHERE i.import_id = $1 AND p.ranked_last >= 0 \
               AND CASE WHEN p.stock IS NULL THEN NULL ELSE k.on_hand END IS DISTINCT FROM i.stock";
        run!(*tx, sql, import_id, &self.change_id)?;
        Ok(())
    }

    /// Ends the change set. Returns the columns that the staff had edited since the import before.
    pub async fn finish(
        &self,
        tx: &mut Tx,
        import_id: &str,
        carried: Option<ImportedColumns<'_>>,
    ) -> Result<Vec<EditedColumn>> {
        let sql = "UPDATE change_set SET product_count = \
             (SELECT COUNT(DISTINCT c.pro_id) FROM product_change c WHERE c.change_id = $1) WHERE change_id = $1";
        run!(*tx, sql, &self.change_id)?;
        let Some(carried) = carried else { return Ok(Vec::new()) };
        let sql = "SELECT DISTINCT c.field, c.pro_id, CAST(CASE WHEN n.pro_id IS NULL THEN 0 ELSE 1 END AS BIGINT) \
             FROM change_set s JOIN product_change c ON c.change_id = s.change_id \
             JOIN import_product i ON i.import_id = $1 AND i.pro_id = c.pro_id \
             LEFT JOIN product_change n ON n.change_id = $2 AND n.pro_id = c.pro_id AND n.field = c.field \
             WHERE s.source = 'edit' AND s.kind <> 'undo' AND s.revision > 0 AND s.revision > $3 AND s.revision < $4 \
               AND c.undone_by IS NULL ORDER BY c.field, c.pro_id";
        let rows: Vec<(String, i64, i64)> = on!(*tx, |conn| {
            sqlx::query_as(sql)
                .bind(import_id)
                .bind(&self.change_id)
                .bind(self.since)
                .bind(self.revision)
                .fetch_all(conn)
                .await?
        });
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
