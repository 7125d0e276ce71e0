//! Accounts service: customers, credentials, sessions, staff roles and messages of the contact form.
//!
//! [`Accounts::open`] opens the database, [`Accounts::routes`] returns the gRPC services, and a background task deletes
//! expired rows. The first staff role is granted through [`Accounts::service`], which the operator's command uses; managers
//! grant others.

mod account_event;
mod address;
pub mod audit_log;
mod common_passwords;
mod config;
mod contact;
pub mod customer;
mod customer_search;
mod device;
mod email;
mod grpc;
mod hashing;
mod logins_in_flight;
pub mod one_time_code;
mod password;
mod rate_limit;
mod second_factor;
pub mod security;
pub mod service;
pub mod store;
pub mod token;
mod validation;

use std::sync::Arc;

use heuan_rpc::{EventSink, Transport};
use heuan_runtime::{OnShutdown, Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use config::{Config, FactorRule};
use service::AccountService;
use store::Store;

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "accounts";

/// Commented defaults of section `[accounts]`.
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
    shutdown: Shutdown,
}

impl Accounts {
    /// Opens the database at `location`, creating it if missing, and starts the background task.
    pub async fn open(
        config: &Config,
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, OpenError> {
        config.validate().map_err(OpenError::Config)?;
        let store = Store::open(location).await?;
        let service = Arc::new(AccountService::new(store, clock, config.clone()).map_err(OpenError::Config)?);
        let (starting, cleaning) = (Arc::clone(&service), Arc::clone(&service));
        shutdown.spawn(async move {
            if let Err(error) = starting.fill_search().await {
                tracing::warn!(%error, "preparing customers and audit entries for the search failed; retrying");
            }
        });
        let pause = config.cleanup_interval();
        // Finishes at the shutdown, because rows of several tables that belong together are deleted one after the other.
        shutdown.spawn_periodic_with(OnShutdown::Finish, pause, "deleting expired rows", move || {
            let service = Arc::clone(&cleaning);
            async move {
                let gone = service.delete_expired().await?;
                tracing::debug!(gone, "expired rows deleted");
                Ok::<(), heuan_rpc::Error>(())
            }
        });
        Ok(Self { service, shutdown })
    }

    /// Delivers codes and security messages to the notifications service, from now on and in the background. Without it
    /// they stay in the outbox, from which another process delivers them.
    pub fn deliver_to(&self, notifications: Transport) {
        let (service, receiver) = (Arc::clone(&self.service), EventSink::new(notifications));
        let (pause, wake) = (service.outbox_poll(), Arc::clone(service.store.has_events()));
        self.shutdown.spawn_woken(pause, &wake, "delivering events", move || {
            let (service, receiver) = (Arc::clone(&service), receiver.clone());
            async move { service.deliver_events(&receiver).await }
        });
    }

    pub fn service(&self) -> &AccountService {
        &self.service
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(Arc::clone(&self.service))
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.service.store.close().await;
    }
}
