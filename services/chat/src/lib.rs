//! Chat service: conversations between customers and staff, attachments, link previews, the staff's inbox.
//!
//! [`Chat::open`] opens the database, [`Chat::routes`] returns the gRPC services. All events are written to one log,
//! from which streams are served and resumed.

mod actor;
mod answer_reminder;
mod background;
mod blobs;
mod chat_service;
mod config;
mod conversation;
mod grpc;
mod images;
mod inbox_search;
mod limits;
mod link_preview;
mod links;
mod message;
mod notifications_client;
mod personal_data;
mod preview;
mod quick_reply_commands;
mod staff_reminder;
mod store;

use std::sync::Arc;

use heuan_outbound::Options;
use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

use chat_service::ChatService;
pub use config::Config;
use images::Images;
use notifications_client::Notifications;
pub use personal_data::{ChatExport, ExportedAttachment, PersonalData};
use preview::Previewer;
pub use quick_reply_commands::QuickReplyCommands;
use store::Store;
pub use store::{MIGRATIONS, QuickReply, consistency};

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "chat";

/// Commented defaults of section `[chat]`.
pub const DEFAULTS: &str = include_str!("../chat.toml");

pub struct Chat {
    service: Arc<ChatService>,
    shutdown: Shutdown,
}

impl Chat {
    /// Opens the database at `location`, creating it if missing, and starts the background tasks. `network` overrides
    /// how linked pages are fetched; `notifications` sends messages about unread answers.
    pub async fn open(
        config: Config,
        location: &DatabaseUrl,
        clock: Clock,
        notifications: Transport,
        network: Option<Options>,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(location).await?);
        let previewer = match network {
            Some(network) => Previewer::reaching(store.clone(), &config, network),
            None => Previewer::new(store.clone(), &config),
        };
        let service = Arc::new(ChatService {
            blobs: store.clone(),
            images: Images::new(config.image_workers, config.image_limits(), config.image_side),
            previewer: previewer
                .map_err(|error| StoreError::Corrupt { what: "network settings", reason: error.message })?,
            store,
            config,
            clock,
            notifications: Notifications::new(notifications),
        });
        background::start(&service, &shutdown);
        Ok(Self { service, shutdown })
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(&self.service, &self.shutdown)
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.service.store.close().await;
    }
}
