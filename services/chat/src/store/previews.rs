//! SQL of cached link previews and their images: tables `preview` and `preview_image`.

use heuan_rpc::Error;
use heuan_store::{numbered, read, run, sqlx::AssertSqlSafe};

use super::{Store, padded, store_error};
use crate::link_preview::Preview;

const COLUMNS: &str = "preview_id, url, title, description, domain, image_url";

#[derive(heuan_store::FromRow)]
struct Row {
    #[sqlx(flatten)]
    preview: Preview,
    found: i64,
}

impl Store {
    /// The cached result for a page and whether it is a preview, if it was fetched since `since.0` or failed since
    /// `since.1`.
    pub async fn preview(&self, id: &str, since: (i64, i64)) -> Result<Option<(Preview, bool)>, Error> {
        let sql = format!(
            "SELECT {COLUMNS}, found FROM preview \
             WHERE preview_id = $1 AND ((found = 1 AND created_at >= $2) OR (found = 0 AND created_at >= $3))"
        );
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(id)
                .bind(since.0)
                .bind(since.1)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        });
        Ok(row.map(|row| (row.preview, row.found == 1)))
    }

    /// Cached previews of any age: a message keeps its preview until the preview is deleted.
    pub async fn previews(&self, ids: &[String]) -> Result<Vec<Preview>, Error> {
        let ids = padded(ids);
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM preview WHERE found = 1 AND preview_id IN ({})",
            numbered(1, ids.len())
        );
        Ok(read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in ids {
                query = query.bind(id);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        }))
    }

    pub async fn store_preview(&self, preview: &Preview, found: bool, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // A page that fails now keeps its previous preview.
        let sql = "INSERT INTO preview (preview_id, url, title, description, domain, image_url, found, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (preview_id) DO UPDATE SET \
               title = $3, description = $4, domain = $5, image_url = $6, found = $7, created_at = $8 \
             WHERE $7 = 1 OR preview.found = 0";
        run!(
            tx,
            sql,
            &preview.preview_id,
            &preview.url,
            &preview.title,
            &preview.description,
            &preview.domain,
            &preview.image_url,
            i64::from(found),
            now
        )
        .map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// The image of a preview, if it was fetched since `since`; empty if the fetch has failed since then.
    pub async fn preview_image(&self, id: &str, since: i64) -> Result<Option<Vec<u8>>, Error> {
        let sql = "SELECT content FROM preview_image WHERE preview_id = $1 AND created_at >= $2";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(id).bind(since).fetch_optional(pool).await.map_err(store_error)?
        }))
    }

    pub async fn store_preview_image(&self, id: &str, content: &[u8], now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "INSERT INTO preview_image (preview_id, content, created_at) VALUES ($1, $2, $3) \
             ON CONFLICT (preview_id) DO UPDATE SET content = $2, created_at = $3";
        run!(tx, sql, id, content, now).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Deletes images fetched before `images`, keeping their URLs, and pages last read before `pages`. Messages with
    /// links to such pages lose their previews until the pages are requested again.
    pub async fn delete_expired_previews(&self, images: i64, pages: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, "DELETE FROM preview_image WHERE created_at < $1", images).map_err(store_error)?;
        run!(
            tx,
            "DELETE FROM preview WHERE (found = 0 AND created_at < $1) OR created_at < $2",
            images,
            pages
        )
        .map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}
