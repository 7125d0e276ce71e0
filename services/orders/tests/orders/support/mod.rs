//! The orders service with a real catalog and real branches, each on a database of its own, called like from the edge.
#![allow(dead_code, reason = "each test file uses part of it")]

pub mod staff;

use std::time::Duration;

use heuan_catalog_gateway::CatalogGateway;
use heuan_orders::{ClerkGrants, Config, OrderLimits, Orders, Sandbox, StaffCommands, UpstreamTransports};
use heuan_proto::{
    catalog::v1::{
        BatchGetProductsRequest, BatchGetStockRequest, Stock, catalog_service_client::CatalogServiceClient,
        stock_service_client::StockServiceClient,
    },
    orders::v1::{
        self as wire, cart_service_client::CartServiceClient, order_service_client::OrderServiceClient,
        points_service_client::PointsServiceClient,
        staff_customer_service_client::StaffCustomerServiceClient,
        staff_order_service_client::StaffOrderServiceClient,
        viewed_products_service_client::ViewedProductsServiceClient,
        wishlist_service_client::WishlistServiceClient,
    },
};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, Db, Tx, run};
use heuan_testkit::{Engine, TestDb};
use heuan_weather_branches::{Config as WeatherConfig, WeatherBranches, branches::Branch};

pub const NOON: i64 = 1_795_237_200_000;
pub const NOY: i64 = 7;
pub const KHAM: i64 = 8;
/// Timeout of calls within this process, long enough for a busy machine.
pub const LONG: Duration = Duration::from_secs(120);

/// The databases of a shop.
pub struct Places {
    pub orders: TestDb,
    pub catalog: TestDb,
    pub branches: TestDb,
}

impl Places {
    pub async fn new(engine: Engine) -> Self {
        Self {
            orders: TestDb::new(engine).await,
            catalog: TestDb::new(engine).await,
            branches: TestDb::new(engine).await,
        }
    }

    /// As text, for a child process.
    pub fn to_text(&self) -> String {
        let text = |db: &TestDb| match &db.location {
            DatabaseUrl::File(path) => path.display().to_string(),
            DatabaseUrl::Postgres { url, schema } => format!("{url}#{schema}"),
        };
        [&self.orders, &self.catalog, &self.branches].map(text).join("|")
    }

    pub fn from_text(text: &str) -> Self {
        let mut places = text.split('|').map(|place| {
            TestDb::at(match place.split_once('#') {
                Some((url, schema)) => {
                    DatabaseUrl::Postgres { url: url.to_owned(), schema: schema.to_owned() }
                }
                None => DatabaseUrl::File(place.into()),
            })
        });
        let mut next = || places.next().unwrap();
        Self { orders: next(), catalog: next(), branches: next() }
    }
}

pub fn config() -> Config {
    let mut config: Config = Settings::load(heuan_orders::DEFAULTS, &[]).unwrap().section("orders").unwrap();
    config.sandbox = Sandbox::On;
    config.settle_sandbox(true);
    config.poll_ms = 20;
    // These tests buy all units; `limits.rs` tests the defaults.
    config.limits = OrderLimits { stock_units: 1, ..OrderLimits::default() };
    config.clerks = ClerkGrants { percent: 100, kip: i64::MAX };
    config.validate().unwrap();
    config
}

pub struct Shop {
    pub places: Places,
    pub gateway: CatalogGateway,
    pub branches: WeatherBranches,
    pub orders: Orders,
    pub clock: Clock,
    pub shutdown: Shutdown,
    pub transport: Transport,
    pub catalog: Transport,
}

impl Shop {
    pub async fn open(engine: Engine) -> Self {
        Self::open_with(engine, |_| {}).await
    }

    pub async fn open_with(engine: Engine, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config();
        change(&mut config);
        Self::reopen(Places::new(engine).await, config, Clock::fixed(NOON), None).await
    }

    pub async fn reopen(places: Places, config: Config, clock: Clock, receiver: Option<Transport>) -> Self {
        Self::opened(places, config, clock, receiver, 20).await
    }

