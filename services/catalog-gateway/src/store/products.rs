//! SQL of product lists, product details and related products for shoppers. Every sort order reads an index.

use heuan_store::{Result, numbered, read};
use sqlx::AssertSqlSafe;

use super::{Store, row::COLUMNS};
use crate::catalog::{Filter, Paging, Product, ProductDetail, Sort};
use crate::collection::Contents;

pub(super) const DETAIL_COLUMNS: &str = "p.description_la, p.description_en, p.attributes";

/// A filter value, bound in order.
pub(super) enum Bind {
    Int(i64),
    Text(String),
}

/// The `WHERE` clause of a filter and the values of its placeholders, which count from `$1`.
pub(super) fn condition(filter: &Filter) -> (String, Vec<Bind>) {
    // Hidden products are absent for shoppers.
    let mut parts = vec!["p.visible = 1".to_owned()];
    let mut binds = Vec::new();
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
    if let Some(id) = filter.promo_id {
        with("p.pro_id IN (SELECT pro_id FROM promotion_product WHERE promo_id = ?)", Bind::Int(id));
    }
    if let Some(slug) = &filter.brand_slug {
        with("p.brand_slug = ?", Bind::Text(slug.clone()));
    }
    if let Some(price) = filter.min_price {
        with("p.price >= ?", Bind::Int(price));
    }
    if let Some(price) = filter.max_price {
        with("p.price <= ?", Bind::Int(price));
    }
    if filter.in_stock {
        parts.push("p.stock > 0".to_owned());
    }
    if filter.on_sale {
        parts.push("p.discount > 0".to_owned());
    }
    (format!(" WHERE {}", parts.join(" AND ")), binds)
}

/// `ORDER BY` clause. Each order has an index in the migrations, for the whole shop and for a category.
fn order(sort: Sort) -> &'static str {
    match sort {
        Sort::Recommended => "p.popularity DESC, p.category_rank, p.pro_id",
        Sort::Newest => "p.listed_at DESC, p.category_rank, p.pro_id DESC",
        Sort::PriceAsc => "COALESCE(p.price, 9000000000000000), p.pro_id",
        Sort::PriceDesc => "COALESCE(p.price, -1) DESC, p.pro_id DESC",
        Sort::Discount => "p.discount DESC, p.category_rank, p.pro_id",
    }
}

/// Offset from which the products before a page are skipped within the index of the order. For smaller offsets, reading them
/// costs less than the join.
const DEEP: i64 = 100;

/// Query of one page with its values; limit and offset are bound last.
fn list(filter: &Filter, sort: Sort, offset: i64) -> (String, Vec<Bind>) {
    let (condition, binds) = condition(filter);
    let (limit_at, offset_at) = (binds.len() + 1, binds.len() + 2);
    let order = order(sort);
    let page = format!("FROM product p{condition} ORDER BY {order} LIMIT ${limit_at} OFFSET ${offset_at}");
    let sql = if offset < DEEP {
        format!("SELECT {COLUMNS} {page}")
    } else {
        format!(
            "SELECT {COLUMNS} FROM (SELECT p.pro_id {page}) f JOIN product p ON p.pro_id = f.pro_id ORDER BY {order}"
        )
    };
    (sql, binds)
}

fn total(filter: &Filter) -> (String, Vec<Bind>) {
    let (condition, binds) = condition(filter);
    (format!("SELECT COUNT(*) FROM product p{condition}"), binds)
}

/// Query of a collection's page: the head of its own order, sorted in the requested order.
fn list_of(contents: &Contents, sort: Sort, offset: i64) -> (String, Vec<Bind>) {
    let Some(max_products) = contents.max_products else { return list(&contents.filter, sort, offset) };
    let (condition, binds) = condition(&contents.filter);
    let (limit_at, offset_at) = (binds.len() + 1, binds.len() + 2);
    let (own_order, order) = (order(contents.sort), order(sort));
    let sql = format!(
        "SELECT {COLUMNS} FROM (SELECT * FROM product p{condition} ORDER BY {own_order} LIMIT {max_products}) p \
         ORDER BY {order} LIMIT ${limit_at} OFFSET ${offset_at}"
    );
    (sql, binds)
}

/// Binds `$binds` to `$query` in order.
macro_rules! bound {
    ($query:expr, $binds:expr) => {{
        let mut query = $query;
        for bind in $binds {
            query = match bind {
                Bind::Int(value) => query.bind(*value),
                Bind::Text(value) => query.bind(value.as_str()),
            };
        }
        query
    }};
}
pub(super) use bound;

impl Store {
    pub async fn products(
        &self,
        filter: &Filter,
        sort: Sort,
        offset: i64,
        limit: i64,
    ) -> Result<Vec<Product>> {
        self.one_page(list(filter, sort, offset), offset, limit).await
    }

