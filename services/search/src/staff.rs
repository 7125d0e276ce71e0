//! Search statistics for the staff, and their settings: synonyms, and pinned and blocked searches.

use std::sync::Arc;

use heuan_rpc::{Code, Error};
use heuan_search_index::Synonyms;

use crate::{
    active_rules::ActiveRules,
    limits::visitor_word,
    search_service::ProductSearch,
    search_text::{key, short},
    store::{RuleAction, Saved, SavedGroup, SavedRule, SearchRule, Store, SynonymGroup, store_error},
};

pub(crate) const MAX_GROUPS: i64 = 5_000;
const MIN_WORDS: usize = 2;
const MAX_WORDS: usize = 20;
const MAX_WORD_CHARS: usize = 60;
const MAX_PINNED: i64 = 20;
const MAX_BLOCKED: i64 = 1_000;

/// The member of the staff that makes a change.
pub struct Editor {
    pub customer_id: i64,
    pub name: String,
}

impl Editor {
    pub(crate) fn by(&self) -> (i64, &str) {
        (self.customer_id, &self.name)
    }
}

impl ProductSearch {
    /// Records that a visitor opened a product of a search.
    pub async fn record_click(&self, text: &str, visitor: &str) -> Result<(), Error> {
        short(text)?;
        let key = key(text);
        if key.is_empty() {
            return Err(Error::invalid("text", "must not be empty"));
        }
        if visitor.is_empty() {
            return Ok(());
        }
        let at = self.clock.now_ms();
        self.store.record_click(&key, &visitor_word(visitor, &key), at).await.map_err(store_error)
    }

    /// Whether each text has results without correction; none before the index exists. The results are remembered for
    /// [`known_results`](Self::known_results).
    pub(crate) async fn having_results(&self, texts: Vec<String>) -> Result<Vec<bool>, Error> {
        let count = texts.len();
        let Some(matched) = self.matched(texts).await? else { return Ok(vec![false; count]) };
        let found = matched.iter().map(|(_, has_result)| *has_result).collect();
        self.known_results.remember(matched, self.clock.now_ms());
        Ok(found)
    }

    /// Like [`having_results`](Self::having_results), but as remembered where a list had the search before.
    pub(crate) async fn known_results(&self, texts: Vec<String>) -> Result<Vec<bool>, Error> {
        let known = self.known_results.of(&texts, self.clock.now_ms());
        let is_new = |(text, known): (String, &Option<bool>)| known.is_none().then_some(text);
        let new = texts.into_iter().zip(&known).filter_map(is_new).collect();
        let mut found = self.having_results(new).await?.into_iter();
        Ok(known.into_iter().map(|known| known.or_else(|| found.next()).unwrap_or_default()).collect())
    }

    /// Matches the remembered searches again.
    pub(crate) async fn refresh_known_results(&self) -> Result<(), Error> {
        let matched = self.matched(self.known_results.texts(self.clock.now_ms())).await?;
        self.known_results.replace(matched.unwrap_or_default());
        Ok(())
    }

    /// Texts and whether they have results; `None` before the index exists.
    async fn matched(&self, texts: Vec<String>) -> Result<Option<Vec<(String, bool)>>, Error> {
        let Some(index) = self.current.index.load_full() else { return Ok(None) };
        if texts.is_empty() {
            return Ok(Some(vec![]));
        }
        let synonyms = self.current.synonyms.load_full();
        let matched = tokio::task::spawn_blocking(move || {
            let has_result = |text: String| {
                let found = index.has(&text, &synonyms);
                (text, found)
            };
            texts.into_iter().map(has_result).collect()
        });
        matched.await.map(Some).map_err(Error::internal)
    }

    /// All groups, newest first.
    pub async fn synonym_groups(&self) -> Result<Vec<SynonymGroup>, Error> {
        self.store.synonym_groups().await.map_err(store_error)
    }

    pub async fn create_group(&self, words: &[String], editor: &Editor) -> Result<SynonymGroup, Error> {
        let (words, key) = checked_words(words)?;
        let group = SavedGroup { words: &words, key: &key, by: editor.by() };
        let saved = self.store.create_group(&group, MAX_GROUPS, self.clock.now_ms()).await;
        self.saved(saved.map_err(store_error)?)
    }

    pub async fn update_group(
        &self,
        group_id: i64,
        version: i64,
        words: &[String],
        editor: &Editor,
    ) -> Result<SynonymGroup, Error> {
        let (words, key) = checked_words(words)?;
        let group = SavedGroup { words: &words, key: &key, by: editor.by() };
        let saved = self.store.update_group(group_id, version, &group, self.clock.now_ms()).await;
        self.saved(saved.map_err(store_error)?)
    }

    /// Returns the deleted group; `None` if there was none.
    pub async fn delete_group(
        &self,
        group_id: i64,
        version: Option<i64>,
    ) -> Result<Option<SynonymGroup>, Error> {
        match self.store.delete_group(group_id, version).await.map_err(store_error)? {
            Saved::Unknown => Ok(None),
            deleted => self.saved(deleted).map(Some),
        }
    }

    fn saved(&self, outcome: Saved) -> Result<SynonymGroup, Error> {
        let group = saved(outcome)?;
        self.staff_changed.notify_one();
        Ok(group)
    }

