//! SQL of an import's categories and groups: tables `category` and `product_group`.

use heuan_catalog_folder::CatalogFolder;
use heuan_store::{Result, Tx, on, run};
use sqlx::AssertSqlSafe;

use super::{order::Order, touch};

/// Upserts categories and groups; absent columns keep their values.
pub async fn write(tx: &mut Tx, folder: &CatalogFolder, replace: bool, revision: i64) -> Result<()> {
    let hidden = if replace { clear(tx).await? } else { Hidden::default() };
    if let Some(table) = &folder.categories {
        let kept = [
            ("cat_name_la", "name_la"),
            ("cat_name_en", "name_en"),
            ("cat_img", "img"),
            ("visible", "hidden"),
        ];
        let order = Order::of(tx, "category", "cat_id", table.rows.iter().map(|row| row.cat_id)).await?;
        let columns = "cat_id, name_la, name_en, img, hidden, position";
        let sql = upsert("category", "cat_id", columns, &kept, &order, |column| table.columns.has(column));
        for (row, position) in table.rows.iter().zip(order.positions()) {
            let sql = AssertSqlSafe(sql.as_str());
            let (la, en, hidden) = (&row.cat_name_la, &row.cat_name_en, i64::from(!row.visible));
            run!(*tx, sql, row.cat_id, la, en, &row.cat_img, hidden, position)?;
        }
    }
    if let Some(table) = &folder.groups {
        let kept = [
            ("cat_id", "cat_id"),
            ("prog_name_la", "name_la"),
            ("prog_name_en", "name_en"),
            ("visible", "hidden"),
        ];
        let order =
            Order::of(tx, "product_group", "prog_id", table.rows.iter().map(|row| row.prog_id)).await?;
        let columns = "prog_id, cat_id, name_la, name_en, hidden, position";
        let sql =
            upsert("product_group", "prog_id", columns, &kept, &order, |column| table.columns.has(column));
        for (row, position) in table.rows.iter().zip(order.positions()) {
            let sql = AssertSqlSafe(sql.as_str());
            let (la, en, hidden) = (&row.prog_name_la, &row.prog_name_en, i64::from(!row.visible));
            run!(*tx, sql, row.prog_id, row.cat_id, la, en, hidden, position)?;
        }
    }
    hidden.restore(tx, folder).await?;
    if replace || folder.categories.is_some() {
        touch(tx, "category", revision).await?;
    }
    if replace || folder.groups.is_some() {
        touch(tx, "group", revision).await?;
    }
    Ok(())
}

/// Ids of hidden categories and groups. A file without the column `visible` keeps them hidden.
#[derive(Default)]
struct Hidden {
    categories: Vec<i64>,
    groups: Vec<i64>,
}

impl Hidden {
    async fn restore(self, tx: &mut Tx, folder: &CatalogFolder) -> Result<()> {
        let sets_categories = folder.categories.as_ref().is_some_and(|table| table.columns.has("visible"));
        let sets_groups = folder.groups.as_ref().is_some_and(|table| table.columns.has("visible"));
        for cat_id in self.categories.into_iter().filter(|_| !sets_categories) {
            run!(*tx, "UPDATE category SET hidden = 1 WHERE cat_id = $1", cat_id)?;
        }
        for prog_id in self.groups.into_iter().filter(|_| !sets_groups) {
            run!(*tx, "UPDATE product_group SET hidden = 1 WHERE prog_id = $1", prog_id)?;
        }
        Ok(())
    }
}

/// Deletes all categories and groups. Returns which were hidden.
async fn clear(tx: &mut Tx) -> Result<Hidden> {
    let of_categories = "SELECT cat_id FROM category WHERE hidden = 1";
    let of_groups = "SELECT prog_id FROM product_group WHERE hidden = 1";
    let categories = on!(*tx, |conn| sqlx::query_scalar(of_categories).fetch_all(conn).await?);
    let groups = on!(*tx, |conn| sqlx::query_scalar(of_groups).fetch_all(conn).await?);
    run!(*tx, "DELETE FROM category")?;
    run!(*tx, "DELETE FROM product_group")?;
    Ok(Hidden { categories, groups })
}

/// `kept` maps columns of the file to columns of the table; the last of `columns` is the position.
pub fn upsert(
    table: &str,
    id: &str,
    columns: &str,
    kept: &[(&str, &str)],
    order: &Order,
    has: impl Fn(&str) -> bool,
) -> String {
    let changed = kept.iter().filter(|(file, _)| has(file)).map(|(_, column)| *column);
    let set: Vec<String> = changed
        .chain(order.is_whole().then_some("position"))
        .map(|column| format!("{column} = excluded.{column}"))
        .collect();
    let update = if set.is_empty() { "NOTHING".to_owned() } else { format!("UPDATE SET {}", set.join(", ")) };
    let placeholders = heuan_store::numbered(1, columns.split(',').count());
    format!("INSERT INTO {table} ({columns}) VALUES ({placeholders}) ON CONFLICT ({id}) DO {update}")
}
