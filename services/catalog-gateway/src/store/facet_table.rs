//! SQL of the facet table: it is read once from the index `product_shown_facets`, and then follows the revisions of the
//! catalog by the products that changed.

use std::sync::Arc;

use futures::TryStreamExt as _;
use heuan_store::{Db, Result, Tx, on};
use sqlx::AssertSqlSafe;
use tokio::sync::Mutex;

use crate::facet_table::{FacetProduct, FacetTable};

/// Columns of [`FacetProduct`].
const COLUMNS: &str =
    "p.pro_id, p.cat_id, p.prog_id, p.brand_slug, p.brand, p.price, p.stock, p.discount, p.visible";

/// Maximum products in the table, which then takes 32 MB. Facets of a larger catalog are counted by SQL.
const MAX_PRODUCTS: usize = 1_000_000;
/// Maximum changed products between two revisions for which a request waits until the table is updated. After a larger
/// change the table is read again in the background, and facets are counted by SQL in the meantime.
const MAX_CHANGES: usize = 1_000;

/// The facet table of this process, shared by all requests.
#[derive(Clone, Debug)]
pub(super) struct FacetTables {
    /// Locked while the table follows a revision, so that concurrent requests wait for one reading.
    state: Arc<Mutex<State>>,
    max_products: usize,
}

#[derive(Debug)]
enum State {
    Absent,
    /// A task reads the whole table.
    Reading,
    Ready(Arc<FacetTable>),
    /// The catalog is too large, until the process is restarted.
    TooLarge,
}

impl Default for FacetTables {
    fn default() -> Self {
        Self::limited_to(MAX_PRODUCTS)
    }
}

impl FacetTables {
    fn limited_to(max_products: usize) -> Self {
        Self { state: Arc::new(Mutex::new(State::Absent)), max_products }
    }

    /// The table at `revision` or a newer one; `None` while it is read, for a catalog that is too large, and after a database
    /// failure, which the following query by SQL reports.
    pub(super) async fn at(&self, db: &Db, revision: i64) -> Option<Arc<FacetTable>> {
        let mut state = self.state.lock().await;
        match &mut *state {
            State::Reading | State::TooLarge => return None,
            State::Absent => {}
            State::Ready(table) if table.revision() >= revision => return Some(Arc::clone(table)),
            State::Ready(table) => match read_changes(db, table.revision()).await {
                Ok(Some(Changed { revision, products, removed })) => {
                    let table = Arc::make_mut(table);
                    table.apply(revision, products, removed);
                    if table.rows().len() <= self.max_products && !table.needs_rebuild() {
                        return state.ready();
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    tracing::debug!(%error, "facet table could not follow the catalog");
                    return None;
                }
            },
        }
        *state = State::Reading;
        tokio::spawn(self.clone().read(db.clone()));
        None
    }

    async fn read(self, db: Db) {
        let state = match read_all(&db, self.max_products).await {
            Ok(Some(table)) => State::Ready(Arc::new(table)),
            Ok(None) => {
                let limit = self.max_products;
                tracing::info!(limit, "catalog is too large for the facet table; facets are counted by SQL");
                State::TooLarge
            }
            Err(error) => {
                tracing::warn!(%error, "facet table could not be read");
                State::Absent
            }
        };
        *self.state.lock().await = state;
    }
}

impl State {
    fn ready(&self) -> Option<Arc<FacetTable>> {
        if let Self::Ready(table) = self { Some(Arc::clone(table)) } else { None }
    }
}

/// Query of the whole table, in the order of its index.
fn all() -> String {
    format!(
        "SELECT {COLUMNS} FROM product p WHERE p.visible = 1 ORDER BY p.cat_id, p.prog_id, p.brand_slug, p.brand"
    )
}

/// Query of the products that changed after revision `$1`, hidden ones as well.
fn changed() -> String {
    format!("SELECT {COLUMNS} FROM product p WHERE p.revision > $1 ORDER BY p.revision, p.pro_id LIMIT $2")
}

/// Reads the whole table; `None` if the catalog has more than `max_products` shown products.
async fn read_all(db: &Db, max_products: usize) -> Result<Option<FacetTable>> {
    let mut tx = db.snapshot().await?;
    let revision = revision(&mut tx).await?;
    let mut table = FacetTable::default();
    on!(tx, |conn| {
        let mut rows = sqlx::query_as(AssertSqlSafe(all())).fetch(conn);
        while let Some(product) = rows.try_next().await? {
            table.push(product);
            if table.rows().len() > max_products {
                return Ok(None);
            }
        }
    });
    tx.commit().await?;
    table.complete(revision);
    Ok(Some(table))
}

/// Changes up to `revision`.
struct Changed {
    revision: i64,
    products: Vec<FacetProduct>,
    removed: Vec<i64>,
}

/// The changes after revision `after`; `None` if there are more than [`MAX_CHANGES`], or if the database is
/// older.
async fn read_changes(db: &Db, after: i64) -> Result<Option<Changed>> {
    let limit = i64::try_from(MAX_CHANGES + 1).unwrap_or(i64::MAX);
    let mut tx = db.snapshot().await?;
    let revision = revision(&mut tx).await?;
    if revision < after {
        return Ok(None);
    }
    let products: Vec<FacetProduct> = on!(tx, |conn| {
        sqlx::query_as(AssertSqlSafe(changed())).bind(after).bind(limit).fetch_all(conn).await?
    });
    let sql = "SELECT pro_id FROM removed_product WHERE revision > $1 LIMIT $2";
    let removed: Vec<i64> =
        on!(tx, |conn| sqlx::query_scalar(sql).bind(after).bind(limit).fetch_all(conn).await?);
    tx.commit().await?;
    let is_large = products.len() > MAX_CHANGES || removed.len() > MAX_CHANGES;
    Ok((!is_large).then_some(Changed { revision, products, removed }))
}

async fn revision(tx: &mut Tx) -> Result<i64> {
    let sql = "SELECT value FROM revision WHERE id = 1";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?))
}

