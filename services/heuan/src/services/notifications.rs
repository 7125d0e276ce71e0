//! Notifications and Web Push.

use anyhow::Result;
use heuan_edge::EdgeConfig;
use heuan_notifications::{Config, MIGRATIONS, NAME, Notifications, ShopNames};
use heuan_runtime::{Settings, clock::Clock};
use tonic::service::Routes;

use super::{Service, ServiceContext, ServiceEntry};
use crate::{service_registry::ServiceRegistry, settings::Shop};

pub static ENTRY: ServiceEntry = ServiceEntry {
    name: NAME,
    migrations: &MIGRATIONS,
    open: |context, registry| Box::pin(open(context, registry)),
};

async fn open(context: &ServiceContext<'_>, registry: &ServiceRegistry) -> Result<Box<dyn Service>> {
    let config = config(context.settings, context.shop)?;
    let accounts = registry.transport_for(heuan_accounts::NAME)?;
    let (location, shutdown) = (context.location(NAME), context.shutdown.clone());
    let opened = Notifications::open(config, &location, accounts, Clock::System, shutdown);
    Ok(Box::new(opened.await?))
}

/// Section `[notifications]`, validated, with the names and the address of the shop, which messages contain.
pub fn config(settings: &Settings, shop: &Shop) -> Result<Config> {
    let mut config: Config = settings.section(NAME)?;
    let edge: EdgeConfig = settings.section("edge")?;
    config.shop = ShopNames {
        url: edge.public_url.trim_end_matches('/').to_owned(),
        name: edge.shop_name.clone(),
        name_la: edge.lao_shop_name().to_owned(),
    };
    config.is_demo = shop.demo && edge.public_url.is_empty();
    config.validate().map_err(anyhow::Error::msg)?;
    Ok(config)
}

#[tonic::async_trait]
impl Service for Notifications {
    fn routes(&self) -> Routes {
        Self::routes(self)
    }

    async fn close(&self) {
        Self::close(self).await;
    }

    fn notifications(&self) -> Option<&Notifications> {
        Some(self)
    }
}
