//! Notification service: notifications, broadcasts, Web Push, messages outside the shop, and the receiver of other services'
//! outboxes.
//!
//! [`Notifications::open`] opens the database, [`Notifications::routes`] returns the gRPC services, and background
//! tasks send due push messages, e-mails, SMS and WhatsApp messages.

mod account_events;
mod background;
mod chat_events;
mod clients;
mod config;
mod delivery_report;
mod event;
mod event_variables;
mod grpc;
mod languages;
mod message;
mod message_preview;
mod message_service;
mod news;
mod news_sending;
mod news_service;
mod notification;
mod notification_service;
mod order_events;
mod outbox_commands;
mod outgoing_message;
mod personal_data;
mod planned_day;
mod push;
mod push_sender;
mod quiet_hours;
mod staff_push;
mod store;
mod undeliverable_addresses;
mod undelivered_answers;

use std::sync::Arc;

use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock, demo::DemoCheck};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

use clients::Accounts;
pub use clients::Contact;
pub use config::{
    Config, EmailConfig, EmailTls, MessagesConfig, ProviderConfig, ReportConfig, Secret, ShopNames,
};
pub use message::{BounceError, Bounced, Bounces, MAX_BOUNCE_BYTES};
use message::{BounceTokens, MessageSender};
use news::StopTokens;
pub use news::{News, NewsText};
pub use news_service::NewsCommands;
use notification_service::NotificationService;
pub use outbox_commands::OutboxCommands;
pub use outgoing_message::OutgoingMessage;
pub use personal_data::{NotificationsExport, PersonalData};
use push::Vapid;
use push_sender::Sender;
use store::Store;
pub use store::{MIGRATIONS, UndeliverableAddress, consistency};
pub use undeliverable_addresses::UndeliverableCommands;

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "notifications";

/// Commented defaults of section `[notifications]`.
pub const DEFAULTS: &str = include_str!("../notifications.toml");

pub struct Notifications {
    service: Arc<NotificationService>,
    shutdown: Shutdown,
}

impl Notifications {
    /// Opens the database at `location`, creating it and the VAPID key if missing, and starts the background tasks. The
    /// sessions of push subscriptions are looked up through `accounts`.
    pub async fn open(
        config: Config,
        location: &DatabaseUrl,
        accounts: Transport,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(location).await?);
        let secret = store.vapid_secret().await.map_err(unreadable)?;
        let vapid = Vapid::read(&secret, &config.push_contact).map_err(unreadable)?;
        let accounts = Accounts::new(accounts);
        let sender = Sender::new(store.clone(), accounts.clone(), vapid, clock.clone(), &config)
            .map_err(unreadable)?;
        let sender = Arc::new(sender);
        let tokens = (StopTokens::new(&secret), BounceTokens::new(&secret));
        let message_sender =
            MessageSender::new(store.clone(), accounts.clone(), clock.clone(), &config, tokens);
        let message_sender = Arc::new(
            message_sender.map_err(|reason| StoreError::Corrupt { what: "message settings", reason })?,
        );
        let service =
            Arc::new(NotificationService { store, sender, message_sender, config, clock, accounts });
        background::start(&service, &shutdown);
        Ok(Self { service, shutdown })
    }

    /// Sets the check whether the shop is still a demo, whose outbox page shows codes.
    pub fn set_demo_check(&self, check: DemoCheck) {
        self.service.message_sender.set_demo_check(check);
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(&self.service, &self.shutdown)
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.service.store.close().await;
    }
}

/// Removes the staff topics of customers whose role was revoked. For an operator's command; may run while the shop is
/// running.
pub async fn staff_left(config: &Config, location: &DatabaseUrl, customer_id: i64) -> Result<(), StoreError> {
    let store = Store::open(location).await?;
    let done = notification_service::followed(&store, config, customer_id, false).await;
    store.close().await;
    done.map(drop)
        .map_err(|error| StoreError::Corrupt { what: "topics of a customer", reason: error.message })
}

fn unreadable(error: heuan_rpc::Error) -> StoreError {
    StoreError::Corrupt { what: "VAPID key", reason: error.message }
}
