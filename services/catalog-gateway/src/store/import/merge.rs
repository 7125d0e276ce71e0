use heuan_catalogue_folder::Columns;
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

/// Makes the staged products the catalogue's. Rows that change nothing keep their revision, so that watchers hear
/// of changes only. Returns how many rows changed.
pub async fn write(tx: &mut Tx, import_id: &str, columns: &Columns, revision: i64, now: i64) -> Result<u64> {
    let changed = upsert(tx, import_id, columns, revision, now).await?;
    if columns.has("price") || columns.has("product_price1") {
        discounts(tx).await?;
    }
    if columns.has("stock") {
        stock(tx, import_id, revision).await?;
    }
    ranks(tx).await?;
    run!(*tx, "DELETE FROM removed_product WHERE pro_id IN (SELECT pro_id FROM product)")?;
    Ok(changed)
}

async fn upsert(tx: &mut Tx, import_id: &str, columns: &Columns, revision: i64, now: i64) -> Result<u64> {
    let mut carried: Vec<&str> =
        CARRIED.iter().filter(|(file, _)| columns.has(file)).map(|(_, table)| *table).collect();
    if columns.has("brand") {
        carried.push("brand_slug");
    }
    // A group given without its category carries the category with it.
    if columns.has("prog_id") && !columns.has("cat_id") {
        carried.push("cat_id");
    }
    let mut all: Vec<&str> = CARRIED.iter().map(|(_, table)| *table).collect();
    all.push("brand_slug");
    let list = all.join(", ");
    let set: Vec<String> = carried.iter().map(|column| format!("{column} = excluded.{column}")).collect();
    let differs: Vec<String> =
        carried.iter().map(|column| format!("product.{column} IS DISTINCT FROM excluded.{column}")).collect();
    let sql = format!(
        "INSERT INTO product (pro_id, listed_at, revision, {list}) \
         SELECT pro_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), {list} FROM import_product WHERE import_id = $3 \
         ON CONFLICT (pro_id) DO UPDATE SET revision = excluded.revision, {} WHERE {}",
        set.join(", "),
        differs.join(" OR ")
    );
    run!(*tx, AssertSqlSafe(sql.as_str()), now, revision, import_id)
}

/// A group that moves to another category takes its products along.
pub async fn follow_groups(tx: &mut Tx, revision: i64) -> Result<()> {
    let sql = "UPDATE product SET cat_id = g.cat_id, revision = $1 FROM product_group g \
         WHERE g.prog_id = product.prog_id AND product.cat_id <> g.cat_id";
    if run!(*tx, sql, revision)? > 0 {
        ranks(tx).await?;
    }
    Ok(())
}

/// The rounded percentage, as `catalog::discount` computes it.
async fn discounts(tx: &mut Tx) -> Result<()> {
    let percent = "CASE WHEN price >= 0 AND original_price > price \
         THEN ((original_price - price) * 200 + original_price) / (original_price * 2) ELSE 0 END";
    let sql = format!("UPDATE product SET discount = {percent} WHERE discount <> {percent}");
    run!(*tx, AssertSqlSafe(sql.as_str()))?;
    Ok(())
}

/// What the merchant counted becomes the stock on hand; what orders hold of it stays held.
async fn stock(tx: &mut Tx, import_id: &str, revision: i64) -> Result<()> {
    let counted = "INSERT INTO stock (pro_id, on_hand) \
         SELECT pro_id, stock FROM import_product WHERE import_id = $1 AND stock IS NOT NULL \
         ON CONFLICT (pro_id) DO UPDATE SET on_hand = excluded.on_hand WHERE stock.on_hand <> excluded.on_hand";
    run!(*tx, counted, import_id)?;
    // No longer counted: not for sale, but what is held can still be sold.
    let uncounted = "UPDATE stock SET on_hand = reserved WHERE on_hand <> reserved AND pro_id IN \
         (SELECT pro_id FROM import_product WHERE import_id = $1 AND stock IS NULL)";
    run!(*tx, uncounted, import_id)?;
    let shown = "UPDATE product SET stock = s.free, revision = $2 FROM \
         (SELECT i.pro_id, CASE WHEN i.stock IS NULL THEN NULL \
                                WHEN k.on_hand > k.reserved THEN k.on_hand - k.reserved ELSE 0 END AS free \
          FROM import_product i LEFT JOIN stock k ON k.pro_id = i.pro_id WHERE i.import_id = $1) s \
         WHERE s.pro_id = product.pro_id AND product.stock IS DISTINCT FROM s.free";
    run!(*tx, shown, import_id, revision)?;
    Ok(())
}

/// 1, 2, 3 … within each category, the first of every group before the second of any; what can be bought and seen
/// comes first within its group.
async fn ranks(tx: &mut Tx) -> Result<()> {
    let sql = "UPDATE product SET shop_rank = r.shop_rank FROM \
         (SELECT pro_id, ROW_NUMBER() OVER (PARTITION BY cat_id ORDER BY place, prog_id, pro_id) AS shop_rank \
          FROM (SELECT pro_id, cat_id, prog_id, ROW_NUMBER() OVER (PARTITION BY cat_id, prog_id ORDER BY \
                  CASE WHEN price IS NULL OR COALESCE(stock, 0) = 0 OR img_cover = '' THEN 1 ELSE 0 END, pro_id) \
                  AS place FROM product) p) r \
         WHERE r.pro_id = product.pro_id AND product.shop_rank <> r.shop_rank";
    run!(*tx, sql)?;
    Ok(())
}

/// Removes every product that is not staged. Stock that orders hold stays in the books.
pub async fn remove_others(tx: &mut Tx, import_id: &str, revision: i64) -> Result<u64> {
    let tombstones = "INSERT INTO removed_product (pro_id, revision) \
         SELECT p.pro_id, CAST($2 AS BIGINT) FROM product p WHERE NOT EXISTS \
           (SELECT 1 FROM import_product i WHERE i.import_id = $1 AND i.pro_id = p.pro_id) \
         ON CONFLICT (pro_id) DO UPDATE SET revision = excluded.revision";
    let removed = run!(*tx, tombstones, import_id, revision)?;
    run!(*tx, "DELETE FROM product WHERE pro_id IN (SELECT pro_id FROM removed_product)")?;
    run!(*tx, "DELETE FROM promotion_product WHERE pro_id NOT IN (SELECT pro_id FROM product)")?;
    run!(*tx, "DELETE FROM stock WHERE reserved = 0 AND pro_id IN (SELECT pro_id FROM removed_product)")?;
    Ok(removed)
}
