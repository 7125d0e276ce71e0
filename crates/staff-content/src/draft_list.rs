//! Lists of items, including items that are only a draft because they were never published or were removed by
//! an import.

use std::{cmp::Ordering, collections::HashSet};

use heuan_rpc::Error;
use heuan_store::Tx;

use crate::{ContentItem, ContentStore, draft_table};

/// An item in a list.
pub(crate) struct Listed {
    pub item: ContentItem,
    pub is_published: bool,
    pub has_draft: bool,
}

/// At most `limit` items after the id `cursor`, by id, and the next cursor, which is empty at the end.
pub(crate) async fn list<S: ContentStore>(
    store: &S,
    tx: &mut Tx,
    kind: &str,
    cursor: &str,
    limit: usize,
) -> Result<(Vec<Listed>, String), Error> {
    let drafts = draft_table::all(tx, kind).await.map_err(|error| store.store_error(error))?;
    let with_draft: HashSet<&str> = drafts.iter().map(|draft| draft.item_id.as_str()).collect();
    let published = store.list(tx, kind, cursor, limit + 1).await?;
    let ids: HashSet<String> = published.iter().map(|item| item.item_id.clone()).collect();
    let mut items: Vec<Listed> = published
        .into_iter()
        .map(|item| Listed {
            has_draft: with_draft.contains(item.item_id.as_str()),
            item,
            is_published: true,
        })
        .collect();
    for draft in &drafts {
        let is_after = cursor.is_empty() || by_id(&draft.item_id, cursor) == Ordering::Greater;
        let is_known = ids.contains(&draft.item_id);
        if is_after && !is_known && store.read(tx, kind, &draft.item_id).await?.is_none() {
            let item = ContentItem { item_id: draft.item_id.clone(), body: draft.body.clone() };
            items.push(Listed { item, is_published: false, has_draft: true });
        }
    }
    if items.len() > ids.len() {
        items.sort_by(|a, b| by_id(&a.item.item_id, &b.item.item_id));
    }
    let is_last = items.len() <= limit;
    items.truncate(limit);
    let next = items.last().filter(|_| !is_last).map(|last| last.item.item_id.clone());
    Ok((items, next.unwrap_or_default()))
}

/// Order of ids: numbers by their value, slugs by their letters.
fn by_id(a: &str, b: &str) -> Ordering {
    match (a.parse::<i64>(), b.parse::<i64>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        _ => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_value_and_slugs_by_letters() {
        assert_eq!(by_id("9", "10"), Ordering::Less);
        assert_eq!(by_id("news/9", "news/10"), Ordering::Greater);
    }
}
