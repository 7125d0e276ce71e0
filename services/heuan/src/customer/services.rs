//! Opens the services with personal data beside the running shop.

use std::time::Duration;

use anyhow::{Context as _, Result};
use heuan_accounts::{Accounts, service::AccountService};
use heuan_rpc::{ErasedCustomer, Error};
use heuan_runtime::{Settings, Shutdown, clock::Clock};

use crate::settings::Shop;

/// Services of an erasure in the order of its steps. Orders come first, because they may refuse; notifications come after
/// orders and chat, which cause them. The last two services have only names of former members of the staff. Accounts are erased
/// after all of these have confirmed.
pub const STEPS: [&str; 6] = [
    heuan_orders::NAME,
    heuan_search::NAME,
    heuan_chat::NAME,
    heuan_notifications::NAME,
    heuan_catalog_gateway::NAME,
    heuan_weather_branches::NAME,
];

pub struct Services {
    accounts: Accounts,
    pub orders: heuan_orders::PersonalData,
    pub chat: heuan_chat::PersonalData,
    pub notifications: heuan_notifications::PersonalData,
    pub search: heuan_search::PersonalData,
    catalog: heuan_catalog_gateway::PersonalData,
    branches: heuan_weather_branches::PersonalData,
    shutdown: Shutdown,
}

impl Services {
    pub async fn open(settings: &Settings, shop: &Shop) -> Result<Self> {
        let shutdown = Shutdown::new();
        let [accounts, orders, search, chat, notifications, catalog, branches] = [
            heuan_accounts::NAME,
            heuan_orders::NAME,
            heuan_search::NAME,
            heuan_chat::NAME,
            heuan_notifications::NAME,
            heuan_catalog_gateway::NAME,
            heuan_weather_branches::NAME,
        ]
        .map(|service| shop.location(service));
        let config = settings.section(heuan_accounts::NAME)?;
        let accounts = Accounts::open(&config, &accounts, Clock::System, shutdown.clone());
        let orders = heuan_orders::PersonalData::open(&orders, Clock::System);
        let notifications = heuan_notifications::PersonalData::open(&notifications);
        let catalog = heuan_catalog_gateway::PersonalData::open(&catalog);
        let branches = heuan_weather_branches::PersonalData::open(&branches);
        Ok(Self {
            accounts: accounts.await.context("opening accounts")?,
            orders: orders.await.context("opening orders")?,
            chat: heuan_chat::PersonalData::open(&chat).await.context("opening chat")?,
            notifications: notifications.await.context("opening notifications")?,
            search: heuan_search::PersonalData::open(&search).await.context("opening search")?,
            catalog: catalog.await.context("opening catalog-gateway")?,
            branches: branches.await.context("opening weather-branches")?,
            shutdown,
        })
    }

    pub fn accounts(&self) -> &AccountService {
        self.accounts.service()
    }

    /// Erases the customer's data in `service`, one of [`STEPS`].
    pub async fn erase(&self, service: &str, customer: &ErasedCustomer) -> Result<(), Error> {
        let customer_id = customer.customer_id;
        match service {
            heuan_orders::NAME => self.orders.erase(customer_id).await,
            heuan_search::NAME => self.search.erase(customer_id).await,
            heuan_chat::NAME => self.chat.erase(customer_id).await,
            heuan_notifications::NAME => self.notifications.erase(customer).await,
            heuan_catalog_gateway::NAME => self.catalog.erase(customer_id).await,
            heuan_weather_branches::NAME => self.branches.erase(customer_id).await,
            _ => Err(Error::internal(format!("{service} is no step of an erasure"))),
        }
    }

    /// Removes deleted content from the write-ahead logs. Returns the services whose log is in use.
    pub async fn empty_logs(&self) -> Result<Vec<&'static str>, Error> {
        let emptied = [
            (heuan_accounts::NAME, self.accounts().empty_log().await?),
            (heuan_orders::NAME, self.orders.empty_log().await?),
            (heuan_search::NAME, self.search.empty_log().await?),
            (heuan_chat::NAME, self.chat.empty_log().await?),
            (heuan_notifications::NAME, self.notifications.empty_log().await?),
            (heuan_catalog_gateway::NAME, self.catalog.empty_log().await?),
            (heuan_weather_branches::NAME, self.branches.empty_log().await?),
        ];
        Ok(emptied.into_iter().filter(|(_, is_empty)| !is_empty).map(|(service, _)| service).collect())
    }

    pub async fn close(&self) {
        self.shutdown.trigger();
        self.shutdown.wait(Duration::from_secs(1)).await;
        self.accounts.close().await;
        self.orders.close().await;
        self.chat.close().await;
        self.notifications.close().await;
        self.search.close().await;
        self.catalog.close().await;
        self.branches.close().await;
    }
}
