//! Application service for searches: the shared state of every call.

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use heuan_lao_text::fold;
use heuan_rpc::{Error, Transport};
use heuan_runtime::clock::Clock;
use heuan_search_index::{Filter, MatchingIds, SearchRequest, SearchResult, Sort, Synonyms};
use tokio::sync::Notify;

use crate::{
    active_rules::ActiveRules,
    config::Config,
    current_index::CurrentIndex,
    known_results::KnownResults,
    limits::{owner_word, refused, visitor_subject, visitor_word},
    script::Script,
    search_text::{key, may_be_personal, short},
    store::{Entry, Popular, RecordedSearch, Store, store_error},
};

/// Cache time of the popular searches.
const POPULAR_MS: i64 = 10_000;
/// Number of popular texts read, and the maximum that is returned over all scripts and for each script.
const POPULAR_READ: i64 = 1_000;
const POPULAR_SHOWN: usize = 50;
/// Texts read at a time to find those without a result, and their maximum.
const MISSED_BATCH: usize = 500;
const MISSED_READ: i64 = 2_000;

pub struct ProductSearch {
    pub(crate) store: Store,
    pub(crate) current: Arc<CurrentIndex>,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) catalog: Transport,
    /// Notified when new data becomes searchable.
    pub(crate) index_changed: Arc<Notify>,
    /// Notified when this replica changes synonyms or rules of the staff.
    pub(crate) staff_changed: Arc<Notify>,
    pub(crate) popular: Mutex<Option<CachedPopular>>,
    pub(crate) known_results: KnownResults,
}

/// Cached popular searches with the rules and synonyms that they were read with. If these change, the
/// searches are read again.
#[derive(Clone)]
pub struct CachedPopular {
    read_at: i64,
    list: Arc<Vec<Popular>>,
    rules: Arc<ActiveRules>,
    synonyms: Arc<Synonyms>,
}

/// One page of a search.
#[derive(Clone, Debug)]
pub struct SearchPage {
    pub text: String,
    pub filter: Filter,
    pub sort: Sort,
    /// Page number, from 1.
    pub number: usize,
    pub limit: usize,
}

impl ProductSearch {
    pub async fn find(&self, page: SearchPage) -> Result<SearchResult, Error> {
        short(&page.text)?;
        let index = self.current.index.load_full().ok_or_else(not_yet)?;
        let synonyms = self.current.synonyms.load_full();
        // The search takes up to some milliseconds, which would block other requests of this thread.
        let found = tokio::task::spawn_blocking(move || {
            let search_request = SearchRequest {
                text: &page.text,
                filter: &page.filter,
                sort: page.sort,
                skip: (page.number - 1) * page.limit,
                limit: page.limit,
            };
            index.find(&search_request, &synonyms)
        });
        let found = found.await.map_err(Error::internal)?.map_err(Error::internal)?;
        found.ok_or_else(no_term)
    }

    /// Ids of at most `limit` products that a text finds, best first.
    pub async fn matching_ids(&self, text: String, limit: usize) -> Result<MatchingIds, Error> {
        short(&text)?;
        let index = self.current.index.load_full().ok_or_else(not_yet)?;
        let synonyms = self.current.synonyms.load_full();
        let found = tokio::task::spawn_blocking(move || {
            let filter = Filter::default();
            let search_request =
                SearchRequest { text: &text, filter: &filter, sort: Sort::Best, skip: 0, limit };
            index.matching_ids(&search_request, &synonyms)
        });
        found.await.map_err(Error::internal)?.map_err(Error::internal)?.ok_or_else(no_term)
    }

