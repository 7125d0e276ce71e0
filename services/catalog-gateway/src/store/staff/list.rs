//! SQL of the product list of the staff: keyset pagination, one index for each sort order, and search results in
//! their order.

use std::collections::HashMap;

use heuan_rpc::Error;
use heuan_store::{Result, numbered, read};
use sqlx::AssertSqlSafe;

use super::{
    super::{
        Store,
        known::codes_of,
        products::{Bind, bound},
        store_error,
    },
    codes::like,
};
use crate::staff::{ListCursor, Selection, StaffFilter, StaffProduct, StaffSort, StockFilter};

/// Columns of [`StaffProduct`], of `product p` with [`JOINS`].
pub(super) const COLUMNS: &str = "p.pro_id, p.version, p.name_la, p.name_en, p.img_cover, p.cat_id, p.prog_id, \
     COALESCE(g.name_la, '') AS group_name_la, COALESCE(g.name_en, '') AS group_name_en, p.brand, p.price, \
     p.original_price, p.unit_la, p.unit_en, p.stock AS listed_stock, \
     CASE WHEN p.stock IS NULL THEN NULL WHEN s.on_hand > s.reserved THEN s.on_hand - s.reserved ELSE 0 END AS stock, \
     COALESCE(s.reserved, 0) AS held, p.visible, p.visible_from, p.visible_until, p.location, p.vatrate, p.attributes, \
     COALESCE(p.updated_at, p.listed_at) AS updated_at, p.listed_at AS created_at";
pub(super) const JOINS: &str =
    "LEFT JOIN product_group g ON g.prog_id = p.prog_id LEFT JOIN stock s ON s.pro_id = p.pro_id";

/// Most hidden products that a search finds.
const MAX_HIDDEN: usize = 300;
/// Most words of a search that hidden products are compared with.
const MAX_WORDS: usize = 8;

/// The `WHERE` conditions of a filter, with the values of their placeholders, which count from `$1`.
pub(super) fn conditions(filter: &StaffFilter, low_stock: i64) -> (Vec<String>, Vec<Bind>) {
    let (mut parts, mut binds) = (Vec::new(), Vec::new());
    let mut with = |text: &str, bind: Bind| {
        binds.push(bind);
        parts.push(text.replace('?', &format!("${}", binds.len())));
    };
    if let Some(id) = filter.prog_id {
        with("p.prog_id = ?", Bind::Int(id));
    }
    if let Some(id) = filter.cat_id {
        with("p.cat_id = ?", Bind::Int(id));
    }
    if let Some(slug) = &filter.brand_slug {
        with("p.brand_slug = ?", Bind::Text(slug.clone()));
    }
    if let Some(visible) = filter.visible {
        with("p.visible = ?", Bind::Int(i64::from(visible)));
    }
    match filter.stock {
        Some(StockFilter::In) => parts.push("p.stock > 0".to_owned()),
        Some(StockFilter::Low) => with("p.stock > 0 AND p.stock <= ?", Bind::Int(low_stock)),
        Some(StockFilter::Out) => parts.push("p.stock = 0".to_owned()),
        Some(StockFilter::Uncounted) => parts.push("p.stock IS NULL".to_owned()),
        None => {}
    }
    if filter.scheduled {
        parts.push("p.visible = 0 AND p.visible_from IS NOT NULL".to_owned());
    }
    (parts, binds)
}

pub(super) fn clause(parts: &[String]) -> String {
    if parts.is_empty() { String::new() } else { format!(" WHERE {}", parts.join(" AND ")) }
}

/// SQL of the value that a list is sorted by; an index of the migrations for each.
fn key(sort: StaffSort) -> &'static str {
    match sort {
        StaffSort::Updated => "COALESCE(p.updated_at, p.listed_at)",
        StaffSort::Newest => "p.listed_at",
        StaffSort::PriceAsc => "COALESCE(p.price, 9000000000000000)",
        StaffSort::PriceDesc => "COALESCE(p.price, -1)",
        StaffSort::StockAsc | StaffSort::StockDesc => "COALESCE(p.stock, -1)",
    }
}

/// One page of a list.
pub struct StaffPage {
    pub products: Vec<StaffProduct>,
    pub next: Option<ListCursor>,
    pub total: i64,
    /// Whether a search found more products than it lists.
    pub truncated: bool,
}

/// A search of the staff's list: what the shop's search found, and the text itself.
#[derive(Clone, Debug, Default)]
pub struct StaffSearch {
    pub text: String,
    pub ranked_pro_ids: Vec<i64>,
    /// Whether the shop's search found more than these.
    pub ranked_are_cut: bool,
}

