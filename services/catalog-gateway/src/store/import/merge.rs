//! SQL that merges the staged products of an import into table `product`. Only changed rows get the new revision.

use heuan_catalog_folder::Columns;
use heuan_store::{Result, Tx, run};
use sqlx::AssertSqlSafe;

/// Columns that keep their values if the file lacks them, even with `replace`: hidden products must stay hidden, and
/// the table of another system does not have the locations of the goods.
const PRESERVED: [&str; 4] = ["visible", "visible_from", "visible_until", "location"];

/// Product columns that a folder may contain: (column of the file, column of the table).
pub(super) const CARRIED: [(&str, &str); 19] = [
    ("cat_id", "cat_id"),
    ("prog_id", "prog_id"),
    ("pro_name_la", "name_la"),
    ("pro_name_en", "name_en"),
    ("price", "price"),
    ("product_price1", "original_price"),
    ("vatrate", "vatrate"),
    ("unit_name_la", "unit_la"),
    ("unit_name_en", "unit_en"),
    ("brand", "brand"),
    ("pro_img_cover", "img_cover"),
    ("images", "images"),
    ("description_la", "description_la"),
    ("description_en", "description_en"),
    ("attributes", "attributes"),
    ("visible", "visible"),
    ("visible_from", "visible_from"),
    ("visible_until", "visible_until"),
    ("location", "location"),
];

/// The columns that an import sets: the columns of the file, or all with `replace`.
#[derive(Clone, Copy)]
pub struct ImportedColumns<'a> {
    pub columns: &'a Columns,
    pub replace: bool,
}

impl ImportedColumns<'_> {
    pub fn has(&self, column: &str) -> bool {
        self.columns.has(column) || (self.replace && !PRESERVED.contains(&column))
    }

    /// SQL of a product's category after the import, from its staged row and its current row. A group without a
    /// category sets the category of the group; without either column the category is unchanged.
    pub fn category(&self, staged: &str, shop: &str) -> Option<String> {
        match (self.has("cat_id"), self.has("prog_id")) {
            (true, _) => Some(format!("{staged}.cat_id")),
            (false, true) => Some(format!(
                "CASE WHEN {staged}.cat_id = 0 THEN COALESCE({shop}.cat_id, 0) ELSE {staged}.cat_id END"
            )),
            (false, false) => None,
        }
    }
}

/// Merges the staged products into the catalog, except their stock. Unchanged rows keep their revision, so that watches
/// receive only changes.
pub async fn write(
    tx: &mut Tx,
    import_id: &str,
    carried: ImportedColumns<'_>,
    revision: i64,
    now: i64,
) -> Result<()> {
    let mut all: Vec<&str> = CARRIED.iter().map(|(_, table)| *table).collect();
    all.push("brand_slug");
    let list = all.join(", ");
    let sql = format!(
        "INSERT INTO product (pro_id, listed_at, revision, discount, {list}) \
         SELECT pro_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), {}, {list} \
         FROM import_product WHERE import_id = $3 ORDER BY pro_id \
         ON CONFLICT (pro_id) DO {}",
        discount("price", "original_price"),
        update(carried)
    );
    run!(*tx, AssertSqlSafe(sql.as_str()), now, revision, import_id)?;
    run!(*tx, "DELETE FROM removed_product WHERE pro_id IN (SELECT pro_id FROM product)")?;
    Ok(())
}

fn update(carried: ImportedColumns<'_>) -> String {
    // SQL of the new value of each column.
    let mut set: Vec<(&str, String)> = CARRIED
        .iter()
        .filter(|(file, _)| *file != "cat_id" && carried.has(file))
        .map(|(_, table)| (*table, format!("excluded.{table}")))
        .collect();
    set.extend(carried.category("excluded", "product").map(|category| ("cat_id", category)));
    if carried.has("brand") {
        set.push(("brand_slug", "excluded.brand_slug".to_owned()));
    }
    if set.is_empty() {
        return "NOTHING".to_owned();
    }
    let differs: Vec<String> =
        set.iter().map(|(column, value)| format!("product.{column} IS DISTINCT FROM {value}")).collect();
    let from = |file| if carried.has(file) { "excluded" } else { "product" };
    if carried.has("price") || carried.has("product_price1") {
        let price = format!("{}.price", from("price"));
        let original = format!("{}.original_price", from("product_price1"));
        set.push(("discount", discount(&price, &original)));
    }
    let set: Vec<String> = set.iter().map(|(column, value)| format!("{column} = {value}")).collect();
    format!(
        "UPDATE SET revision = excluded.revision, version = product.version + 1, updated_at = excluded.listed_at, {} \
         WHERE {}",
        set.join(", "),
        differs.join(" OR ")
    )
}

/// SQL of the rounded percentage, equal to `catalog::discount`.
pub fn discount(price: &str, original: &str) -> String {
    format!(
        "CASE WHEN {price} >= 0 AND {original} > {price} \
         THEN (({original} - {price}) * 200 + {original}) / ({original} * 2) ELSE 0 END"
    )
}

/// Updates the category of products whose group moved to another one. Returns whether any changed.
pub async fn sync_group_categories(tx: &mut Tx, revision: i64) -> Result<bool> {
    let sql = "UPDATE product SET cat_id = g.cat_id, revision = $1, version = version + 1 FROM product_group g \
         WHERE g.prog_id = product.prog_id AND product.cat_id <> g.cat_id";
    Ok(run!(*tx, sql, revision)? > 0)
}

/// Removes every product that is not staged. Its stock is removed by `stock::delete_stock_of_removed`.
pub async fn remove_others(tx: &mut Tx, import_id: &str, revision: i64) -> Result<u64> {
    let tombstones = "INSERT INTO removed_product (pro_id, revision) \
         SELECT p.pro_id, CAST($2 AS BIGINT) FROM product p WHERE NOT EXISTS \
           (SELECT 1 FROM import_product i WHERE i.import_id = $1 AND i.pro_id = p.pro_id) \
         ON CONFLICT (pro_id) DO UPDATE SET revision = excluded.revision";
    let removed = run!(*tx, tombstones, import_id, revision)?;
    run!(*tx, "DELETE FROM product WHERE pro_id IN (SELECT pro_id FROM removed_product)")?;
    run!(*tx, "DELETE FROM promotion_product WHERE pro_id NOT IN (SELECT pro_id FROM product)")?;
    Ok(removed)
}
