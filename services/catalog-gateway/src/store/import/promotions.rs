//! SQL of an import's promotions and their types: tables `promotion`, `promotion_product` and `promotion_type`.

use heuan_catalog_folder::{CatalogFolder, Promotion};
use heuan_store::{Result, Tx, run};
use sqlx::AssertSqlSafe;
use time::Date;

use super::{order::Order, taxonomy::upsert, touch};

/// Upserts promotion types and promotions with their products.
pub async fn write(tx: &mut Tx, folder: &CatalogFolder, replace: bool, revision: i64) -> Result<()> {
    if replace {
        run!(*tx, "DELETE FROM promotion_type")?;
        run!(*tx, "DELETE FROM promotion_product")?;
        run!(*tx, "DELETE FROM promotion")?;
    }
    if let Some(table) = &folder.promotion_types {
        let kept = [("promo_type_name", "name_la"), ("promo_type_name_en", "name_en")];
        let columns = "promo_type_id, name_la, name_en, position";
        let ids = table.rows.iter().map(|row| row.promo_type_id);
        let order = Order::of(tx, "promotion_type", "promo_type_id", ids).await?;
        let sql = upsert("promotion_type", "promo_type_id", columns, &kept, &order, |column| {
            table.columns.has(column)
        });
        for (row, position) in table.rows.iter().zip(order.positions()) {
            let sql = AssertSqlSafe(sql.as_str());
            run!(*tx, sql, row.promo_type_id, &row.promo_type_name, &row.promo_type_name_en, position)?;
        }
    }
    if let Some(table) = &folder.promotions {
        let kept = ["promo_type_id", "title_la", "title_en", "starts", "ends", "banner", "published"]
            .map(|name| (name, name));
        let columns =
            "promo_id, promo_type_id, title_la, title_en, starts, ends, banner, published, position";
        let order = Order::of(tx, "promotion", "promo_id", table.rows.iter().map(|row| row.promo_id)).await?;
        let sql = upsert("promotion", "promo_id", columns, &kept, &order, |column| table.columns.has(column));
        let products = table.columns.has("pro_ids");
        for (row, position) in table.rows.iter().zip(order.positions()) {
            run!(
                *tx,
                AssertSqlSafe(sql.as_str()),
                row.promo_id,
                row.promo_type_id,
                &row.title_la,
                &row.title_en,
                day(row.starts),
                day(row.ends),
                &row.banner,
                i64::from(row.published),
                position
            )?;
            if products {
                write_products(tx, row).await?;
            }
        }
    }
    if replace || folder.promotion_types.is_some() || folder.promotions.is_some() {
        touch(tx, "promotion", revision).await?;
    }
    Ok(())
}

async fn write_products(tx: &mut Tx, promotion: &Promotion) -> Result<()> {
    run!(*tx, "DELETE FROM promotion_product WHERE promo_id = $1", promotion.promo_id)?;
    let sql = "INSERT INTO promotion_product (promo_id, pro_id, position) VALUES ($1, $2, $3) \
         ON CONFLICT (promo_id, pro_id) DO NOTHING";
    for (position, pro_id) in promotion.pro_ids.iter().enumerate() {
        run!(*tx, sql, promotion.promo_id, pro_id, position as i64)?;
    }
    Ok(())
}

/// `YYYY-MM-DD`, which sorts as text; empty means open-ended.
fn day(date: Option<Date>) -> String {
    date.map(|date| format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day()))
        .unwrap_or_default()
}