#[cfg(test)]
mod tests {
    use heuan_store::read;
    use heuan_testkit::{Engine, TestDb, eventually};
    use rstest::rstest;

    use super::*;
    use crate::catalog::Filter;
    use crate::store::{MIGRATIONS, growth, next_revision};

    async fn ready(tables: &FacetTables, db: &Db, revision: i64) -> Arc<FacetTable> {
        let mut table = None;
        eventually("the facet table was read", async || {
            table = tables.at(db, revision).await;
            table.is_some()
        })
        .await;
        table.unwrap()
    }

    /// Takes the next revision and sets the stock of the products up to `last` under it.
    async fn sell(db: &Db, last: i64) -> i64 {
        let mut tx = db.begin().await.unwrap();
        let revision = next_revision(&mut tx).await.unwrap();
        let sql = "UPDATE product SET stock = 0, revision = $2 WHERE pro_id <= $1";
        heuan_store::run!(tx, sql, last, revision).unwrap();
        tx.commit().await.unwrap();
        revision
    }

    fn in_stock(table: &FacetTable) -> i64 {
        let filter = Filter::default();
        let mut counter = table.counter(&filter);
        counter.add(table.rows());
        counter.finish().in_stock
    }

    #[tokio::test]
    async fn table_is_loaded_by_its_index_and_updated_by_the_revision_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &MIGRATIONS).await.unwrap();
        let queries = [
            (all(), "USING COVERING INDEX product_shown_facets"),
            (changed().replace("$1", "7").replace("$2", "9"), "USING INDEX product_revision"),
        ];
        for (sql, index) in queries {
            let plan = format!("EXPLAIN QUERY PLAN {sql}");
            let steps: Vec<(i64, i64, i64, String)> =
                read!(db, |pool| sqlx::query_as(AssertSqlSafe(plan)).fetch_all(pool).await.unwrap());
            assert!(steps.len() == 1 && steps[0].3.contains(index), "{steps:?}");
        }
    }

    #[rstest]
    #[tokio::test]
    async fn table_applies_a_change_at_once_and_is_reloaded_after_a_large_one(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let place = TestDb::new(engine).await;
        growth::fill(&place.location, 3_000).await;
        let db = Db::open(&place.location, &MIGRATIONS).await.unwrap();
        let tables = FacetTables::default();
        let first = ready(&tables, &db, 1).await;

        let revision = sell(&db, 900).await;
        let (one, other) = tokio::join!(tables.at(&db, revision), tables.at(&db, revision));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert!(Arc::ptr_eq(&one, &other), "both requests share one table");
        assert_eq!((one.revision(), first.revision()), (revision, 1));
        assert!(in_stock(&one) < in_stock(&first));

        let revision = sell(&db, 1_100).await;
        assert!(
            tables.at(&db, revision).await.is_none(),
            "no request waits for more than a thousand products"
        );
        let reread = ready(&tables, &db, revision).await;
        assert!(reread.revision() == revision && in_stock(&reread) < in_stock(&one));
    }

    #[tokio::test]
    async fn catalog_above_the_limit_has_no_table() {
        let place = TestDb::new(Engine::Sqlite).await;
        growth::fill(&place.location, 50).await;
        let db = Db::open(&place.location, &MIGRATIONS).await.unwrap();
        let tables = FacetTables::limited_to(49);
        eventually("the catalog is too large", async || {
            assert!(tables.at(&db, 1).await.is_none());
            matches!(*tables.state.lock().await, State::TooLarge)
        })
        .await;
        ready(&FacetTables::limited_to(50), &db, 1).await;
    }

    #[tokio::test]
    async fn table_is_absent_after_a_database_failure() {
        let place = TestDb::new(Engine::Sqlite).await;
        growth::fill(&place.location, 50).await;
        let db = Db::open(&place.location, &MIGRATIONS).await.unwrap();
        let tables = FacetTables::default();
        ready(&tables, &db, 1).await;
        let closed = db.clone();
        closed.close().await;
        assert!(tables.at(&db, 2).await.is_none(), "the query that follows reports the failure");
        assert!(tables.at(&db, 1).await.is_some(), "the table of the revision before is kept");
    }
}