    pub fn suggest(&self, text: &str, limit: usize) -> Result<Vec<String>, Error> {
        short(text)?;
        let suggestions = self.current.suggestions.load_full().ok_or_else(not_yet)?;
        let blocked = self.current.rules.load();
        let mut texts = suggestions.complete(text, limit + blocked.blocked.len().min(limit));
        texts.retain(|text| !blocked.blocked.contains(&key(text)));
        texts.truncate(limit);
        Ok(texts)
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
            let seen = RecordedSearch {
                key: &key,
                visitor: &visitor_word(visitor, &key),
                owner: customer.map(|customer_id| owner_word(customer_id, &key)),
                text,
            };
            let quotas = self.config.visitor_quotas();
            let exceeded = self
                .store
                .record(&seen, (&visitor_subject(visitor), &quotas), at)
                .await
                .map_err(store_error)?;
            // A customer behind an address over its quota still has a history.
            if let (Some(exceeded), None) = (exceeded, customer) {
                return Err(refused(exceeded));
            }
        }
        let Some(customer_id) = customer else { return Ok(None) };
        let (kept, quota) = (self.config.history_retention_count, self.config.customer_quota());
        let noted =
            self.store.remember(customer_id, &key, text, at, (kept, quota)).await.map_err(store_error)?;
        noted.map(Some).map_err(refused)
    }

    /// Popular searches in the script of a language, given by its two letters, or all popular searches if there are
    /// none in that script.
    pub async fn popular_in(&self, language: &str) -> Result<Vec<Popular>, Error> {
        let all = self.popular().await?;
        let is_own = |it: &&Popular| language.is_empty() || Script::of_language(language).has(&it.text);
        let own: Vec<Popular> = all.iter().filter(is_own).cloned().collect();
        Ok(if own.is_empty() { all.to_vec() } else { own })
    }

    /// Popular searches, most visitors first: the first ones over all scripts and of each script. The count of a merchant's
    /// suggestion is added to the number of its visitors. Blocked texts and texts without results are excluded.
    pub async fn popular(&self) -> Result<Arc<Vec<Popular>>, Error> {
        let now = self.clock.now_ms();
        let known = self.popular.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (rules, synonyms) = (self.current.rules.load_full(), self.current.synonyms.load_full());
        if let Some(known) = known
            && (known.read_at..known.read_at + POPULAR_MS).contains(&now)
            && Arc::ptr_eq(&known.rules, &rules)
            && Arc::ptr_eq(&known.synonyms, &synonyms)
        {
            return Ok(known.list);
        }
        let since = now - self.config.popular_window_ms();
        let min_visitors = self.config.popular_min_visitors;
        let mut list = self.store.popular(since, min_visitors, POPULAR_READ, 0).await.map_err(store_error)?;
        let mut positions: HashMap<String, usize> =
            list.iter().enumerate().map(|(position, it)| (fold(&it.text), position)).collect();
        for suggestion in self.current.merchant_suggestions.load_full().iter() {
            let known = positions.entry(fold(&suggestion.text)).or_insert(list.len());
            match list.get_mut(*known) {
                Some(it) => it.visitors = it.visitors.saturating_add(suggestion.visitors),
                None => list.push(suggestion.clone()),
            }
        }
        list.retain(|it| self.may_be_shown(&it.text));
        list.sort_by_key(|it| Reverse(it.visitors));
        list.retain(|it| !rules.blocked.contains(&key(&it.text)));
        let pinned: Vec<String> = rules.pinned.iter().map(|text| key(text)).collect();
        let position = |text: &str| pinned.iter().position(|it| *it == key(text)).unwrap_or(pinned.len());
        for text in &rules.pinned {
            if !list.iter().any(|it| key(&it.text) == key(text)) {
                list.push(Popular { text: text.clone(), visitors: 0 });
            }
        }
        if !pinned.is_empty() {
            list.sort_by_cached_key(|it| position(&it.text));
        }
        let list = Arc::new(self.finding(list, synonyms.clone()).await?);
        let read = CachedPopular { read_at: now, list: list.clone(), rules, synonyms };
        *self.popular.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        Ok(list)
    }

    /// Searches of the period that counts for popular searches, without results unless corrected, most visitors first;
    /// empty before the index exists. Searches that the staff have blocked are left out. Only the first `MISSED_READ` searches are
    /// considered.
    pub async fn without_result(&self, limit: usize) -> Result<Vec<Popular>, Error> {
        let since = self.clock.now_ms() - self.config.popular_window_ms();
        let min_visitors = self.config.popular_min_visitors;
        let rules = self.current.rules.load_full();
        if self.current.index.load().is_none() {
            return Ok(vec![]);
        }
        let mut missed: Vec<Popular> = Vec::new();
        for offset in (0..MISSED_READ).step_by(MISSED_BATCH) {
            let batch = MISSED_BATCH as i64;
            let mut list =
                self.store.popular(since, min_visitors, batch, offset).await.map_err(store_error)?;
            let is_last = list.len() < MISSED_BATCH;
            list.retain(|it| self.may_be_shown(&it.text) && !rules.blocked.contains(&key(&it.text)));
            let found = self.known_results(list.iter().map(|it| it.text.clone()).collect()).await?;
            let without = list.into_iter().zip(found).filter(|(_, has_result)| !has_result).map(|(it, _)| it);
            missed.extend(without.take(limit - missed.len()));
            if is_last || missed.len() >= limit {
                break;
            }
        }
        // What is remembered may be older than the index.
        let found = self.having_results(missed.iter().map(|it| it.text.clone()).collect()).await?;
        let missed = missed.into_iter().zip(found).filter(|(_, has_result)| !has_result);
        Ok(missed.map(|(it, _)| it).collect())
    }

    /// The first texts, over all scripts and of each script, that have results without correction; empty before the
    /// index exists.
    async fn finding(&self, mut list: Vec<Popular>, synonyms: Arc<Synonyms>) -> Result<Vec<Popular>, Error> {
        let Some(index) = self.current.index.load_full() else { return Ok(vec![]) };
        let found = tokio::task::spawn_blocking(move || {
            let (mut kept, mut kept_of) = (0, HashMap::<Script, usize>::new());
            list.retain(|it| {
                let scripts: Vec<Script> = Script::of_text(&it.text).collect();
                let has_room =
                    |script: &Script| kept_of.get(script).is_none_or(|count| *count < POPULAR_SHOWN);
                let is_kept =
                    (kept < POPULAR_SHOWN || scripts.iter().any(has_room)) && index.has(&it.text, &synonyms);
                if is_kept {
                    kept += 1;
                    for script in scripts {
                        *kept_of.entry(script).or_default() += 1;
                    }
                }
                is_kept
            });
            list
        });
        found.await.map_err(Error::internal)
    }

    /// Whether a text may be shown: not blocked, and not a possible telephone number or e-mail address.
    fn may_be_shown(&self, text: &str) -> bool {
        let folded = fold(text);
        let is_blocked = |word: &String| !word.trim().is_empty() && folded.contains(&fold(word.trim()));
        !self.config.blocked_words.iter().any(is_blocked) && !may_be_personal(text)
    }
}

fn no_term() -> Error {
    Error::invalid("text", "no searchable text")
}

fn not_yet() -> Error {
    Error::unavailable("the search index is not complete yet")
}
