//! Chat between customers and staff.

use anyhow::Result;
use heuan_chat::{Chat, Config, MIGRATIONS, NAME};
use heuan_runtime::clock::Clock;
use tonic::service::Routes;

use super::{Service, ServiceContext, ServiceEntry};
use crate::service_registry::ServiceRegistry;

pub static ENTRY: ServiceEntry = ServiceEntry {
    name: NAME,
    migrations: &MIGRATIONS,
    open: |context, registry| Box::pin(open(context, registry)),
};

async fn open(context: &ServiceContext<'_>, registry: &ServiceRegistry) -> Result<Box<dyn Service>> {
    let config: Config = context.settings.section(NAME)?;
    config.validate().map_err(anyhow::Error::msg)?;
    let (location, shutdown) = (context.location(NAME), context.shutdown.clone());
    let notifications = registry.transport_for(heuan_notifications::NAME)?;
    let opened = Chat::open(config, &location, Clock::System, notifications, None, shutdown);
    Ok(Box::new(opened.await?))
}

#[tonic::async_trait]
impl Service for Chat {
    fn routes(&self) -> Routes {
        Self::routes(self)
    }

    async fn close(&self) {
        Self::close(self).await;
    }
}