    /// Rules, and whether the text of each has results.
    pub async fn rules(&self) -> Result<Vec<(SearchRule, bool)>, Error> {
        let rules = self.store.rules().await.map_err(store_error)?;
        let found = self.having_results(rules.iter().map(|rule| rule.text.clone()).collect()).await?;
        Ok(rules.into_iter().zip(found).collect())
    }

    pub async fn set_rule(
        &self,
        text: &str,
        action: RuleAction,
        editor: &Editor,
    ) -> Result<(SearchRule, bool), Error> {
        let saved = save_rule(&self.store, text, action, editor, self.clock.now_ms()).await?;
        self.staff_changed.notify_one();
        let found = self.having_results(vec![saved.text.clone()]).await?;
        Ok((saved, found.first().copied().unwrap_or_default()))
    }

    pub async fn delete_rule(&self, text: &str) -> Result<(), Error> {
        short(text)?;
        self.store.delete_rule(&key(text)).await.map_err(store_error)?;
        self.staff_changed.notify_one();
        Ok(())
    }

    /// Loads the stored rules.
    pub(crate) async fn load_rules(&self) -> Result<(), Error> {
        let mut active = ActiveRules::default();
        for rule in self.store.rules().await.map_err(store_error)? {
            match rule.action() {
                RuleAction::Pin => active.pinned.push(rule.text),
                RuleAction::Block => {
                    active.blocked.insert(rule.text_key);
                }
            }
        }
        self.current.rules.store(Arc::new(active));
        Ok(())
    }
}

/// Stores a rule, and replaces the present rule of the search.
pub(crate) async fn save_rule(
    store: &Store,
    text: &str,
    action: RuleAction,
    editor: &Editor,
    at: i64,
) -> Result<SearchRule, Error> {
    short(text)?;
    let (key, text) = (key(text), text.trim());
    if key.is_empty() {
        return Err(Error::invalid("text", "must have a searchable text"));
    }
    let limit = match action {
        RuleAction::Pin => MAX_PINNED,
        RuleAction::Block => MAX_BLOCKED,
    };
    let rule = SavedRule { key: &key, text, action, limit, by: editor.by() };
    let saved = store.save_rule(&rule, at).await.map_err(store_error)?;
    saved.ok_or_else(|| {
        let message = format!("there are {limit} rules of this kind; delete one first");
        Error::conflict("rule_limit", message)
    })
}

/// The saved group, or the error that it was not saved.
pub(crate) fn saved(outcome: Saved) -> Result<SynonymGroup, Error> {
    match outcome {
        Saved::Done(group) => Ok(group),
        Saved::Full => {
            let message = format!("there are {MAX_GROUPS} groups; delete one, or use a synonyms file");
            Err(Error::conflict("synonym_limit", message))
        }
        Saved::Exists => Err(Error::conflict("synonym_exists", "another group has the same words")),
        Saved::Unknown => Err(Error::not_found("no such synonym group")),
        Saved::Outdated => {
            Err(Error::conflict("synonyms_changed", "the group was changed meanwhile; look at it again"))
        }
    }
}

/// The trimmed words, and their keys as one text.
pub(crate) fn checked_words(words: &[String]) -> Result<(Vec<String>, String), Error> {
    let invalid = |message: String| Error::invalid("words", message);
    if !(MIN_WORDS..=MAX_WORDS).contains(&words.len()) {
        return Err(invalid(format!("must be {MIN_WORDS} to {MAX_WORDS} words")));
    }
    let (mut checked, mut keys) = (Vec::new(), Vec::new());
    for word in words {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
        if word.chars().nth(MAX_WORD_CHARS).is_some() {
            return Err(invalid(format!("must have at most {MAX_WORD_CHARS} characters each")));
        }
        if word.contains(['|', '#']) {
            return Err(invalid(format!("must not contain | or #: {word}")));
        }
        let Some(key) = Synonyms::entry_key(&word) else {
            return Err(invalid(format!("must be one to four searchable words each: {word}")));
        };
        if keys.contains(&key) {
            return Err(invalid(format!("must be distinct: {word}")));
        }
        keys.push(key);
        checked.push(word);
    }
    keys.sort_unstable();
    Ok((checked, keys.join("|")))
}

/// `PERMISSION_DENIED` unless the caller may change searches.
pub fn not_an_editor() -> Error {
    let mut error = Error::new(Code::PermissionDenied, "searches are for editors and managers");
    "role".clone_into(&mut error.detail.reason);
    error
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    #[rstest]
    #[case("tap", "must be 2 to 20 words")]
    #[case("tap,TAP", "must be distinct: TAP")]
    #[case("tap,a|b", "must not contain | or #: a|b")]
    #[case("tap,!!", "must be one to four searchable words each: !!")]
    fn invalid_words_are_refused(#[case] text: &str, #[case] message: &str) {
        let error = checked_words(&words(text)).unwrap_err();
        assert_eq!((error.message.as_str(), error.detail.field.as_str()), (message, "words"));
    }

    #[test]
    fn order_and_spaces_of_words_do_not_change_a_group() {
        let (checked, key) = checked_words(&words(" water  tap,ກັອກນ້ຳ")).unwrap();
        assert_eq!(checked, ["water tap", "ກັອກນ້ຳ"]);
        assert_eq!(checked_words(&words("ກັອກນ້ຳ,water tap")).unwrap().1, key);
    }
}
