//! Lists of the staff: searches of visitors and synonym groups, by text, in pages.
//!
//! A page begins after the last entry of the previous page. Visitors search while the list is read, so a search may move
//! to another page; callers show each text once.

use heuan_lao_text::fold;
use heuan_rpc::Error;

use crate::{
    search_service::ProductSearch,
    search_text::{MAX_TEXT_CHARS, key, may_be_personal},
    store::{Insight, RuleAction, SearchRule, SynonymGroup, store_error},
};

/// Maximum searches that a list considers. They are filtered before they are counted and divided into pages.
const READ: usize = 2_000;
/// A search has few clicks when fewer than one in this number of its visitors opened a product.
const FEW_CLICKS: i64 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    All,
    WithoutResult,
    FewClicks,
}

impl View {
    fn shows(self, has_result: bool) -> bool {
        match self {
            Self::All => true,
            Self::WithoutResult => !has_result,
            Self::FewClicks => has_result,
        }
    }
}

/// A search as the staff see it.
pub struct ListedSearch {
    pub insight: Insight,
    pub has_result: bool,
    pub rule: Option<RuleAction>,
}

/// The requested part of a list.
pub struct PageRequest {
    /// Text that entries contain; empty for all.
    pub search: String,
    /// `next_cursor` of the previous page, or empty.
    pub cursor: String,
    pub limit: usize,
}

/// One page of a list.
pub struct ListPage<T> {
    pub entries: Vec<T>,
    /// Empty at the end.
    pub next_cursor: String,
    /// Number of entries over all pages.
    pub total: i64,
    /// Number of entries that were considered, if there are more.
    pub limited_to: Option<i64>,
}

impl<T> ListPage<T> {
    /// The page of the entries from `start`.
    fn of(entries: Vec<T>, start: usize, limit: usize, cursor: impl Fn(&T) -> String) -> Self {
        let total = entries.len() as i64;
        let has_more = entries.len() > start.saturating_add(limit);
        let entries: Vec<T> = entries.into_iter().skip(start).take(limit).collect();
        let next_cursor = entries.last().filter(|_| has_more).map(cursor).unwrap_or_default();
        Self { entries, next_cursor, total, limited_to: None }
    }
}

impl ProductSearch {
    /// Searches of the period that counts for popular searches, most visitors first, of the first `READ` that contain the text.
    /// Before the index exists, no search has a result.
    pub async fn insights(&self, view: View, request: &PageRequest) -> Result<ListPage<ListedSearch>, Error> {
        let part = key(checked(&request.search)?);
        let after = SearchPosition::read(&request.cursor)?;
        let since = self.clock.now_ms() - self.config.popular_window_ms();
        let min_visitors = self.config.popular_min_visitors;
        // One more than is considered shows whether there are more.
        let limit = READ as i64 + 1;
        let mut list = self.store.insights(since, min_visitors, &part, limit).await.map_err(store_error)?;
        let limited_to = (list.len() > READ).then_some(READ as i64);
        list.truncate(READ);
        list.retain(|it| !may_be_personal(&it.text));
        // Databases compare texts differently.
        list.sort_by(|one, other| {
            let by_number = (other.visitors, other.last_at).cmp(&(one.visitors, one.last_at));
            by_number.then_with(|| one.text_key.cmp(&other.text_key))
        });
        if view == View::FewClicks {
            list.retain(|it| it.clicked_visitors * FEW_CLICKS < it.visitors);
        }
        let rules = self.store.rules().await.map_err(store_error)?;
        let action = |key: &str| rules.iter().find(|rule| rule.text_key == key).map(SearchRule::action);
        let list = match view {
            View::All => list,
            View::WithoutResult | View::FewClicks => self.shown_in(view, list).await?,
        };
        let start = after.map_or(0, |after| list.partition_point(|it| !after.is_before(it)));
        let page = ListPage::of(list, start, request.limit, |it| SearchPosition::of(it).write());
        // What is remembered of other pages may be older than the index.
        let found = self.having_results(page.entries.iter().map(|it| it.text.clone()).collect()).await?;
        let listed = page.entries.len();
        let shown = page.entries.into_iter().zip(found).filter(|(_, has_result)| view.shows(*has_result));
        let entries: Vec<ListedSearch> = shown
            .map(|(insight, has_result)| ListedSearch {
                rule: action(&insight.text_key),
                insight,
                has_result,
            })
            .collect();
        let total = page.total - (listed - entries.len()) as i64;
        Ok(ListPage { entries, next_cursor: page.next_cursor, total, limited_to })
    }

