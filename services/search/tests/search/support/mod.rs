//! The service with a real catalog.

#![allow(dead_code, reason = "each test file uses part of it")]

use std::{path::PathBuf, time::Duration};

use heuan_catalog_gateway::CatalogGateway;
use heuan_proto::search::v1::{
    self as wire, search_service_client::SearchServiceClient,
    staff_search_service_client::StaffSearchServiceClient,
};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_search::{Config, Search};
use heuan_store::{Db, run};
use heuan_testkit::{Engine, TestDb, eventually};
use tempfile::TempDir;
use tonic::service::Routes;

/// A noon.
pub const NOON: i64 = 1_800_000_000_000;
/// Timeout that is long enough for a busy machine.
pub const LONG: Duration = Duration::from_secs(120);

pub struct Shop {
    pub tables: TestDb,
    pub catalog_tables: TestDb,
    pub folder: TempDir,
    pub gateway: CatalogGateway,
    pub search: Search,
    pub clock: Clock,
    pub shutdown: Shutdown,
    pub transport: Transport,
}

/// Data that remains when a shop is closed.
pub struct Closed {
    pub tables: TestDb,
    pub catalog_tables: TestDb,
    pub folder: TempDir,
}

pub fn config() -> Config {
    Settings::load(heuan_search::DEFAULTS, &[]).unwrap().section("search").unwrap()
}

impl Shop {
    pub async fn open(engine: Engine) -> Self {
        Self::open_with(engine, |_| {}).await
    }

    pub async fn open_with(engine: Engine, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config();
        change(&mut config);
        let closed = Closed {
            tables: TestDb::new(engine).await,
            catalog_tables: TestDb::new(engine).await,
            folder: tempfile::tempdir().unwrap(),
        };
        Self::reopen(closed, config).await
    }

    pub async fn reopen(closed: Closed, config: Config) -> Self {
        Self::reopen_by(closed, config, |catalog| Transport::in_process(catalog, LONG)).await
    }

    /// [`Shop::reopen`] with a catalog that is reached as `connect` says.
    pub async fn reopen_by(
        closed: Closed,
        config: Config,
        connect: impl FnOnce(Routes) -> Transport,
    ) -> Self {
        let Closed { tables, catalog_tables, folder } = closed;
        let (shutdown, clock) = (Shutdown::new(), Clock::fixed(NOON));
        let catalog = heuan_catalog_gateway::Config {
            poll_ms: 20,
            low_stock: 5,
            image_day_bytes: 0,
            open_imports: 0,
            import_retention_days: 0,
            import_retention_bytes: 0,
            import_loopback: true,
        };
        let gateway =
            CatalogGateway::open(&catalog, &catalog_tables.location, clock.clone(), shutdown.clone());
        let gateway = gateway.await.unwrap();
        let catalog = connect(gateway.routes());
        let place: PathBuf = folder.path().join("search");
        let search = Search::open(config, &tables.location, place, catalog, clock.clone(), shutdown.clone())
            .await
            .unwrap();
        let transport = Transport::in_process(search.routes(), LONG);
        Self { tables, catalog_tables, folder, gateway, search, clock, shutdown, transport }
    }

    /// Stops the services like a shutdown.
    pub async fn close(self) -> Closed {
        self.shutdown.trigger();
        assert!(self.shutdown.wait(LONG).await);
        self.search.close().await;
        self.gateway.close().await;
        Closed { tables: self.tables, catalog_tables: self.catalog_tables, folder: self.folder }
    }

    pub fn client(&self) -> SearchServiceClient<Transport> {
        SearchServiceClient::new(self.transport.clone())
    }

    pub fn staff(&self) -> StaffSearchServiceClient<Transport> {
        StaffSearchServiceClient::new(self.transport.clone())
    }

    /// The tables of the search service.
    pub async fn search_tables(&self) -> Db {
        static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();
        Db::open(&self.tables.location, &MIGRATIONS).await.unwrap()
    }

    /// The catalog's tables.
    async fn catalog_tables(&self) -> Db {
        static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!("../catalog-gateway/migrations");
        Db::open(&self.catalog_tables.location, &MIGRATIONS).await.unwrap()
    }

    /// Writes products, `(id, Lao name, English name)`, under a new revision.
    pub async fn shelve(&self, products: &[(i64, &str, &str)]) {
        let catalog_tables = self.catalog_tables().await;
        let mut tx = catalog_tables.begin().await.unwrap();
        run!(tx, "UPDATE revision SET value = value + 1").unwrap();
        for (pro_id, la, en) in products {
            run!(
                tx,
                "INSERT INTO product (pro_id, cat_id, prog_id, name_la, name_en, price, stock, vatrate, unit_la, \
                   unit_en, listed_at, revision) \
                 VALUES ($1, 1, 1, $2, $3, 1000, 5, 10, '', '', 0, (SELECT value FROM revision)) \
                 ON CONFLICT (pro_id) DO UPDATE SET name_la = excluded.name_la, name_en = excluded.name_en, \
                   revision = excluded.revision",
                *pro_id,
                *la,
                *en
            )
            .unwrap();
        }
        tx.commit().await.unwrap();
        catalog_tables.close().await;
    }