    /// A shop with this poll interval of the catalog.
    pub async fn opened(
        places: Places,
        config: Config,
        clock: Clock,
        receiver: Option<Transport>,
        poll_ms: u64,
    ) -> Self {
        let shutdown = Shutdown::new();
        let catalog = heuan_catalog_gateway::Config {
            poll_ms,
            low_stock: 5,
            image_day_bytes: 0,
            open_imports: 0,
            import_retention_days: 0,
            import_retention_bytes: 0,
            import_loopback: true,
        };
        let gateway =
            CatalogGateway::open(&catalog, &places.catalog.location, clock.clone(), shutdown.clone());
        let gateway = gateway.await.unwrap();
        let (weather, location) = (WeatherConfig::offline(), &places.branches.location);
        let branches =
            WeatherBranches::open(&weather, location, clock.clone(), shutdown.clone()).await.unwrap();
        let catalog = Transport::in_process(gateway.routes(), LONG);
        let callees = UpstreamTransports {
            catalog: catalog.clone(),
            branches: Transport::in_process(branches.routes(), LONG),
            receiver,
        };
        let orders = Orders::open(config, &places.orders.location, callees, clock.clone(), shutdown.clone());
        let orders = orders.await.unwrap();
        let transport = Transport::in_process(orders.routes(), LONG);
        Self { places, gateway, branches, orders, clock, shutdown, transport, catalog }
    }

    /// Stops the services like a shutdown, and returns the databases.
    pub async fn close(self) -> Places {
        self.shutdown.trigger();
        assert!(self.shutdown.wait(LONG).await);
        self.orders.close().await;
        self.gateway.close().await;
        self.branches.close().await;
        self.places
    }

    /// The staff's command beside the running shop.
    pub async fn staff(&self) -> StaffCommands {
        StaffCommands::open(&config(), &self.places.orders.location, self.clock.clone()).await.unwrap()
    }

    pub fn cart(&self) -> CartServiceClient<Transport> {
        CartServiceClient::new(self.transport.clone())
    }

    pub fn viewed_products(&self) -> ViewedProductsServiceClient<Transport> {
        ViewedProductsServiceClient::new(self.transport.clone())
    }

    pub fn wishlist(&self) -> WishlistServiceClient<Transport> {
        WishlistServiceClient::new(self.transport.clone())
    }

    pub fn orders(&self) -> OrderServiceClient<Transport> {
        OrderServiceClient::new(self.transport.clone())
    }

    pub fn staff_orders(&self) -> StaffOrderServiceClient<Transport> {
        StaffOrderServiceClient::new(self.transport.clone())
    }

    pub fn staff_customers(&self) -> StaffCustomerServiceClient<Transport> {
        StaffCustomerServiceClient::new(self.transport.clone())
    }

    pub fn points(&self) -> PointsServiceClient<Transport> {
        PointsServiceClient::new(self.transport.clone())
    }

    /// The catalog's tables, for preparation.
    pub async fn catalog_tables(&self) -> Db {
        static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!("../catalog-gateway/migrations");
        Db::open(&self.places.catalog.location, &MIGRATIONS).await.unwrap()
    }

    /// This service's tables, for checks.
    pub async fn tables(&self) -> Db {
        static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();
        Db::open(&self.places.orders.location, &MIGRATIONS).await.unwrap()
    }

    /// Sets the stock of each product to `units`.
    pub async fn shelve(&self, products: &[(i64, i64, i64)]) {
        let catalog_tables = self.catalog_tables().await;
        let mut tx = catalog_tables.begin().await.unwrap();
        for (pro_id, units, price) in products {
            run!(
                tx,
                "INSERT INTO product (pro_id, cat_id, prog_id, name_la, name_en, price, stock, vatrate, unit_la, unit_en, \
                   listed_at, revision) \
                 VALUES ($1, 1, 1, 'ຊີມັງ', 'Cement', $3, $2, 10, 'ຖົງ', 'bag', 0, 0)",
                *pro_id,
                *units,
                *price
            )
            .unwrap();
            run!(tx, "INSERT INTO stock (pro_id, on_hand) VALUES ($1, $2)", *pro_id, *units).unwrap();
        }
        tx.commit().await.unwrap();
        catalog_tables.close().await;
    }

