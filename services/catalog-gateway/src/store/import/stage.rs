//! SQL that stages the products of an import in table `import_product`, in transactions of 1,000 rows.

use std::time::Instant;

use heuan_catalog_folder::Product;
use heuan_store::{Result, on, values};
use sqlx::AssertSqlSafe;

use super::json;
use crate::brand::brand_slug;
use crate::store::Store;

const COLUMNS: usize = 24;
/// Rows of one statement. The driver looks up the name of each placeholder, and SQLite searches them linearly: with 250
/// rows this took 90 % of the time.
const ROWS: usize = 16;
/// Rows of one transaction, few enough that sales are not delayed noticeably.
const BATCH: usize = 1000;

const INSERT: &str = "INSERT INTO import_product (import_id, pro_id, cat_id, prog_id, name_la, name_en, price, \
     original_price, vatrate, unit_la, unit_en, brand, brand_slug, img_cover, images, description_la, \
     description_en, attributes, stock, visible, visible_from, visible_until, location, stock_change) VALUES ";

impl Store {
    pub(super) async fn stage(
        &self,
        import_id: &str,
        products: &[Product],
        staged: &(dyn Fn(u64) + Sync),
    ) -> Result<()> {
        let mut done = 0;
        for batch in products.chunks(BATCH) {
            let began = Instant::now();
            let mut tx = self.db.begin().await?;
            for rows in batch.chunks(ROWS) {
                let sql = format!("{INSERT}{}", values(rows.len(), COLUMNS));
                // JSON lists in their stored form, kept alive while they are bound.
                let made: Vec<(String, String)> = rows
                    .iter()
                    .map(|row| Ok((brand_slug(&row.brand), json(&row.images)?)))
                    .collect::<Result<_>>()?;
                on!(tx, |conn| {
                    let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
                    for (row, (slug, images)) in rows.iter().zip(&made) {
                        query = query
                            .bind(import_id)
                            .bind(row.pro_id)
                            .bind(row.cat_id.unwrap_or(0))
                            .bind(row.prog_id.unwrap_or(0))
                            .bind(&row.pro_name_la)
                            .bind(&row.pro_name_en)
                            .bind(row.price)
                            .bind(row.product_price1)
                            .bind(row.vatrate)
                            .bind(&row.unit_name_la)
                            .bind(&row.unit_name_en)
                            .bind(&row.brand)
                            .bind(slug)
                            .bind(&row.pro_img_cover)
                            .bind(images)
                            .bind(&row.description_la)
                            .bind(&row.description_en)
                            .bind(&row.attributes)
                            .bind(row.stock)
                            .bind(i64::from(row.visible))
                            .bind(row.visible_from)
                            .bind(row.visible_until)
                            .bind(&row.location)
                            .bind(row.stock_change);
                    }
                    query.execute(conn).await?;
                });
            }
            tx.commit().await?;
            done += batch.len() as u64;
            staged(done);
            // Waiting writers poll SQLite's write lock, so the lock is left free for as long as it was held.
            tokio::time::sleep(began.elapsed()).await;
        }
        Ok(())
    }
}