    /// Adds a category, under a new revision.
    pub async fn add_category(&self, cat_id: i64, la: &str, en: &str) {
        let catalog_tables = self.catalog_tables().await;
        let mut tx = catalog_tables.begin().await.unwrap();
        run!(tx, "UPDATE revision SET value = value + 1").unwrap();
        let sql =
            "INSERT INTO category (cat_id, name_la, name_en, img, position) VALUES ($1, $2, $3, '', $1)";
        run!(tx, sql, cat_id, la, en).unwrap();
        tx.commit().await.unwrap();
        catalog_tables.close().await;
    }

    /// Removes products from their category and group, under a new revision.
    pub async fn unsort(&self, pro_ids: &[i64]) {
        let catalog_tables = self.catalog_tables().await;
        let mut tx = catalog_tables.begin().await.unwrap();
        run!(tx, "UPDATE revision SET value = value + 1").unwrap();
        for pro_id in pro_ids {
            let sql = "UPDATE product SET cat_id = 0, prog_id = 0, revision = (SELECT value FROM revision) \
                 WHERE pro_id = $1";
            run!(tx, sql, *pro_id).unwrap();
        }
        tx.commit().await.unwrap();
        catalog_tables.close().await;
    }

    /// Writes the merchant's suggested searches, like an import.
    pub async fn propose(&self, searches: &[(&str, i64)]) {
        let catalog_tables = self.catalog_tables().await;
        let mut tx = catalog_tables.begin().await.unwrap();
        run!(tx, "UPDATE revision SET value = value + 1").unwrap();
        let searches = searches.iter().map(|(text, count)| serde_json::json!({"text": text, "count": count}));
        let body = searches.collect::<serde_json::Value>().to_string();
        run!(tx, "INSERT INTO storefront (name, body) VALUES ('popular_searches', $1)", body).unwrap();
        let sql = "INSERT INTO section_revision (name, revision) SELECT 'content', value FROM revision WHERE true \
             ON CONFLICT (name) DO UPDATE SET revision = excluded.revision";
        run!(tx, sql).unwrap();
        tx.commit().await.unwrap();
        catalog_tables.close().await;
    }

    pub async fn find(&self, text: &str) -> Result<wire::SearchProductsResponse, Error> {
        let request =
            wire::SearchProductsRequest { text: text.to_owned(), page: 1, limit: 10, ..Default::default() };
        Ok(self.client().search_products(request).await?.into_inner())
    }

    pub async fn ids(&self, text: &str) -> Vec<i64> {
        self.find(text).await.map(|it| it.hits.iter().map(|hit| hit.pro_id).collect()).unwrap_or_default()
    }

    pub async fn finds(&self, text: &str, wanted: &[i64]) {
        eventually(&format!("{text} finds {wanted:?}"), async || self.ids(text).await == wanted).await;
    }

    pub async fn suggest(&self, text: &str) -> Vec<String> {
        let request = wire::SuggestRequest { text: text.to_owned(), limit: 10 };
        self.client().suggest(request).await.map(|it| it.into_inner().texts).unwrap_or_default()
    }

    pub async fn record(
        &self,
        text: &str,
        visitor: &str,
        customer_id: Option<i64>,
    ) -> Result<Option<wire::HistoryEntry>, Error> {
        let request =
            wire::RecordSearchRequest { text: text.to_owned(), visitor: visitor.to_owned(), customer_id };
        Ok(self.client().record_search(request).await?.into_inner().entry)
    }

    pub async fn popular(&self) -> Vec<(String, i64)> {
        self.popular_in("").await
    }

    pub async fn popular_in(&self, language: &str) -> Vec<(String, i64)> {
        let request = wire::ListPopularSearchesRequest { limit: 50, language: language.to_owned() };
        let searches = self.client().list_popular_searches(request).await.unwrap().into_inner().searches;
        searches.into_iter().map(|it| (it.text, it.visitors)).collect()
    }

    pub async fn without_result(&self) -> Vec<(String, i64)> {
        let request = wire::ListSearchesWithoutResultRequest { limit: 50, actor: None };
        let searches =
            self.client().list_searches_without_result(request).await.unwrap().into_inner().searches;
        searches.into_iter().map(|it| (it.text, it.visitors)).collect()
    }

    pub async fn history(&self, customer_id: i64) -> Vec<wire::HistoryEntry> {
        let request = wire::ListSearchHistoryRequest { customer_id, limit: 50 };
        self.client().list_search_history(request).await.unwrap().into_inner().entries
    }
}
