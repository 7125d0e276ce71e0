//! Orders service: carts, wishlists, recently viewed products, checkout, orders, payments and club points.
//!
//! [`Orders::open`] opens the database, [`Orders::routes`] returns the gRPC services, and background tasks complete
//! orders interrupted by a crash or an outage.

mod background;
mod cart;
mod checkout;
mod clients;
mod config;
mod day;
mod dependencies;
mod grpc;
mod hex;
mod limits;
pub mod money;
mod order;
mod outbox;
mod payment;
mod personal_data;
mod points;
mod product;
mod quoted_prices;
mod reconcile;
mod services;
mod staff;
mod store;
mod viewed_products;
mod wishlist;

use std::sync::Arc;

use heuan_rpc::{EventSink, Transport};
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

use clients::{Branches, Catalog};
pub use config::{Config, Sandbox};
use dependencies::Dependencies;
pub use order::{Booking, Delivery, OrderLimits, ReturnBranch};
use payment::Payments;
pub use personal_data::{OpenOrder, OrdersExport, PersonalData};
use services::Services;
pub use services::{
    ContactChange, LogLine, OrderDetails, OrderSummary, PointsCommands, PointsLine, ReturnStock,
    ReturnedGoods, StaffCommands,
};
pub use staff::{ClerkGrants, CommandLineOrder, Consent, Destination, StaffAction};
use store::Store;
pub use store::{MIGRATIONS, consistency};

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "orders";

/// Commented defaults of section `[orders]`.
pub const DEFAULTS: &str = include_str!("../orders.toml");

/// Transports to the services called by this one.
#[derive(Clone)]
pub struct UpstreamTransports {
    pub catalog: Transport,
    pub branches: Transport,
    /// Receiver of events. Without it they stay in the outbox.
    pub receiver: Option<Transport>,
}

pub struct Orders {
    dependencies: Dependencies,
    services: Services,
}

impl Orders {
    /// Opens the database at `location`, creating it if missing, and starts the background tasks.
    pub async fn open(
        config: Config,
        location: &DatabaseUrl,
        callees: UpstreamTransports,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let opened = Self::open_beside(config, location, callees, clock).await?;
        background::start(&opened.dependencies, &opened.services, &shutdown);
        Ok(opened)
    }

    /// Opens the service for a command beside the running shop, whose background tasks do the resulting work.
    pub async fn open_beside(
        config: Config,
        location: &DatabaseUrl,
        callees: UpstreamTransports,
        clock: Clock,
    ) -> Result<Self, StoreError> {
        let store = Store::open(location).await?;
        let payments = Payments::open(&config, &store, &clock).await.map_err(unreadable)?;
        let dependencies = Dependencies {
            store,
            catalog: Catalog::new(callees.catalog),
            branches: Branches::new(callees.branches),
            payments: Arc::new(payments),
            config: Arc::new(config),
            clock,
        };
        let services = Services::new(&dependencies, callees.receiver.map(EventSink::new));
        Ok(Self { dependencies, services })
    }

    /// Places an order that an operator took for a customer, once for each `key`. The errors are the same as for an order that
    /// a member of the staff takes.
    pub async fn take_order(
        &self,
        customer_name: &str,
        key: &str,
        order: &CommandLineOrder,
    ) -> Result<OrderSummary, heuan_rpc::Error> {
        Ok(self.services.staff_orders.take_on_command_line(customer_name, key, order).await?.into())
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.dependencies.store.close().await;
    }

    pub fn routes(&self) -> Routes {
        let Dependencies { store, clock, config, .. } = self.dependencies.clone();
        grpc::routes(&self.services, PersonalData::from_store(store, clock), config.contact_days())
    }
}

fn unreadable(error: heuan_rpc::Error) -> StoreError {
    StoreError::Corrupt { what: "state of the payment providers", reason: error.message }
}
