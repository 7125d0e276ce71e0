//! Carts, wishlists, orders, payments and points.

use anyhow::Result;
use heuan_edge::EdgeConfig;
use heuan_orders::{Config, MIGRATIONS, NAME, Orders, UpstreamTransports};
use heuan_runtime::{Settings, clock::Clock};
use tonic::service::Routes;

use super::{Service, ServiceContext, ServiceEntry};
use crate::{service_registry::ServiceRegistry, settings::Shop};

pub static ENTRY: ServiceEntry = ServiceEntry {
    name: NAME,
    migrations: &MIGRATIONS,
    open: |context, registry| Box::pin(open(context, registry)),
};

/// The opened service, and the warning about its payment methods.
struct OrdersService {
    orders: Orders,
    warning: Option<&'static str>,
}

async fn open(context: &ServiceContext<'_>, registry: &ServiceRegistry) -> Result<Box<dyn Service>> {
    let config = config(context.settings, context.shop)?;
    let callees = UpstreamTransports {
        catalog: registry.transport_for(heuan_catalog_gateway::NAME)?,
        branches: registry.transport_for(heuan_weather_branches::NAME)?,
        receiver: Some(registry.transport_for(heuan_notifications::NAME)?),
    };
    let warning = sandbox_warning(&config);
    let (location, shutdown) = (context.location(NAME), context.shutdown.clone());
    let orders = Orders::open(config, &location, callees, Clock::System, shutdown).await?;
    Ok(Box::new(OrdersService { orders, warning }))
}

/// Section `[orders]`, validated, with the sandbox mode resolved. A shop with a configured address is not a demo.
pub fn config(settings: &Settings, shop: &Shop) -> Result<Config> {
    let mut config: Config = settings.section(NAME)?;
    let edge: EdgeConfig = settings.section("edge")?;
    config.settle_sandbox(shop.demo && edge.public_url.is_empty());
    config.validate().map_err(anyhow::Error::msg)?;
    Ok(config)
}

fn sandbox_warning(config: &Config) -> Option<&'static str> {
    config.has_sandbox().then_some(if config.ends_with_demo {
        "QR codes are paid with play money until a catalog other than the demo is imported; set \
         orders.sandbox = \"false\", and orders.transfer_bank, transfer_account and transfer_holder to be paid by bank \
         transfer"
    } else {
        "QR codes are paid with play money, whatever the catalog is; set orders.sandbox = \"false\""
    })
}

#[tonic::async_trait]
impl Service for OrdersService {
    fn routes(&self) -> Routes {
        self.orders.routes()
    }

    async fn close(&self) {
        self.orders.close().await;
    }

    async fn production_warning(&self) -> Result<Option<&'static str>> {
        Ok(self.warning)
    }
}
