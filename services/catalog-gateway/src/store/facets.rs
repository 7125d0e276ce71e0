//! Facet counts of a filter, cached by revision: from the facet table, or by SQL from buckets of the index
//! `product_shown_facets`.

use std::sync::Arc;

use heuan_store::{Result, read};
use sqlx::AssertSqlSafe;

use super::{
    Store,
    products::{Bind, bound, condition},
};
use crate::catalog::Filter;
use crate::facet_table::{FacetRow, FacetTable};
use crate::facets::{Facet, FacetBucket, Facets};

/// Rows of the table that are counted before the task yields to other requests.
const ROWS_AT_ONCE: usize = 50_000;

/// Query that reads only the index `product_shown_facets`.
fn cells(filter: &Filter) -> (String, Vec<Bind>) {
    let (condition, binds) = condition(filter);
    let sql = format!(
        "SELECT p.cat_id, p.prog_id, p.brand_slug, p.brand, COUNT(*) AS count, \
         COUNT(*) FILTER (WHERE p.stock > 0) AS in_stock, COUNT(*) FILTER (WHERE p.discount > 0) AS on_sale, \
         MIN(p.price) AS low, MAX(p.price) AS high \
         FROM product p{condition} GROUP BY p.cat_id, p.prog_id, p.brand_slug, p.brand"
    );
    (sql, binds)
}

impl Store {
    /// The facet counts of a filter, cached until the catalog changes.
    pub async fn facets(&self, filter: &Filter) -> Result<Arc<Facets>> {
        let revision = self.revision().await?;
        if let Some(known) = self.caches.facets.get(revision, filter) {
            return Ok(known);
        }
        let facets = match self.facet_tables.at(&self.db, revision).await {
            Some(table) => self.facets_of_table(&table, filter).await?,
            None => self.facets_by_sql(revision, filter).await?,
        };
        let facets = Arc::new(facets);
        self.caches.facets.put(revision, filter.clone(), Arc::clone(&facets));
        Ok(facets)
    }

    /// Counts all facets in one pass over the table, or over the products of the promotion.
    async fn facets_of_table(&self, table: &FacetTable, filter: &Filter) -> Result<Facets> {
        let mut counter = table.counter(filter);
        let Some(promo_id) = filter.promo_id else {
            for rows in table.rows().chunks(ROWS_AT_ONCE) {
                counter.add(rows);
                tokio::task::yield_now().await;
            }
            return Ok(counter.finish());
        };
        let sql = "SELECT pro_id FROM promotion_product WHERE promo_id = $1";
        let ids: Vec<i64> =
            read!(self.db, |pool| sqlx::query_scalar(sql).bind(promo_id).fetch_all(pool).await?);
        let rows: Vec<FacetRow> = ids.into_iter().filter_map(|pro_id| table.row_of(pro_id)).collect();
        counter.add(&rows);
        Ok(counter.finish())
    }

    /// Counts the facets by SQL, while the table is read and for catalogs that are too large for it.
    ///
    /// Filters by category, group and brand are counted from the buckets of the whole catalog, which are read once for
    /// each revision. Other filters need one query for the list itself, and one for each filter that is set.
    pub(super) async fn facets_by_sql(&self, revision: i64, filter: &Filter) -> Result<Facets> {
        let mut facets = Facets::default();
        let whole = self.cells(revision, filter).await?;
        for facet in Facet::ALL {
            let unfiltered = facet.without_own_filter(filter);
            if unfiltered == *filter {
                facets.count(facet, filter, &selected(&whole, filter));
            } else {
                let cells = self.cells(revision, &unfiltered).await?;
                facets.count(facet, filter, &selected(&cells, &unfiltered));
            }
        }
        Ok(facets)
    }

