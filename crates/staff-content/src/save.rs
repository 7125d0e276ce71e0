//! Changes by staff: save, delete and undo, each in one transaction.

use heuan_rpc::Error;
use heuan_store::Tx;

use crate::{
    ChangeAction, ContentActor, ContentItem, ContentStore, ContentWrite, MAX_ITEMS, content_changed,
    content_limit, draft_changed, draft_table,
    ledger::{self, NewChange},
    no_such_content,
};

/// An item and the change that made it.
pub(crate) struct Saved {
    pub item: Option<ContentItem>,
    /// Empty when nothing was changed.
    pub change_id: String,
}

/// Item to save. Without a version the item is new.
pub(crate) struct Save<'a> {
    pub kind: &'a str,
    pub item_id: Option<&'a str>,
    pub version: Option<&'a str>,
    pub body: &'a str,
}

/// Replaces the body of an item that was read at `version`.
pub async fn save_item<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    (kind, item_id): (&str, &str),
    (version, body): (&str, &str),
    now: i64,
) -> Result<(), Error> {
    let request = Save { kind, item_id: Some(item_id), version: Some(version), body };
    save(store, actor, &request, now).await.map(|_| ())
}

pub(crate) async fn save<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    save: &Save<'_>,
    now: i64,
) -> Result<Saved, Error> {
    let store_error = |error| store.store_error(error);
    let mut tx = store.db().begin().await.map_err(store_error)?;
    let revision = store.begin_change(&mut tx).await?;
    let before = match save.item_id {
        Some(item_id) => store.read(&mut tx, save.kind, item_id).await?,
        None => None,
    };
    match (&before, save.version) {
        (None, None) => {}
        (Some(item), Some(version)) if item.version() == version => {}
        (Some(_), _) => return Err(content_changed()),
        (None, Some(_)) => return Err(no_such_content()),
    }
    let item = (save.kind, save.item_id);
    let saved = write_item(store, &mut tx, actor, item, (before, save.body), (revision, now)).await?;
    if !saved.change_id.is_empty() {
        tx.commit().await.map_err(store_error)?;
        store.committed(revision);
    }
    Ok(saved)
}

/// Checks a body, writes it in place of `before`, and records the change. An equal body changes nothing.
pub(crate) async fn write_item<S: ContentStore>(
    store: &S,
    tx: &mut Tx,
    actor: &ContentActor,
    (kind, item_id): (&str, Option<&str>),
    (before, body): (Option<ContentItem>, &str),
    (revision, now): (i64, i64),
) -> Result<Saved, Error> {
    let item = store.check(tx, kind, item_id, body).await?;
    if before.as_ref() == Some(&item) {
        return Ok(Saved { item: Some(item), change_id: String::new() });
    }
    check_size(store, tx, kind, before.as_ref(), &item).await?;
    store.write(tx, kind, &item, &ContentWrite { actor, revision, now }).await?;
    let change = NewChange {
        at: now,
        actor: Some(actor),
        action: if before.is_some() { ChangeAction::Update } else { ChangeAction::Create },
        kind,
        item_id: &item.item_id,
        reference: "",
        old_body: before.as_ref().map(|item| item.body.as_str()),
        new_body: Some(&item.body),
        revision,
    };
    let change_id = ledger::insert(tx, &change).await.map_err(|error| store.store_error(error))?;
    Ok(Saved { item: Some(item), change_id })
}

/// Refuses a new item beyond the maximum number of items, and a body that makes its kind too large. A shop that an import has
/// brought above a limit may still shorten and delete items.
pub(crate) async fn check_size<S: ContentStore>(
    store: &S,
    tx: &mut Tx,
    kind: &str,
    before: Option<&ContentItem>,
    item: &ContentItem,
) -> Result<(), Error> {
    if before.is_some_and(|before| item.body.len() <= before.body.len()) {
        return Ok(());
    }
    let items = store.list(tx, kind, "", MAX_ITEMS).await?;
    let others = items.iter().filter(|other| other.item_id != item.item_id).map(|other| other.body.len());
    let is_full = before.is_none() && items.len() >= MAX_ITEMS;
    if is_full || others.sum::<usize>() + item.body.len() > store.max_kind_bytes() {
        return Err(content_limit());
    }
    Ok(())
}

