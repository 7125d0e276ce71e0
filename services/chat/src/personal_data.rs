//! Export and erasure of a customer's data: their conversation with its images.

use std::sync::Arc;

use heuan_proto::privacy::v1::PersonalAttachment;
use heuan_rpc::{ErasedCustomer, Error, PersonalDataStore};
use heuan_runtime::clock::rfc3339;
use heuan_store::{DatabaseUrl, StoreError};
use serde::Serialize;

use crate::{
    actor::ParticipantRole, blobs::Blobs as _, conversation::Conversation, message::Message, store::Store,
};

/// Database access for exports and erasures, beside the running shop.
pub struct PersonalData {
    store: Arc<Store>,
}

/// Data of a customer in this service. Quotas are not part of it.
#[derive(Debug, Serialize)]
pub struct ChatExport {
    /// `None` before the first message.
    pub conversation: Option<ExportedConversation>,
    pub messages: Vec<ExportedMessage>,
}

#[derive(Debug, Serialize)]
pub struct ExportedConversation {
    pub fname: String,
    pub lname: String,
    pub phone: String,
    pub updated_at: String,
}

#[derive(Debug, Serialize)]
pub struct ExportedMessage {
    pub message_id: i64,
    pub at: String,
    /// `customer` or `staff`.
    pub side: &'static str,
    /// First name of the author.
    pub author: String,
    pub kind: &'static str,
    pub text: String,
    pub url: String,
    pub likes: i64,
}

/// An image of the conversation, whose content [`PersonalData::attachment`] returns.
#[derive(Debug)]
pub struct ExportedAttachment {
    pub attachment_id: String,
    /// `customer` or `staff`.
    pub side: &'static str,
    /// RFC 3339.
    pub at: String,
}

impl PersonalData {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { store: Arc::new(Store::open(location).await?) })
    }

    /// Personal data access of a running service.
    pub(crate) fn from_store(store: Arc<Store>) -> Self {
        Self { store }
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// All data of a customer in this service except the images. Changes nothing.
    pub async fn export(&self, customer_id: i64) -> Result<ChatExport, Error> {
        let conversation = self.store.conversation(customer_id).await?;
        let messages = self.store.export_messages(customer_id).await?;
        Ok(ChatExport {
            conversation: conversation.map(ExportedConversation::from),
            messages: messages.into_iter().map(ExportedMessage::from).collect(),
        })
    }

    /// The images of a customer's conversation, oldest first.
    pub async fn attachments(&self, customer_id: i64) -> Result<Vec<ExportedAttachment>, Error> {
        let rows = self.store.export_attachments(customer_id).await?;
        Ok(rows
            .into_iter()
            .map(|row| ExportedAttachment {
                attachment_id: row.attachment_id,
                side: side(row.by_customer == 1),
                at: rfc3339(row.created_at),
            })
            .collect())
    }

    /// Content of an image; `None` if it was deleted meanwhile.
    pub async fn attachment(&self, attachment_id: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.store.get(attachment_id).await?.map(|(_, content)| content))
    }

    /// Erases the data of a customer: their conversation with messages, images and link previews. Messages that they wrote to
    /// other customers, as a former member of the staff, stay without their name. A repetition continues after an interruption,
    /// and erases data that was written meanwhile.
    pub async fn erase(&self, customer_id: i64) -> Result<(), Error> {
        self.store.erase_customer(customer_id).await
    }

    /// Empties the write-ahead log, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.store.empty_log().await
    }
}

impl PersonalDataStore for PersonalData {
    async fn export_json(&self, customer_id: i64) -> Result<(Vec<u8>, Vec<PersonalAttachment>), Error> {
        let export = self.export(customer_id).await?;
        let attachments = self.attachments(customer_id).await?.into_iter().map(|one| PersonalAttachment {
            attachment_id: one.attachment_id,
            side: one.side.to_owned(),
            at: one.at,
        });
        Ok((serde_json::to_vec(&export).map_err(Error::internal)?, attachments.collect()))
    }

    async fn erase(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        Self::erase(self, customer.customer_id).await?;
        self.empty_log().await.map(drop)
    }
}

fn side(is_customer: bool) -> &'static str {
    if is_customer { ParticipantRole::Customer.as_str() } else { ParticipantRole::Staff.as_str() }
}

impl From<Conversation> for ExportedConversation {
    fn from(from: Conversation) -> Self {
        let Conversation { fname, lname, phone, updated_at, .. } = from;
        Self { fname, lname, phone, updated_at: rfc3339(updated_at) }
    }
}

impl From<Message> for ExportedMessage {
    fn from(from: Message) -> Self {
        Self {
            message_id: from.message_id,
            at: rfc3339(from.created_at),
            side: from.author.role.as_str(),
            author: from.author.fname,
            kind: from.kind.as_str(),
            text: from.text,
            url: from.url,
            likes: from.likes,
        }
    }
}
