//! Where searches are answered: what every call works with.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use heuan_lao_text::{canonical, fold};
use heuan_rpc::{Error, Transport};
use heuan_runtime::clock::Clock;
use heuan_search_index::{Filter, SearchRequest, SearchResult, Sort};
use tokio::sync::Notify;

use crate::{
    config::Config,
    current_index::CurrentIndex,
    limits::{owner_word, refused, visitor_subject, visitor_word},
    store::{Entry, Popular, SeenSearch, Store, fault},
};

/// Characters of a text that is looked for, completed or kept.
pub const LONGEST_TEXT: usize = 200;
/// How long the list of popular searches may be old.
const POPULAR_MS: i64 = 10_000;
/// Texts read to find those that may be shown, and the most that are.
const POPULAR_READ: i64 = 300;
const POPULAR_SHOWN: usize = 50;

pub struct ProductSearch {
    pub(crate) store: Store,
    pub(crate) shelf: Arc<CurrentIndex>,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) catalog: Transport,
    /// Something can be found that could not before.
    pub(crate) news: Arc<Notify>,
    /// When it was read, and the list.
    pub(crate) popular: Mutex<Option<(i64, Arc<Vec<Popular>>)>>,
}

/// One page of a search.
#[derive(Clone, Debug)]
pub struct SearchPage {
    pub text: String,
    pub filter: Filter,
    pub sort: Sort,
    /// From 1.
    pub number: usize,
    pub limit: usize,
}

impl ProductSearch {
    pub async fn find(&self, page: SearchPage) -> Result<SearchResult, Error> {
        short(&page.text)?;
        let index = self.shelf.index.load_full().ok_or_else(not_yet)?;
        let synonyms = self.shelf.synonyms.load_full();
        // Some milliseconds at worst, which other requests of this thread should not wait for.
        let found = tokio::task::spawn_blocking(move || {
            let wish = SearchRequest {
                text: &page.text,
                filter: &page.filter,
                sort: page.sort,
                skip: (page.number - 1) * page.limit,
                limit: page.limit,
            };
            index.find(&wish, &synonyms)
        });
        let found = found.await.map_err(Error::internal)?.map_err(Error::internal)?;
        found.ok_or_else(|| Error::invalid("text", "nothing in it can be searched for"))
    }

    pub fn suggest(&self, text: &str, limit: usize) -> Result<Vec<String>, Error> {
        short(text)?;
        let suggestions = self.shelf.suggestions.load_full().ok_or_else(not_yet)?;
        Ok(suggestions.complete(text, limit))
    }

    pub async fn record(
        &self,
        text: &str,
        visitor: &str,
        customer: Option<i64>,
    ) -> Result<Option<Entry>, Error> {
        short(text)?;
        let key = key(text);
        if key.is_empty() {
            return Err(Error::invalid("text", "must not be empty"));
        }
        let (text, at) = (text.trim(), self.clock.now_ms());
        if !visitor.is_empty() {
            let seen = SeenSearch {
                key: &key,
                visitor: &visitor_word(visitor, &key),
                owner: customer.map(|customer_id| owner_word(customer_id, &key)),
                text,
            };
            let quotas = self.config.visitor_quotas();
            let exceeded =
                self.store.record(&seen, (&visitor_subject(visitor), &quotas), at).await.map_err(fault)?;
            // A customer behind a busy address keeps a history all the same.
            if let (Some(exceeded), None) = (exceeded, customer) {
                return Err(refused(exceeded));
            }
        }
        let Some(customer_id) = customer else { return Ok(None) };
        let (kept, quota) = (self.config.history_kept, self.config.customer_quota());
        let noted = self.store.remember(customer_id, &key, text, at, (kept, quota)).await.map_err(fault)?;
        noted.map(Some).map_err(refused)
    }

    /// Most visitors first, then what the merchant proposes, which a shop begins with. None of them is blocked, and all
    /// find something: what finds nothing is no help, and may be anything.
    pub async fn popular(&self) -> Result<Arc<Vec<Popular>>, Error> {
        let now = self.clock.now_ms();
        let known = self.popular.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((at, list)) = known
            && (at..at + POPULAR_MS).contains(&now)
        {
            return Ok(list);
        }
        let since = now - self.config.popular_window_ms();
        let least = self.config.popular_min_visitors;
        let mut list = self.store.popular(since, least, POPULAR_READ).await.map_err(fault)?;
        let seen: HashSet<String> = list.iter().map(|it| fold(&it.text)).collect();
        let merchant_suggestions = self.shelf.merchant_suggestions.load_full();
        let merchant_suggestions = merchant_suggestions.iter().filter(|text| !seen.contains(&fold(text)));
        list.extend(merchant_suggestions.map(|text| Popular { text: text.clone(), visitors: 0 }));
        list.retain(|it| self.may_be_shown(&it.text));
        let list = Arc::new(self.finding(list).await?);
        *self.popular.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, list.clone()));
        Ok(list)
    }

    /// Those that find products as they are; none before the index is there.
    async fn finding(&self, mut list: Vec<Popular>) -> Result<Vec<Popular>, Error> {
        let Some(index) = self.shelf.index.load_full() else { return Ok(vec![]) };
        let synonyms = self.shelf.synonyms.load_full();
        let found = tokio::task::spawn_blocking(move || {
            let mut kept = 0;
            list.retain(|it| {
                let is_kept = kept < POPULAR_SHOWN && index.has(&it.text, &synonyms);
                kept += usize::from(is_kept);
                is_kept
            });
            list
        });
        found.await.map_err(Error::internal)
    }

    /// Neither blocked, nor perhaps somebody's telephone number or address.
    fn may_be_shown(&self, text: &str) -> bool {
        let folded = fold(text);
        let is_blocked = |word: &String| !word.trim().is_empty() && folded.contains(&fold(word.trim()));
        let digits = folded.bytes().filter(u8::is_ascii_digit).count();
        !self.config.blocked_words.iter().any(is_blocked) && digits < 7 && !folded.contains('@')
    }
}

/// What makes two texts one entry.
fn key(text: &str) -> String {
    canonical(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn short(text: &str) -> Result<(), Error> {
    if text.chars().nth(LONGEST_TEXT).is_none() {
        return Ok(());
    }
    Err(Error::invalid("text", format!("must have at most {LONGEST_TEXT} characters")))
}

fn not_yet() -> Error {
    Error::unavailable("the search index is being made; it is not complete yet")
}
