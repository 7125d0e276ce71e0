//! The catalog opened beside the running shop, for commands on orders that need products.

use anyhow::{Context as _, Result};
use heuan_catalog_gateway::{CatalogGateway, NAME};
use heuan_runtime::{Settings, Shutdown, clock::Clock};

use crate::settings::Shop;

/// Opens the catalog without imports. Its background tasks end with `shutdown`.
pub async fn open(settings: &Settings, shop: &Shop, shutdown: &Shutdown) -> Result<CatalogGateway> {
    let config = settings.section(NAME)?;
    CatalogGateway::open(&config, &shop.location(NAME), Clock::System, shutdown.clone())
        .await
        .context("opening the catalog")
}
