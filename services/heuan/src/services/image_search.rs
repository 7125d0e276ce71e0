//! Start of the image search service inside the `heuan` process.

use anyhow::Result;
use heuan_image_search::{Config, ImageSearch, MIGRATIONS, Model, NAME, SECTION};
use tonic::service::Routes;

use super::{Service, ServiceContext, ServiceEntry};
use crate::service_registry::ServiceRegistry;

pub static ENTRY: ServiceEntry = ServiceEntry {
    name: NAME,
    migrations: &MIGRATIONS,
    open: |context, registry| Box::pin(open(context, registry)),
};

async fn open(context: &ServiceContext<'_>, registry: &ServiceRegistry) -> Result<Box<dyn Service>> {
    let config: Config = context.settings.section(SECTION)?;
    config.validate().map_err(anyhow::Error::msg)?;
    let catalog = registry.transport_for(heuan_catalog_gateway::NAME)?;
    let (location, media) = (context.location(NAME), context.shop.media_dir());
    let (model, shutdown) =
        (Model::efficientnet_lite1(config.onnx_runtime.clone()), context.shutdown.clone());
    let opened = ImageSearch::open(config, model, &location, media, catalog, shutdown);
    Ok(Box::new(opened.await?))
}

#[tonic::async_trait]
impl Service for ImageSearch {
    fn routes(&self) -> Routes {
        Self::routes(self)
    }

    async fn close(&self) {
        Self::close(self).await;
    }
}
