//! Branches with their opening hours and weather.

use std::sync::Arc;

use anyhow::Result;
use heuan_runtime::clock::Clock;
use heuan_weather_branches::{
    Config, NAME, WeatherBranches,
    store::{MIGRATIONS, Store},
};
use tonic::service::Routes;

use super::{Service, ServiceContext, ServiceEntry};
use crate::service_registry::ServiceRegistry;

pub static ENTRY: ServiceEntry = ServiceEntry {
    name: NAME,
    migrations: &MIGRATIONS,
    open: |context, registry| Box::pin(open(context, registry)),
};

async fn open(context: &ServiceContext<'_>, _: &ServiceRegistry) -> Result<Box<dyn Service>> {
    let config: Config = context.settings.section("weather")?;
    config.validate().map_err(anyhow::Error::msg)?;
    let (location, shutdown) = (context.location(NAME), context.shutdown.clone());
    Ok(Box::new(WeatherBranches::open(&config, &location, Clock::System, shutdown).await?))
}

#[tonic::async_trait]
impl Service for WeatherBranches {
    fn routes(&self) -> Routes {
        Self::routes(self)
    }

    async fn close(&self) {
        Self::close(self).await;
    }

    fn branch_store(&self) -> Option<&Arc<Store>> {
        Some(self.store())
    }
}
