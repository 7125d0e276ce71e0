//! The services, and how each is opened.

use anyhow::{Context as _, Result};
use heuan_accounts::Accounts;
use heuan_catalog_gateway::CatalogGateway;
use heuan_chat::Chat;
use heuan_edge::EdgeConfig;
use heuan_image_search::{ImageSearch, Model};
use heuan_notifications::Notifications;
use heuan_orders::{Callees, Orders};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_search::Search;
use heuan_store::sqlx::migrate::Migrator;
use heuan_weather_branches::WeatherBranches;
use tonic::service::Routes;

use crate::{service_registry::ServiceRegistry, settings::Shop};

/// One service opened in this process. [`Service::close`] closes its database.
pub enum Service {
    Accounts(Accounts),
    CatalogGateway(CatalogGateway),
    ImageSearch(ImageSearch),
    Chat(Chat),
    Notifications(Notifications),
    Orders(Orders),
    Search(Search),
    WeatherBranches(WeatherBranches),
}

/// All services except the edge, callees before their callers.
pub const NAMES: [&str; 8] = [
    heuan_accounts::NAME,
    heuan_catalog_gateway::NAME,
    heuan_weather_branches::NAME,
    heuan_image_search::NAME,
    heuan_notifications::NAME,
    heuan_orders::NAME,
    heuan_chat::NAME,
    heuan_search::NAME,
];

/// Migrations of the service called `name`, one of [`NAMES`].
pub fn migrations(name: &str) -> &'static Migrator {
    match name {
        heuan_accounts::NAME => &heuan_accounts::store::MIGRATIONS,
        heuan_catalog_gateway::NAME => &heuan_catalog_gateway::store::MIGRATIONS,
        heuan_weather_branches::NAME => &heuan_weather_branches::store::MIGRATIONS,
        heuan_image_search::NAME => &heuan_image_search::MIGRATIONS,
        heuan_notifications::NAME => &heuan_notifications::MIGRATIONS,
        heuan_orders::NAME => &heuan_orders::MIGRATIONS,
        heuan_chat::NAME => &heuan_chat::MIGRATIONS,
        heuan_search::NAME => &heuan_search::MIGRATIONS,
        _ => unreachable!("{name} is not among them"),
    }
}

/// Section `[orders]`, validated, with the sandbox mode resolved. A shop with a configured address is not a demo.
pub fn orders_config(settings: &Settings, shop: &Shop) -> Result<heuan_orders::Config> {
    let mut config: heuan_orders::Config = settings.section(heuan_orders::NAME)?;
    let edge: EdgeConfig = settings.section("edge")?;
    config.settle_sandbox(shop.demo && edge.public_url.is_empty());
    config.validate().map_err(anyhow::Error::msg)?;
    Ok(config)
}

/// Everything needed to open a service.
pub struct ServiceContext<'a> {
    pub settings: &'a Settings,
    pub shop: &'a Shop,
    pub shutdown: &'a Shutdown,
}

impl Service {
    /// Opens the service called `name` and migrates its tables. It calls others through `peers`.
    pub async fn open(name: &str, ground: &ServiceContext<'_>, peers: &ServiceRegistry) -> Result<Self> {
        let ServiceContext { settings, shop, shutdown, .. } = ground;
        let (location, shutdown) = (shop.location(name), (*shutdown).clone());
        let opening = || format!("opening {name}");
        Ok(match name {
            heuan_accounts::NAME => {
                let config = settings.section(name)?;
                let opened = Accounts::open(&config, &location, Clock::System, shutdown).await;
                Self::Accounts(opened.with_context(opening)?)
            }
            heuan_catalog_gateway::NAME => {
                let config = settings.section(name)?;
                let opened = CatalogGateway::open(&config, &location, Clock::System, shutdown).await;
                Self::CatalogGateway(opened.with_context(opening)?)
            }
            heuan_weather_branches::NAME => {
                let config: heuan_weather_branches::Config = settings.section("weather")?;
                config.validate().map_err(anyhow::Error::msg)?;
                let opened = WeatherBranches::open(&config, &location, Clock::System, shutdown).await;
                Self::WeatherBranches(opened.with_context(opening)?)
            }
            heuan_image_search::NAME => {
                let config: heuan_image_search::Config = settings.section(heuan_image_search::SECTION)?;
                config.validate().map_err(anyhow::Error::msg)?;
                let catalog = peers.transport_for(heuan_catalog_gateway::NAME)?;
                let (model, media) = (Model::efficientnet_lite1(), shop.media_dir());
                let opened = ImageSearch::open(config, model, &location, media, catalog, shutdown).await;
                Self::ImageSearch(opened.with_context(opening)?)
            }
            heuan_notifications::NAME => {
                let config: heuan_notifications::Config = settings.section(name)?;
                config.validate().map_err(anyhow::Error::msg)?;
                let accounts = peers.transport_for(heuan_accounts::NAME)?;
                let opened = Notifications::open(config, &location, accounts, Clock::System, shutdown).await;
                Self::Notifications(opened.with_context(opening)?)
            }
            heuan_chat::NAME => {
                let config: heuan_chat::Config = settings.section(name)?;
                config.validate().map_err(anyhow::Error::msg)?;
                let opened = Chat::open(config, &location, Clock::System, None, shutdown).await;
                Self::Chat(opened.with_context(opening)?)
            }
            heuan_orders::NAME => {
                let config = orders_config(settings, shop)?;
                let callees = Callees {
                    catalog: peers.transport_for(heuan_catalog_gateway::NAME)?,
                    branches: peers.transport_for(heuan_weather_branches::NAME)?,
                    receiver: Some(peers.transport_for(heuan_notifications::NAME)?),
                };
                let opened = Orders::open(config, &location, callees, Clock::System, shutdown).await;
                Self::Orders(opened.with_context(opening)?)
            }
            heuan_search::NAME => {
                let config: heuan_search::Config = settings.section(name)?;
                config.validate().map_err(anyhow::Error::msg)?;
                let own = !config.index_dir.as_os_str().is_empty();
                let folder = if own { config.index_dir.clone() } else { shop.data_dir.join(name) };
                let catalog = peers.transport_for(heuan_catalog_gateway::NAME)?;
                let opened = Search::open(config, &location, folder, catalog, Clock::System, shutdown).await;
                Self::Search(opened.with_context(opening)?)
            }
            _ => anyhow::bail!("there is no service {name}; there are edge, {}", NAMES.join(", ")),
        })
    }

    pub fn routes(&self) -> Routes {
        match self {
            Self::Accounts(service) => service.routes(),
            Self::CatalogGateway(service) => service.routes(),
            Self::ImageSearch(service) => service.routes(),
            Self::Chat(service) => service.routes(),
            Self::Notifications(service) => service.routes(),
            Self::Orders(service) => service.routes(),
            Self::Search(service) => service.routes(),
            Self::WeatherBranches(service) => service.routes(),
        }
    }

    /// Call it after every request has been answered.
    pub async fn close(&self) {
        match self {
            Self::Accounts(service) => service.close().await,
            Self::CatalogGateway(service) => service.close().await,
            Self::ImageSearch(service) => service.close().await,
            Self::Chat(service) => service.close().await,
            Self::Notifications(service) => service.close().await,
            Self::Orders(service) => service.close().await,
            Self::Search(service) => service.close().await,
            Self::WeatherBranches(service) => service.close().await,
        }
    }
}
