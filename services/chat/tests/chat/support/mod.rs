//! The chat service on a database of its own, called like from the edge.
#![allow(dead_code, reason = "each test file uses part of it")]

pub mod notifications;
pub mod web;

use std::time::Duration;

use heuan_chat::{Chat, Config};
use heuan_outbound::Options;
use heuan_proto::chat::v1::{
    self as wire, Actor, ChatActorRole, ParticipantRole, chat_service_client::ChatServiceClient,
};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_store::DatabaseUrl;
use heuan_testkit::TestDb;

use notifications::TestNotifications;

pub const NOON: i64 = 1_795_237_200_000;
pub const NOY: i64 = 7;
pub const VILAY: i64 = 8;

pub fn config() -> Config {
    let mut config: Config = Settings::load(heuan_chat::DEFAULTS, &[]).unwrap().section("chat").unwrap();
    config.poll_ms = 20;
    // The test pages respond at once; a busy machine may not.
    config.preview_ms = 10_000;
    // The clock is paused; `limits.rs` tests these.
    config.messages_per_minute = 0;
    config.validate().unwrap();
    config
}

pub struct Service {
    pub chat: Chat,
    pub clock: Clock,
    pub shutdown: Shutdown,
    pub transport: Transport,
}

pub fn customer(account_id: i64) -> Actor {
    person(ParticipantRole::Customer, ChatActorRole::Customer, account_id, "Noy", "+8562055512345")
}

pub fn staff(account_id: i64) -> Actor {
    let name = format!("S{account_id}");
    person(ParticipantRole::Staff, ChatActorRole::Clerk, account_id, &name, "+8562099900000")
}

fn person(side: ParticipantRole, role: ChatActorRole, account_id: i64, fname: &str, phone: &str) -> Actor {
    Actor {
        role: side.into(),
        account_id,
        fname: fname.to_owned(),
        lname: "Keo".to_owned(),
        phone: phone.to_owned(),
        account_role: role.into(),
    }
}

pub fn text(customer_id: i64, author: Actor, client_id: &str) -> wire::SendMessageRequest {
    wire::SendMessageRequest {
        customer_id,
        author: Some(author),
        client_id: client_id.to_owned(),
        text: format!("text {client_id}"),
        kind: "user".to_owned(),
        ..Default::default()
    }
}

pub async fn tables(db: &TestDb) -> heuan_store::Db {
    static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();
    heuan_store::Db::open(&db.location, &MIGRATIONS).await.unwrap()
}

impl Service {
    pub async fn open(db: &TestDb) -> Self {
        Self::open_at(&db.location, Clock::fixed(NOON), config(), None).await
    }

    pub async fn open_at(
        location: &DatabaseUrl,
        clock: Clock,
        config: Config,
        network: Option<Options>,
    ) -> Self {
        Self::open_reminding(location, clock, config, network, TestNotifications::default().transport()).await
    }

    /// Opens it with `notifications` as its transport to the notifications service.
    pub async fn open_reminding(
        location: &DatabaseUrl,
        clock: Clock,
        config: Config,
        network: Option<Options>,
        notifications: Transport,
    ) -> Self {
        let shutdown = Shutdown::new();
        let opened =
            Chat::open(config, location, clock.clone(), notifications, network, shutdown.clone()).await;
        let chat = opened.unwrap();
        let transport = Transport::in_process(chat.routes(), Duration::from_secs(120));
        Self { chat, clock, shutdown, transport }
    }

    pub fn client(&self) -> ChatServiceClient<Transport> {
        ChatServiceClient::new(self.transport.clone()).max_decoding_message_size(8 * 1024 * 1024)
    }

    pub async fn send(&self, request: wire::SendMessageRequest) -> Result<wire::SendMessageResponse, Error> {
        Ok(self.client().send_message(request).await?.into_inner())
    }

    /// The customer sends a message.
    pub async fn say(&self, customer_id: i64, client_id: &str) -> wire::Message {
        self.send(text(customer_id, customer(customer_id), client_id)).await.unwrap().message.unwrap()
    }

    /// The staff replies to the current version of the conversation.
    pub async fn answer(&self, customer_id: i64, by: i64, client_id: &str) -> wire::Message {
        let version = self.conversation(customer_id).await.version;
        let request = wire::SendMessageRequest { version, ..text(customer_id, staff(by), client_id) };
        self.send(request).await.unwrap().message.unwrap()
    }

    pub async fn conversation(&self, customer_id: i64) -> wire::Conversation {
        let request = wire::GetConversationRequest { customer_id, staff: None };
        self.client().get_conversation(request).await.unwrap().into_inner().conversation.unwrap()
    }

    pub async fn messages(&self, customer_id: i64, reader: Actor) -> Result<Vec<wire::Message>, Error> {
        let request =
            wire::ListMessagesRequest { customer_id, reader: Some(reader), limit: 200, ..Default::default() };
        Ok(self.client().list_messages(request).await?.into_inner().messages)
    }

    pub async fn send_image(
        &self,
        customer_id: i64,
        client_id: &str,
        image: Vec<u8>,
    ) -> Result<wire::SendMessageResponse, Error> {
        let request = wire::SendImageRequest {
            customer_id,
            author: Some(customer(customer_id)),
            client_id: client_id.to_owned(),
            image,
            ..Default::default()
        };
        Ok(self.client().send_image(request).await?.into_inner())
    }

    pub async fn attachment(&self, url: &str, reader: Actor) -> Result<Vec<u8>, Error> {
        let attachment_id = url.rsplit('/').next().unwrap().to_owned();
        let request =
            wire::GetAttachmentRequest { attachment_id, reader: Some(reader), without_content: false };
        Ok(self.client().get_attachment(request).await?.into_inner().content)
    }
}
