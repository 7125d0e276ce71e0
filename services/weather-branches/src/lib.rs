//! Branches of the retailer and their weather.
//!
//! [`WeatherBranches::open`] opens the database, [`WeatherBranches::routes`] returns the gRPC services. The weather is
//! fetched on demand, at most once an hour for each branch; see [`Config`]. Scheduled drafts of branches are published in the
//! background.

mod background;
pub mod branches;
mod condition;
mod config;
mod grpc;
mod personal_data;
mod reading;
mod staff_content;
pub mod store;
mod weather;
mod weather_location;

use std::sync::Arc;

use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use config::Config;
pub use personal_data::PersonalData;
use store::Store;
use weather::Weather;

/// Name of this service in the topology and of its database.
pub const NAME: &str = "weather-branches";

/// Commented defaults of section `[weather]`.
pub const DEFAULTS: &str = include_str!("../weather.toml");

pub struct WeatherBranches {
    store: Arc<Store>,
    weather: Arc<Weather>,
    clock: Clock,
}

impl WeatherBranches {
    /// Opens the database at `location`, creating it if missing. Needs no network.
    pub async fn open(
        config: &Config,
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(location).await?);
        let weather = Arc::new(Weather::new(config, store.clone(), clock.clone(), shutdown.clone()));
        background::start(&store, &clock, &shutdown);
        Ok(Self { store, weather, clock })
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(self.store.clone(), self.weather.clone(), self.clock.clone())
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
