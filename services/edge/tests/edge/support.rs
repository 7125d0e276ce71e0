//! A shop for one test.

use std::{fs, net::SocketAddr, path::Path, sync::Arc, time::Duration};

use heuan_edge::{Backends, Connect, DEFAULTS, Edge, EdgeConfig, Setup};
use heuan_media::{Options, Variants};
use heuan_proto::accounts::v1::{
    accounts_service_server::AccountsServiceServer, address_service_server::AddressServiceServer,
    code_service_server::CodeServiceServer, contact_service_server::ContactServiceServer,
    staff_customer_service_server::StaffCustomerServiceServer, staff_service_server::StaffServiceServer,
};
use heuan_proto::{
    catalog::v1::staff_catalog_service_server::StaffCatalogServiceServer,
    search::v1::{
        search_service_server::SearchServiceServer, staff_search_service_server::StaffSearchServiceServer,
    },
    staffcontent::v1::staff_content_service_server::StaffContentServiceServer,
};
use heuan_redis::Redis;
use heuan_rpc::{Transport, personal_data_server, retention_server};
use heuan_runtime::{Readiness, Settings, Shutdown, clock::Clock};
pub use heuan_testkit::eventually;
use heuan_testkit::redis::url_of;
use reqwest::{Client, Response, redirect::Policy};
use serde_json::Value;

use crate::{
    account_fake::FakeAccounts, chat_fake::FakeChat, customers_fake::FakePersonalData, fake::Fake,
    image_search::FakeImageSearch, order_fake::FakeOrders, search_fake::FakeSearch,
    staff_content_fake::FakeStaffContent, staff_products_fake::FakeStaffProducts,
};

pub const INDEX_HTML: &str = r#"<!doctype html>
<html lang="lo" dir="ltr" data-lang="la">
  <head><meta charset="utf-8" /><script>document.documentElement.dataset.theme = 'dark';</script>
    <!--heuan:head-->
    <script type="module" crossorigin src="/assets/index-abc.js"></script></head>
  <body><div id="root"></div><!--heuan:state--></body>
</html>"#;

const PRELOAD: &str = r#"{"lang":{"la":["/assets/la-1.js"]},"route":{"home":["/assets/home-1.js"]},
    "font":{"la":["/assets/lao-1.woff2"]}}"#;

/// Begin of the day at which the clocks of tests stand.
pub const MIDNIGHT: i64 = 1_795_194_000_000;
/// Timeout that is long enough for a busy machine.
pub const LONG: Duration = Duration::from_secs(120);

pub struct TestShop {
    pub fake: Fake,
    pub accounts: FakeAccounts,
    pub orders: FakeOrders,
    pub images: FakeImageSearch,
    pub chat: FakeChat,
    pub search: FakeSearch,
    pub staff_products: FakeStaffProducts,
    pub staff_content: FakeStaffContent,
    pub client: Client,
    pub readiness: Readiness,
    pub shutdown: Shutdown,
    /// Fixed; tests advance it.
    pub clock: Clock,
    addr: SocketAddr,
    folder: tempfile::TempDir,
}

/// The services behind an edge. Clones are the same services.
#[derive(Clone)]
pub struct Services {
    fake: Fake,
    accounts: FakeAccounts,
    orders: FakeOrders,
    images: FakeImageSearch,
    chat: FakeChat,
    search: FakeSearch,
    staff_products: FakeStaffProducts,
    staff_content: FakeStaffContent,
}

impl Default for Services {
    fn default() -> Self {
        Self {
            fake: Fake::new(),
            accounts: FakeAccounts::default(),
            orders: FakeOrders::default(),
            images: FakeImageSearch::default(),
            chat: FakeChat::default(),
            search: FakeSearch::default(),
            staff_products: FakeStaffProducts::default(),
            staff_content: FakeStaffContent::default(),
        }
    }
}

/// A shop with the default configuration and a frontend build.
pub async fn shop() -> TestShop {
    shop_with(|_| {}).await
}

/// A shop whose configuration is modified by `change`.
pub async fn shop_with(change: impl FnOnce(&mut EdgeConfig)) -> TestShop {
    let shop = starting_shop(change, |backends| backends);
    eventually("the watch has listed", async || shop.readiness.is_ready()).await;
    shop.fake.take_calls();
    shop
}

/// A shop that may not be ready yet. `far` replaces transports to its services in this process.
pub fn starting_shop(
    change: impl FnOnce(&mut EdgeConfig),
    far: impl Fn(Backends) -> Backends + Send + Sync + 'static,
) -> TestShop {
    starting_edge(Services::default(), Clock::fixed(MIDNIGHT), None, change, far)
}

/// An edge at `services` with Redis at an address, which it may share with other edges.
pub async fn edge_with_redis(services: Services, redis: SocketAddr, clock: Clock) -> TestShop {
    let edge = starting_edge(services, clock, Some(redis), |_| {}, |backends| backends);
    eventually("the watch has listed", async || edge.readiness.is_ready()).await;
    edge
}