    /// One page of a collection, in any order.
    pub async fn products_of(&self, contents: &Contents, sort: Sort, paging: Paging) -> Result<Vec<Product>> {
        let offset = paging.offset();
        self.one_page(list_of(contents, sort, offset), offset, paging.limit).await
    }

    async fn one_page(&self, list: (String, Vec<Bind>), offset: i64, limit: i64) -> Result<Vec<Product>> {
        let (sql, mut binds) = list;
        binds.extend([Bind::Int(limit), Bind::Int(offset)]);
        Ok(read!(self.db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await?
        }))
    }

    /// The number of matching products, cached until the catalog changes.
    pub async fn total(&self, filter: &Filter) -> Result<i64> {
        let revision = self.revision().await?;
        if let Some(known) = self.caches.totals.get(revision, filter) {
            return Ok(known);
        }
        let (sql, binds) = total(filter);
        let total: i64 = read!(self.db, |pool| {
            bound!(sqlx::query_scalar(AssertSqlSafe(sql)), &binds).fetch_one(pool).await?
        });
        self.caches.totals.put(revision, filter.clone(), total);
        Ok(total)
    }

    pub async fn product(&self, pro_id: i64) -> Result<Option<ProductDetail>> {
        let sql = format!(
            "SELECT {COLUMNS}, {DETAIL_COLUMNS} FROM product p WHERE p.pro_id = $1 AND p.visible = 1"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(pro_id).fetch_optional(pool).await?
        }))
    }

    /// Products in the order of the requested ids; unknown ids are omitted.
    pub async fn products_by_id(&self, ids: &[i64]) -> Result<Vec<Product>> {
        let Some(last) = ids.last() else { return Ok(Vec::new()) };
        let padded = ids.len().next_power_of_two();
        let list = numbered(1, padded);
        let sql = format!("SELECT {COLUMNS} FROM product p WHERE p.pro_id IN ({list}) AND p.visible = 1");
        let mut found: Vec<Product> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in ids.iter().chain(std::iter::repeat_n(last, padded - ids.len())) {
                query = query.bind(*id);
            }
            query.fetch_all(pool).await?
        });
        let place: std::collections::HashMap<i64, usize> =
            ids.iter().enumerate().rev().map(|(index, id)| (*id, index)).collect();
        found.sort_by_key(|product| place.get(&product.pro_id).copied());
        Ok(found)
    }

    /// The best products of the same group, then of the same category, without the product itself. A product without a
    /// group and a category has no related products.
    pub async fn related(&self, to: &Product, limit: i64) -> Result<Vec<Product>> {
        let mut related = Vec::new();
        // 0 means "none" and is not a common group.
        if to.prog_id > 0 {
            let same_group = Filter { prog_id: Some(to.prog_id), ..Filter::default() };
            related = self.products(&same_group, Sort::Recommended, 0, limit + 1).await?;
            related.retain(|product| product.pro_id != to.pro_id);
        }
        let rest = limit - related.len() as i64;
        if rest > 0 && to.cat_id > 0 {
            related.extend(self.of_category_besides_group(to, rest).await?);
        }
        related.truncate(limit as usize);
        Ok(related)
    }

    /// Related products of a product without a group: the whole category except the product itself.
    async fn of_category_besides_group(&self, to: &Product, limit: i64) -> Result<Vec<Product>> {
        let besides = if to.prog_id > 0 { "p.prog_id <> $2" } else { "p.pro_id <> $2" };
        let besides_id = if to.prog_id > 0 { to.prog_id } else { to.pro_id };
        let sql = format!(
            "SELECT {COLUMNS} FROM product p WHERE p.cat_id = $1 AND {besides} AND p.visible = 1 ORDER BY {} LIMIT $3",
            order(Sort::Recommended)
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(to.cat_id)
                .bind(besides_id)
                .bind(limit)
                .fetch_all(pool)
                .await?
        }))
    }
}

#[cfg(test)]
mod tests {
    use heuan_store::Db;
    use heuan_testkit::{Engine, TestDb};
    use rstest::rstest;

    use super::*;
    use crate::store::growth;

