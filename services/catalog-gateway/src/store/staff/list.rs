//! SQL of the product list of the staff: keyset pagination, one index for each sort order.
//!
//! A filter that matches few products would read most rows of that index and of the table until a page is full: 70 ms
//! with 100,000 products. So if there are few matches, they are read from an index of the filter's columns, and sorted
//! here.

use heuan_rpc::Error;
use heuan_store::{Result, numbered, read};
use sqlx::AssertSqlSafe;

use super::super::{
    Store,
    products::{Bind, bound},
    store_error,
};
use crate::staff::{ListCursor, StaffFilter, StaffProduct, StaffSort, StockFilter};

/// Columns of [`StaffProduct`], of `product p` with [`JOINS`].
pub(super) const COLUMNS: &str = "p.pro_id, p.version, p.name_la, p.name_en, p.img_cover, p.cat_id, p.prog_id, \
     COALESCE(g.name_la, '') AS group_name_la, COALESCE(g.name_en, '') AS group_name_en, p.brand, p.price, \
     p.original_price, p.unit_la, p.unit_en, p.stock AS listed_stock, \
     CASE WHEN p.stock IS NULL THEN NULL WHEN s.on_hand > s.reserved THEN s.on_hand - s.reserved ELSE 0 END AS stock, \
     COALESCE(s.reserved, 0) AS held, p.visible, p.visible_from, p.visible_until, p.location, p.vatrate, p.attributes, \
     COALESCE(p.updated_at, p.listed_at) AS updated_at, p.listed_at AS created_at";
pub(super) const JOINS: &str =
    "LEFT JOIN product_group g ON g.prog_id = p.prog_id LEFT JOIN stock s ON s.pro_id = p.pro_id";

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
pub(super) fn key(sort: StaffSort) -> &'static str {
    match sort {
        StaffSort::Updated => "COALESCE(p.updated_at, p.listed_at)",
        StaffSort::Newest => "p.listed_at",
        StaffSort::PriceAsc => "COALESCE(p.price, 9000000000000000)",
        StaffSort::PriceDesc => "COALESCE(p.price, -1)",
        StaffSort::StockAsc | StaffSort::StockDesc => "COALESCE(p.stock, -1)",
    }
}

/// Maximum matches that are sorted after they were read. With more matches, an index of the sort order soon
/// yields a page.
const MAX_SORTED: i64 = 1000;

/// Number of the products that match.
fn count_sql(parts: &[String]) -> String {
    format!("SELECT COUNT(*) FROM product p{}", clause(parts))
}

/// Ids and sort keys of the products that match, found in indexes of the filter's columns.
fn few_sql(parts: &[String], sort: StaffSort) -> String {
    format!(
        "SELECT p.pro_id, {} AS sort_key FROM product p WHERE p.pro_id IN (SELECT p.pro_id FROM product p{})",
        key(sort),
        clause(parts)
    )
}

/// Products that match, in the order of `sort`, up to the limit in the last placeholder `$last`.
fn page_sql(parts: &[String], sort: StaffSort, last: usize) -> String {
    let (key, direction) = (key(sort), if sort.is_descending() { " DESC" } else { "" });
    format!(
        "SELECT {COLUMNS} FROM product p {JOINS}{} \
         ORDER BY {key}{direction}, p.pro_id{direction} LIMIT ${last}",
        clause(parts)
    )
}

