//! A catalog service on a database of its own, called like from other services.
#![allow(dead_code, reason = "each test file uses part of it")]

pub mod content_editor;
pub mod folder;
pub mod imports;
pub mod staff;

use std::time::Duration;

use heuan_catalog_gateway::{CatalogGateway, Config};
use heuan_proto::catalog::v1::{
    catalog_service_client::CatalogServiceClient, content_service_client::ContentServiceClient,
    stock_service_client::StockServiceClient,
};
use heuan_rpc::{GrpcService, Policy, ServeOptions, Transport};
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, Db};
use heuan_testkit::{Engine, TestDb};
use tokio::net::TcpListener;

pub const NOON: i64 = 1_795_237_200_000;

pub struct Shop {
    pub db: TestDb,
    pub gateway: CatalogGateway,
    pub clock: Clock,
    pub shutdown: Shutdown,
    pub transport: Transport,
}

impl Shop {
    pub async fn open(engine: Engine) -> Self {
        Self::reopen(TestDb::new(engine).await).await
    }

    /// A service on another process's database.
    pub async fn at(location: DatabaseUrl) -> Self {
        Self::reopen(TestDb::at(location)).await
    }

    pub async fn reopen(db: TestDb) -> Self {
        let clock = Clock::fixed(NOON);
        let shutdown = Shutdown::new();
        let config = Config {
            poll_ms: 20,
            low_stock: 5,
            image_day_bytes: 0,
            open_imports: 0,
            import_retention_days: 0,
            import_retention_bytes: 0,
            import_loopback: true,
        };
        let gateway =
            CatalogGateway::open(&config, &db.location, clock.clone(), shutdown.clone()).await.unwrap();
        let transport = Transport::in_process(gateway.routes(), Duration::from_secs(120));
        Self { db, gateway, clock, shutdown, transport }
    }

    /// The same service behind a TCP port, as another process calls it.
    pub async fn over_the_network(&self) -> Transport {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let guarded = GrpcService::of("catalog-gateway", self.gateway.routes(), &Policy::default());
        let begun = self.shutdown.requested();
        tokio::spawn(heuan_rpc::serve(guarded, listener, ServeOptions::default(), begun));
        Transport::connect(&address, Duration::from_secs(120)).unwrap().without_deadline()
    }

    pub fn catalog(&self) -> CatalogServiceClient<Transport> {
        CatalogServiceClient::new(self.transport.clone())
    }

    pub fn stock(&self) -> StockServiceClient<Transport> {
        StockServiceClient::new(self.transport.clone())
    }

    pub fn content(&self) -> ContentServiceClient<Transport> {
        ContentServiceClient::new(self.transport.clone())
    }

    /// A second connection to the same tables, for preparation and checks.
    pub async fn tables(&self) -> Db {
        tables(&self.db).await
    }

    /// Sets the stock of `pro_id` to `units`.
    pub async fn shelve(&self, pro_id: i64, units: i64) {
        let mut tx = self.tables().await.begin().await.unwrap();
        heuan_store::run!(
            tx,
            "INSERT INTO product (pro_id, cat_id, prog_id, name_la, name_en, price, stock, listed_at, revision) \
             VALUES ($1, 1, 1, 'ຊີມັງ', 'Cement', 1000, $2, 0, 0)",
            pro_id,
            units
        )
        .unwrap();
        heuan_store::run!(tx, "INSERT INTO stock (pro_id, on_hand) VALUES ($1, $2)", pro_id, units).unwrap();
        tx.commit().await.unwrap();
    }
}

pub async fn tables(db: &TestDb) -> Db {
    static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();
    Db::open(&db.location, &MIGRATIONS).await.unwrap()
}
