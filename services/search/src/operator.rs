//! Synonym groups on the command line, beside the running shop, which takes them into use within seconds.

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    staff::{Editor, checked_words, saved},
    store::{SavedGroup, Store, SynonymGroup, store_error},
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

    /// Adds a group by the rules of the back office.
    pub async fn add(&self, words: &[String], at: i64) -> Result<OperatorGroup, Error> {
        let editor = Editor { customer_id: 0, name: "command line".to_owned() };
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
