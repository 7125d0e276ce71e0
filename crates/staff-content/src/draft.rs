//! Drafts: save, publish manually or on a day, and discard, each in one transaction.

use heuan_rpc::{Code, Error};
use heuan_store::Tx;
use time::{Date, Month};

use crate::{
    ContentActor, ContentDraft, ContentItem, ContentStore, MAX_ITEMS, content_changed, content_limit,
    draft_changed, draft_table, no_such_content,
    save::{Saved, check_size, write_item},
};

/// Reason of [`item_taken`].
const ITEM_TAKEN: &str = "item_taken";
/// Refusals of a draft on its day.
const ITEM_CHANGED: &str = "content_changed";
const INVALID: &str = "invalid";

/// A draft that is to be saved, with the versions that its author has seen. A version is absent if there was no item
/// or no draft.
pub(crate) struct SaveDraft<'a> {
    pub kind: &'a str,
    pub item_id: Option<&'a str>,
    pub version: Option<&'a str>,
    pub draft_version: Option<&'a str>,
    pub body: &'a str,
    pub publish_on: &'a str,
}

/// The error for the draft of a new item whose id has been given to another item meanwhile, by an import.
fn item_taken() -> Error {
    Error::conflict(
        ITEM_TAKEN,
        "another item has been published under this id; save the draft as a new item, then discard it here",
    )
}

pub(crate) fn no_such_draft() -> Error {
    Error::not_found("there is no draft of it")
}

/// Saves a draft and returns the id of its item. A draft that equals its item is discarded.
pub(crate) async fn save<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    save: &SaveDraft<'_>,
    (today, now): (&str, i64),
) -> Result<String, Error> {
    let store_error = |error| store.store_error(error);
    check_day(save.publish_on, today)?;
    let mut tx = store.db().begin().await.map_err(store_error)?;
    store.begin_change(&mut tx).await?;
    let (published, draft) = match save.item_id {
        Some(item_id) => read_both(store, &mut tx, (save.kind, item_id)).await?,
        None => (None, None),
    };
    check_versions((published.as_ref(), save.version), (draft.as_ref(), save.draft_version))?;
    check_own(published.as_ref(), draft.as_ref())?;
    if save.item_id.is_some() && published.is_none() && draft.is_none() {
        return Err(no_such_content());
    }
    let item = store.check(&mut tx, save.kind, save.item_id, save.body).await?;
    if published.as_ref() == Some(&item) {
        draft_table::delete(&mut tx, (save.kind, &item.item_id)).await.map_err(store_error)?;
    } else {
        check_size(store, &mut tx, save.kind, published.as_ref(), &item).await?;
        check_count(store, &mut tx, save.kind, draft.as_ref()).await?;
        let draft = ContentDraft {
            item_id: item.item_id.clone(),
            body: item.body,
            base_body: published.map(|published| published.body),
            publish_on: save.publish_on.to_owned(),
            refusal: String::new(),
            actor_id: actor.account_id,
            actor_name: actor.name.clone(),
            at: now,
        };
        draft_table::write(&mut tx, save.kind, &draft).await.map_err(store_error)?;
    }
    tx.commit().await.map_err(store_error)?;
    Ok(item.item_id)
}

/// Replaces an item by its draft, which must be based on the present item.
pub(crate) async fn publish<S: ContentStore>(
    store: &S,
    actor: &ContentActor,
    item: (&str, &str),
    (version, draft_version): (Option<&str>, &str),
    now: i64,
) -> Result<Saved, Error> {
    let mut tx = store.db().begin().await.map_err(|error| store.store_error(error))?;
    let revision = store.begin_change(&mut tx).await?;
    let (published, draft) = read_both(store, &mut tx, item).await?;
    check_versions((published.as_ref(), version), (draft.as_ref(), Some(draft_version)))?;
    check_own(published.as_ref(), draft.as_ref())?;
    let draft = draft.ok_or_else(no_such_draft)?;
    publish_in(store, tx, actor, (item.0, published, &draft), (revision, now)).await
}

async fn publish_in<S: ContentStore>(
    store: &S,
    mut tx: Tx,
    actor: &ContentActor,
    (kind, published, draft): (&str, Option<ContentItem>, &ContentDraft),
    (revision, now): (i64, i64),
) -> Result<Saved, Error> {
    if !draft.is_of(published.as_ref()) {
        return Err(content_changed());
    }
    let saved = write_item(
        store,
        &mut tx,
        actor,
        (kind, Some(&draft.item_id)),
        (published, &draft.body),
        (revision, now),
    );
    let saved = saved.await?;
    let deleted = draft_table::delete(&mut tx, (kind, &draft.item_id)).await;
    deleted.map_err(|error| store.store_error(error))?;
    tx.commit().await.map_err(|error| store.store_error(error))?;
    store.committed(revision);
    Ok(saved)
}

pub(crate) async fn discard<S: ContentStore>(
    store: &S,
    item: (&str, &str),
    draft_version: &str,
) -> Result<(), Error> {
    let store_error = |error| store.store_error(error);
    let mut tx = store.db().begin().await.map_err(store_error)?;
    store.begin_change(&mut tx).await?;
    let draft = draft_table::read(&mut tx, item).await.map_err(store_error)?.ok_or_else(no_such_draft)?;
    if draft.version() != draft_version {
        return Err(draft_changed());
    }
    draft_table::delete(&mut tx, item).await.map_err(store_error)?;
    tx.commit().await.map_err(store_error)
}

