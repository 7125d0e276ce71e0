use std::collections::{HashMap, HashSet};

use heuan_store::{Result, read};

use super::Store;

/// What the shop has already, so that a partial folder may refer to it.
#[derive(Debug, Default)]
pub struct KnownIds {
    pub cat_ids: HashSet<i64>,
    /// Each group with its category.
    pub groups: HashMap<i64, i64>,
    pub pro_ids: HashSet<i64>,
    /// The group of each product that is in one.
    pub groups_of_products: HashMap<i64, i64>,
    pub promo_type_ids: HashSet<i64>,
    pub promo_ids: HashSet<i64>,
}

impl Store {
    pub async fn known_ids(&self) -> Result<KnownIds> {
        Ok(KnownIds {
            cat_ids: self.ids("SELECT cat_id FROM category").await?,
            groups: self.pairs("SELECT prog_id, cat_id FROM product_group").await?,
            pro_ids: self.ids("SELECT pro_id FROM product").await?,
            groups_of_products: self.pairs("SELECT pro_id, prog_id FROM product WHERE prog_id <> 0").await?,
            promo_type_ids: self.ids("SELECT promo_type_id FROM promotion_type").await?,
            promo_ids: self.ids("SELECT promo_id FROM promotion").await?,
        })
    }

    async fn pairs(&self, sql: &'static str) -> Result<HashMap<i64, i64>> {
        let pairs: Vec<(i64, i64)> = read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        Ok(pairs.into_iter().collect())
    }

    async fn ids(&self, sql: &'static str) -> Result<HashSet<i64>> {
        let ids: Vec<i64> = read!(self.db, |pool| sqlx::query_scalar(sql).fetch_all(pool).await?);
        Ok(ids.into_iter().collect())
    }
}
