//! Calls on the addresses of a customer that are marked as undeliverable.

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    clients::Contact,
    message::in_effect,
    notification_service::NotificationService,
    outgoing_message::Channel,
    store::{Store, UndeliverableAddress},
};

impl NotificationService {
    /// The marks of a customer's present addresses.
    pub async fn undeliverable(&self, customer_id: i64) -> Result<Vec<UndeliverableAddress>, Error> {
        if self.store.undeliverable_addresses(customer_id).await?.is_empty() {
            return Ok(Vec::new());
        }
        let contact = self.accounts.contact(customer_id).await?;
        in_effect(&self.store, customer_id, &contact.unwrap_or_default()).await
    }

    /// Deletes the mark of a channel, so that messages go there again.
    pub async fn clear_undeliverable(&self, customer_id: i64, channel: &str) -> Result<(), Error> {
        clear(&self.store, customer_id, channel).await
    }
}

async fn clear(store: &Store, customer_id: i64, channel: &str) -> Result<(), Error> {
    let channel: Channel =
        channel.parse().map_err(|_| Error::invalid("channel", "must be email, sms or whatsapp"))?;
    if store.clear_undeliverable(customer_id, channel).await? {
        Ok(())
    } else {
        Err(Error::not_found("this address is not marked"))
    }
}

/// The same calls for an operator's command, beside the running shop.
pub struct UndeliverableCommands {
    store: Store,
}

impl UndeliverableCommands {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await? })
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// The marks of a customer's present addresses, which accounts has as `contact`.
    pub async fn list(
        &self,
        customer_id: i64,
        contact: &Contact,
    ) -> Result<Vec<UndeliverableAddress>, Error> {
        in_effect(&self.store, customer_id, contact).await
    }

    /// Deletes the mark of a channel, so that messages go there again.
    pub async fn clear(&self, customer_id: i64, channel: &str) -> Result<(), Error> {
        clear(&self.store, customer_id, channel).await
    }
}
