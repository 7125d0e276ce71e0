//! Export and erasure of a customer's data: notifications, messages and push subscriptions.

use std::sync::Arc;

use heuan_proto::privacy::v1::PersonalAttachment;
use heuan_rpc::{ErasedCustomer, Error, PersonalDataStore};
use heuan_runtime::clock::rfc3339;
use heuan_store::{DatabaseUrl, StoreError};
use serde::Serialize;

use crate::{notification::Notification, outgoing_message::OutgoingMessage, store::Store};

/// Database access for exports and erasures, beside the running shop.
pub struct PersonalData {
    store: Arc<Store>,
}

/// Data of a customer in this service. Push keys and pending pushes are not part of it.
#[derive(Debug, Serialize)]
pub struct NotificationsExport {
    pub notifications: Vec<ExportedNotification>,
    pub read_broadcasts: Vec<ReadBroadcast>,
    pub push_subscriptions: Vec<ExportedSubscription>,
    pub messages: Vec<ExportedMessage>,
    /// Channels chosen for messages; `None` if the customer chose none.
    pub message_channels: Option<Vec<String>>,
    /// Language chosen with them.
    pub message_language: Option<String>,
    /// Language of the page on which the customer last signed in or ordered; `None` if it was not recorded.
    pub page_language: Option<String>,
    pub undeliverable_addresses: Vec<ExportedUndeliverableAddress>,
    /// Time at which the customer agreed to receive news of the shop; `None` without an agreement.
    pub news_consented_at: Option<String>,
}

/// An address that was reported as invalid.
#[derive(Debug, Serialize)]
pub struct ExportedUndeliverableAddress {
    pub channel: String,
    pub recipient: String,
    pub marked_at: String,
}

/// A message outside the shop.
#[derive(Debug, Serialize)]
pub struct ExportedMessage {
    pub at: String,
    pub channel: String,
    pub state: String,
    pub recipient: String,
    pub language: String,
    pub subject: String,
    pub text: String,
    pub order_number: String,
}

#[derive(Debug, Serialize)]
pub struct ExportedNotification {
    pub no_id: i64,
    pub at: String,
    pub read_at: Option<String>,
    pub category: String,
    pub title: String,
    pub body: String,
    pub title_en: String,
    pub body_en: String,
    pub action_url: String,
    pub order_number: String,
}

/// A notification to many customers that the customer has read.
#[derive(Debug, Serialize)]
pub struct ReadBroadcast {
    pub no_id: i64,
    pub read_at: String,
}

/// A browser that receives pushes.
#[derive(Debug, Serialize)]
pub struct ExportedSubscription {
    pub endpoint: String,
    pub language: String,
    pub created_at: String,
    pub topics: Vec<String>,
    /// Whether the browser gets a push for each new order of the shop, as staff.
    pub new_orders: bool,
    /// Whether the browser gets a push for chats that wait and for messages of the contact form, as staff.
    pub customer_messages: bool,
    /// Branch of these orders; `None` for all.
    pub new_orders_branch_id: Option<i64>,
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

    /// All data of a customer in this service. Changes nothing.
    pub async fn export(&self, customer_id: i64) -> Result<NotificationsExport, Error> {
        let notifications = self.store.export_notifications(customer_id).await?;
        let broadcasts = self.store.export_read_broadcasts(customer_id).await?;
        let mut push_subscriptions = Vec::new();
        for row in self.store.export_subscriptions(customer_id).await? {
            push_subscriptions.push(ExportedSubscription {
                topics: self.store.export_topics(&row.subscription_id).await?,
                endpoint: row.endpoint,
                language: row.language,
                created_at: rfc3339(row.created_at),
                new_orders: row.new_orders > 0,
                customer_messages: row.customer_messages > 0,
                new_orders_branch_id: Some(row.new_orders_branch_id).filter(|id| *id > 0),
            });
        }
        let messages = self.store.export_messages(customer_id).await?;
        let channels = self.store.message_preference(customer_id).await?;
        let message_language = self.store.chosen_language(customer_id).await?;
        let page_language = self.store.page_language(customer_id).await?;
        let consented_at = self.store.news_consented_at(customer_id).await?;
        let undeliverable = self.store.undeliverable_addresses(customer_id).await?;
        Ok(NotificationsExport {
            notifications: notifications.into_iter().map(ExportedNotification::from).collect(),
            read_broadcasts: broadcasts
                .into_iter()
                .map(|(no_id, at)| ReadBroadcast { no_id, read_at: rfc3339(at) })
                .collect(),
            push_subscriptions,
            messages: messages.into_iter().map(ExportedMessage::from).collect(),
            message_channels: channels
                .map(|channels| channels.iter().map(|channel| channel.into_str().to_owned()).collect()),
            message_language,
            page_language,
            news_consented_at: consented_at.map(rfc3339),
            undeliverable_addresses: undeliverable
                .into_iter()
                .map(|address| ExportedUndeliverableAddress {
                    channel: address.channel,
                    recipient: address.recipient,
                    marked_at: rfc3339(address.marked_at),
                })
                .collect(),
        })
    }

    /// Erases the data of a customer: notifications, messages (including direct messages to the number and the address),
    /// read marks and push subscriptions. A repetition erases data that was written meanwhile.
    pub async fn erase(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        self.store.erase_customer(customer).await
    }

    /// Empties the write-ahead log, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.store.empty_log().await
    }
}

impl From<OutgoingMessage> for ExportedMessage {
    fn from(from: OutgoingMessage) -> Self {
        Self {
            at: rfc3339(from.created_at),
            channel: from.channel,
            state: from.state,
            recipient: from.recipient,
            language: from.language,
            subject: from.subject,
            text: from.text,
            order_number: from.order_number,
        }
    }
}

impl PersonalDataStore for PersonalData {
    async fn export_json(&self, customer_id: i64) -> Result<(Vec<u8>, Vec<PersonalAttachment>), Error> {
        let export = self.export(customer_id).await?;
        Ok((serde_json::to_vec(&export).map_err(Error::internal)?, Vec::new()))
    }

    async fn erase(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        Self::erase(self, customer).await?;
        self.empty_log().await.map(drop)
    }
}

impl From<Notification> for ExportedNotification {
    fn from(from: Notification) -> Self {
        let Notification { no_id, draft, is_read, created_at, updated_at } = from;
        Self {
            no_id,
            at: rfc3339(created_at),
            read_at: is_read.then(|| rfc3339(updated_at)),
            category: draft.category,
            title: draft.title,
            body: draft.body,
            title_en: draft.title_en,
            body_en: draft.body_en,
            action_url: draft.action_url,
            order_number: draft.order_number,
        }
    }
}
