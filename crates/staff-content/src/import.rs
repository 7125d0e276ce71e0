//! Effects of an import on content that the staff edits.

use std::collections::BTreeMap;

use heuan_store::{Result, Tx, on};

use crate::{
    ChangeAction, ContentActor,
    ledger::{self, NewChange},
};

/// Kind of the rows that stand for a whole import. Their item is the imported kind, or empty for all kinds.
const WHOLE_IMPORT: &str = "";

/// An item that staff had edited since the previous import, of a kind that the import contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedContent {
    pub kind: String,
    pub item_id: String,
    /// Whether the import overwrote the edited body, or removed the item.
    pub overwritten: bool,
}

/// All items at one moment: kind and id, and body.
pub type Contents = BTreeMap<(String, String), String>;

/// Kind and id of the items that staff edited since the last import of their kind.
pub async fn edited_since_import(tx: &mut Tx) -> Result<Vec<(String, String)>> {
    let sql = "SELECT DISTINCT c.kind, c.item_id FROM content_change c \
         WHERE c.action IN ('create', 'update', 'delete') AND c.undone_by IS NULL AND c.revision > \
           COALESCE((SELECT MAX(i.revision) FROM content_change i \
             WHERE i.kind = '' AND i.action = 'import' AND (i.item_id = '' OR i.item_id = c.kind)), 0) \
         ORDER BY c.kind, c.item_id";
    Ok(on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?))
}

/// Records the changed items of an import. Returns the items that staff had edited since their kind was last imported. `kinds`
/// are the kinds that the import contains; `None` means all.
pub async fn record_import(
    tx: &mut Tx,
    kinds: Option<&[&str]>,
    (before, after): (&Contents, &Contents),
    actor: Option<&ContentActor>,
    revision: i64,
    now: i64,
) -> Result<Vec<EditedContent>> {
    let rows = edited_since_import(tx).await?;
    let overwritten = |key: &(String, String)| before.get(key) != after.get(key);
    let edited = rows
        .into_iter()
        .map(|key| EditedContent { overwritten: overwritten(&key), kind: key.0, item_id: key.1 })
        .collect();
    let change = |kind, item_id, old_body, new_body| NewChange {
        at: now,
        actor,
        action: ChangeAction::Import,
        kind,
        item_id,
        reference: "",
        old_body,
        new_body,
        revision,
    };
    for kind in kinds.unwrap_or(&[""]) {
        ledger::insert(tx, &change(WHOLE_IMPORT, kind, None, None)).await?;
    }
    // New items have no row, because their first version is the imported one.
    for (key, old) in before {
        let new = after.get(key);
        if new != Some(old) {
            ledger::insert(tx, &change(&key.0, &key.1, Some(old), new.map(String::as_str))).await?;
        }
    }
    Ok(edited)
}