/// One page of a list.
pub struct StaffPage {
    pub products: Vec<StaffProduct>,
    pub next: Option<ListCursor>,
    pub total: i64,
    /// Whether a search found more products than it lists.
    pub truncated: bool,
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
        if !parts.is_empty() && total <= MAX_SORTED {
            let page = self.few_staff_products(&parts, &binds, sort, after, limit).await?;
            return Ok(StaffPage { total, ..page });
        }
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
        binds.push(Bind::Int(i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1)));
        let sql = page_sql(&parts, sort, binds.len());
        let mut products: Vec<StaffProduct> = self.staff_rows(sql, &binds).await.map_err(store_error)?;
        let more = products.len() > limit;
        products.truncate(limit);
        let next = products.last().filter(|_| more);
        let next = next.map(|last| ListCursor::After(sort.key(last), last.pro_id));
        Ok(StaffPage { products, next, total, truncated: false })
    }

    /// One page of the matching products, if there are few.
    async fn few_staff_products(
        &self,
        parts: &[String],
        binds: &[Bind],
        sort: StaffSort,
        after: Option<ListCursor>,
        limit: usize,
    ) -> Result<StaffPage, Error> {
        let sql = few_sql(parts, sort);
        let mut found: Vec<(i64, i64)> = read!(self.db, |pool| {
            let query = bound!(sqlx::query_as(AssertSqlSafe(sql)), binds);
            query.fetch_all(pool).await.map_err(store_error)?
        });
        found.sort_by_key(|(pro_id, sort_key)| (*sort_key, *pro_id));
        if sort.is_descending() {
            found.reverse();
        }
        let from = match after {
            None => 0,
            Some(ListCursor::After(last, id)) => found.partition_point(|(pro_id, sort_key)| {
                let (at, cursor) = ((*sort_key, *pro_id), (last, id));
                if sort.is_descending() { at >= cursor } else { at <= cursor }
            }),
            Some(ListCursor::Place(_)) => return Err(Error::invalid("cursor", "is not one of this list")),
        };
        let page: Vec<(i64, i64)> = found.iter().skip(from).take(limit).copied().collect();
        let has_more = found.len() > from + page.len();
        let next = page.last().filter(|_| has_more).map(|(pro_id, key)| ListCursor::After(*key, *pro_id));
        let ids: Vec<i64> = page.into_iter().map(|(pro_id, _)| pro_id).collect();
        let products = self.staff_products_of(&ids).await.map_err(store_error)?;
        Ok(StaffPage { products, next, total: 0, truncated: false })
    }

    /// The products of `ids` in this order, without products that no longer exist.
    pub(super) async fn staff_products_of(&self, ids: &[i64]) -> Result<Vec<StaffProduct>> {
        let Some(last) = ids.last() else { return Ok(Vec::new()) };
        let padded = ids.len().next_power_of_two();
        let mut binds: Vec<Bind> = ids.iter().map(|id| Bind::Int(*id)).collect();
        binds.extend(std::iter::repeat_n(*last, padded - ids.len()).map(Bind::Int));
        let sql =
            format!("SELECT {COLUMNS} FROM product p {JOINS} WHERE p.pro_id IN ({})", numbered(1, padded));
        let mut products = self.staff_rows(sql, &binds).await?;
        products.sort_by_key(|product| ids.iter().position(|id| *id == product.pro_id));
        Ok(products)
    }

    async fn staff_rows(&self, sql: String, binds: &[Bind]) -> Result<Vec<StaffProduct>> {
        Ok(read!(self.db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(sql)), binds).fetch_all(pool).await?
        }))
    }

    async fn staff_total(&self, parts: &[String], binds: &[Bind]) -> Result<i64> {
        let sql = count_sql(parts);
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

    /// A tenth of the products may be sold out: otherwise the database reads all products to count them, and ten rows for each
    /// one of a page.
    #[tokio::test]
    async fn sold_out_products_are_counted_and_listed_from_their_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        for visible in [None, Some(true)] {
            let filter = StaffFilter { visible, stock: Some(StockFilter::Out), ..StaffFilter::default() };
            let (parts, mut binds) = conditions(&filter, 5);
            let count = count_sql(&parts);
            let page = page_sql(&parts, StaffSort::Updated, binds.len() + 1);
            for (sql, index) in [(count, "USING COVERING INDEX"), (page, "USING INDEX")] {
                if sql.contains("LIMIT") {
                    binds.push(Bind::Int(51));
                }
                let index = format!("{index} product_sold_out");
                let sql = format!("EXPLAIN QUERY PLAN {sql}");
                let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
                    bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await.unwrap()
                });
                let is_sorted = !steps.iter().any(|step| step.3.contains("TEMP B-TREE"));
                assert!(is_sorted && steps.iter().any(|step| step.3.contains(&index)), "{steps:?}");
            }
        }
    }

    /// Counts and few matches are read only from indexes, and not from the rows of all products.
    #[tokio::test]
    async fn every_filter_of_the_staff_s_list_reads_an_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let any = StaffFilter::default;
        let stock = |stock: StockFilter| StaffFilter { stock: Some(stock), ..any() };
        for filter in [
            StaffFilter { prog_id: Some(11), ..any() },
            StaffFilter { cat_id: Some(1), ..any() },
            StaffFilter { brand_slug: Some("b".to_owned()), ..any() },
            StaffFilter { visible: Some(false), ..any() },
            StaffFilter { scheduled: true, ..any() },
            StaffFilter { cat_id: Some(1), visible: Some(false), ..stock(StockFilter::Out) },
            StaffFilter { visible: Some(true), ..stock(StockFilter::Low) },
            stock(StockFilter::In),
            stock(StockFilter::Low),
            stock(StockFilter::Out),
            stock(StockFilter::Uncounted),
        ] {
            let (parts, binds) = conditions(&filter, 5);
            for sql in [count_sql(&parts), few_sql(&parts, StaffSort::Updated)] {
                let sql = format!("EXPLAIN QUERY PLAN {sql}");
                let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
                    bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await.unwrap()
                });
                let reads_table =
                    |step: &str| step.starts_with("SCAN") && !step.contains("USING COVERING INDEX");
                assert!(!steps.iter().any(|step| reads_table(&step.3)), "{filter:?}: {steps:?}");
            }
        }
    }
}
