//! The outbox of messages for an operator's command, beside the running shop.

use std::str::FromStr;

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    config::Config,
    message_service::resend,
    outgoing_message::{ListFilter, OutgoingMessage},
    store::Store,
};

/// The calls on the outbox of the staff.
pub struct OutboxCommands {
    store: Store,
    clock: Clock,
    /// Time for which a message is tried after it is sent again.
    hours: i64,
}

impl OutboxCommands {
    pub async fn open(config: &Config, location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await?, clock, hours: config.messages.hours })
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// The newest messages, newest first.
    pub async fn list(
        &self,
        state: Option<&str>,
        channel: Option<&str>,
        limit: i64,
    ) -> Result<Vec<OutgoingMessage>, Error> {
        let filter = ListFilter {
            state: parsed("state", state, "must be waiting, sent, failed or not_configured")?,
            channel: parsed("channel", channel, "must be email, sms or whatsapp")?,
        };
        self.store.list_messages(filter, i64::MAX, limit).await
    }

    /// Sends a message again that was sent, failed or had no provider.
    pub async fn resend(&self, message_id: i64) -> Result<OutgoingMessage, Error> {
        resend(&self.store, message_id, self.clock.now_ms(), self.hours).await
    }
}

fn parsed<T: FromStr>(field: &str, text: Option<&str>, rule: &str) -> Result<Option<T>, Error> {
    text.map(|text| text.parse::<T>().map_err(|_| Error::invalid(field, rule))).transpose()
}
