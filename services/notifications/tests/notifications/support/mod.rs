//! The notifications service on a database of its own, called like from other services, and a push service that records
//! its requests.
#![allow(dead_code, reason = "each test file uses part of it")]

pub mod accounts;
pub mod browser;
pub mod mail_server;
pub mod provider;

use std::time::Duration;

use heuan_notifications::{Config, Notifications};
use heuan_proto::notifications::v1::{
    self as wire, event_receiver_client::EventReceiverClient,
    notifications_service_client::NotificationsServiceClient,
};
use heuan_rpc::{ErasedCustomer, Error, Transport};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, Db};
use heuan_testkit::TestDb;

use accounts::TestAccounts;

pub const NOON: i64 = 1_795_237_200_000;
pub const NOY: i64 = 7;
pub const KHAM: i64 = 8;
/// Timeout that is long enough for a busy machine.
pub const LONG: Duration = Duration::from_secs(120);

pub fn config() -> Config {
    let settings = Settings::load(heuan_notifications::DEFAULTS, &[]).unwrap();
    let mut config: Config = settings.section("notifications").unwrap();
    config.push_to_loopback = true;
    config.poll_ms = 20;
    // Pushes end when the test's push service responds, however busy the machine is.
    config.push_time = LONG;
    config.validate().unwrap();
    config
}

pub struct Service {
    pub notifications: Notifications,
    pub accounts: TestAccounts,
    pub clock: Clock,
    pub shutdown: Shutdown,
    pub transport: Transport,
}

impl Service {
    pub async fn open(db: &TestDb) -> Self {
        Self::open_at(&db.location, Clock::fixed(NOON)).await
    }

    pub async fn open_at(location: &DatabaseUrl, clock: Clock) -> Self {
        let shutdown = Shutdown::new();
        let accounts = TestAccounts::open(clock.clone(), shutdown.clone()).await;
        let transport = accounts.transport();
        Self::open_with(location, clock, shutdown, accounts, transport).await
    }

    /// Opens it with `to_accounts` as its transport to `accounts`.
    pub async fn open_with(
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
        accounts: TestAccounts,
        to_accounts: Transport,
    ) -> Self {
        Self::open_configured(config(), location, clock, shutdown, accounts, to_accounts).await
    }

    /// Opens it with the messages of `config`; customers have the addresses that `accounts` has.
    pub async fn open_configured(
        config: Config,
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
        accounts: TestAccounts,
        to_accounts: Transport,
    ) -> Self {
        let opened =
            Notifications::open(config, location, to_accounts, clock.clone(), shutdown.clone()).await;
        let notifications = opened.unwrap();
        let transport = Transport::in_process(notifications.routes(), LONG);
        Self { notifications, accounts, clock, shutdown, transport }
    }

    pub async fn close(self) {
        self.shutdown.trigger();
        assert!(self.shutdown.wait(LONG).await);
        self.notifications.close().await;
        self.accounts.accounts.close().await;
    }

    pub fn client(&self) -> NotificationsServiceClient<Transport> {
        NotificationsServiceClient::new(self.transport.clone())
    }

    pub async fn deliver(&self, events: Vec<wire::Event>) -> Result<Vec<String>, Error> {
        let mut client = EventReceiverClient::new(self.transport.clone());
        let answer = client.deliver(wire::DeliverRequest { events }).await?;
        Ok(answer.into_inner().accepted_event_ids)
    }

    pub async fn create(&self, customer_id: i64, event_id: &str) -> wire::Notification {
        let asked = wire::CreateNotificationRequest {
            event_id: event_id.to_owned(),
            customer_id,
            title: format!("T {event_id}"),
            body: "B".to_owned(),
            ..Default::default()
        };
        self.client().create_notification(asked).await.unwrap().into_inner().notification.unwrap()
    }

    pub async fn broadcast(&self, topic: &str, event_id: &str) -> Result<wire::Notification, Error> {
        self.broadcast_in("general", topic, event_id).await
    }

    pub async fn broadcast_in(
        &self,
        category: &str,
        topic: &str,
        event_id: &str,
    ) -> Result<wire::Notification, Error> {
        let asked = wire::BroadcastRequest {
            title: format!("T {event_id}"),
            body: "B".to_owned(),
            topic: topic.to_owned(),
            event_id: event_id.to_owned(),
            category: category.to_owned(),
            ..Default::default()
        };
        Ok(self.client().broadcast(asked).await?.into_inner().notification.unwrap())
    }

    pub async fn list(&self, customer_id: i64) -> wire::ListNotificationsResponse {
        let asked = wire::ListNotificationsRequest { customer_id, member_since_ms: 0, page: 1, limit: 100 };
        self.client().list_notifications(asked).await.unwrap().into_inner()
    }

    pub async fn titles(&self, customer_id: i64) -> Vec<String> {
        self.list(customer_id).await.notifications.into_iter().map(|one| one.title).collect()
    }
}

/// A customer without number and address in the accounts service.
pub fn erased(customer_id: i64) -> ErasedCustomer {
    ErasedCustomer { customer_id, ..ErasedCustomer::default() }
}

pub async fn tables(db: &TestDb) -> Db {
    static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();
    Db::open(&db.location, &MIGRATIONS).await.unwrap()
}

pub fn event(order: &str, kind: &str, customer_id: i64) -> wire::Event {
    let status = kind.strip_prefix("order.").unwrap_or("placed");
    wire::Event {
        event_id: format!("{order}.{kind}"),
        kind: kind.to_owned(),
        customer_id,
        order_id: order.to_owned(),
        payload: format!(
            r#"{{"number":"N-{order}","status":"{status}","total":50000,"method":"cod","payment_status":"due","refund":0}}"#
        ),
        at_ms: NOON,
    }
}
