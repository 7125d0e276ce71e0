//! Start of the text search service inside the `heuan` process.

use anyhow::Result;
use heuan_runtime::clock::Clock;
use heuan_search::{Config, MIGRATIONS, NAME, Search};
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
    let has_own_folder = !config.index_dir.as_os_str().is_empty();
    let folder = if has_own_folder { config.index_dir.clone() } else { context.shop.data_dir.join(NAME) };
    let catalog = registry.transport_for(heuan_catalog_gateway::NAME)?;
    let (location, shutdown) = (context.location(NAME), context.shutdown.clone());
    let opened = Search::open(config, &location, folder, catalog, Clock::System, shutdown);
    Ok(Box::new(opened.await?))
}

#[tonic::async_trait]
impl Service for Search {
    fn routes(&self) -> Routes {
        Self::routes(self)
    }

    async fn close(&self) {
        Self::close(self).await;
    }
}