    /// Like an import of a catalog other than the demo.
    pub async fn end_demo(&self) {
        let catalog_tables = self.catalog_tables().await;
        let mut tx = catalog_tables.begin().await.unwrap();
        run!(tx, "UPDATE catalog_origin SET only_demo = 0 WHERE id = 1").unwrap();
        run!(tx, "UPDATE revision SET value = value + 1 WHERE id = 1").unwrap();
        tx.commit().await.unwrap();
        catalog_tables.close().await;
    }

    pub async fn price(&self, pro_id: i64, price: Option<i64>) {
        let catalog_tables = self.catalog_tables().await;
        let mut tx = catalog_tables.begin().await.unwrap();
        run!(tx, "UPDATE product SET price = $2 WHERE pro_id = $1", pro_id, price).unwrap();
        tx.commit().await.unwrap();
        catalog_tables.close().await;
    }

    pub async fn open_branch(&self, b_id: i64) {
        let branch =
            Branch {
                b_id, b_name: "ສາຂາ".to_owned(), b_name_eng: "Branch".to_owned(), ..Branch::default()
            };
        self.branches.store().write(&[branch], false).await.unwrap();
    }

    pub async fn stock(&self, pro_id: i64) -> Stock {
        let request = BatchGetStockRequest { pro_ids: vec![pro_id] };
        let mut stock = StockServiceClient::new(self.catalog.clone());
        stock.batch_get_stock(request).await.unwrap().into_inner().stocks[0]
    }

    /// Waits until the catalog offers these units. Its products follow a change of the stock a moment later.
    pub async fn offers(&self, units: &[(i64, i64)]) {
        let pro_ids: Vec<i64> = units.iter().map(|&(pro_id, _)| pro_id).collect();
        heuan_testkit::eventually(&format!("the catalog offers {units:?}"), async || {
            let request = BatchGetProductsRequest { pro_ids: pro_ids.clone() };
            let mut catalog = CatalogServiceClient::new(self.catalog.clone());
            let products = catalog.batch_get_products(request).await.unwrap().into_inner().products;
            units.iter().all(|&(pro_id, stock)| {
                products.iter().any(|product| product.pro_id == pro_id && product.stock == Some(stock))
            })
        })
        .await;
    }

    pub async fn add(&self, customer_id: i64, pro_id: i64, quantity: i64) -> Result<wire::Cart, Error> {
        let request =
            wire::AddCartItemRequest { customer_id, pro_id, quantity, idempotency_key: String::new() };
        Ok(self.cart().add_cart_item(request).await?.into_inner().cart.unwrap())
    }

    pub async fn the_cart(&self, customer_id: i64) -> wire::Cart {
        let request = wire::GetCartRequest { customer_id };
        self.cart().get_cart(request).await.unwrap().into_inner().cart.unwrap()
    }

    pub async fn quote(
        &self,
        customer_id: i64,
        input: wire::OrderInput,
    ) -> Result<wire::QuoteResponse, Error> {
        self.quote_again(customer_id, "", input).await
    }

    pub async fn quote_again(
        &self,
        customer_id: i64,
        key: &str,
        input: wire::OrderInput,
    ) -> Result<wire::QuoteResponse, Error> {
        let request = wire::QuoteRequest { customer_id, input: Some(input), idempotency_key: key.to_owned() };
        Ok(self.orders().quote(request).await?.into_inner())
    }

    pub async fn place(
        &self,
        customer_id: i64,
        key: &str,
        input: wire::OrderInput,
    ) -> Result<wire::Order, Error> {
        self.place_from("", customer_id, key, input).await
    }

    pub async fn place_from(
        &self,
        client_address: &str,
        customer_id: i64,
        key: &str,
        input: wire::OrderInput,
    ) -> Result<wire::Order, Error> {
        let (key, client_address) = (key.to_owned(), client_address.to_owned());
        let customer_name = "ນ້ອຍ ວົງສາ".to_owned();
        let request = wire::PlaceOrderRequest {
            customer_id,
            input: Some(input),
            idempotency_key: key,
            client_address,
            customer_name,
        };
        Ok(self.orders().place_order(request).await?.into_inner().order.unwrap())
    }

    pub async fn order(&self, customer_id: i64, order_id: &str) -> Result<wire::Order, Error> {
        let request = wire::GetOrderRequest { customer_id, order_id: order_id.to_owned() };
        Ok(self.orders().get_order(request).await?.into_inner().order.unwrap())
    }

