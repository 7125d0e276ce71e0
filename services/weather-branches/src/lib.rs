//! Branches of the retailer, and the weather there.
//!
//! [`WeatherBranches::open`] opens the tables, [`WeatherBranches::routes`] is what others call. The weather is asked
//! for when somebody wants to see it, once an hour for each branch; see [`Config`].

pub mod branches;
mod config;
mod grpc;
pub mod store;
mod weather;

use std::sync::Arc;

use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use tonic::service::Routes;

pub use config::Config;
use store::Store;
use weather::Weather;

/// The name of this service in the topology and of its database.
pub const NAME: &str = "weather-branches";

/// The commented defaults of section `[weather]`.
pub const DEFAULTS: &str = include_str!("../weather.toml");

pub struct WeatherBranches {
    store: Arc<Store>,
    weather: Arc<Weather>,
}

impl WeatherBranches {
    /// Opens the tables at `location`, making them when missing. Needs no network.
    pub async fn open(
        config: &Config,
        location: &DatabaseUrl,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(location).await?);
        let weather = Arc::new(Weather::new(config, store.clone(), clock, shutdown));
        Ok(Self { store, weather })
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(self.store.clone(), self.weather.clone())
    }

    /// Closes the database; call once every request has been answered.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
