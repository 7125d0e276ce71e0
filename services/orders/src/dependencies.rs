//! Dependencies that the application services are made from.

use std::sync::Arc;

use heuan_runtime::clock::Clock;

use crate::{
    clients::{Branches, Catalog},
    config::Config,
    payment::Payments,
    store::Store,
};

/// Database, clients, payment methods, settings and clock. A copy shares them with the original.
#[derive(Clone)]
pub struct Dependencies {
    pub store: Store,
    pub catalog: Catalog,
    pub branches: Branches,
    pub payments: Arc<Payments>,
    pub config: Arc<Config>,
    pub clock: Clock,
}
