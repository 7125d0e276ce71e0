//! Synonym groups and search rules on the command line, beside the running shop, which applies changes within seconds.

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    search_text::key,
    staff::{Editor, checked_words, save_rule, saved},
    store::{RuleAction, SavedGroup, SearchRule, Store, SynonymGroup, store_error},
};

/// Access to the synonyms for the operator.
pub struct SynonymOperator {
    store: Store,
}

/// A synonym group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorGroup {
    pub group_id: i64,
    pub words: Vec<String>,
    pub updated_by: String,
}

impl From<SynonymGroup> for OperatorGroup {
    fn from(group: SynonymGroup) -> Self {
        Self { group_id: group.group_id, words: group.words(), updated_by: group.updated_by }
    }
}

impl SynonymOperator {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await? })
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Newest first.
    pub async fn list(&self) -> Result<Vec<OperatorGroup>, Error> {
        let groups = self.store.synonym_groups().await.map_err(store_error)?;
        Ok(groups.into_iter().map(OperatorGroup::from).collect())
    }

    /// Adds a group with the same rules as the back office.
    pub async fn add(&self, words: &[String], at: i64) -> Result<OperatorGroup, Error> {
        let editor = operator();
        let (words, key) = checked_words(words)?;
        let group = SavedGroup { words: &words, key: &key, by: editor.by() };
        let created =
            self.store.create_group(&group, crate::staff::MAX_GROUPS, at).await.map_err(store_error)?;
        Ok(saved(created)?.into())
    }

    pub async fn remove(&self, group_id: i64) -> Result<OperatorGroup, Error> {
        let deleted = self.store.delete_group(group_id, None).await.map_err(store_error)?;
        Ok(saved(deleted)?.into())
    }
}

/// Access to the pinned and blocked searches for the operator.
pub struct RuleOperator {
    store: Store,
}

/// A search that is pinned or blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorRule {
    pub text: String,
    pub action: RuleAction,
    pub created_by: String,
}

impl From<SearchRule> for OperatorRule {
    fn from(rule: SearchRule) -> Self {
        Self { action: rule.action(), text: rule.text, created_by: rule.created_by }
    }
}

impl RuleOperator {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await? })
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Pinned searches in the order of pinning, then blocked ones.
    pub async fn list(&self) -> Result<Vec<OperatorRule>, Error> {
        let rules = self.store.rules().await.map_err(store_error)?;
        Ok(rules.into_iter().map(OperatorRule::from).collect())
    }

    /// Pins or blocks a search with the same rules as the back office, and replaces its present rule.
    pub async fn set(&self, text: &str, action: RuleAction, at: i64) -> Result<OperatorRule, Error> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(save_rule(&self.store, &text, action, &operator(), at).await?.into())
    }

    /// Deletes the rule of a search and returns it. `None` if the search has no rule with this action.
    pub async fn remove(&self, text: &str, action: RuleAction) -> Result<Option<OperatorRule>, Error> {
        let key = key(text);
        let rules = self.store.rules().await.map_err(store_error)?;
        let rule = rules.into_iter().find(|rule| rule.text_key == key && rule.action() == action);
        if rule.is_some() {
            self.store.delete_rule(&key).await.map_err(store_error)?;
        }
        Ok(rule.map(OperatorRule::from))
    }
}

fn operator() -> Editor {
    Editor { customer_id: 0, name: "command line".to_owned() }
}