/// Publishes one due draft, or records the reason why it was not published. Returns whether it was published.
pub(crate) async fn publish_on_its_day<S: ContentStore>(
    store: &S,
    item: (&str, &str),
    today: &str,
    now: i64,
) -> Result<bool, Error> {
    let mut tx = store.db().begin().await.map_err(|error| store.store_error(error))?;
    let revision = store.begin_change(&mut tx).await?;
    let (published, draft) = read_both(store, &mut tx, item).await?;
    let is_due = |draft: &ContentDraft| {
        !draft.publish_on.is_empty() && draft.publish_on.as_str() <= today && draft.refusal.is_empty()
    };
    // The draft may have been published, moved or discarded since the table was read.
    let Some(draft) = draft.filter(is_due) else { return Ok(false) };
    let actor = ContentActor { account_id: draft.actor_id, name: draft.actor_name.clone() };
    let refusal = match publish_in(store, tx, &actor, (item.0, published, &draft), (revision, now)).await {
        Ok(_) => return Ok(true),
        Err(error) if error.detail.reason == ITEM_CHANGED => ITEM_CHANGED,
        Err(error) if matches!(error.code, Code::InvalidArgument | Code::Conflict | Code::NotFound) => {
            INVALID
        }
        Err(error) => return Err(error),
    };
    refuse(store, item.0, draft, refusal).await?;
    Ok(false)
}

async fn refuse<S: ContentStore>(
    store: &S,
    kind: &str,
    draft: ContentDraft,
    refusal: &str,
) -> Result<(), Error> {
    let store_error = |error| store.store_error(error);
    let mut tx = store.db().begin().await.map_err(store_error)?;
    store.begin_change(&mut tx).await?;
    let now_draft = draft_table::read(&mut tx, (kind, &draft.item_id)).await.map_err(store_error)?;
    if now_draft.as_ref() == Some(&draft) {
        let refused = ContentDraft { refusal: refusal.to_owned(), ..draft };
        draft_table::write(&mut tx, kind, &refused).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
    }
    Ok(())
}

async fn read_both<S: ContentStore>(
    store: &S,
    tx: &mut Tx,
    (kind, item_id): (&str, &str),
) -> Result<(Option<ContentItem>, Option<ContentDraft>), Error> {
    let published = store.read(tx, kind, item_id).await?;
    let draft = draft_table::read(tx, (kind, item_id)).await.map_err(|error| store.store_error(error))?;
    Ok((published, draft))
}

/// Compares the versions of an item and its draft with those that the caller has seen.
fn check_versions(
    (published, version): (Option<&ContentItem>, Option<&str>),
    (draft, draft_version): (Option<&ContentDraft>, Option<&str>),
) -> Result<(), Error> {
    if published.map(ContentItem::version).as_deref() != version {
        return Err(content_changed());
    }
    if draft.map(ContentDraft::version).as_deref() != draft_version {
        return Err(draft_changed());
    }
    Ok(())
}

/// Refuses the draft of a new item over one that was published under its id meanwhile: they are different items.
fn check_own(published: Option<&ContentItem>, draft: Option<&ContentDraft>) -> Result<(), Error> {
    let is_new = draft.is_some_and(|draft| draft.base_body.is_none());
    if is_new && published.is_some() { Err(item_taken()) } else { Ok(()) }
}

/// Refuses another draft of a new item above the number of items.
async fn check_count<S: ContentStore>(
    store: &S,
    tx: &mut Tx,
    kind: &str,
    before: Option<&ContentDraft>,
) -> Result<(), Error> {
    if before.is_some() {
        return Ok(());
    }
    let count = draft_table::count_new(tx, kind).await.map_err(|error| store.store_error(error))?;
    let is_full = usize::try_from(count).is_ok_and(|count| count >= MAX_ITEMS);
    if is_full { Err(content_limit()) } else { Ok(()) }
}

/// Refuses a text that is not a day after today.
fn check_day(day: &str, today: &str) -> Result<(), Error> {
    if day.is_empty() {
        return Ok(());
    }
    if !is_day(day) {
        return Err(Error::invalid("publish_on", "must be a day such as 2026-11-30"));
    }
    if day <= today {
        return Err(Error::invalid("publish_on", "must be after today; publish it now instead"));
    }
    Ok(())
}

fn is_day(text: &str) -> bool {
    let is_written = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_written {
        return false;
    }
    let (Ok(year), Ok(month), Ok(day)) = (text[..4].parse(), text[5..7].parse::<u8>(), text[8..].parse())
    else {
        return false;
    };
    Month::try_from(month).is_ok_and(|month| Date::from_calendar_date(year, month, day).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_of_publication_that_is_no_coming_day_is_refused() {
        let today = "2026-11-29";
        for day in ["", "2026-11-30", "2028-02-29"] {
            check_day(day, today).unwrap();
        }
        for day in ["2026-11-29", "2026-11-28", "2027-02-29", "30.11.2026", "2026-13-01", "2026-11-3\u{e9}"] {
            assert_eq!(check_day(day, today).unwrap_err().detail.field, "publish_on", "{day}");
        }
    }

    #[test]
    fn draft_has_another_version_after_a_change_of_its_body_its_base_or_its_day() {
        let draft = ContentDraft {
            item_id: "hero".to_owned(),
            body: "{}".to_owned(),
            base_body: None,
            publish_on: String::new(),
            refusal: String::new(),
            actor_id: Some(7),
            actor_name: "Kham".to_owned(),
            at: 1,
        };
        let changed = [
            ContentDraft { body: "{ }".to_owned(), ..draft.clone() },
            ContentDraft { base_body: Some("{}".to_owned()), ..draft.clone() },
            ContentDraft { publish_on: "2026-11-30".to_owned(), ..draft.clone() },
        ];
        for changed in changed {
            assert_ne!(changed.version(), draft.version(), "{changed:?}");
        }
        assert_eq!(ContentDraft { at: 2, ..draft.clone() }.version(), draft.version());
    }
}
