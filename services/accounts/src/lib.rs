//! Customers, credentials, sessions, staff roles, and what people write to the shop.
//!
//! [`Accounts::open`] opens the tables, [`Accounts::routes`] is what others call, and a background task removes what
//! has ended. Staff are made by [`Accounts::service`] alone, which the operator's command uses.

mod config;
mod contact;
pub mod customer;
mod email;
mod grpc;
mod hashing;
mod password;
mod rate_limit;
pub mod service;
pub mod store;
mod token;
mod validation;

use std::sync::Arc;

use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use config::Config;
use service::AccountService;
use store::Store;

/// The name of this service in the topology, its database and its settings.
pub const NAME: &str = "accounts";

/// The commented defaults of section `[accounts]`.
pub const DEFAULTS: &str = include_str!("../accounts.toml");

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}", .0.message)]
    Config(heuan_rpc::Error),
}

pub struct Accounts {
    service: Arc<AccountService>,
}

impl Accounts {
    /// Opens the tables at `location`, making them when missing, and starts the background task.
    pub async fn open(
        config: &Config,
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, OpenError> {
        config.validate().map_err(OpenError::Config)?;
        let store = Store::open(location).await?;
        let service = Arc::new(AccountService::new(store, clock, config.clone()).map_err(OpenError::Config)?);
        shutdown.spawn(keep(Arc::clone(&service), shutdown.clone(), config.cleanup_interval()));
        Ok(Self { service })
    }

    pub fn service(&self) -> &AccountService {
        &self.service
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(Arc::clone(&self.service))
    }

    /// Closes the database; call once every request has been answered.
    pub async fn close(&self) {
        self.service.store.close().await;
    }
}

/// Removes what has ended; a failure is logged once until it is over.
async fn keep(service: Arc<AccountService>, shutdown: Shutdown, pause: std::time::Duration) {
    let mut failing = false;
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = shutdown.requested() => break,
        }
        match service.delete_expired().await {
            Ok(gone) => {
                tracing::debug!(gone, "removed what has ended");
                failing = false;
            }
            Err(error) if !failing => {
                tracing::warn!(%error, "accounts upkeep fails; trying again");
                failing = true;
            }
            Err(_) => {}
        }
    }
}
