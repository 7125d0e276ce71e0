//! SQL that reads the shop's existing ids, names and prices, against which an import is checked.

use std::collections::{HashMap, HashSet};

use heuan_catalog_conversion::{Existing, FIRST_IMPORTED_ID};
use heuan_catalog_folder::{MissingNameRows, MissingNames, invisible_chars};
use heuan_store::{Result, read};
use serde::Deserialize;
use time::Date;
use time::macros::format_description;

use super::Store;

/// The shop's existing rows, which a partial folder may refer to.
#[derive(Debug, Default)]
pub struct KnownIds {
    pub cat_ids: HashSet<i64>,
    /// The category of each group.
    pub groups: HashMap<i64, i64>,
    pub pro_ids: HashSet<i64>,
    /// The price of each product with a price.
    pub prices: HashMap<i64, i64>,
    /// The group of each product in a group.
    pub groups_of_products: HashMap<i64, i64>,
    pub promo_type_ids: HashSet<i64>,
    pub promo_ids: HashSet<i64>,
    /// The first and the last day of each promotion with a period.
    pub promotion_days: HashMap<i64, (Option<Date>, Option<Date>)>,
    /// Rows that lack a name. Branches belong to another service.
    pub unnamed: MissingNames,
}

/// Attributes that identify a product; empty where it has none.
#[derive(Debug, Default)]
pub(super) struct Codes {
    pub barcode: Option<String>,
    pub sku: Option<String>,
}

#[derive(Default, Deserialize)]
struct CodeAttributes {
    sku: Option<serde_json::Value>,
    barcode: Option<serde_json::Value>,
}

impl Codes {
    /// Parses the attributes of a product, which are a JSON object.
    pub fn of(attributes: &str) -> Self {
        let CodeAttributes { sku, barcode } = serde_json::from_str(attributes).unwrap_or_default();
        let text = |code: Option<serde_json::Value>| match code? {
            serde_json::Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            serde_json::Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        Self { barcode: text(barcode), sku: text(sku) }
    }
}

/// The attributes `barcode` and `sku` of a product, which may be missing. `attributes` is a JSON object.
pub fn codes_of(attributes: &str) -> Vec<String> {
    let Codes { barcode, sku } = Codes::of(attributes);
    [barcode, sku].into_iter().flatten().collect()
}

impl Store {
    /// Names of categories and groups, and codes of products, by which the rows of a converted file find them.
    pub async fn existing(&self) -> Result<Existing> {
        let mut existing = Existing::default();
        let categories: Vec<(i64, String, String)> = read!(self.db, |pool| sqlx::query_as(
            "SELECT cat_id, name_la, name_en FROM category ORDER BY position DESC"
        )
        .fetch_all(pool)
        .await?);
        for (id, la, en) in categories {
            existing.category_ids.insert(id);
            for name in [la, en].iter().map(|name| Existing::key(name)).filter(|name| !name.is_empty()) {
                existing.categories.insert(name, id);
            }
        }
        let groups: Vec<(i64, i64, String, String)> = read!(self.db, |pool| sqlx::query_as(
            "SELECT prog_id, cat_id, name_la, name_en FROM product_group ORDER BY position DESC"
        )
        .fetch_all(pool)
        .await?);
        for (id, cat_id, la, en) in groups {
            existing.group_ids.insert(id);
            for name in [la, en].iter().map(|name| Existing::key(name)).filter(|name| !name.is_empty()) {
                existing.groups.insert((cat_id, name), id);
            }
        }
        let imported: Vec<i64> = read!(self.db, |pool| {
            sqlx::query_scalar("SELECT pro_id FROM product WHERE pro_id >= $1")
                .bind(FIRST_IMPORTED_ID)
                .fetch_all(pool)
                .await?
        });
        existing.imported.extend(imported);
        let products: Vec<(i64, String)> = read!(self.db, |pool| {
            sqlx::query_as(
            "SELECT pro_id, attributes FROM product WHERE attributes LIKE '%\"sku\"%' OR attributes LIKE '%\"barcode\"%'"
        )
        .fetch_all(pool)
        .await?
        });
        for (id, attributes) in products {
            existing.add_codes(id, codes_of(&attributes));
        }
        Ok(existing)
    }

    pub async fn known_ids(&self) -> Result<KnownIds> {
        Ok(KnownIds {
            cat_ids: self.ids("SELECT cat_id FROM category").await?,
            groups: self.pairs("SELECT prog_id, cat_id FROM product_group").await?,
            pro_ids: self.ids("SELECT pro_id FROM product").await?,
            prices: self.pairs("SELECT pro_id, price FROM product WHERE price > 0").await?,
            groups_of_products: self.pairs("SELECT pro_id, prog_id FROM product WHERE prog_id <> 0").await?,
            promo_type_ids: self.ids("SELECT promo_type_id FROM promotion_type").await?,
            promo_ids: self.ids("SELECT promo_id FROM promotion").await?,
            promotion_days: self.promotion_days().await?,
            unnamed: self.unnamed().await?,
        })
    }

    async fn promotion_days(&self) -> Result<HashMap<i64, (Option<Date>, Option<Date>)>> {
        let sql = "SELECT promo_id, starts, ends FROM promotion WHERE starts <> '' OR ends <> ''";
        let rows: Vec<(i64, String, String)> =
            read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        let day = |text: &str| Date::parse(text, format_description!("[year]-[month]-[day]")).ok();
        Ok(rows.into_iter().map(|(id, starts, ends)| (id, (day(&starts), day(&ends)))).collect())
    }

    async fn unnamed(&self) -> Result<MissingNames> {
        Ok(MissingNames {
            categories: MissingNameRows {
                la: self.unseen("SELECT cat_id FROM category WHERE LTRIM(name_la, $1) = ''").await?,
                en: self.unseen("SELECT cat_id FROM category WHERE LTRIM(name_en, $1) = ''").await?,
            },
            groups: MissingNameRows {
                la: self.unseen("SELECT prog_id FROM product_group WHERE LTRIM(name_la, $1) = ''").await?,
                en: self.unseen("SELECT prog_id FROM product_group WHERE LTRIM(name_en, $1) = ''").await?,
            },
            products: MissingNameRows {
                la: self.unseen("SELECT pro_id FROM product WHERE LTRIM(name_la, $1) = ''").await?,
                en: self.unseen("SELECT pro_id FROM product WHERE LTRIM(name_en, $1) = ''").await?,
            },
            promotion_types: MissingNameRows {
                la: self
                    .unseen("SELECT promo_type_id FROM promotion_type WHERE LTRIM(name_la, $1) = ''")
                    .await?,
                en: self
                    .unseen("SELECT promo_type_id FROM promotion_type WHERE LTRIM(name_en, $1) = ''")
                    .await?,
            },
            promotions: MissingNameRows {
                la: self.unseen("SELECT promo_id FROM promotion WHERE LTRIM(title_la, $1) = ''").await?,
                en: self.unseen("SELECT promo_id FROM promotion WHERE LTRIM(title_en, $1) = ''").await?,
            },
            branches: MissingNameRows::default(),
        })
    }

    /// The ids returned by a query that trims invisible characters.
    async fn unseen(&self, sql: &'static str) -> Result<HashSet<i64>> {
        let letters = invisible_chars();
        let ids: Vec<i64> =
            read!(self.db, |pool| sqlx::query_scalar(sql).bind(letters.as_str()).fetch_all(pool).await?);
        Ok(ids.into_iter().collect())
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
