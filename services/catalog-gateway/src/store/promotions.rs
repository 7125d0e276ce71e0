//! SQL of active promotions with their first products, in two queries.

use std::collections::HashMap;

use heuan_store::{Result, read};
use sqlx::AssertSqlSafe;

use super::{Store, row::COLUMNS};
use crate::catalog::Product;
use crate::promotion::{Promotion, PromotionCard, PromotionType};

#[derive(heuan_store::FromRow)]
struct Placed {
    #[sqlx(flatten)]
    product: Product,
    promo_id: i64,
}

impl Store {
    pub async fn promotion_types(&self) -> Result<Vec<PromotionType>> {
        let sql =
            "SELECT promo_type_id, name_la, name_en FROM promotion_type ORDER BY position, promo_type_id";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?))
    }

    /// Promotions active on `day` (`YYYY-MM-DD`), each with its first `products_each` products.
    ///
    /// Two queries, whatever the number of promotions.
    pub async fn promotions(
        &self,
        promo_type_id: Option<i64>,
        day: &str,
        products_each: i64,
    ) -> Result<Vec<PromotionCard>> {
        let sql = "SELECT m.promo_id, m.promo_type_id, m.title_la, m.title_en, m.starts, m.ends, m.banner, \
               (SELECT COUNT(*) FROM promotion_product q JOIN product p ON p.pro_id = q.pro_id \
                WHERE q.promo_id = m.promo_id AND p.visible = 1) AS product_count \
             FROM promotion m \
             WHERE m.published = 1 AND (m.starts = '' OR m.starts <= $1) AND (m.ends = '' OR m.ends >= $1) \
               AND ($2 = 0 OR m.promo_type_id = $2) \
             ORDER BY m.position, m.promo_id";
        let running: Vec<Promotion> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(day).bind(promo_type_id.unwrap_or(0)).fetch_all(pool).await?
        });
        let mut products =
            if products_each > 0 { self.first_of_each(products_each).await? } else { HashMap::new() };
        Ok(running
            .into_iter()
            .map(|promotion| PromotionCard {
                products: products.remove(&promotion.promo_id).unwrap_or_default(),
                promotion,
            })
            .collect())
    }

    async fn first_of_each(&self, count: i64) -> Result<HashMap<i64, Vec<Product>>> {
        let sql = format!(
            "SELECT {COLUMNS}, f.promo_id FROM \
               (SELECT q.promo_id, q.pro_id, ROW_NUMBER() OVER (PARTITION BY q.promo_id ORDER BY q.position) AS place \
                FROM promotion_product q JOIN product v ON v.pro_id = q.pro_id WHERE v.visible = 1) f \
             JOIN product p ON p.pro_id = f.pro_id \
             WHERE f.place <= $1 ORDER BY f.promo_id, f.place"
        );
        let rows: Vec<Placed> =
            read!(self.db, |pool| sqlx::query_as(AssertSqlSafe(sql)).bind(count).fetch_all(pool).await?);
        let mut by_promotion: HashMap<i64, Vec<Product>> = HashMap::new();
        for row in rows {
            by_promotion.entry(row.promo_id).or_default().push(row.product);
        }
        Ok(by_promotion)
    }
}
