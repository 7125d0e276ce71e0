//! Transport of each service: in-process or over the network. No other module knows which of the two is used.

use std::{collections::BTreeMap, sync::Arc};

use heuan_edge::Backends;
use heuan_rpc::{GrpcService, Policy, Result, Target, Transport};
use tonic::service::Routes;

/// Transports of all services. Clones are cheap and share the state of each target.
#[derive(Clone)]
pub struct ServiceRegistry {
    policy: Policy,
    /// Services in this process; the others are on the network.
    local: Arc<BTreeMap<&'static str, (GrpcService, Target)>>,
    targets: Arc<BTreeMap<&'static str, Target>>,
}

impl ServiceRegistry {
    /// A registry of the services `names`, which are all on the network until [`ServiceRegistry::with`] adds them.
    pub fn new(policy: &Policy, names: &[&'static str]) -> Self {
        let target = |name: &&'static str| (*name, Target::of(name, policy));
        let targets = names.iter().map(target).collect();
        Self { policy: policy.clone(), local: Arc::default(), targets: Arc::new(targets) }
    }

    /// Adds the service called `name` as in-process.
    #[must_use]
    pub fn with(&self, name: &'static str, routes: Routes) -> Self {
        let mut local = BTreeMap::clone(&self.local);
        local.insert(name, (GrpcService::of(name, routes, &self.policy), self.target(name)));
        Self { local: Arc::new(local), ..self.clone() }
    }

    /// The transport of the service called `name`. Its connections, if any, belong to the current runtime.
    pub fn transport_for(&self, name: &str) -> Result<Transport> {
        match self.local.get(name) {
            Some((service, target)) => Ok(Transport::in_process(service.clone(), target.clone())),
            None => Transport::connect(&self.policy.address(name), self.target(name)),
        }
    }

    /// The clients used by the edge.
    pub fn backends(&self) -> Result<Backends> {
        let catalog = self.transport_for(heuan_catalog_gateway::NAME)?;
        Ok(Backends {
            content: catalog.clone(),
            catalog,
            branches: self.transport_for(heuan_weather_branches::NAME)?,
            accounts: self.transport_for(heuan_accounts::NAME)?,
            orders: self.transport_for(heuan_orders::NAME)?,
            image_search: self.transport_for(heuan_image_search::NAME)?,
            chat: self.transport_for(heuan_chat::NAME)?,
            notifications: self.transport_for(heuan_notifications::NAME)?,
            search: self.transport_for(heuan_search::NAME)?,
        })
    }

    fn target(&self, name: &str) -> Target {
        self.targets.get(name).cloned().unwrap_or_else(|| Target::of(name, &self.policy))
    }
}
