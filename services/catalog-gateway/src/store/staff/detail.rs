//! SQL of one product for the staff, with the newest 50 entries of its ledger.

use heuan_rpc::Error;
use heuan_store::{numbered, read};
use sqlx::AssertSqlSafe;

use super::{
    super::{Store, store_error},
    list::{COLUMNS, JOINS},
};
use crate::staff::{StaffDetail, StaffProduct};

/// Entries of the ledger that come with a product.
const LEDGER: usize = 50;

#[derive(heuan_store::FromRow)]
struct Row {
    #[sqlx(flatten)]
    product: StaffProduct,
    images: String,
    description_la: String,
    description_en: String,
    sold: i64,
    category_name_la: String,
    category_name_en: String,
}

impl Store {
    /// Whether the product exists, hidden or not.
    pub async fn has_product(&self, pro_id: i64) -> heuan_store::Result<bool> {
        let sql = "SELECT COUNT(*) FROM product WHERE pro_id = $1";
        let count: i64 = read!(self.db, |pool| sqlx::query_scalar(sql).bind(pro_id).fetch_one(pool).await?);
        Ok(count > 0)
    }

    /// The locations of the products of `pro_ids` that exist, hidden or not, by id.
    pub async fn locations(&self, pro_ids: &[i64]) -> heuan_store::Result<Vec<(i64, String)>> {
        let Some(last) = pro_ids.last() else { return Ok(Vec::new()) };
        let padded = pro_ids.len().next_power_of_two();
        let sql = format!(
            "SELECT pro_id, location FROM product WHERE pro_id IN ({}) ORDER BY pro_id",
            numbered(1, padded)
        );
        Ok(read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in pro_ids.iter().chain(std::iter::repeat_n(last, padded - pro_ids.len())) {
                query = query.bind(*id);
            }
            query.fetch_all(pool).await?
        }))
    }

    /// A product of any visibility with the newest part of its ledger.
    pub async fn staff_product(&self, pro_id: i64) -> Result<StaffDetail, Error> {
        let sql = format!(
            "SELECT {COLUMNS}, p.images, p.description_la, p.description_en, \
               COALESCE(s.sold, 0) AS sold, COALESCE(c.name_la, '') AS category_name_la, \
               COALESCE(c.name_en, '') AS category_name_en \
             FROM product p {JOINS} LEFT JOIN category c ON c.cat_id = p.cat_id WHERE p.pro_id = $1"
        );
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(pro_id).fetch_optional(pool).await.map_err(store_error)?
        });
        let row = row.ok_or_else(no_such_product)?;
        let (ledger, ledger_cursor) = self.ledger(pro_id, "", LEDGER).await?;
        Ok(StaffDetail {
            product: row.product,
            images: row.images,
            description_la: row.description_la,
            description_en: row.description_en,
            sold: row.sold,
            category_name_la: row.category_name_la,
            category_name_en: row.category_name_en,
            ledger,
            ledger_cursor,
        })
    }
}

pub(super) fn no_such_product() -> Error {
    Error::not_found("no such product")
}