fn starting_edge(
    services: Services,
    clock: Clock,
    redis: Option<SocketAddr>,
    change: impl FnOnce(&mut EdgeConfig),
    far: impl Fn(Backends) -> Backends + Send + Sync + 'static,
) -> TestShop {
    let folder = tempfile::tempdir().unwrap();
    let (dist, media) = (folder.path().join("dist"), folder.path().join("media"));
    build_frontend(&dist);
    fs::create_dir_all(media.join("products")).unwrap();
    fs::write(media.join("products/1.png"), png(400)).unwrap();
    fs::create_dir_all(media.join("documents")).unwrap();
    fs::write(media.join("documents/report.pdf"), "%PDF-1.4\n%%EOF\n").unwrap();
    fs::write(media.join("documents/page.pdf"), "<script>alert(1)</script>").unwrap();

    let mut config: EdgeConfig = Settings::load(DEFAULTS, &[]).unwrap().section("edge").unwrap();
    config.host = [127, 0, 0, 1].into();
    config.port = 0;
    config.workers = 1;
    // Not tested here, and the machine may be busy.
    config.deadline_ms = 60_000;
    config.rate_limit.per_second = 0;
    config.rate_limit.expensive_per_second = 0;
    config.rate_limit.sign_in_per_second = 0;
    config.frontend_dir = dist;
    change(&mut config);

    let (shutdown, readiness) = (Shutdown::new(), Readiness::default());
    let near = connect(&services);
    let redis = redis.map(|address| Redis::connect(&url_of(address), LONG, &shutdown).unwrap());
    let edge = Edge::bind(Setup {
        config,
        data_dir: folder.path().to_owned(),
        media: Variants::open(&Options::new(&media, folder.path().join("variants"))).unwrap(),
        connect: Arc::new(move || near().map(&far)),
        shutdown: shutdown.clone(),
        readiness: readiness.clone(),
        redis,
        clock: clock.clone(),
    })
    .unwrap();
    let addr = edge.addr();
    tokio::spawn(edge.run());

    // In a build of the whole workspace reqwest has TLS, which needs a crypto provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().redirect(Policy::none()).timeout(LONG).build().unwrap();
    let Services { fake, accounts, orders, images, chat, search, staff_products, staff_content } = services;
    TestShop {
        fake,
        accounts,
        orders,
        images,
        chat,
        search,
        staff_products,
        staff_content,
        client,
        readiness,
        shutdown,
        clock,
        addr,
        folder,
    }
}

fn connect(services: &Services) -> Connect {
    let Services { fake, accounts, orders, images, chat, search, staff_products, staff_content } = services;
    let routes = fake.routes().add_service(AccountsServiceServer::new(accounts.clone()));
    let routes = routes.add_service(AddressServiceServer::new(accounts.clone()));
    let routes = routes.add_service(CodeServiceServer::new(accounts.clone()));
    let routes = routes.add_service(ContactServiceServer::new(accounts.clone()));
    let routes = routes.add_service(StaffServiceServer::new(accounts.clone()));
    let routes = routes.add_service(StaffCustomerServiceServer::new(accounts.clone()));
    let routes = images
        .routes(chat.routes(orders.routes(routes)))
        .add_service(SearchServiceServer::new(search.clone()))
        .add_service(StaffSearchServiceServer::new(search.clone()))
        .add_service(StaffCatalogServiceServer::new(staff_products.clone()))
        .add_service(StaffContentServiceServer::new(staff_content.clone()))
        .add_service(personal_data_server(FakePersonalData(accounts.clone())))
        .add_service(retention_server(&[
            ("chat_messages", 0),
            ("notifications", 180),
            ("orders", -1),
            ("known_browsers", 400),
            ("sessions", 30),
            ("link_previews", 90),
            ("counted_searches", 7),
            ("later", 1),
        ]));
    Arc::new(move || {
        let transport = Transport::in_process(routes.clone(), LONG);
        Ok(Backends {
            catalog: transport.clone(),
            content: transport.clone(),
            branches: transport.clone(),
            accounts: transport.clone(),
            orders: transport.clone(),
            image_search: transport.clone(),
            chat: transport.clone(),
            notifications: transport.clone(),
            search: transport,
        })
    })
}

fn build_frontend(dist: &Path) {
    fs::create_dir_all(dist.join("assets")).unwrap();
    for (name, text) in [
        ("index.html", INDEX_HTML),
        ("preload.json", PRELOAD),
        ("favicon.svg", "<svg/>"),
        ("sw.js", "self"),
        ("sw.js.br", "packed"),
        ("assets/index-abc.js", "plain"),
        ("assets/index-abc.js.br", "packed"),
    ] {
        fs::write(dist.join(name), text).unwrap();
    }
}

/// An image `width` pixels wide.
fn png(width: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = image::RgbImage::from_fn(width, width, |x, y| image::Rgb([x as u8, y as u8, (x * y) as u8]));
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

impl TestShop {
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    pub fn data_dir(&self) -> &Path {
        self.folder.path()
    }

    pub async fn get(&self, path: &str) -> Response {
        self.client.get(self.url(path)).send().await.unwrap()
    }

    pub async fn get_with(&self, path: &str, name: &str, value: &str) -> Response {
        self.client.get(self.url(path)).header(name, value).send().await.unwrap()
    }

    /// The body of a successful call.
    pub async fn json(&self, path: &str) -> Value {
        let response = self.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()["content-type"], "application/json");
        response.json().await.unwrap()
    }

    pub async fn text(&self, path: &str) -> String {
        self.get(path).await.text().await.unwrap()
    }
}

impl Drop for TestShop {
    fn drop(&mut self) {
        self.shutdown.trigger();
    }
}

/// A problem response, checked for the common fields.
pub async fn problem(response: Response) -> Value {
    let status = response.status().as_u16();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["status"], status);
    assert_eq!(body["request_id"], id);
    assert_eq!(body["success"], false);
    assert_eq!(body["message"], body["detail"]);
    body
}

/// A body as its snapshot has it. Snapshots are in `snapshots/`; see CONTRIBUTING.md for how to accept a change.
pub fn pretty(body: &Value) -> String {
    serde_json::to_string_pretty(body).unwrap()
}
