use heuan_catalog_folder::Columns;
use heuan_store::{Result, Tx, run};
use sqlx::AssertSqlSafe;

/// Columns of the product table that a folder may carry: (column of the file, column of the table).
const CARRIED: [(&str, &str); 15] = [
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
];

/// The columns that an import sets: those of the file, or all when the shop is to be what the folder is.
#[derive(Clone, Copy)]
pub struct ImportedColumns<'a> {
    pub columns: &'a Columns,
    pub replace: bool,
}

impl ImportedColumns<'_> {
    pub fn has(&self, column: &str) -> bool {
        self.replace || self.columns.has(column)
    }

    /// The category of a product after the import, of its staged row and the one in the shop. A group given without its
    /// category carries the category with it; no group given that way leaves it alone.
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

/// Makes the staged products the catalog's, all but their stock. Rows that change nothing keep their revision, so that
/// watchers hear of changes only.
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
    // What each column becomes.
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
    format!("UPDATE SET revision = excluded.revision, {} WHERE {}", set.join(", "), differs.join(" OR "))
}

/// The rounded percentage, as `catalog::discount` computes it.
fn discount(price: &str, original: &str) -> String {
    format!(
        "CASE WHEN {price} >= 0 AND {original} > {price} \
         THEN (({original} - {price}) * 200 + {original}) / ({original} * 2) ELSE 0 END"
    )
}

/// A group that moves to another category takes its products along. Returns whether any did.
pub async fn sync_group_categories(tx: &mut Tx, revision: i64) -> Result<bool> {
    let sql = "UPDATE product SET cat_id = g.cat_id, revision = $1 FROM product_group g \
         WHERE g.prog_id = product.prog_id AND product.cat_id <> g.cat_id";
    Ok(run!(*tx, sql, revision)? > 0)
}

/// Removes every product that is not staged. Its stock is `stock::forget_removed`'s.
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
