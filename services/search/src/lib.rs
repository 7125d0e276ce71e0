//! Product search by words, query suggestions, popular searches and search history.
//!
//! [`Search::open`] opens the database and starts the indexer; [`Search::routes`] returns the gRPC services. Until the
//! first list of the catalog is complete, searches return `UNAVAILABLE`.

mod active_rules;
mod background;
mod config;
mod current_index;
mod grpc;
mod index_directory;
mod indexer;
mod known_results;
mod limits;
mod listing;
mod operator;
mod personal_data;
mod product;
mod script;
mod search_service;
mod search_text;
mod staff;
mod store;

use std::{path::PathBuf, sync::Arc};

use arc_swap::ArcSwap;
use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_search_index::Synonyms;
use heuan_store::{DatabaseUrl, StoreError};
use tokio::sync::Notify;
use tonic::service::Routes;

pub use config::Config;
use current_index::CurrentIndex;
use known_results::KnownResults;
pub use operator::{OperatorGroup, OperatorRule, RuleOperator, SynonymOperator};
pub use personal_data::{ExportedSearch, PersonalData, SearchExport};
use search_service::ProductSearch;
use store::Store;
pub use store::{MIGRATIONS, RuleAction};

/// Name of this service in the topology, its database and its settings.
pub const NAME: &str = "search";

/// Commented defaults of section `[search]`.
pub const DEFAULTS: &str = include_str!("../search.toml");

pub struct Search {
    service: Arc<ProductSearch>,
}

impl Search {
    /// Opens the database at `location`, creating it if missing, and follows `catalog` with an index in `folder`.
    pub async fn open(
        config: Config,
        location: &DatabaseUrl,
        folder: PathBuf,
        catalog: Transport,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let current = Arc::new(CurrentIndex {
            synonyms: ArcSwap::from_pointee(Synonyms::with("")),
            ..CurrentIndex::default()
        });
        let service = Arc::new(ProductSearch {
            store: Store::open(location).await?,
            current: current.clone(),
            config,
            clock,
            catalog: catalog.clone(),
            index_changed: Arc::new(Notify::new()),
            staff_changed: Arc::new(Notify::new()),
            popular: std::sync::Mutex::default(),
            known_results: KnownResults::default(),
        });
        shutdown.spawn(indexer::follow(
            folder,
            catalog,
            current,
            service.index_changed.clone(),
            shutdown.clone(),
        ));
        background::start(&service, &shutdown);
        Ok(Self { service })
    }

    /// Closes the database. Call it after every request has been answered.
    pub async fn close(&self) {
        self.service.store.close().await;
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(&self.service)
    }
}
