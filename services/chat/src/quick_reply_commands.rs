//! Quick replies for an operator's command, beside the running shop.

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    chat_service::save_quick_reply,
    store::{QuickReply, Store},
};

/// The calls on the quick replies of the staff.
pub struct QuickReplyCommands {
    store: Store,
}

impl QuickReplyCommands {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await? })
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// All quick replies, oldest first.
    pub async fn list(&self) -> Result<Vec<QuickReply>, Error> {
        self.store.quick_replies().await
    }

    /// Adds a quick reply with id 0, or changes the one with that id.
    pub async fn save(&self, reply: QuickReply) -> Result<QuickReply, Error> {
        save_quick_reply(&self.store, reply).await
    }

    /// Removes a quick reply. Removing an absent one succeeds.
    pub async fn remove(&self, quick_reply_id: i64) -> Result<(), Error> {
        self.store.delete_quick_reply(quick_reply_id).await
    }
}
