//! Carts, wishlists, checkout, orders, payments and club points.
//!
//! [`Orders::open`] opens the tables, [`Orders::routes`] is what others call, and background tasks finish what a crash
//! or an outage left half done.

mod calls;
mod cart;
mod checkout;
mod config;
mod desk;
mod grpc;
mod hex;
mod keep;
mod limits;
pub mod money;
mod order;
mod outbox;
mod payment;
mod points;
mod reconcile;
mod staff;
mod store;
mod wishlist;

use std::sync::Arc;

use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{Location, StoreError};
use tonic::service::Routes;

use calls::{Branches, Catalog};
pub use config::{Config, Sandbox};
use desk::{Asked, Desk};
pub use order::Limits;
use outbox::Receiver;
use payment::Payments;
pub use staff::{Done, Staff, Standing};
pub use store::MIGRATIONS;
use store::Store;

/// The name of this service in the topology, its database and its settings.
pub const NAME: &str = "orders";

/// The commented defaults of section `[orders]`.
pub const DEFAULTS: &str = include_str!("../orders.toml");

/// The ways to the services this one calls.
#[derive(Clone)]
pub struct Callees {
    pub catalog: Transport,
    pub branches: Transport,
    /// Where events are delivered. Without it they wait.
    pub receiver: Option<Transport>,
}

pub struct Orders {
    desk: Arc<Desk>,
}

impl Orders {
    /// Opens the tables at `location`, making them when missing, and starts the background tasks.
    pub async fn open(
        config: Config,
        location: &Location,
        callees: Callees,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Store::open(location).await?;
        let payments = Payments::open(&config, &store, &clock).await.map_err(unreadable)?;
        let desk = Arc::new(Desk {
            store,
            catalog: Catalog::new(callees.catalog),
            branches: Branches::new(callees.branches),
            payments,
            receiver: callees.receiver.map(Receiver::new),
            config,
            clock,
            asked: Asked::default(),
        });
        keep::start(&desk, &shutdown);
        Ok(Self { desk })
    }

    /// Closes the database; call once every request has been answered.
    pub async fn close(&self) {
        self.desk.store.close().await;
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(&self.desk)
    }
}

fn unreadable(error: heuan_rpc::Error) -> StoreError {
    StoreError::Corrupt { what: "state of the payment providers", reason: error.message }
}
