//! Customers, credentials, sessions, staff roles, and what people write to the shop.
//!
//! [`Accounts::open`] opens the tables, [`Accounts::routes`] is what others call, and a background task removes what
//! has ended. Staff are made by [`Accounts::desk`] alone, which the operator's command uses.

mod config;
mod contact;
pub mod customer;
pub mod desk;
mod email;
mod faults;
mod grpc;
mod hashing;
mod password;
pub mod store;
mod tally;
mod token;

use std::sync::Arc;

use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{Location, StoreError};
use tonic::service::Routes;

pub use config::Config;
use desk::Desk;
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
    desk: Arc<Desk>,
}

impl Accounts {
    /// Opens the tables at `location`, making them when missing, and starts the background task.
    pub async fn open(
        config: &Config,
        location: &Location,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, OpenError> {
        config.validate().map_err(OpenError::Config)?;
        let store = Store::open(location).await?;
        let desk = Arc::new(Desk::new(store, clock, config.clone()).map_err(OpenError::Config)?);
        shutdown.spawn(keep(Arc::clone(&desk), shutdown.clone(), config.tidy()));
        Ok(Self { desk })
    }

    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(Arc::clone(&self.desk))
    }

    /// Closes the database; call once every request has been answered.
    pub async fn close(&self) {
        self.desk.store.close().await;
    }
}

/// Removes what has ended; a failure is logged once until it is over.
async fn keep(desk: Arc<Desk>, shutdown: Shutdown, pause: std::time::Duration) {
    let mut failing = false;
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = shutdown.begun() => break,
        }
        match desk.tidy().await {
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