fn has_word(product: &StaffProduct, word: &str) -> bool {
    let StaffProduct { name_la, name_en, brand, attributes, .. } = product;
    let codes = codes_of(attributes);
    let mut texts = [name_la, name_en, brand].into_iter().chain(&codes);
    texts.any(|text| text.to_lowercase().contains(word))
}

impl Store {
    /// One page of the products of `filter`, in an order of an index.
    pub async fn staff_products(
        &self,
        filter: &StaffFilter,
        sort: StaffSort,
        after: Option<ListCursor>,
        limit: usize,
        low_stock: i64,
    ) -> Result<StaffPage, Error> {
        let (mut parts, mut binds) = conditions(filter, low_stock);
        let total = self.staff_total(&parts, &binds).await.map_err(store_error)?;
        let (key, is_descending) = (key(sort), sort.is_descending());
        match after {
            None => {}
            Some(ListCursor::After(last, id)) => {
                let (at, id_at) = (binds.len() + 1, binds.len() + 2);
                let (order, than) = if is_descending { ("<", "<") } else { (">", ">") };
                // The first condition lets the index start at the cursor.
                parts.push(format!(
                    "{key} {order}= ${at} AND ({key} {than} ${at} OR p.pro_id {than} ${id_at})"
                ));
                binds.extend([Bind::Int(last), Bind::Int(id)]);
            }
            Some(ListCursor::Place(_)) => return Err(Error::invalid("cursor", "is not one of this list")),
        }
        let direction = if is_descending { " DESC" } else { "" };
        binds.push(Bind::Int(i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1)));
        let sql = format!(
            "SELECT {COLUMNS} FROM product p {JOINS}{} ORDER BY {key}{direction}, p.pro_id{direction} LIMIT ${}",
            clause(&parts),
            binds.len()
        );
        let mut products: Vec<StaffProduct> = self.staff_rows(sql, &binds).await.map_err(store_error)?;
        let more = products.len() > limit;
        products.truncate(limit);
        let next = products.last().filter(|_| more);
        let next = next.map(|last| ListCursor::After(sort.key(last), last.pro_id));
        Ok(StaffPage { products, next, total, truncated: false })
    }

    /// One page of what a search found, best first, or in the order of `sort`.
    pub async fn search_staff_products(
        &self,
        search: &StaffSearch,
        filter: &StaffFilter,
        sort: Option<StaffSort>,
        after: Option<ListCursor>,
        limit: usize,
        low_stock: i64,
    ) -> Result<StaffPage, Error> {
        let from = match after {
            None => 0,
            Some(ListCursor::Place(place)) => place,
            Some(ListCursor::After(..)) => {
                return Err(Error::invalid("cursor", "is not one of this list"));
            }
        };
        let mut ids = self.products_of_code(&search.text).await.map_err(store_error)?;
        ids.extend(&search.ranked_pro_ids);
        let (parts, binds) = conditions(filter, low_stock);
        let mut products = self.staff_products_of(&ids, parts.clone(), binds).await.map_err(store_error)?;
        let (parts, binds) = conditions(filter, low_stock);
        let (hidden, is_cut) = self.hidden_by_words(&search.text, parts, binds).await.map_err(store_error)?;
        let known: Vec<i64> = products.iter().map(|product| product.pro_id).collect();
        products.extend(hidden.into_iter().filter(|product| !known.contains(&product.pro_id)));
        match sort {
            None => {
                let place: HashMap<i64, usize> =
                    ids.iter().enumerate().rev().map(|(place, id)| (*id, place)).collect();
                products.sort_by_key(|product| place.get(&product.pro_id).copied().unwrap_or(usize::MAX));
            }
            Some(sort) => {
                products.sort_by_key(|product| (sort.key(product), product.pro_id));
                if sort.is_descending() {
                    products.reverse();
                }
            }
        }
        let total = products.len();
        let page: Vec<StaffProduct> = products.into_iter().skip(from).take(limit).collect();
        let end = from.saturating_add(page.len());
        Ok(StaffPage {
            products: page,
            next: (end < total).then_some(ListCursor::Place(end)),
            total: i64::try_from(total).unwrap_or(i64::MAX),
            truncated: is_cut || search.ranked_are_cut,
        })
    }

    /// The products of a selection by filter that a search finds, as its list has them. Products by id stay.
    pub async fn searched(
        &self,
        search: &StaffSearch,
        selection: &Selection,
        low_stock: i64,
    ) -> Result<Selection, Error> {
        let Selection::Matching(filter) = selection else { return Ok(selection.clone()) };
        let page = self.search_staff_products(search, filter, None, None, usize::MAX, low_stock).await?;
        Ok(Selection::These(page.products.into_iter().map(|product| product.pro_id).collect()))
    }

    async fn staff_products_of(
        &self,
        ids: &[i64],
        mut parts: Vec<String>,
        mut binds: Vec<Bind>,
    ) -> Result<Vec<StaffProduct>> {
        let Some(last) = ids.last() else { return Ok(Vec::new()) };
        let padded = ids.len().next_power_of_two();
        parts.push(format!("p.pro_id IN ({})", numbered(binds.len() + 1, padded)));
        binds.extend(ids.iter().map(|id| Bind::Int(*id)));
        binds.extend(std::iter::repeat_n(*last, padded - ids.len()).map(Bind::Int));
        let sql = format!("SELECT {COLUMNS} FROM product p {JOINS}{}", clause(&parts));
        self.staff_rows(sql, &binds).await
    }

    /// Hidden products, which the shop's search does not know, that have every word of `text` in a name, the brand, the barcode
    /// or the SKU; and whether there are more.
    async fn hidden_by_words(
        &self,
        text: &str,
        mut parts: Vec<String>,
        mut binds: Vec<Bind>,
    ) -> Result<(Vec<StaffProduct>, bool)> {
        parts.push("p.visible = 0".to_owned());
        let words: Vec<String> = text.split_whitespace().take(MAX_WORDS).map(str::to_lowercase).collect();
        for word in &words {
            binds.push(Bind::Text(format!("%{}%", like(word))));
            let at = binds.len();
            let has = |column: &str| format!("LOWER(p.{column}) LIKE ${at} ESCAPE '\\'");
            let columns = ["name_la", "name_en", "brand", "attributes"].map(has);
            parts.push(format!("({})", columns.join(" OR ")));
        }
        binds.push(Bind::Int(i64::try_from(MAX_HIDDEN).unwrap_or(i64::MAX).saturating_add(1)));
        let sql = format!(
            "SELECT {COLUMNS} FROM product p {JOINS}{} ORDER BY p.pro_id LIMIT ${}",
            clause(&parts),
            binds.len()
        );
        let mut found = self.staff_rows(sql, &binds).await?;
        let is_cut = found.len() > MAX_HIDDEN;
        found.truncate(MAX_HIDDEN);
        // Of the attributes only the codes count, and not the names of other attributes.
        found.retain(|product| words.iter().all(|word| has_word(product, word)));
        Ok((found, is_cut))
    }

    async fn staff_rows(&self, sql: String, binds: &[Bind]) -> Result<Vec<StaffProduct>> {
        Ok(read!(self.db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(sql)), binds).fetch_all(pool).await?
        }))
    }

    async fn staff_total(&self, parts: &[String], binds: &[Bind]) -> Result<i64> {
        let sql = format!("SELECT COUNT(*) FROM product p{}", clause(parts));
        Ok(read!(self.db, |pool| {
            bound!(sqlx::query_scalar(AssertSqlSafe(sql)), binds).fetch_one(pool).await?
        }))
    }
}

#[cfg(test)]
mod tests {
    use heuan_store::Db;
    use heuan_testkit::{Engine, TestDb};

    use super::*;

    /// The cost of a page does not grow with the number of products.
    #[tokio::test]
    async fn every_order_of_the_staff_s_list_reads_an_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        for (sort, index) in [
            (StaffSort::Updated, "product_updated"),
            (StaffSort::Newest, "product_listed"),
            (StaffSort::PriceAsc, "product_page_cheapest"),
            (StaffSort::PriceDesc, "product_page_dearest"),
            (StaffSort::StockAsc, "product_stock"),
        ] {
            let direction = if sort.is_descending() { " DESC" } else { "" };
            let sql = format!(
                "EXPLAIN QUERY PLAN SELECT p.pro_id FROM product p WHERE {0} >= 5 \
                 ORDER BY {0}{direction}, p.pro_id{direction} LIMIT 50",
                key(sort)
            );
            let steps: Vec<(i64, i64, i64, String)> =
                read!(db, |pool| sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap());
            let is_sorted = !steps.iter().any(|step| step.3.contains("TEMP B-TREE"));
            assert!(is_sorted && steps.iter().any(|step| step.3.contains(index)), "{sort:?}: {steps:?}");
        }
    }
}
