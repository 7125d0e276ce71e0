//! Finding products by words, completing what is typed, and what people search for.
//!
//! [`Search::open`] opens the tables and begins to follow the catalogue with an index of its own; [`Search::routes`] is
//! what others call. Until the first list of the catalogue is complete, searches are `UNAVAILABLE`.

mod config;
mod desk;
mod folder;
mod follow;
mod grpc;
mod keep;
mod limits;
mod product;
mod shelf;
mod store;

use std::{path::PathBuf, sync::Arc};

use arc_swap::ArcSwap;
use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_search_index::Synonyms;
use heuan_store::{Location, StoreError};
use tokio::sync::Notify;
use tonic::service::Routes;

pub use config::Config;
use desk::Desk;
use shelf::Shelf;
pub use store::MIGRATIONS;
use store::Store;

/// The name of this service in the topology, its database and its settings.
pub const NAME: &str = "search";

/// The commented defaults of section `[search]`.
pub const DEFAULTS: &str = include_str!("../search.toml");

pub struct Search {
    desk: Arc<Desk>,
}

impl Search {
    /// Opens the tables at `location`, making them when missing, and follows `catalog` with an index in `folder`.
    pub async fn open(
        config: Config,
        location: &Location,
        folder: PathBuf,
        catalog: Transport,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, StoreError> {
        let shelf =
            Arc::new(Shelf { synonyms: ArcSwap::from_pointee(Synonyms::with("")), ..Shelf::default() });
        let desk = Arc::new(Desk {
            store: Store::open(location).await?,
            shelf: shelf.clone(),
            config,
            clock,
            catalog: catalog.clone(),
            news: Arc::new(Notify::new()),
            popular: std::sync::Mutex::default(),
        });
        shutdown.spawn(follow::follow(folder, catalog, shelf, desk.news.clone(), shutdown.clone()));
        keep::start(&desk, &shutdown);
        Ok(Self { desk })
    }

    /// Closes the database; call once every request has been answered.
    pub async fn close(&self) {
        self.desk.store.close().await;
    }

    pub fn routes(&self) -> Routes {
        grpc::routes(&self.desk)
    }
}