    async fn plan(db: &Db, sql: &str, binds: &[Bind]) -> Vec<String> {
        let plan = format!("EXPLAIN QUERY PLAN {sql}");
        let steps: Vec<(i64, i64, i64, String)> = read!(*db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(plan)), binds)
                .bind(10i64)
                .bind(0i64)
                .fetch_all(pool)
                .await
                .unwrap()
        });
        steps.into_iter().map(|step| step.3).collect()
    }

    /// Sorting sixty rows is acceptable, sorting the whole catalog is not.
    #[tokio::test]
    async fn collection_query_reads_its_head_from_an_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        for (name, index) in [("new", "product_page_newest"), ("popular", "product_page_rank")] {
            let (sql, binds) = list_of(&crate::collection::contents(name), Sort::PriceAsc, 0);
            let steps = plan(&db, &sql, &binds).await;
            assert!(steps.iter().any(|step| step.ends_with(&format!("USING INDEX {index}"))), "{steps:?}");
        }
    }

    /// The cost of sorting grows with the number of products; the cost of reading a page from an index does not.
    #[tokio::test]
    async fn every_list_query_reads_an_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let sorts = [Sort::Recommended, Sort::Newest, Sort::PriceAsc, Sort::PriceDesc, Sort::Discount];
        let of = |filter: Filter, sorts: &[Sort]| {
            sorts.iter().map(|sort| (filter.clone(), *sort)).collect::<Vec<_>>()
        };
        let lists = [
            of(Filter::default(), &sorts),
            of(Filter { cat_id: Some(1), ..Filter::default() }, &sorts),
            of(Filter { cat_id: Some(1), in_stock: true, ..Filter::default() }, &sorts),
            of(Filter { prog_id: Some(1), ..Filter::default() }, &sorts),
            of(Filter { brand_slug: Some("a".to_owned()), ..Filter::default() }, &sorts[..1]),
        ];
        for (filter, sort) in lists.concat() {
            let (sql, binds) = list(&filter, sort, 0);
            let steps = plan(&db, &sql, &binds).await;
            assert!(steps.iter().all(|step| step.contains("USING INDEX")), "{filter:?} {sort:?}: {steps:?}");
        }
    }

    /// The rows of the products before a page are not read: page 500 costs 5,000 steps within an index.
    #[tokio::test]
    async fn deep_page_skips_products_within_a_covering_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let filters = [
            Filter::default(),
            Filter { cat_id: Some(1), ..Filter::default() },
            Filter { prog_id: Some(1), ..Filter::default() },
        ];
        for filter in filters {
            for sort in [Sort::Recommended, Sort::Newest, Sort::PriceAsc, Sort::PriceDesc, Sort::Discount] {
                let (sql, binds) = list(&filter, sort, DEEP);
                let steps = plan(&db, &sql, &binds).await;
                let skips = steps.iter().any(|step| step.contains("USING COVERING INDEX product_page_"));
                // Only the page itself is sorted again after the join.
                let sorts = steps.iter().filter(|step| step.contains("TEMP B-TREE")).count();
                assert!(skips && sorts <= 1, "{filter:?} {sort:?}: {steps:?}");
            }
        }
    }

    /// Counting by rows would read the whole table after each revision.
    #[tokio::test]
    async fn total_is_counted_within_a_covering_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let filters = [
            Filter::default(),
            Filter { cat_id: Some(1), ..Filter::default() },
            Filter { prog_id: Some(1), ..Filter::default() },
            Filter { brand_slug: Some("a".to_owned()), ..Filter::default() },
            Filter { in_stock: true, ..Filter::default() },
            Filter { min_price: Some(1), max_price: Some(2), ..Filter::default() },
            Filter { cat_id: Some(1), in_stock: true, min_price: Some(1), ..Filter::default() },
        ];
        for filter in filters {
            let (sql, binds) = total(&filter);
            let (limit_at, offset_at) = (binds.len() + 1, binds.len() + 2);
            let steps = plan(&db, &format!("{sql} LIMIT ${limit_at} OFFSET ${offset_at}"), &binds).await;
            assert!(steps.len() == 1 && steps[0].contains("USING COVERING INDEX"), "{filter:?}: {steps:?}");
        }
    }

    #[rstest]
    #[tokio::test]
    async fn deep_page_has_the_products_of_the_whole_list(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let place = TestDb::new(engine).await;
        growth::fill(&place.location, 700).await;
        let store = Store::open(&place.location).await.unwrap();
        let filters = [
            Filter::default(),
            Filter { min_price: Some(500_000), ..Filter::default() },
            Filter { cat_id: Some(1), ..Filter::default() },
            Filter { on_sale: true, in_stock: true, ..Filter::default() },
        ];
        for filter in filters {
            for sort in [Sort::Recommended, Sort::Newest, Sort::PriceAsc, Sort::PriceDesc, Sort::Discount] {
                let whole = store.products(&filter, sort, 0, 1000).await.unwrap();
                for offset in [DEEP - 1, DEEP, 250, 690, 5000] {
                    let page = store.products(&filter, sort, offset, 7).await.unwrap();
                    let expected: Vec<_> = whole.iter().skip(offset as usize).take(7).cloned().collect();
                    assert_eq!(page, expected, "{filter:?} {sort:?} {offset}");
                }
            }
        }
    }
}
