//! Drafts and changes of content for an operator's command, beside the running shop.

use heuan_rpc::Error;
use heuan_store::Tx;

use crate::{
    ContentActor, ContentChange, ContentDraft, ContentItem, ContentStore,
    draft::{self, no_such_draft},
    draft_table, ledger, no_such_content, save,
};

/// The drafts of a kind, by the ids of their items.
pub async fn drafts<S: ContentStore>(store: &S, kind: &str) -> Result<Vec<ContentDraft>, Error> {
    let mut tx = store.db().snapshot().await.map_err(|error| store.store_error(error))?;
    let drafts = draft_table::all(&mut tx, kind).await;
    let mut drafts = drafts.map_err(|error| store.store_error(error))?;
    drafts.sort_by(|a, b| a.item_id.cmp(&b.item_id));
    Ok(drafts)
}

/// The changes of an item, newest first.
pub async fn changes<S: ContentStore>(
    store: &S,
    item: (&str, &str),
    limit: usize,
) -> Result<Vec<ContentChange>, Error> {
    let mut tx = store.db().snapshot().await.map_err(|error| store.store_error(error))?;
    let page = ledger::list(&mut tx, item, "", limit).await;
    let (changes, _) = page.map_err(|error| store.store_error(error))?;
    Ok(changes)
}

/// Replaces an item by its present draft, which must be based on the present item. Returns the id of the change, which is
/// empty if nothing was changed.
pub async fn publish_draft<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    item: (&str, &str),
    now: i64,
) -> Result<String, Error> {
    let mut tx = store.db().snapshot().await.map_err(|error| store.store_error(error))?;
    let published = store.read(&mut tx, item.0, item.1).await?;
    let draft_version = draft_version(store, &mut tx, item).await?;
    drop(tx);
    let version = published.as_ref().map(ContentItem::version);
    let seen = (version.as_deref(), draft_version.as_str());
    let saved = draft::publish(store, actor, item, seen, now).await?;
    Ok(saved.change_id)
}

/// Discards the present draft of an item.
pub async fn discard_draft<S: ContentStore>(store: &S, item: (&str, &str)) -> Result<(), Error> {
    let mut tx = store.db().snapshot().await.map_err(|error| store.store_error(error))?;
    let draft_version = draft_version(store, &mut tx, item).await?;
    drop(tx);
    draft::discard(store, item, &draft_version).await
}

/// Removes an item with its draft. Returns the id of the change, which can be undone.
pub async fn remove<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    (kind, item_id): (&str, &str),
    now: i64,
) -> Result<String, Error> {
    let mut tx = store.db().snapshot().await.map_err(|error| store.store_error(error))?;
    let item = store.read(&mut tx, kind, item_id).await?.ok_or_else(no_such_content)?;
    let draft = draft_table::read(&mut tx, (kind, &item.item_id)).await;
    let draft = draft.map_err(|error| store.store_error(error))?;
    drop(tx);
    let draft_version = draft.map(|draft| draft.version()).unwrap_or_default();
    let (key, seen) = ((kind, item.item_id.as_str()), (item.version(), draft_version));
    save::delete(store, actor, key, (&seen.0, Some(seen.1.as_str())), now).await
}

/// Restores the body from before a change, if the item is unchanged since that change. Returns the id of the change.
pub async fn undo<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    item: (&str, &str),
    change_id: &str,
    now: i64,
) -> Result<String, Error> {
    let saved = save::undo(store, actor, item, change_id, now).await?;
    Ok(saved.change_id)
}

async fn draft_version<S: ContentStore>(store: &S, tx: &mut Tx, item: (&str, &str)) -> Result<String, Error> {
    let draft = draft_table::read(tx, item).await.map_err(|error| store.store_error(error))?;
    draft.map(|draft| draft.version()).ok_or_else(no_such_draft)
}
