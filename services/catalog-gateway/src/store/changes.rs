use std::time::Instant;

use heuan_store::{Result, on, read, run};
use sqlx::AssertSqlSafe;
use tokio::sync::watch;

use super::{Store, next_revision, products::DETAIL_COLUMNS, row::COLUMNS};
use crate::catalog::ProductDetail;

/// Products in one step of a watch.
const STEP: usize = 500;
/// Bytes of text in one step, unless one product alone has more: a step is one message, whose readers take 4 MB, and a
/// product may have 136 KB of descriptions and attributes.
const STEP_BYTES: usize = 1 << 20;
/// Products read at once; bounds what is read in vain when a step ends for its bytes.
const PORTION: usize = 50;

/// One step of following the catalog.
#[derive(Debug, Default)]
pub struct Changes {
    pub products: Vec<ProductDetail>,
    pub removed: Vec<i64>,
    pub sections: Vec<String>,
    /// Everything up to here has been sent once this step is.
    pub revision: i64,
    /// More of the same is waiting.
    pub more: bool,
}

/// How far a watcher has come: all of `done`, and of the next revisions the products up to `(revision, pro_id)`.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    pub done: i64,
    pub at: (i64, i64),
}

impl Cursor {
    pub fn after(revision: i64) -> Self {
        Self { done: revision, at: (revision, i64::MAX) }
    }
}

impl Store {
    /// Resolves when this process learns of a newer revision.
    pub fn subscribe(&self) -> watch::Receiver<i64> {
        self.seen.subscribe()
    }

    /// Learns of revisions that other processes wrote.
    pub async fn poll_revision(&self) -> Result<i64> {
        let began = Instant::now();
        let value: i64 = read!(self.db, |pool| {
            sqlx::query_scalar("SELECT value FROM revision WHERE id = 1").fetch_one(pool).await?
        });
        self.looked(began, value);
        Ok(value)
    }

    /// Copies changed stock to the products that shoppers read, under one new revision. Returns how many changed.
    ///
    /// Selling does not take a revision itself: every sale would then wait for every other at that one row.
    pub async fn publish_stock(&self) -> Result<usize> {
        let waiting: bool = read!(self.db, |pool| {
            let sql = "SELECT COUNT(*) FROM (SELECT 1 FROM stock WHERE dirty = 1 LIMIT 1) d";
            sqlx::query_scalar::<_, i64>(sql).fetch_one(pool).await? > 0
        });
        if !waiting {
            return Ok(0);
        }
        let mut tx = self.db.begin().await?;
        let revision = next_revision(&mut tx).await?;
        // Cleared and read in one statement: a sale that comes between two statements would be lost.
        let sql = "UPDATE stock SET dirty = 0 WHERE dirty = 1 RETURNING pro_id, \
             CASE WHEN on_hand > reserved THEN on_hand - reserved ELSE 0 END, sold";
        let changed: Vec<(i64, i64, i64)> = on!(tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        // What the merchant stopped counting stays uncounted while held units of it are still sold.
        let sql = "UPDATE product SET stock = CASE WHEN stock IS NULL THEN NULL ELSE CAST($2 AS BIGINT) END, \
             popularity = $3, revision = $4 WHERE pro_id = $1";
        for (pro_id, available, sold) in &changed {
            run!(tx, sql, pro_id, available, sold, revision)?;
        }
        tx.commit().await?;
        self.saw(revision);
        Ok(changed.len())
    }

    /// What changed after `cursor`, at most one step, and the cursor that follows it.
    pub async fn changes(&self, cursor: Cursor) -> Result<(Changes, Cursor)> {
        // Read before the products: what commits later has a higher revision and comes with the next step.
        let newest = self.poll_revision().await?;
        let (products, at, more) = self.changed_products(cursor.at).await?;
        if more {
            // The revision to resume from stays: removals and sections come with the last step only.
            let changes = Changes { products, revision: cursor.done, more, ..Changes::default() };
            return Ok((changes, Cursor { at, ..cursor }));
        }
        let removed: Vec<i64> = read!(self.db, |pool| {
            sqlx::query_scalar("SELECT pro_id FROM removed_product WHERE revision > $1 ORDER BY pro_id")
                .bind(cursor.done)
                .fetch_all(pool)
                .await?
        });
        let sections: Vec<String> = read!(self.db, |pool| {
            sqlx::query_scalar("SELECT name FROM section_revision WHERE revision > $1 ORDER BY name")
                .bind(cursor.done)
                .fetch_all(pool)
                .await?
        });
        let revision = newest.max(cursor.done);
        let changes = Changes { products, removed, sections, revision, more: false };
        Ok((changes, Cursor::after(revision)))
    }
    /// The products of one step after `at`, where the next one begins, and whether there is more.
    async fn changed_products(&self, mut at: (i64, i64)) -> Result<(Vec<ProductDetail>, (i64, i64), bool)> {
        let (mut products, mut bytes) = (Vec::new(), 0);
        while products.len() < STEP {
            let portion = self.portion(at).await?;
            let is_last = portion.len() < PORTION;
            for detail in portion {
                bytes += size(&detail);
                if bytes > STEP_BYTES && !products.is_empty() {
                    return Ok((products, at, true));
                }
                at = (detail.product.revision, detail.product.pro_id);
                products.push(detail);
            }
            if is_last {
                return Ok((products, at, false));
            }
        }
        Ok((products, at, true))
    }

    /// What changes between two portions comes again further on, under its new revision.
    async fn portion(&self, (revision, pro_id): (i64, i64)) -> Result<Vec<ProductDetail>> {
        let sql = format!(
            "SELECT {COLUMNS}, {DETAIL_COLUMNS} FROM product p \
             WHERE (p.revision, p.pro_id) > ($1, $2) ORDER BY p.revision, p.pro_id LIMIT {PORTION}"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(revision).bind(pro_id).fetch_all(pool).await?
        }))
    }
}

/// The bytes of a product's texts: all that can be large of it.
fn size(detail: &ProductDetail) -> usize {
    let ProductDetail { product, description_la, description_en, attributes } = detail;
    let texts = [description_la, description_en, attributes, &product.images, &product.img_cover];
    let names = [&product.name_la, &product.name_en, &product.unit_la, &product.unit_en, &product.brand];
    texts.into_iter().chain(names).map(String::len).sum()
}
