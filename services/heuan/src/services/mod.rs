//! The services of the shop, and how each is opened.

mod accounts;
mod catalog_gateway;
mod chat;
mod image_search;
mod notifications;
mod orders;
mod search;
mod weather_branches;

pub use notifications::config as notifications_config;
pub use orders::config as orders_config;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use futures::future::BoxFuture;
use heuan_accounts::service::AccountService;
use heuan_catalog_gateway::store::Store as CatalogStore;
use heuan_notifications::Notifications;
use heuan_runtime::{Settings, Shutdown};
use heuan_store::{DatabaseUrl, sqlx::migrate::Migrator};
use heuan_weather_branches::store::Store as BranchStore;
use tonic::service::Routes;

use crate::{service_registry::ServiceRegistry, settings::Shop};

/// A service opened in this process.
#[tonic::async_trait]
pub trait Service: Send + Sync {
    /// Its gRPC services.
    fn routes(&self) -> Routes;

    /// Closes its database. Call it after every request has been answered.
    async fn close(&self);

    /// Begins calls to services that are opened after this one. Called when all services of the process are in
    /// `registry`.
    fn connect(&self, _registry: &ServiceRegistry) -> Result<()> {
        Ok(())
    }

    /// A setting or content that is not fit for production, with the remedy.
    async fn production_warning(&self) -> Result<Option<&'static str>> {
        Ok(None)
    }

    /// The accounts, for the demo manager.
    fn account_service(&self) -> Option<&AccountService> {
        None
    }

    /// The notifications, which show codes in a demo.
    fn notifications(&self) -> Option<&Notifications> {
        None
    }

    /// The product database, for the import of the demo catalog.
    fn catalog_store(&self) -> Option<&Arc<CatalogStore>> {
        None
    }

    /// The branch database, for the import of the demo catalog.
    fn branch_store(&self) -> Option<&Arc<BranchStore>> {
        None
    }
}

/// Future of the opened service.
type OpenFuture<'a> = BoxFuture<'a, Result<Box<dyn Service>>>;

/// Name, migrations and constructor of a service.
pub struct ServiceEntry {
    pub name: &'static str,
    pub migrations: &'static Migrator,
    open: for<'a> fn(&'a ServiceContext<'a>, &'a ServiceRegistry) -> OpenFuture<'a>,
}

impl ServiceEntry {
    /// Opens the service and migrates its tables. It calls others through `registry`.
    pub async fn open(
        &self,
        context: &ServiceContext<'_>,
        registry: &ServiceRegistry,
    ) -> Result<Box<dyn Service>> {
        (self.open)(context, registry).await.with_context(|| format!("opening {}", self.name))
    }
}

/// All services except the edge, callees before their callers, except those that [`Service::connect`] connects.
pub static SERVICES: [&ServiceEntry; 8] = [
    &accounts::ENTRY,
    &weather_branches::ENTRY,
    &catalog_gateway::ENTRY,
    &image_search::ENTRY,
    &notifications::ENTRY,
    &orders::ENTRY,
    &chat::ENTRY,
    &search::ENTRY,
];

/// Names of [`SERVICES`].
pub fn names() -> [&'static str; 8] {
    SERVICES.map(|service| service.name)
}

/// The service called `name`.
pub fn find(name: &str) -> Option<&'static ServiceEntry> {
    SERVICES.into_iter().find(|service| service.name == name)
}

/// Settings, shop and shutdown signal with which a service is opened.
pub struct ServiceContext<'a> {
    pub settings: &'a Settings,
    pub shop: &'a Shop,
    pub shutdown: &'a Shutdown,
}

impl ServiceContext<'_> {
    fn location(&self, name: &str) -> DatabaseUrl {
        self.shop.location(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Versions of migrations that no release had.
    const UNUSED: [(&str, i64); 1] = [(heuan_accounts::NAME, 9)];

    /// Two branches of the code may each add a migration with the same number in files of different names, which
    /// merge without a conflict.
    #[test]
    fn migrations_of_each_service_are_numbered_once_in_order_and_without_gaps() {
        for service in SERVICES {
            let versions: Vec<i64> = service.migrations.iter().map(|migration| migration.version).collect();
            let newest = versions.last().copied().unwrap_or_default();
            let is_used = |version: &i64| !UNUSED.contains(&(service.name, *version));
            let expected: Vec<i64> = (1..=newest).filter(is_used).collect();
            assert_eq!(versions, expected, "files in `migrations` of {}", service.name);
        }
    }
}
