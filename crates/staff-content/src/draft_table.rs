//! SQL of drafts: table `content_draft`.

use heuan_store::{Result, Tx, on, run};

use crate::{ContentItem, version};

/// Unpublished changes of an item.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct ContentDraft {
    pub item_id: String,
    /// JSON text.
    pub body: String,
    /// The published body that the draft was made from; `None` for an item that was never published.
    pub base_body: Option<String>,
    /// Day in Vientiane on which the draft is published automatically, or empty.
    pub publish_on: String,
    /// Reason why the draft was not published on its day, or empty.
    pub refusal: String,
    pub actor_id: Option<i64>,
    pub actor_name: String,
    /// Unix milliseconds.
    pub at: i64,
}

/// A due draft as it was saved. After another save it counts as another draft, which is tried at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, heuan_store::FromRow)]
pub(crate) struct DueDraft {
    pub kind: String,
    pub item_id: String,
    /// Time at which it was saved, Unix milliseconds.
    pub at: i64,
}

const COLUMNS: &str = "item_id, body, base_body, publish_on, refusal, actor_id, actor_name, at";

impl ContentDraft {
    /// Version of the draft, which differs after every change.
    pub fn version(&self) -> String {
        let base = self.base_body.as_deref().unwrap_or_default();
        version(&format!("{}\n{}\n{base}\n{}", self.publish_on, self.refusal, self.body))
    }

    /// Whether the draft is based on the present published item.
    pub fn is_of(&self, published: Option<&ContentItem>) -> bool {
        self.base_body.as_ref() == published.map(|item| &item.body)
    }
}

pub(crate) async fn read(tx: &mut Tx, (kind, item_id): (&str, &str)) -> Result<Option<ContentDraft>> {
    let sql = format!("SELECT {COLUMNS} FROM content_draft WHERE kind = $1 AND item_id = $2");
    Ok(on!(*tx, |conn| {
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(kind).bind(item_id).fetch_optional(conn).await?
    }))
}

/// Drafts of a kind.
pub(crate) async fn all(tx: &mut Tx, kind: &str) -> Result<Vec<ContentDraft>> {
    let sql = format!("SELECT {COLUMNS} FROM content_draft WHERE kind = $1");
    Ok(on!(*tx, |conn| sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(kind).fetch_all(conn).await?))
}

/// Number of the drafts of a kind whose items were not published when the draft was saved.
pub(crate) async fn count_new(tx: &mut Tx, kind: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM content_draft WHERE kind = $1 AND base_body IS NULL";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).bind(kind).fetch_one(conn).await?))
}

/// The due drafts, oldest first.
pub(crate) async fn due(tx: &mut Tx, today: &str) -> Result<Vec<DueDraft>> {
    let sql = "SELECT kind, item_id, at FROM content_draft \
         WHERE publish_on <> '' AND publish_on <= $1 AND refusal = '' ORDER BY publish_on, at, kind, item_id";
    Ok(on!(*tx, |conn| sqlx::query_as(sql).bind(today).fetch_all(conn).await?))
}

pub(crate) async fn write(tx: &mut Tx, kind: &str, draft: &ContentDraft) -> Result<()> {
    let sql = "INSERT INTO content_draft (kind, item_id, body, base_body, publish_on, refusal, actor_id, actor_name, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (kind, item_id) DO UPDATE SET \
           body = excluded.body, base_body = excluded.base_body, publish_on = excluded.publish_on, \
           refusal = excluded.refusal, actor_id = excluded.actor_id, actor_name = excluded.actor_name, \
           at = excluded.at";
    run!(
        *tx,
        sql,
        kind,
        &draft.item_id,
        &draft.body,
        draft.base_body.as_deref(),
        &draft.publish_on,
        &draft.refusal,
        draft.actor_id,
        &draft.actor_name,
        draft.at
    )?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, (kind, item_id): (&str, &str)) -> Result<()> {
    run!(*tx, "DELETE FROM content_draft WHERE kind = $1 AND item_id = $2", kind, item_id)?;
    Ok(())
}