    /// Buckets that include the buckets of `filter`; see [`selected`].
    async fn cells(&self, revision: i64, filter: &Filter) -> Result<Arc<Vec<FacetBucket>>> {
        if !is_by_bucket(filter) {
            return Ok(Arc::new(self.read_cells(filter).await?));
        }
        if let Some(known) = self.caches.buckets.get(revision, &()) {
            return Ok(known);
        }
        let all = Arc::new(self.read_cells(&Filter::default()).await?);
        self.caches.buckets.put(revision, (), Arc::clone(&all));
        Ok(all)
    }

    async fn read_cells(&self, filter: &Filter) -> Result<Vec<FacetBucket>> {
        let (sql, binds) = cells(filter);
        Ok(read!(self.db, |pool| {
            bound!(sqlx::query_as(AssertSqlSafe(sql)), &binds).fetch_all(pool).await?
        }))
    }
}

/// Whether each bucket passes the filter either as a whole or not at all.
fn is_by_bucket(filter: &Filter) -> bool {
    let Filter { cat_id: _, prog_id: _, brand_slug: _, promo_id, min_price, max_price, in_stock, on_sale } =
        filter;
    promo_id.is_none() && min_price.is_none() && max_price.is_none() && !in_stock && !on_sale
}

/// The buckets of the category, the group and the brand of `filter`.
fn selected<'a>(cells: &'a [FacetBucket], filter: &Filter) -> Vec<&'a FacetBucket> {
    let is_selected = |cell: &&FacetBucket| {
        filter.cat_id.is_none_or(|id| cell.cat_id == id)
            && filter.prog_id.is_none_or(|id| cell.prog_id == id)
            && filter.brand_slug.as_ref().is_none_or(|slug| cell.brand_slug == *slug)
    };
    cells.iter().filter(is_selected).collect()
}

#[cfg(test)]
mod tests {
    use heuan_store::{Db, run};
    use heuan_testkit::{Engine, TestDb, eventually};
    use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
    use rstest::rstest;

    use super::*;
    use crate::store::next_revision;

