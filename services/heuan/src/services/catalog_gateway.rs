//! Catalog of products, categories and content.

use std::sync::Arc;

use anyhow::Result;
use heuan_catalog_gateway::{
    CatalogGateway, ImportSetup, NAME,
    import::ImportPlace,
    store::{MIGRATIONS, Store},
};
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
    let config = context.settings.section(NAME)?;
    let imports = ImportSetup {
        place: ImportPlace { data_dir: context.shop.data_dir.clone(), media: context.shop.media_dir() },
        branches: registry.transport_for(heuan_weather_branches::NAME)?,
    };
    let (location, shutdown) = (context.location(NAME), context.shutdown.clone());
    let opened =
        CatalogGateway::open_with_imports(&config, &location, Some(imports), Clock::System, shutdown);
    Ok(Box::new(opened.await?))
}

#[tonic::async_trait]
impl Service for CatalogGateway {
    fn routes(&self) -> Routes {
        Self::routes(self)
    }

    async fn close(&self) {
        Self::close(self).await;
    }

    async fn production_warning(&self) -> Result<Option<&'static str>> {
        let is_demo = self.store().shows_demo().await?;
        Ok(is_demo.then_some(
            "the catalog is the demo; import your own: `heuan import FOLDER --replace`, and set DEMO=0",
        ))
    }

    fn catalog_store(&self) -> Option<&Arc<Store>> {
        Some(self.store())
    }
}
