//! The audit log, which accounts keeps, for commands that change another service.

use std::time::Duration;

use anyhow::{Context as _, Result};
use heuan_accounts::{Accounts, NAME, service::AccountService};
use heuan_runtime::{Settings, Shutdown, clock::Clock};

use crate::settings::Shop;

/// Accounts beside the running shop.
pub struct OperatorAudit {
    accounts: Accounts,
    shutdown: Shutdown,
}

impl OperatorAudit {
    pub async fn open(settings: &Settings, shop: &Shop) -> Result<Self> {
        let (config, location) = (settings.section(NAME)?, shop.location(NAME));
        let shutdown = Shutdown::new();
        let accounts = Accounts::open(&config, &location, Clock::System, shutdown.clone()).await;
        Ok(Self { accounts: accounts.context("opening accounts")?, shutdown })
    }

    /// Service whose `audited` carries out a change.
    pub fn accounts(&self) -> &AccountService {
        self.accounts.service()
    }

    pub async fn close(&self) {
        self.shutdown.trigger();
        self.shutdown.wait(Duration::from_secs(1)).await;
        self.accounts.close().await;
    }
}
