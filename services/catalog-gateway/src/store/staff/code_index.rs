//! Index of the codes of products, which finds a scanned or typed code without reading every product.
//!
//! The index follows the revisions of products: table `product_code` has the codes of the products up to a position, and a
//! search reads the few products after it as well. Every change of a product takes the next revision, including imports, undos
//! and changes by the previous release. So no change is missed, and no writer of products needs to know the index.

use std::{collections::BTreeSet, sync::atomic::Ordering, time::Instant};

use heuan_store::{Result, Tx, numbered, on, read, run, values};
use sqlx::AssertSqlSafe;

use super::{
    super::Store,
    codes::{MAX_PRODUCTS, keys_of},
};

/// Maximum products after the position that a search reads. If there are more, the background task adds them
/// to the index.
pub(super) const MAX_UNINDEXED: usize = 200;
/// Products of one transaction, few enough that sales are not delayed noticeably.
const BATCH: usize = 512;
/// Codes of one statement, few because `SQLite` looks up each placeholder by a linear search.
const ROWS: usize = 64;

const POSITION: &str = "SELECT revision, pro_id FROM product_code_progress WHERE id = 1";
/// [`POSITION`], with a lock of its row, so that one replica at a time writes the index.
const LOCKED_POSITION: &str =
    "UPDATE product_code_progress SET pro_id = pro_id WHERE id = 1 RETURNING revision, pro_id";

/// The codes of the products up to this revision, and within it up to this id, are in the index.
pub(super) type Position = (i64, i64);

/// A product after the position of the index.
#[derive(heuan_store::FromRow)]
pub(super) struct UnindexedProduct {
    revision: i64,
    pub pro_id: i64,
    pub attributes: String,
}

impl UnindexedProduct {
    pub fn position(&self) -> Position {
        (self.revision, self.pro_id)
    }
}

/// Query of the products that have a code in the index.
fn indexed() -> String {
    format!(
        "SELECT p.pro_id, p.attributes FROM product_code c JOIN product p ON p.pro_id = c.pro_id \
         WHERE c.code = $1 ORDER BY c.pro_id LIMIT {MAX_PRODUCTS}"
    )
}

/// Query of the next `limit` products after a position.
fn unindexed(limit: usize) -> String {
    format!(
        "SELECT p.revision, p.pro_id, p.attributes FROM product p \
         WHERE (p.revision, p.pro_id) > ($1, $2) ORDER BY p.revision, p.pro_id LIMIT {limit}"
    )
}

impl Store {
    /// Adds the codes of changed products to the index, once they are more than a search should read.
    pub async fn index_codes(&self) -> Result<()> {
        let revision = self.now_seen.load(Ordering::Acquire);
        if self.codes_checked.load(Ordering::Acquire) == revision {
            return Ok(());
        }
        if self.has_many_unindexed().await? {
            let mut began = Instant::now();
            while self.index_next().await? {
                // Waiting writers poll SQLite's write lock, so the lock is left free for as long as it was
                // held.
                tokio::time::sleep(began.elapsed()).await;
                began = Instant::now();
            }
        }
        self.codes_checked.store(revision, Ordering::Release);
        Ok(())
    }

    async fn has_many_unindexed(&self) -> Result<bool> {
        let (revision, pro_id) = self.code_position().await?;
        let sql = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM product p WHERE (p.revision, p.pro_id) > ($1, $2) LIMIT {}) u",
            MAX_UNINDEXED + 1
        );
        let count: i64 = read!(self.db, |pool| {
            sqlx::query_scalar(AssertSqlSafe(sql)).bind(revision).bind(pro_id).fetch_one(pool).await?
        });
        Ok(usize::try_from(count).is_ok_and(|count| count > MAX_UNINDEXED))
    }

    /// Adds the codes of the next products. Returns whether there may be more.
    async fn index_next(&self) -> Result<bool> {
        let mut tx = self.db.begin().await?;
        let (revision, pro_id): Position =
            on!(tx, |conn| sqlx::query_as(LOCKED_POSITION).fetch_one(conn).await?);
        let sql = unindexed(BATCH);
        let products: Vec<UnindexedProduct> = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(revision).bind(pro_id).fetch_all(conn).await?
        });
        let Some(last) = products.last() else { return Ok(false) };
        write_codes(&mut tx, &products).await?;
        // Codes of removed products are never found, because a search joins the products. They are deleted here.
        let removed = "DELETE FROM product_code WHERE pro_id IN (SELECT pro_id FROM removed_product WHERE revision > $1)";
        run!(tx, removed, revision)?;
        let sql = "UPDATE product_code_progress SET revision = $1, pro_id = $2 WHERE id = 1";
        run!(tx, sql, last.revision, last.pro_id)?;
        tx.commit().await?;
        Ok(products.len() == BATCH)
    }

    /// The position of the index. A search reads it before the index: products that the background task adds meanwhile are then
    /// found in both, and no product is missed.
    pub(super) async fn code_position(&self) -> Result<Position> {
        Ok(read!(self.db, |pool| sqlx::query_as(POSITION).fetch_one(pool).await?))
    }

    /// Ids and attributes of the products that had a code of this key when they were indexed.
    pub(super) async fn indexed_products(&self, key: &str) -> Result<Vec<(i64, String)>> {
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(indexed())).bind(key).fetch_all(pool).await?
        }))
    }

    /// The first [`MAX_UNINDEXED`] products after a position.
    pub(super) async fn unindexed_products(
        &self,
        (revision, pro_id): Position,
    ) -> Result<Vec<UnindexedProduct>> {
        let sql = unindexed(MAX_UNINDEXED);
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(revision).bind(pro_id).fetch_all(pool).await?
        }))
    }
}

