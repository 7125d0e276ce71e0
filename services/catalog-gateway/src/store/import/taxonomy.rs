use heuan_catalogue_folder::CatalogueFolder;
use heuan_store::{Result, Tx, run};
use sqlx::AssertSqlSafe;

use super::touch;

/// Upserts categories and groups; a column the file does not have keeps its values.
pub async fn write(tx: &mut Tx, folder: &CatalogueFolder, replace: bool, revision: i64) -> Result<()> {
    if replace {
        run!(*tx, "DELETE FROM category")?;
        run!(*tx, "DELETE FROM product_group")?;
    }
    if let Some(table) = &folder.categories {
        let kept = [("cat_name_la", "name_la"), ("cat_name_en", "name_en"), ("cat_img", "img")];
        let sql = upsert("category", "cat_id", "cat_id, name_la, name_en, img, position", &kept, |column| {
            table.columns.has(column)
        });
        for (position, row) in table.rows.iter().enumerate() {
            let sql = AssertSqlSafe(sql.as_str());
            run!(*tx, sql, row.cat_id, &row.cat_name_la, &row.cat_name_en, &row.cat_img, position as i64)?;
        }
    }
    if let Some(table) = &folder.groups {
        let kept = [("cat_id", "cat_id"), ("prog_name_la", "name_la"), ("prog_name_en", "name_en")];
        let sql = upsert(
            "product_group",
            "prog_id",
            "prog_id, cat_id, name_la, name_en, position",
            &kept,
            |column| table.columns.has(column),
        );
        for (position, row) in table.rows.iter().enumerate() {
            let sql = AssertSqlSafe(sql.as_str());
            run!(*tx, sql, row.prog_id, row.cat_id, &row.prog_name_la, &row.prog_name_en, position as i64)?;
        }
    }
    if replace || folder.categories.is_some() {
        touch(tx, "category", revision).await?;
    }
    if replace || folder.groups.is_some() {
        touch(tx, "group", revision).await?;
    }
    Ok(())
}

/// `columns` are five; `kept` pairs a file's column with the table's. The order of the file is the shop's.
pub fn upsert(
    table: &str,
    id: &str,
    columns: &str,
    kept: &[(&str, &str)],
    has: impl Fn(&str) -> bool,
) -> String {
    let mut set: Vec<String> = kept
        .iter()
        .filter(|(file, _)| has(file))
        .map(|(_, column)| format!("{column} = excluded.{column}"))
        .collect();
    set.push("position = excluded.position".to_owned());
    let count = columns.split(',').count();
    let placeholders = heuan_store::numbered(1, count);
    format!(
        "INSERT INTO {table} ({columns}) VALUES ({placeholders}) \
         ON CONFLICT ({id}) DO UPDATE SET {}",
        set.join(", ")
    )
}