/// Deletes an item that has this version, with its draft of the version `draft_version`. An empty draft version means that
/// there must be no draft. Without a draft version, as from an edge of the previous release, any draft is deleted.
pub(crate) async fn delete<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    (kind, item_id): (&str, &str),
    (version, draft_version): (&str, Option<&str>),
    now: i64,
) -> Result<String, Error> {
    let store_error = |error| store.store_error(error);
    let mut tx = store.db().begin().await.map_err(store_error)?;
    let revision = store.begin_change(&mut tx).await?;
    let before = store.read(&mut tx, kind, item_id).await?.ok_or_else(no_such_content)?;
    if before.version() != version {
        return Err(content_changed());
    }
    let draft = draft_table::read(&mut tx, (kind, item_id)).await.map_err(store_error)?;
    // A draft that was discarded or published meanwhile may be ignored.
    if let (Some(draft), Some(draft_version)) = (draft, draft_version)
        && draft.version() != draft_version
    {
        return Err(draft_changed());
    }
    store.delete(&mut tx, kind, item_id, revision).await?;
    draft_table::delete(&mut tx, (kind, item_id)).await.map_err(store_error)?;
    let change = NewChange {
        at: now,
        actor: Some(actor),
        action: ChangeAction::Delete,
        kind,
        item_id,
        reference: "",
        old_body: Some(&before.body),
        new_body: None,
        revision,
    };
    let change_id = ledger::insert(&mut tx, &change).await.map_err(store_error)?;
    tx.commit().await.map_err(store_error)?;
    store.committed(revision);
    Ok(change_id)
}

/// Restores the body from before a change, if the item is unchanged since that change.
pub(crate) async fn undo<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    (kind, item_id): (&str, &str),
    change_id: &str,
    now: i64,
) -> Result<Saved, Error> {
    let store_error = |error| store.store_error(error);
    let mut tx = store.db().begin().await.map_err(store_error)?;
    let revision = store.begin_change(&mut tx).await?;
    let done = ledger::find_change(&mut tx, (kind, item_id), change_id).await.map_err(store_error)?;
    let done = done.ok_or_else(|| Error::not_found("no such change"))?;
    if done.undone {
        return Err(Error::conflict("already_undone", "this change is undone already"));
    }
    let now_item = store.read(&mut tx, kind, item_id).await?;
    if now_item.as_ref().map(|item| &item.body) != done.new_body.as_ref() {
        return Err(Error::conflict("change_superseded", "the content was changed again since"));
    }
    // The body is checked again, because items that it refers to may no longer exist.
    let restored = if let Some(body) = &done.old_body {
        let item = store.check(&mut tx, kind, Some(item_id), body).await?;
        store.write(&mut tx, kind, &item, &ContentWrite { actor, revision, now }).await?;
        Some(item)
    } else {
        store.delete(&mut tx, kind, item_id, revision).await?;
        None
    };
    let change = NewChange {
        at: now,
        actor: Some(actor),
        action: ChangeAction::Undo,
        kind,
        item_id,
        reference: change_id,
        old_body: done.new_body.as_deref(),
        new_body: restored.as_ref().map(|item| item.body.as_str()),
        revision,
    };
    let undo_id = ledger::insert(&mut tx, &change).await.map_err(store_error)?;
    ledger::mark_undone(&mut tx, change_id, &undo_id).await.map_err(store_error)?;
    tx.commit().await.map_err(store_error)?;
    store.committed(revision);
    Ok(Saved { item: restored, change_id: undo_id })
}
