//! SQL of categories, groups and brand collections with product counts, cached by revision.

use std::sync::Arc;

use heuan_store::{Result, read};

use super::Store;
use crate::catalog::{Category, Group, Paging};
use crate::collection::{BUILTIN_COLLECTIONS, Collection, contents};

impl Store {
    /// The categories that shoppers see, in shop order with their number of products.
    pub async fn categories(&self) -> Result<Arc<Vec<Category>>> {
        let sql = "SELECT c.cat_id, c.name_la, c.name_en, c.img, COALESCE(n.count, 0) AS product_count \
             FROM category c \
             LEFT JOIN (SELECT cat_id, COUNT(*) AS count FROM product WHERE visible = 1 GROUP BY cat_id) n ON n.cat_id = c.cat_id \
             WHERE c.hidden = 0 \
             ORDER BY c.position, c.cat_id";
        let revision = self.revision().await?;
        if let Some(known) = self.caches.categories.get(revision, &()) {
            return Ok(known);
        }
        let rows: Vec<Category> = read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        let rows = Arc::new(rows);
        self.caches.categories.put(revision, (), rows.clone());
        Ok(rows)
    }

    /// The groups that shoppers see, in shop order with their number of products.
    pub async fn groups(&self) -> Result<Arc<Vec<Group>>> {
        let sql = "SELECT g.prog_id, g.cat_id, g.name_la, g.name_en, COALESCE(n.count, 0) AS product_count \
             FROM product_group g \
             LEFT JOIN (SELECT prog_id, COUNT(*) AS count FROM product WHERE visible = 1 \
               GROUP BY prog_id) n ON n.prog_id = g.prog_id \
             WHERE g.hidden = 0 AND NOT EXISTS (SELECT 1 FROM category c WHERE c.cat_id = g.cat_id AND c.hidden = 1) \
             ORDER BY g.position, g.prog_id";
        let revision = self.revision().await?;
        if let Some(known) = self.caches.groups.get(revision, &()) {
            return Ok(known);
        }
        let rows: Vec<Group> = read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        let rows = Arc::new(rows);
        self.caches.groups.put(revision, (), rows.clone());
        Ok(rows)
    }

    /// The built-in collections, then one for each brand, largest first.
    pub async fn collections(&self) -> Result<Arc<Vec<Collection>>> {
        let revision = self.revision().await?;
        if let Some(known) = self.caches.collections.get(revision, &()) {
            return Ok(known);
        }
        let mut all = Vec::new();
        for standing in &BUILTIN_COLLECTIONS {
            let contents = contents(standing.name);
            let first = self.products_of(&contents, contents.sort, Paging { page: 1, limit: 1 }).await?;
            let total = self.total(&contents.filter).await?;
            all.push(Collection {
                name: standing.name.to_owned(),
                title_la: standing.title_la.to_owned(),
                title_en: standing.title_en.to_owned(),
                image: first.into_iter().next().map(|product| product.img_cover).unwrap_or_default(),
                product_count: contents.max_products.map_or(total, |max_products| total.min(max_products)),
            });
        }
        all.extend(self.brands().await?);
        let all = Arc::new(all);
        self.caches.collections.put(revision, (), all.clone());
        Ok(all)
    }

    async fn brands(&self) -> Result<Vec<Collection>> {
        let sql = "SELECT b.brand_slug, b.brand, b.count, \
               (SELECT p.img_cover FROM product p WHERE p.brand_slug = b.brand_slug AND p.visible = 1 \
                ORDER BY p.popularity DESC, p.category_rank, p.pro_id LIMIT 1) \
             FROM (SELECT brand_slug, MIN(brand) AS brand, COUNT(*) AS count FROM product \
                   WHERE brand_slug <> '' AND visible = 1 GROUP BY brand_slug) b \
             ORDER BY b.count DESC, b.brand_slug";
        let rows: Vec<(String, String, i64, String)> =
            read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        Ok(rows
            .into_iter()
            .map(|(name, brand, product_count, image)| Collection {
                name,
                title_la: brand.clone(),
                title_en: brand,
                image,
                product_count,
            })
            .collect())
    }
}
