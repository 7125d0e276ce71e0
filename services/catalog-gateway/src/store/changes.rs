//! Change feed of the catalog in batches of at most 500 products or 1 MiB of text, and publication of changed stock
//! under a new revision.

use std::time::Instant;

use heuan_store::{Result, on, read, run};
use sqlx::AssertSqlSafe;
use tokio::sync::watch;

use super::{Store, next_revision, products::DETAIL_COLUMNS, row::COLUMNS};
use crate::catalog::ProductDetail;

/// Maximum products in one batch of a watch.
const STEP: usize = 500;
/// Maximum bytes of text in one batch, unless a single product has more. A batch is one gRPC message with a limit of 4
/// MB, and a product may have 136 KB of descriptions and attributes.
const STEP_BYTES: usize = 1 << 20;
/// Products read by one query; bounds the rows that are read and not used when a batch ends by its size.
const PORTION: usize = 50;

/// Query of the products that a watch reports as removed. Hidden products are sent again whenever they change,
/// which has no effect.
const REMOVED: &str = "SELECT pro_id FROM removed_product WHERE revision > $1";
const HIDDEN: &str = "SELECT pro_id FROM product WHERE visible = 0 AND revision > $1";

/// One batch of changes of the catalog.
#[derive(Debug, Default)]
pub struct Changes {
    pub products: Vec<ProductDetail>,
    pub removed: Vec<i64>,
    pub sections: Vec<String>,
    /// The client has received everything up to this revision once it has received this batch.
    pub revision: i64,
    /// Whether more changes are available immediately.
    pub has_more: bool,
}

/// Position of a watch: everything up to revision `done`, and of later revisions the products up to `(revision,
/// pro_id)`.
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
    /// A receiver that is notified when this process learns of a newer revision.
    pub fn subscribe(&self) -> watch::Receiver<i64> {
        self.seen.subscribe()
    }

    /// Polls the revisions written by other processes.
    pub async fn poll_revision(&self) -> Result<i64> {
        let began = Instant::now();
        let value: i64 = read!(self.db, |pool| {
            sqlx::query_scalar("SELECT value FROM revision WHERE id = 1").fetch_one(pool).await?
        });
        self.record_poll(began, value);
        Ok(value)
    }

    /// Copies changed stock to the product rows, under one new revision. Returns the number of changed products.
    ///
    /// A sale itself does not take a revision, because all sales would then wait for the lock of that one row.
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
        // The flag is cleared and read in one statement, because a sale between two statements would be
        // lost.
        let sql = "UPDATE stock SET dirty = 0 WHERE dirty = 1 RETURNING pro_id, \
             CASE WHEN on_hand > reserved THEN on_hand - reserved ELSE 0 END, sold";
        let changed: Vec<(i64, i64, i64)> = on!(tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        // A product without a counted stock stays uncounted while held units of it are sold.
        let sql = "UPDATE product SET stock = CASE WHEN stock IS NULL THEN NULL ELSE CAST($2 AS BIGINT) END, \
             popularity = $3, revision = $4 WHERE pro_id = $1";
        for (pro_id, available, sold) in &changed {
            run!(tx, sql, pro_id, available, sold, revision)?;
        }
        tx.commit().await?;
        self.publish_revision(revision);
        Ok(changed.len())
    }

    /// The changes after `cursor`, at most one batch, and the next cursor.
    pub async fn changes(&self, cursor: Cursor) -> Result<(Changes, Cursor)> {
        // The newest revision is read before the products, so that a later commit has a higher revision and is
        // part of the next batch.
        let newest = self.poll_revision().await?;
        let (products, at, has_more) = self.changed_products(cursor.at).await?;
        if has_more {
            // The resume revision stays, because removals and sections are sent only with the last batch.
            let changes = Changes { products, revision: cursor.done, has_more, ..Changes::default() };
            return Ok((changes, Cursor { at, ..cursor }));
        }
        let mut removed: Vec<i64> = self.ids_after(REMOVED, cursor.done).await?;
        removed.extend(self.ids_after(HIDDEN, cursor.done).await?);
        removed.sort_unstable();
        let sections: Vec<String> = read!(self.db, |pool| {
            sqlx::query_scalar("SELECT name FROM section_revision WHERE revision > $1 ORDER BY name")
                .bind(cursor.done)
                .fetch_all(pool)
                .await?
        });
        let revision = newest.max(cursor.done);
        let changes = Changes { products, removed, sections, revision, has_more: false };
        Ok((changes, Cursor::after(revision)))
    }

    async fn ids_after(&self, sql: &'static str, revision: i64) -> Result<Vec<i64>> {
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).bind(revision).fetch_all(pool).await?))
    }

    /// The products of one batch after `at`, the position of the next batch, and whether there are more.
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

    /// The next products after the position. A product that changes between two queries is returned again
    /// later, under its new revision.
    async fn portion(&self, (revision, pro_id): (i64, i64)) -> Result<Vec<ProductDetail>> {
        let sql = format!(
            "SELECT {COLUMNS}, {DETAIL_COLUMNS} FROM product p \
             WHERE (p.revision, p.pro_id) > ($1, $2) AND p.visible = 1 ORDER BY p.revision, p.pro_id LIMIT {PORTION}"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(revision).bind(pro_id).fetch_all(pool).await?
        }))
    }
}

/// The bytes of a product's texts, the only fields of unbounded size.
fn size(detail: &ProductDetail) -> usize {
    let ProductDetail { product, description_la, description_en, attributes } = detail;
    let texts = [description_la, description_en, attributes, &product.images, &product.img_cover];
    let names = [&product.name_la, &product.name_en, &product.unit_la, &product.unit_en, &product.brand];
    texts.into_iter().chain(names).map(String::len).sum()
}