    pub async fn cancel(&self, customer_id: i64, order_id: &str) -> Result<wire::Order, Error> {
        let request = wire::CancelOrderRequest { customer_id, order_id: order_id.to_owned() };
        Ok(self.orders().cancel_order(request).await?.into_inner().order.unwrap())
    }

    pub async fn act(&self, order: &wire::Order, action: wire::SandboxAction) -> Result<(), Error> {
        let reference = order.payment.as_ref().unwrap().reference.clone();
        let request = wire::SimulatePaymentRequest { reference, action: action.into() };
        self.orders().simulate_payment(request).await?;
        Ok(())
    }

    pub async fn points_of(&self, customer_id: i64) -> wire::GetPointsResponse {
        self.points().get_points(wire::GetPointsRequest { customer_id }).await.unwrap().into_inner()
    }

    /// Adds points without an order.
    pub async fn give_points(&self, customer_id: i64, points: i64) {
        let tables = self.tables().await;
        let mut tx = tables.begin().await.unwrap();
        let sql = "INSERT INTO points_account (customer_id, balance) VALUES ($1, $2) \
             ON CONFLICT (customer_id) DO UPDATE SET balance = points_account.balance + $2";
        run!(tx, sql, customer_id, points).unwrap();
        let sql = "INSERT INTO points_entry (customer_id, order_id, kind, points, at) VALUES ($1, $2, 'earned', $3, 0)";
        run!(tx, sql, customer_id, format!("gift-{customer_id}"), points).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    /// Waits until the order has `status` and this state of its payment.
    pub async fn comes_to(&self, customer_id: i64, order_id: &str, status: &str, money: &str) {
        heuan_testkit::eventually(&format!("{order_id} is {status}, {money}"), async || {
            let order = self.order(customer_id, order_id).await.unwrap();
            order.status == status && order.payment.unwrap().status == money
        })
        .await;
    }

    /// Waits until no order has due work.
    pub async fn settles(&self) {
        let tables = self.tables().await;
        heuan_testkit::eventually("all orders are settled", async || {
            let sql = "SELECT COUNT(*) FROM customer_order \
                 WHERE units IN ('commit_due', 'retake_due', 'return_due', 'release_due') \
                   OR (money = 'refund_due' AND method = 'qr') OR line_change <> '' \
                   OR settlement LIKE '%\"takes_stock\":true%' OR settlement LIKE '%\"to_close\"%'";
            let due: i64 =
                heuan_store::read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
            due == 0
        })
        .await;
        tables.close().await;
    }
}

/// Locks the record of an order of [`NOY`] with this key: its write waits until the transaction ends, after its units were reserved.
pub async fn lock_key(tables: &Db, key: &str) -> Tx {
    let mut tx = tables.begin().await.unwrap();
    let sql = "INSERT INTO idempotency (customer_id, idempotency_key, request, answer, at) VALUES ($1, $2, '', '', 0)";
    run!(tx, sql, NOY, key).unwrap();
    tx
}

/// A direct purchase with delivery and this payment method.
pub fn buy(items: &[(i64, i64)], method: &str) -> wire::OrderInput {
    let items = items.iter().map(|&(pro_id, quantity)| wire::OrderItem { pro_id, quantity }).collect();
    wire::OrderInput { items: Some(wire::OrderItems { items }), buy_now: true, ..cart_order(method) }
}

/// An order of the cart with delivery and this payment method.
pub fn cart_order(method: &str) -> wire::OrderInput {
    wire::OrderInput {
        items: None,
        buy_now: false,
        phone: "020 5512 3456".to_owned(),
        delivery: Some(wire::Delivery {
            method: "delivery".to_owned(),
            province: "ນະຄອນຫຼວງວຽງຈັນ".to_owned(),
            district: "ໄຊເສດຖາ".to_owned(),
            village: "ໂພນທັນ".to_owned(),
            ..wire::Delivery::default()
        }),
        payment_method: method.to_owned(),
        points: 0,
        cart_version: None,
        confirmed: None,
        receiver: None,
    }
}

pub fn payment(order: &wire::Order) -> &str {
    &order.payment.as_ref().unwrap().status
}
