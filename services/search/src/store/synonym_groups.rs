//! SQL of the synonym groups of the staff.

use heuan_store::{Result, Tx, on, read, run};

use super::Store;

#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct SynonymGroup {
    pub group_id: i64,
    /// JSON array.
    words: String,
    pub version: i64,
    pub updated_at: i64,
    pub updated_by: String,
}

impl SynonymGroup {
    pub fn words(&self) -> Vec<String> {
        serde_json::from_str(&self.words).unwrap_or_default()
    }
}

/// Words of a group to be stored.
pub struct SavedGroup<'a> {
    pub words: &'a [String],
    /// The searchable keys of the words, sorted, which identify a group.
    pub key: &'a str,
    /// Id and name of the member of the staff.
    pub by: (i64, &'a str),
}

/// Outcome of a change of groups.
#[derive(Debug)]
pub enum Saved {
    Done(SynonymGroup),
    /// There are as many groups as the limit allows.
    Full,
    /// Another group has the same words.
    Exists,
    Unknown,
    /// The group was changed since the given version.
    Outdated,
}

impl Store {
    /// Newest first.
    pub async fn synonym_groups(&self) -> Result<Vec<SynonymGroup>> {
        let sql = "SELECT group_id, words, version, updated_at, updated_by FROM synonym_group ORDER BY updated_at DESC, group_id DESC";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?))
    }

    /// The groups after the position `(time of the change, id)`, newest first, and the number of all groups.
    pub async fn synonym_group_page(
        &self,
        (updated_at, group_id): (i64, i64),
        limit: i64,
    ) -> Result<(Vec<SynonymGroup>, i64)> {
        let sql = "SELECT group_id, words, version, updated_at, updated_by FROM synonym_group \
             WHERE (updated_at, group_id) < ($1, $2) ORDER BY updated_at DESC, group_id DESC LIMIT $3";
        let mut tx = self.db.snapshot().await?;
        let groups = on!(tx, |conn| sqlx::query_as(sql)
            .bind(updated_at)
            .bind(group_id)
            .bind(limit)
            .fetch_all(conn)
            .await?);
        let total =
            on!(tx, |conn| sqlx::query_scalar("SELECT COUNT(*) FROM synonym_group").fetch_one(conn).await?);
        tx.commit().await?;
        Ok((groups, total))
    }

    pub async fn create_group(&self, group: &SavedGroup<'_>, limit: i64, at: i64) -> Result<Saved> {
        let mut tx = self.begin_change().await?;
        let count: i64 =
            on!(tx, |conn| sqlx::query_scalar("SELECT COUNT(*) FROM synonym_group").fetch_one(conn).await?);
        if count >= limit {
            return Ok(Saved::Full);
        }
        if exists(&mut tx, group.key, 0).await? {
            return Ok(Saved::Exists);
        }
        // Exactly representable in JavaScript.
        let id = at.saturating_mul(1000) + fastrand::i64(0..1000);
        let sql = "INSERT INTO synonym_group (group_id, words, words_key, version, updated_at, updated_by_id, updated_by) \
             VALUES ($1, $2, $3, 1, $4, $5, $6) RETURNING group_id, words, version, updated_at, updated_by";
        let created = on!(tx, |conn| sqlx::query_as(sql)
            .bind(id)
            .bind(as_json(group.words))
            .bind(group.key)
            .bind(at)
            .bind(group.by.0)
            .bind(group.by.1)
            .fetch_one(conn)
            .await?);
        tx.commit().await?;
        Ok(Saved::Done(created))
    }

    pub async fn update_group(
        &self,
        group_id: i64,
        version: i64,
        group: &SavedGroup<'_>,
        at: i64,
    ) -> Result<Saved> {
        let mut tx = self.begin_change().await?;
        let sql = "SELECT version FROM synonym_group WHERE group_id = $1";
        let known: Option<i64> =
            on!(tx, |conn| sqlx::query_scalar(sql).bind(group_id).fetch_optional(conn).await?);
        match known {
            None => return Ok(Saved::Unknown),
            Some(known) if known != version => return Ok(Saved::Outdated),
            Some(_) => {}
        }
        if exists(&mut tx, group.key, group_id).await? {
            return Ok(Saved::Exists);
        }
        let sql = "UPDATE synonym_group SET words = $2, words_key = $3, version = version + 1, updated_at = $4, \
             updated_by_id = $5, updated_by = $6 WHERE group_id = $1 RETURNING group_id, words, version, updated_at, updated_by";
        let updated = on!(tx, |conn| sqlx::query_as(sql)
            .bind(group_id)
            .bind(as_json(group.words))
            .bind(group.key)
            .bind(at)
            .bind(group.by.0)
            .bind(group.by.1)
            .fetch_one(conn)
            .await?);
        tx.commit().await?;
        Ok(Saved::Done(updated))
    }

    /// Deletes a group, if a version is given only if it still has this version.
    pub async fn delete_group(&self, group_id: i64, version: Option<i64>) -> Result<Saved> {
        let mut tx = self.begin_change().await?;
        let sql = "DELETE FROM synonym_group WHERE group_id = $1 RETURNING group_id, words, version, updated_at, updated_by";
        let deleted: Option<SynonymGroup> =
            on!(tx, |conn| sqlx::query_as(sql).bind(group_id).fetch_optional(conn).await?);
        let Some(deleted) = deleted else { return Ok(Saved::Unknown) };
        if version.is_some_and(|version| version != deleted.version) {
            // Dropping the transaction rolls it back.
            return Ok(Saved::Outdated);
        }
        tx.commit().await?;
        Ok(Saved::Done(deleted))
    }

    /// Begins a transaction that increases the revision. It waits for other such transactions.
    async fn begin_change(&self) -> Result<Tx> {
        let mut tx = self.db.begin().await?;
        run!(tx, "UPDATE search_revision SET value = value + 1")?;
        Ok(tx)
    }
}

/// Whether a group other than `group_id` has these words.
async fn exists(tx: &mut Tx, key: &str, group_id: i64) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM synonym_group WHERE words_key = $1 AND group_id <> $2";
    let count: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(key).bind(group_id).fetch_one(conn).await?);
    Ok(count > 0)
}

fn as_json(words: &[String]) -> String {
    serde_json::Value::from(words.to_vec()).to_string()
}