    /// The searches that a view shows, by their remembered results.
    async fn shown_in(&self, view: View, list: Vec<Insight>) -> Result<Vec<Insight>, Error> {
        let found = self.known_results(list.iter().map(|it| it.text.clone()).collect()).await?;
        let listed = list.into_iter().zip(found).filter(|(_, has_result)| view.shows(*has_result));
        Ok(listed.map(|(insight, _)| insight).collect())
    }

    /// Synonym groups of the staff, newest first.
    pub async fn synonym_group_page(&self, request: &PageRequest) -> Result<ListPage<SynonymGroup>, Error> {
        let part = fold(checked(&request.search)?.trim());
        let after = read_group_cursor(&request.cursor)?;
        if part.is_empty() {
            let limit = request.limit as i64 + 1;
            let (groups, total) = self.store.synonym_group_page(after, limit).await.map_err(store_error)?;
            return Ok(ListPage { total, ..ListPage::of(groups, 0, request.limit, group_cursor) });
        }
        let mut groups = self.synonym_groups().await?;
        groups.retain(|group| group.words().iter().any(|word| fold(word).contains(&part)));
        let start = groups.partition_point(|group| (group.updated_at, group.group_id) >= after);
        Ok(ListPage::of(groups, start, request.limit, group_cursor))
    }
}

fn checked(search: &str) -> Result<&str, Error> {
    if search.chars().nth(MAX_TEXT_CHARS).is_some() {
        return Err(Error::invalid("search", format!("must have at most {MAX_TEXT_CHARS} characters")));
    }
    Ok(search)
}

fn wrong_cursor() -> Error {
    Error::invalid("cursor", "is not a cursor of this list; begin at the first page")
}

/// Position of a search in the list: `visitors.last_at.key`.
struct SearchPosition {
    visitors: i64,
    last_at: i64,
    key: String,
}

impl SearchPosition {
    fn of(insight: &Insight) -> Self {
        Self { visitors: insight.visitors, last_at: insight.last_at, key: insight.text_key.clone() }
    }

    fn write(&self) -> String {
        format!("{}.{}.{}", self.visitors, self.last_at, self.key)
    }

    /// `None` for an empty cursor.
    fn read(cursor: &str) -> Result<Option<Self>, Error> {
        if cursor.is_empty() {
            return Ok(None);
        }
        let read = || {
            let (visitors, rest) = cursor.split_once('.')?;
            let (last_at, key) = rest.split_once('.')?;
            let (visitors, last_at) = (visitors.parse().ok()?, last_at.parse().ok()?);
            Some(Self { visitors, last_at, key: key.to_owned() })
        };
        read().map(Some).ok_or_else(wrong_cursor)
    }

    /// Whether a search comes after this position.
    fn is_before(&self, other: &Insight) -> bool {
        let position = (self.visitors, self.last_at);
        match position.cmp(&(other.visitors, other.last_at)) {
            std::cmp::Ordering::Equal => self.key < other.text_key,
            order => order.is_gt(),
        }
    }
}

fn group_cursor(group: &SynonymGroup) -> String {
    format!("{}.{}", group.updated_at, group.group_id)
}

/// Time and id of the group of a cursor; later than any group for an empty cursor.
fn read_group_cursor(cursor: &str) -> Result<(i64, i64), Error> {
    if cursor.is_empty() {
        return Ok((i64::MAX, i64::MAX));
    }
    let parts = cursor.split_once('.');
    let read = parts.and_then(|(updated_at, id)| Some((updated_at.parse().ok()?, id.parse().ok()?)));
    read.ok_or_else(wrong_cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insight(visitors: i64, last_at: i64, key: &str) -> Insight {
        let text = key.to_owned();
        Insight { text_key: text.clone(), text, visitors, clicked_visitors: 0, last_at }
    }

    #[test]
    fn position_has_the_order_of_the_list() {
        let list = [insight(9, 5, "b"), insight(9, 4, "a"), insight(9, 4, "c.d"), insight(3, 9, "a")];
        for (index, one) in list.iter().enumerate() {
            let cursor = SearchPosition::of(one).write();
            let position = SearchPosition::read(&cursor).unwrap().unwrap();
            let after: Vec<bool> = list.iter().map(|other| position.is_before(other)).collect();
            let expected: Vec<bool> = (0..list.len()).map(|other| other > index).collect();
            assert_eq!(after, expected, "{cursor}");
        }
    }

    #[test]
    fn text_that_is_no_cursor_is_refused() {
        for text in ["x", "1", "1.x.a", "x.1.a"] {
            assert_eq!(SearchPosition::read(text).err().unwrap().detail.field, "cursor");
        }
        for text in ["x", "1", "1.", "1.2.3"] {
            assert_eq!(read_group_cursor(text).unwrap_err().detail.field, "cursor");
        }
    }
}