    /// Counting by rows instead of by index takes ten times as long with 100,000 products.
    #[tokio::test]
    async fn facet_query_reads_a_covering_index_only() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let filters = [
            Filter::default(),
            Filter { cat_id: Some(1), ..Filter::default() },
            Filter { min_price: Some(1), in_stock: true, on_sale: true, ..Filter::default() },
            Filter { cat_id: Some(1), prog_id: Some(2), max_price: Some(9), ..Filter::default() },
        ];
        for filter in filters {
            let (sql, binds) = cells(&filter);
            let plan = format!("EXPLAIN QUERY PLAN {sql}");
            let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
                bound!(sqlx::query_as(AssertSqlSafe(plan)), &binds).fetch_all(pool).await.unwrap()
            });
            let reads =
                |step: &(i64, i64, i64, String)| step.3.contains("USING COVERING INDEX product_shown_facets");
            assert!(steps.len() == 1 && steps.iter().all(reads), "{filter:?}: {steps:?}");
        }
    }

    type Values = (i64, usize, Option<i64>, Option<i64>, i64, bool);

    /// A few values for each column, so that filters find products and all combinations occur.
    fn values() -> impl Strategy<Value = Values> {
        let some = |max: i64| prop_oneof![1 => Just(None), 5 => (0..max).prop_map(Some)];
        (0..12i64, 0..BRANDS.len(), some(9), some(4), 0..3i64, prop::bool::weighted(0.9))
    }

    /// Spellings of one slug, and no brand.
    const BRANDS: [(&str, &str); 6] = [
        ("", ""),
        ("black-co", "Black & Co"),
        ("black-co", "BLACK & CO"),
        ("black-co", "Black Co"),
        ("senglux", "Senglux"),
        ("ສີຟ້າ", "ສີຟ້າ"),
    ];

    fn filters() -> impl Strategy<Value = Filter> {
        let id = |max: i64| prop_oneof![2 => Just(None), 1 => (1..max).prop_map(Some)];
        let slugs = prop::sample::select(vec!["black-co", "senglux", "ສີຟ້າ", "unknown"]);
        let slug = prop::option::weighted(0.3, slugs.prop_map(str::to_owned));
        (id(6), id(14), id(4), slug, id(9), id(9), prop::bool::weighted(0.3), prop::bool::weighted(0.3))
            .prop_map(|(cat_id, prog_id, promo_id, brand_slug, min_price, max_price, in_stock, on_sale)| {
                Filter { cat_id, prog_id, promo_id, brand_slug, min_price, max_price, in_stock, on_sale }
            })
    }

    /// Writes `values` to the product `pro_id` under the next revision, or removes it.
    async fn write(store: &Store, products: Vec<(i64, Option<Values>)>) {
        let mut tx = store.db.begin().await.unwrap();
        let revision = next_revision(&mut tx).await.unwrap();
        for (pro_id, values) in products {
            run!(tx, "DELETE FROM product WHERE pro_id = $1", pro_id).unwrap();
            run!(tx, "DELETE FROM removed_product WHERE pro_id = $1", pro_id).unwrap();
            let Some((prog_id, brand, price, stock, discount, visible)) = values else {
                let sql = "INSERT INTO removed_product (pro_id, revision) VALUES ($1, $2)";
                run!(tx, sql, pro_id, revision).unwrap();
                continue;
            };
            let sql = "INSERT INTO product (pro_id, cat_id, prog_id, name_la, name_en, brand_slug, brand, price, stock, \
                 discount, visible, listed_at, revision) VALUES ($1, $2, $3, '', '', $4, $5, $6, $7, $8, $9, 0, $10)";
            let (slug, brand) = BRANDS[brand];
            let cat_id = prog_id / 3;
            run!(
                tx,
                sql,
                pro_id,
                cat_id,
                prog_id,
                slug,
                brand,
                price,
                stock,
                discount,
                i64::from(visible),
                revision
            )
            .unwrap();
        }
        tx.commit().await.unwrap();
        store.poll_revision().await.unwrap();
    }

    /// Facets of random filters are the same from the table and by SQL, initially and after each of several
    /// changes.
    #[rstest]
    #[tokio::test]
    async fn facets_of_the_table_equal_those_by_sql(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let mut source = TestRunner::deterministic();
        let mut any = |strategy: &BoxedStrategy<Values>| strategy.new_tree(&mut source).unwrap().current();
        let values = values().boxed();
        let place = TestDb::new(engine).await;
        let store = Store::open(&place.location).await.unwrap();
        let mut tx = store.db.begin().await.unwrap();
        for (promo_id, pro_id) in
            (1..=3).flat_map(|promo_id| (1..40).map(move |step| (promo_id, step * 3 * promo_id)))
        {
            let sql = "INSERT INTO promotion_product (promo_id, pro_id, position) VALUES ($1, $2, $2)";
            run!(tx, sql, promo_id, pro_id).unwrap();
        }
        tx.commit().await.unwrap();
        write(&store, (1..=300).map(|pro_id| (pro_id, Some(any(&values)))).collect()).await;

        let mut filter_source = TestRunner::deterministic();
        let filters = filters();
        for round in 0..6 {
            let revision = store.revision().await.unwrap();
            let mut table = None;
            eventually("the facet table was read", async || {
                table = store.facet_tables.at(&store.db, revision).await;
                table.is_some()
            })
            .await;
            let table = table.unwrap();
            for _ in 0..60 {
                let filter = filters.new_tree(&mut filter_source).unwrap().current();
                let of_table = store.facets_of_table(&table, &filter).await.unwrap();
                let by_sql = store.facets_by_sql(revision, &filter).await.unwrap();
                assert_eq!(of_table, by_sql, "round {round}: {filter:?}");
            }
            // Changes, removes and adds products; the products of the previous round are listed again.
            let changed = (0..40).map(|step| {
                let pro_id = (step * 37 + (round / 2) * 11) % 330 + 1;
                (pro_id, (step % 4 != 0 || round % 2 == 1).then(|| any(&values)))
            });
            write(&store, changed.collect()).await;
        }
    }
}
