//! Search in the product list of the staff: results of the shop's search, exact codes, and hidden products by their words.
//!
//! A search reads ids and sort keys of everything that it finds, and the columns of the list only for one page. So its total
//! is exact, and a bulk change of all results applies to the products that the list shows.

use std::collections::HashMap;

use heuan_rpc::Error;
use heuan_store::{Db, Result, numbered, read};
use sqlx::AssertSqlSafe;

use super::{
    super::{
        Store,
        known::codes_of,
        products::{Bind, bound},
        store_error,
    },
    bulk::too_many,
    list::{StaffPage, clause, conditions, key},
};
use crate::staff::{ListCursor, MAX_SELECTED, Selection, StaffFilter, StaffSort};

/// Maximum hidden products that a search finds.
const MAX_HIDDEN: usize = MAX_SELECTED;
/// Maximum words of a search that hidden products are compared with.
const MAX_WORDS: usize = 8;
/// Ids of one query. `SQLite` takes at most 32,766 values.
const CHUNK: usize = 4096;

/// A search of the staff's list: the results of the shop's search, and the text itself.
#[derive(Clone, Debug, Default)]
pub struct StaffSearch {
    pub text: String,
    /// Best first, at most [`MAX_SELECTED`].
    pub ranked_pro_ids: Vec<i64>,
    /// Whether the shop's search found more than these.
    pub ranked_are_cut: bool,
}

/// Everything that a search finds.
struct Found {
    /// In the order of the list.
    pro_ids: Vec<i64>,
    /// Whether there are more products.
    is_cut: bool,
}

/// A found product and the value that it is sorted by.
type Keyed = (i64, i64);

/// Columns of a hidden product that a search reads.
#[derive(heuan_store::FromRow)]
struct HiddenRow {
    pro_id: i64,
    sort_key: i64,
    name_la: String,
    name_en: String,
    brand: String,
    attributes: String,
}

impl HiddenRow {
    /// Whether the product has this word. Of the attributes only the codes are compared.
    fn has_word(&self, word: &str) -> bool {
        let codes = codes_of(&self.attributes);
        let mut texts = [&self.name_la, &self.name_en, &self.brand].into_iter().chain(&codes);
        texts.any(|text| text.to_lowercase().contains(word))
    }
}

/// Query of the hidden products that have every word anywhere in their texts, with its values.
fn hidden(
    db: &Db,
    words: &[String],
    filter: &StaffFilter,
    sort: StaffSort,
    low_stock: i64,
) -> (String, Vec<Bind>) {
    let (mut parts, mut binds) = conditions(filter, low_stock);
    parts.push("p.visible = 0".to_owned());
    for word in words {
        binds.push(Bind::Text(word.clone()));
        let placeholder = format!("${}", binds.len());
        let has = |column: &str| db.contains(&format!("LOWER(p.{column})"), &placeholder);
        let columns = ["name_la", "name_en", "brand", "attributes"].map(has);
        parts.push(format!("({})", columns.join(" OR ")));
    }
    binds.push(Bind::Int(i64::try_from(MAX_HIDDEN).unwrap_or(i64::MAX).saturating_add(1)));
    // An expression keeps the planner from the index of the ids, with which it would read every row.
    let sql = format!(
        "SELECT p.pro_id, {} AS sort_key, p.name_la, p.name_en, p.brand, p.attributes FROM product p{} \
         ORDER BY +p.pro_id LIMIT ${}",
        key(sort),
        clause(&parts),
        binds.len()
    );
    (sql, binds)
}

/// Query of those of the products `pro_ids` that match the filter, with its values. Without a sort order the key is the id, so
/// that ids without a filter are read from the index of the ids alone, and not from the rows of up to [`MAX_SELECTED`] products.
fn keyed_sql(
    pro_ids: &[i64],
    filter: &StaffFilter,
    sort: Option<StaffSort>,
    low_stock: i64,
) -> (String, Vec<Bind>) {
    let (mut parts, mut binds) = conditions(filter, low_stock);
    let padded = pro_ids.len().next_power_of_two();
    parts.push(format!("p.pro_id IN ({})", numbered(binds.len() + 1, padded)));
    let last = pro_ids.last().copied().unwrap_or_default();
    binds.extend(pro_ids.iter().map(|id| Bind::Int(*id)));
    binds.extend(std::iter::repeat_n(last, padded - pro_ids.len()).map(Bind::Int));
    let key = sort.map_or("p.pro_id", key);
    (format!("SELECT p.pro_id, {key} AS sort_key FROM product p{}", clause(&parts)), binds)
}

