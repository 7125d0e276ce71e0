//! Accounts and sessions of customers and staff.

use anyhow::Result;
use heuan_accounts::{Accounts, NAME, service::AccountService};
use heuan_runtime::clock::Clock;
use tonic::service::Routes;

use super::{Service, ServiceContext, ServiceEntry};
use crate::service_registry::ServiceRegistry;

pub static ENTRY: ServiceEntry = ServiceEntry {
    name: NAME,
    migrations: &heuan_accounts::store::MIGRATIONS,
    open: |context, registry| Box::pin(open(context, registry)),
};

async fn open(context: &ServiceContext<'_>, _: &ServiceRegistry) -> Result<Box<dyn Service>> {
    let config = context.settings.section(NAME)?;
    let (location, shutdown) = (context.location(NAME), context.shutdown.clone());
    Ok(Box::new(Accounts::open(&config, &location, Clock::System, shutdown).await?))
}

#[tonic::async_trait]
impl Service for Accounts {
    fn routes(&self) -> Routes {
        Self::routes(self)
    }

    async fn close(&self) {
        Self::close(self).await;
    }

    /// Connects the notifications service, which also calls accounts.
    fn connect(&self, registry: &ServiceRegistry) -> Result<()> {
        self.deliver_to(registry.transport_for(heuan_notifications::NAME)?);
        Ok(())
    }

    async fn production_warning(&self) -> Result<Option<&'static str>> {
        Ok(self.service().production_warning())
    }

    fn account_service(&self) -> Option<&AccountService> {
        Some(self.service())
    }
}
