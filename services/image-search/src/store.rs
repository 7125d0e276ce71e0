//! SQL of cached embeddings by content hash (`vector`) and of the content hashes of image files (`image`).

use std::collections::HashMap;

use heuan_store::{DatabaseUrl, Db, Result, read, run};

use crate::{
    file_version::{FileFingerprint, FileVersion, Hash},
    index::Int16Vector,
};

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

/// Database access of this service.
#[derive(Debug)]
pub struct Store {
    db: Db,
}

/// Stored instead of a vector for content that is not an image. The number is the decoder's version: a decoder that
/// supports more formats has another version, and tries again.
const UNREADABLE: &[u8] = &[1];

/// Cached result of embedding a content.
#[derive(Clone, Debug, PartialEq)]
pub enum CachedEmbedding {
    Vector(Int16Vector),
    Unreadable,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await? })
    }

    pub async fn close(&self) {
        self.db.close().await;
    }

    /// The cached result for an image content. An unreadable row counts as absent.
    pub async fn kept(&self, model: &str, hash: &str, dimensions: usize) -> Result<Option<CachedEmbedding>> {
        let sql = "SELECT embedding FROM vector WHERE model = $1 AND sha256 = $2";
        let kept: Option<Vec<u8>> = read!(self.db, |pool| sqlx::query_scalar(sql)
            .bind(model)
            .bind(hash)
            .fetch_optional(pool)
            .await?);
        Ok(kept.and_then(|bytes| {
            if bytes == UNREADABLE {
                return Some(CachedEmbedding::Unreadable);
            }
            Int16Vector::from_bytes(&bytes, dimensions).map(CachedEmbedding::Vector)
        }))
    }

    /// Stores the result for a content, and the content hash of its path. Both may exist already.
    pub async fn record(
        &self,
        model: &str,
        path: &str,
        seen: &FileVersion,
        kept: Option<&CachedEmbedding>,
    ) -> Result<()> {
        let mut tx = self.db.begin().await?;
        if let Some(kept) = kept {
            let embedding = match kept {
                CachedEmbedding::Vector(vector) => vector.to_bytes(),
                CachedEmbedding::Unreadable => UNREADABLE.to_vec(),
            };
            let sql = "INSERT INTO vector (model, sha256, embedding) VALUES ($1, $2, $3) \
                 ON CONFLICT (model, sha256) DO UPDATE SET embedding = excluded.embedding";
            run!(tx, sql, model, &seen.hash, embedding)?;
        }
        let sql = "INSERT INTO image (path, modified_ms, bytes, sha256) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (path) DO UPDATE \
             SET modified_ms = excluded.modified_ms, bytes = excluded.bytes, sha256 = excluded.sha256";
        run!(tx, sql, path, seen.stamp.modified_ms, seen.stamp.bytes, &seen.hash)?;
        tx.commit().await
    }

    /// Deletes paths for which `is_shown` is false, and contents that no path refers to any more.
    pub async fn delete_unreferenced(&self, is_shown: impl Fn(&str) -> bool + Send) -> Result<()> {
        let mut gone: Vec<String> = self.images().await?.into_keys().collect();
        gone.retain(|path| !is_shown(path));
        let mut tx = self.db.begin().await?;
        for path in gone {
            run!(tx, "DELETE FROM image WHERE path = $1", path)?;
        }
        run!(tx, "DELETE FROM vector WHERE sha256 NOT IN (SELECT sha256 FROM image)")?;
        tx.commit().await
    }

    /// Every path that was read, with its content hash.
    pub async fn images(&self) -> Result<HashMap<String, FileVersion>> {
        let sql = "SELECT path, modified_ms, bytes, sha256 FROM image";
        let rows: Vec<(String, i64, i64, Hash)> =
            read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        let seen = |(path, modified_ms, bytes, hash)| {
            (path, FileVersion { stamp: FileFingerprint { modified_ms, bytes }, hash })
        };
        Ok(rows.into_iter().map(seen).collect())
    }
}

#[cfg(test)]
mod tests {
    use heuan_testkit::{Engine, TestDb, WriteFault};
    use rstest::rstest;

    use super::*;

    fn seen(hash: &str) -> FileVersion {
        FileVersion { stamp: FileFingerprint { modified_ms: 1, bytes: 1 }, hash: hash.to_owned() }
    }

    #[rstest]
    #[case(Engine::Sqlite)]
    #[case(Engine::Postgres)]
    #[tokio::test]
    async fn unused_path_is_deleted_with_its_vector(#[case] engine: Engine) {
        let db = TestDb::new(engine).await;
        let store = Store::open(&db.location).await.unwrap();
        let vector = CachedEmbedding::Vector(Int16Vector::of(&[0.6, 0.8]));
        for (path, hash) in [("a.png", "one"), ("b.png", "one"), ("c.png", "two")] {
            store.record("model", path, &seen(hash), Some(&vector)).await.unwrap();
        }
        store.record("model", "no.png", &seen("none"), Some(&CachedEmbedding::Unreadable)).await.unwrap();
        let kept = async |hash: &str| store.kept("model", hash, 2).await.unwrap();
        assert_eq!(
            (kept("one").await, kept("none").await),
            (Some(vector), Some(CachedEmbedding::Unreadable))
        );

        store.delete_unreferenced(|path| path == "b.png" || path == "no.png").await.unwrap();
        let mut paths: Vec<String> = store.images().await.unwrap().into_keys().collect();
        paths.sort_unstable();
        assert_eq!(paths, ["b.png", "no.png"]);
        assert!(kept("one").await.is_some() && kept("none").await.is_some() && kept("two").await.is_none());
        // A changed image leaves its old content behind.
        store.record("model", "b.png", &seen("three"), None).await.unwrap();
        store.delete_unreferenced(|path| path == "b.png").await.unwrap();
        assert!(kept("one").await.is_none() && kept("none").await.is_none());
        store.close().await;
    }

    #[rstest]
    #[case(Engine::Sqlite)]
    #[case(Engine::Postgres)]
    #[tokio::test]
    async fn vectors_are_stored_once_there_is_space_and_readable_meanwhile(#[case] engine: Engine) {
        let db = TestDb::new(engine).await;
        let store = Store::open(&db.location).await.unwrap();
        let vector = CachedEmbedding::Vector(Int16Vector::of(&[0.6, 0.8]));
        store.record("model", "a.png", &seen("one"), Some(&vector)).await.unwrap();
        let fault = WriteFault::begin(&db.location).await;
        for _ in 0..3 {
            let error = store.record("model", "b.png", &seen("two"), Some(&vector)).await.unwrap_err();
            assert!(error.outage().is_some(), "{error}");
        }
        assert_eq!(store.kept("model", "one", 2).await.unwrap(), Some(vector.clone()));
        fault.end().await;
        store.record("model", "b.png", &seen("two"), Some(&vector)).await.unwrap();
        store.close().await;
    }
}