impl Store {
    /// One page of the results of a search, best first, or in the order of `sort`.
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
        let found = self.found(search, filter, sort, low_stock).await.map_err(store_error)?;
        let total = found.pro_ids.len();
        let page: Vec<i64> = found.pro_ids.into_iter().skip(from).take(limit).collect();
        let end = from.saturating_add(page.len());
        Ok(StaffPage {
            products: self.staff_products_of(&page).await.map_err(store_error)?,
            next: (end < total).then_some(ListCursor::Place(end)),
            total: i64::try_from(total).unwrap_or(i64::MAX),
            truncated: found.is_cut,
        })
    }

    /// Restricts a selection by filter to the products that its search finds. A selection by ids stays as it is. More products
    /// than a bulk change accepts are refused, so that none is silently left out.
    pub async fn searched(
        &self,
        search: &StaffSearch,
        selection: &Selection,
        low_stock: i64,
    ) -> Result<Selection, Error> {
        let Selection::Matching(filter) = selection else { return Ok(selection.clone()) };
        let found = self.found(search, filter, None, low_stock).await.map_err(store_error)?;
        if found.is_cut || found.pro_ids.len() > MAX_SELECTED {
            return Err(too_many("filter"));
        }
        Ok(Selection::These(found.pro_ids))
    }

    async fn found(
        &self,
        search: &StaffSearch,
        filter: &StaffFilter,
        sort: Option<StaffSort>,
        low_stock: i64,
    ) -> Result<Found> {
        let mut ids = self.products_of_code(&search.text).await?;
        ids.extend(&search.ranked_pro_ids);
        let mut places: HashMap<i64, usize> = HashMap::with_capacity(ids.len());
        for id in ids {
            let next = places.len();
            places.entry(id).or_insert(next);
        }
        let mut found = self.keyed(&places, filter, sort, low_stock).await?;
        let by = sort.unwrap_or_default();
        let (hidden, is_cut) = self.hidden_by_words(&search.text, filter, by, low_stock).await?;
        found.extend(hidden.into_iter().filter(|(pro_id, _)| !places.contains_key(pro_id)));
        match sort {
            None => found.sort_by_key(|(pro_id, _)| places.get(pro_id).copied().unwrap_or(usize::MAX)),
            Some(sort) => {
                found.sort_by_key(|(pro_id, sort_key)| (*sort_key, *pro_id));
                if sort.is_descending() {
                    found.reverse();
                }
            }
        }
        let pro_ids = found.into_iter().map(|(pro_id, _)| pro_id).collect();
        Ok(Found { pro_ids, is_cut: is_cut || search.ranked_are_cut })
    }

    /// The given products that are in the catalog and match the filter, in any order. Their keys are those of `sort`, if it is set.
    async fn keyed(
        &self,
        places: &HashMap<i64, usize>,
        filter: &StaffFilter,
        sort: Option<StaffSort>,
        low_stock: i64,
    ) -> Result<Vec<Keyed>> {
        let mut ids: Vec<i64> = places.keys().copied().collect();
        ids.sort_unstable();
        let mut found = Vec::with_capacity(ids.len());
        for chunk in ids.chunks(CHUNK) {
            let (sql, binds) = keyed_sql(chunk, filter, sort, low_stock);
            let rows: Vec<Keyed> = read!(self.db, |pool| {
                bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await?
            });
            found.extend(rows);
        }
        Ok(found)
    }

    /// Hidden products that have every word of `text` in a name, the brand, the barcode or the SKU, by id, and whether there
    /// are more. The shop's search does not find hidden products.
    async fn hidden_by_words(
        &self,
        text: &str,
        filter: &StaffFilter,
        sort: StaffSort,
        low_stock: i64,
    ) -> Result<(Vec<Keyed>, bool)> {
        let words: Vec<String> = text.split_whitespace().take(MAX_WORDS).map(str::to_lowercase).collect();
        let (sql, binds) = hidden(&self.db, &words, filter, sort, low_stock);
        let mut found: Vec<HiddenRow> = read!(self.db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await?
        });
        let is_cut = found.len() > MAX_HIDDEN;
        found.truncate(MAX_HIDDEN);
        found.retain(|product| words.iter().all(|word| product.has_word(word)));
        Ok((found.into_iter().map(|product| (product.pro_id, product.sort_key)).collect(), is_cut))
    }
}

#[cfg(test)]
mod tests {
    use heuan_testkit::{Engine, TestDb};

    use super::*;

    /// Otherwise a search for a word that many products have reads the rows of all of them.
    #[tokio::test]
    async fn hits_without_a_filter_and_a_sort_order_are_read_from_the_index_of_ids_alone() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let (sql, binds) = keyed_sql(&[3, 7, 8], &StaffFilter::default(), None, 5);
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await.unwrap()
        });
        assert!(steps.iter().all(|step| step.3.contains("SEARCH p USING COVERING INDEX")), "{steps:?}");
    }

    #[tokio::test]
    async fn hidden_products_are_read_from_their_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let words = ["white".to_owned(), "paint".to_owned()];
        let (sql, binds) = hidden(&db, &words, &StaffFilter::default(), StaffSort::Updated, 5);
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await.unwrap()
        });
        assert!(steps.iter().any(|step| step.3.contains("product_hidden")), "{steps:?}");
    }
}
