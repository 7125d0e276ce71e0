//! Ranks within a category: 1, 2, 3 and so on; the first product of every group comes before the second product of
//! any group. Products that can be bought and have an image come first within their group. Ranking the whole shop
//! takes a second during which sales wait, so an import ranks only the categories it changed.

use std::collections::BTreeSet;

use heuan_store::{Result, Tx, on, run};
use sqlx::AssertSqlSafe;

use super::merge::ImportedColumns;

/// With more categories than this, the whole shop is ranked.
const MANY: usize = 400;

/// Scope of the ranking: categories whose order is outdated.
#[derive(Debug, PartialEq, Eq)]
pub enum RerankScope {
    All,
    These(BTreeSet<i64>),
}

impl RerankScope {
    pub fn of(categories: BTreeSet<i64>) -> Self {
        if categories.len() > MANY { Self::All } else { Self::These(categories) }
    }
}

/// SQL condition: the product ranks after the products of its group that can be bought and have an image.
pub(in crate::store) fn is_last(price: &str, stock: &str, cover: &str) -> String {
    format!("CASE WHEN {price} IS NULL OR COALESCE({stock}, 0) = 0 OR {cover} = '' THEN 1 ELSE 0 END")
}

/// The categories in which staged products are new, are removed or change their rank. Must be called before the merge.
pub async fn stale(tx: &mut Tx, import_id: &str, carried: ImportedColumns<'_>) -> Result<RerankScope> {
    let from = |file| if carried.has(file) { "i" } else { "p" };
    let category = carried.category("i", "p").unwrap_or_else(|| "COALESCE(p.cat_id, i.cat_id)".to_owned());
    let is_last = is_last(
        &format!("{}.price", from("price")),
        &format!("{}.stock", from("stock")),
        &format!("{}.img_cover", from("pro_img_cover")),
    );
    let sql = format!(
        "SELECT DISTINCT p.cat_id, {category} \
         FROM import_product i LEFT JOIN product p ON p.pro_id = i.pro_id \
         WHERE i.import_id = $1 AND (p.pro_id IS NULL OR p.cat_id <> {category} OR p.prog_id <> {}.prog_id \
           OR p.ranked_last <> {is_last})",
        from("prog_id")
    );
    let moves: Vec<(Option<i64>, i64)> =
        on!(*tx, |conn| sqlx::query_as(AssertSqlSafe(sql)).bind(import_id).fetch_all(conn).await?);
    let these: BTreeSet<i64> =
        moves.into_iter().flat_map(|(from, to)| from.into_iter().chain([to])).collect();
    Ok(RerankScope::of(these))
}

/// Recomputes the ranks of `stale`. Must be called after prices and stock are written.
pub async fn write(tx: &mut Tx, stale: &RerankScope) -> Result<()> {
    let of_these = match stale {
        RerankScope::All => String::new(),
        RerankScope::These(none) if none.is_empty() => return Ok(()),
        RerankScope::These(these) => {
            let ids: Vec<String> = these.iter().map(i64::to_string).collect();
            format!("WHERE cat_id IN ({})", ids.join(", "))
        }
    };
    let is_last = is_last("price", "stock", "img_cover");
    let sql = format!(
        "UPDATE product SET category_rank = r.category_rank, ranked_last = r.is_last FROM \
         (SELECT pro_id, is_last, \
            ROW_NUMBER() OVER (PARTITION BY cat_id ORDER BY place, prog_id, pro_id) AS category_rank \
          FROM (SELECT pro_id, cat_id, prog_id, {is_last} AS is_last, \
                  ROW_NUMBER() OVER (PARTITION BY cat_id, prog_id ORDER BY {is_last}, pro_id) AS place \
                FROM product {of_these}) p) r \
         WHERE r.pro_id = product.pro_id \
           AND (product.category_rank <> r.category_rank OR product.ranked_last <> r.is_last)"
    );
    run!(*tx, AssertSqlSafe(sql.as_str()))?;
    Ok(())
}
