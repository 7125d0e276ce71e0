//! The ledger of changes, in table `content_change`.

use heuan_store::{Result, StoreError, Tx, on, run};
use uuid::Uuid;

use crate::ContentActor;

/// Source of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeSource {
    Edit,
    Import,
}

/// Kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeAction {
    Create,
    Update,
    Delete,
    Undo,
    Import,
}

impl ChangeAction {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Create, "create"),
        (Self::Update, "update"),
        (Self::Delete, "delete"),
        (Self::Undo, "undo"),
        (Self::Import, "import"),
    ];

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(action, _)| *action == self).map_or("", |(_, name)| name)
    }

    fn parse(name: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|(_, of)| *of == name).map(|(action, _)| *action);
        found.ok_or_else(|| StoreError::Corrupt {
            what: "content change",
            reason: format!("it has the unknown action {name}"),
        })
    }

    pub fn source(self) -> ChangeSource {
        if self == Self::Import { ChangeSource::Import } else { ChangeSource::Edit }
    }
}

/// One change of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentChange {
    pub change_id: String,
    pub at: i64,
    pub account_id: Option<i64>,
    pub name: String,
    pub action: ChangeAction,
    /// The change that an undo restored, or empty.
    pub reference: String,
    pub undone: bool,
    /// `None` before the item existed.
    pub old_body: Option<String>,
    /// `None` after its deletion.
    pub new_body: Option<String>,
}

impl ContentChange {
    pub fn can_undo(&self) -> bool {
        !self.undone && self.old_body != self.new_body
    }
}

/// A change that is to be written.
pub(crate) struct NewChange<'a> {
    pub at: i64,
    pub actor: Option<&'a ContentActor>,
    pub action: ChangeAction,
    pub kind: &'a str,
    pub item_id: &'a str,
    pub reference: &'a str,
    pub old_body: Option<&'a str>,
    pub new_body: Option<&'a str>,
    pub revision: i64,
}

/// Writes a change and returns its id, a UUID version 7, which is ordered by time.
pub(crate) async fn insert(tx: &mut Tx, change: &NewChange<'_>) -> Result<String> {
    let change_id = Uuid::now_v7().simple().to_string();
    let sql = "INSERT INTO content_change (change_id, at, actor_id, actor_name, action, kind, item_id, reference, \
         old_body, new_body, revision) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    run!(
        *tx,
        sql,
        &change_id,
        change.at,
        change.actor.and_then(|actor| actor.account_id),
        change.actor.map_or("", |actor| actor.name.as_str()),
        change.action.name(),
        change.kind,
        change.item_id,
        change.reference,
        change.old_body,
        change.new_body,
        change.revision
    )?;
    Ok(change_id)
}

#[derive(heuan_store::FromRow)]
struct Row {
    change_id: String,
    at: i64,
    actor_id: Option<i64>,
    actor_name: String,
    action: String,
    reference: String,
    undone_by: Option<String>,
    old_body: Option<String>,
    new_body: Option<String>,
}

const COLUMNS: &str = "change_id, at, actor_id, actor_name, action, reference, undone_by, old_body, new_body";

impl TryFrom<Row> for ContentChange {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            action: ChangeAction::parse(&row.action)?,
            change_id: row.change_id,
            at: row.at,
            account_id: row.actor_id,
            name: row.actor_name,
            reference: row.reference,
            undone: row.undone_by.is_some(),
            old_body: row.old_body,
            new_body: row.new_body,
        })
    }
}

/// The changes of an item before `cursor`, newest first, at most `limit`, and the next cursor. An empty cursor means the
/// start or the end.
pub(crate) async fn list(
    tx: &mut Tx,
    (kind, item_id): (&str, &str),
    cursor: &str,
    limit: usize,
) -> Result<(Vec<ContentChange>, String)> {
    // Later than every id.
    let before = if cursor.is_empty() { "g" } else { cursor };
    let rows_wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
    let sql = format!(
        "SELECT {COLUMNS} FROM content_change WHERE kind = $1 AND item_id = $2 AND change_id < $3 \
         ORDER BY change_id DESC LIMIT $4"
    );
    let rows: Vec<Row> = on!(*tx, |conn| {
        sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(kind)
            .bind(item_id)
            .bind(before)
            .bind(rows_wanted)
            .fetch_all(conn)
            .await?
    });
    let is_last = rows.len() <= limit;
    let changes: Vec<ContentChange> =
        rows.into_iter().take(limit).map(ContentChange::try_from).collect::<Result<_>>()?;
    let next = changes.last().filter(|_| !is_last).map(|last| last.change_id.clone());
    Ok((changes, next.unwrap_or_default()))
}

/// A change of an item, if there is one with this id.
pub(crate) async fn find_change(
    tx: &mut Tx,
    (kind, item_id): (&str, &str),
    change_id: &str,
) -> Result<Option<ContentChange>> {
    let sql =
        format!("SELECT {COLUMNS} FROM content_change WHERE change_id = $1 AND kind = $2 AND item_id = $3");
    let row: Option<Row> = on!(*tx, |conn| {
        sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(change_id)
            .bind(kind)
            .bind(item_id)
            .fetch_optional(conn)
            .await?
    });
    row.map(ContentChange::try_from).transpose()
}

pub(crate) async fn mark_undone(tx: &mut Tx, change_id: &str, by: &str) -> Result<()> {
    run!(*tx, "UPDATE content_change SET undone_by = $2 WHERE change_id = $1", change_id, by)?;
    Ok(())
}