/// Brings the index up to the present codes of `products`. Only differences are written, because most changes are of stock or
/// prices.
async fn write_codes(tx: &mut Tx, products: &[UnindexedProduct]) -> Result<()> {
    let codes_of = |product: &UnindexedProduct| {
        let pro_id = product.pro_id;
        keys_of(&product.attributes).into_iter().map(move |code| (code, pro_id))
    };
    let wanted: BTreeSet<(String, i64)> = products.iter().flat_map(codes_of).collect();
    let existing = existing_codes(tx, products).await?;
    for (code, pro_id) in existing.difference(&wanted) {
        run!(*tx, "DELETE FROM product_code WHERE code = $1 AND pro_id = $2", code, pro_id)?;
    }
    let missing: Vec<&(String, i64)> = wanted.difference(&existing).collect();
    for rows in missing.chunks(ROWS) {
        let sql = format!("INSERT INTO product_code (code, pro_id) VALUES {}", values(rows.len(), 2));
        on!(*tx, |conn| {
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for (code, pro_id) in rows {
                query = query.bind(code).bind(pro_id);
            }
            query.execute(conn).await?;
        });
    }
    Ok(())
}

async fn existing_codes(tx: &mut Tx, products: &[UnindexedProduct]) -> Result<BTreeSet<(String, i64)>> {
    let mut ids: Vec<i64> = products.iter().map(|product| product.pro_id).collect();
    let padded = ids.len().next_power_of_two();
    ids.resize(padded, ids.last().copied().unwrap_or_default());
    let sql = format!("SELECT code, pro_id FROM product_code WHERE pro_id IN ({})", numbered(1, ids.len()));
    let codes: Vec<(String, i64)> = on!(*tx, |conn| {
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for id in ids {
            query = query.bind(id);
        }
        query.fetch_all(conn).await?
    });
    Ok(codes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use heuan_store::Db;
    use heuan_testkit::{Engine, TestDb};

    use super::*;
    use crate::store::MIGRATIONS;

    /// The queries of a search, with values, and the index that each reads first.
    fn queries() -> [(String, &'static str); 2] {
        [
            (indexed().replace("$1", "'cem-50'"), "product_code"),
            (unindexed(MAX_UNINDEXED).replace("$1", "7").replace("$2", "9"), "product_revision"),
        ]
    }

    #[tokio::test]
    async fn code_is_searched_in_indexes_on_sqlite() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &MIGRATIONS).await.unwrap();
        for (sql, index) in queries() {
            let plan = format!("EXPLAIN QUERY PLAN {sql}");
            let steps: Vec<(i64, i64, i64, String)> =
                read!(db, |pool| sqlx::query_as(AssertSqlSafe(plan)).fetch_all(pool).await.unwrap());
            assert!(steps.iter().all(|step| step.3.starts_with("SEARCH")), "{sql}: {steps:?}");
            assert!(steps[0].3.contains(index), "{sql}: {steps:?}");
        }
    }

    /// `PostgreSQL` would scan a small table, so sequential scans are switched off for queries that have an
    /// index.
    #[tokio::test]
    async fn code_is_searched_in_indexes_on_postgresql() {
        let place = TestDb::new(Engine::Postgres).await;
        let db = Db::open(&place.location, &MIGRATIONS).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        run!(tx, "SET LOCAL enable_seqscan = off").unwrap();
        let Tx::Pg(conn) = &mut tx else { panic!("a transaction of PostgreSQL") };
        for (sql, index) in queries() {
            let plan = format!("EXPLAIN {sql}");
            let steps: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(plan)).fetch_all(&mut *conn).await.unwrap();
            let plan = steps.join("\n");
            assert!(plan.contains(index) && plan.contains("Index") && !plan.contains("Seq Scan"), "{plan}");
        }
    }
}
