//! Web Push against a push service with the checks of real ones. Both databases.

use crate::support::{
    KHAM, NOON, NOY, Service,
    accounts::TestAccounts,
    browser::{Browser, PushService},
    config, event, tables,
};
use heuan_proto::notifications::v1 as wire;
use heuan_rpc::Error;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

const HOUR: i64 = 3_600_000;

async fn subscribe(service: &Service, browser: &Browser, customer_id: i64, endpoint: String) {
    service.client().save_push_subscription(browser.subscription(customer_id, endpoint)).await.unwrap();
}

async fn count(db: &TestDb, sql: &'static str) -> i64 {
    let tables = tables(db).await;
    let count = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    count
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn push_is_encrypted_for_its_browser_and_signed_by_the_shop(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push, browser) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    let key =
        service.client().get_push_key(wire::GetPushKeyRequest {}).await.unwrap().into_inner().public_key;
    subscribe(&service, &browser, NOY, push.endpoint("noy")).await;
    subscribe(&service, &Browser::new(2), KHAM, push.endpoint("kham")).await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("it is delivered", async || !push.pushes().is_empty()).await;
    eventually("nothing waits", async || count(&db, "SELECT COUNT(*) FROM push").await == 0).await;

    let [pushed] = push.pushes().try_into().unwrap();
    assert_eq!(pushed.path, "/push/noy");
    assert_eq!(pushed.header("content-encoding"), "aes128gcm");
    let claims = pushed.claims(&key);
    assert_eq!(claims["aud"], format!("http://{}", push.address));
    assert_eq!(claims["exp"].as_i64().unwrap(), NOON / 1000 + 12 * 3600);
    assert!(claims["sub"].as_str().unwrap().starts_with("mailto:"));
    let payload = browser.opened(&pushed);
    assert_eq!(
        (payload["title"].as_str(), payload["url"].as_str()),
        (Some("Your order is ready"), Some("/en/account/orders/o1"))
    );
    assert_eq!(format!("n{}", payload["id"]), payload["tag"].as_str().unwrap());
    assert_eq!(pushed.header("topic"), payload["tag"].as_str().unwrap());

    // The key survives a restart.
    let location = db.location.clone();
    service.close().await;
    let again = Service::open_at(&location, heuan_runtime::clock::Clock::fixed(NOON)).await;
    let kept = again.client().get_push_key(wire::GetPushKeyRequest {}).await.unwrap().into_inner().public_key;
    assert_eq!(kept, key);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn failed_push_is_retried_and_an_expired_subscription_is_deleted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, &Browser::new(1), NOY, push.endpoint("noy")).await;
    push.set_answer("503 Unavailable");
    service.create(NOY, "a").await;
    eventually("it was attempted", async || push.pushes().len() == 1).await;
    // Postponed by five seconds, however often pushes are polled meanwhile.
    let due = async || count(&db, "SELECT COALESCE(MIN(next_at), 0) FROM push").await;
    eventually("it is postponed", async || due().await == NOON + 5000).await;
    push.set_answer("429 Slow\r\nRetry-After: 60");
    service.clock.advance(5000);
    eventually("it was retried", async || push.pushes().len() == 2).await;
    eventually("for the requested time", async || due().await == NOON + 65_000).await;
    push.set_answer("410 Gone");
    service.clock.advance(60_000);
    eventually("it is deleted", async || count(&db, "SELECT COUNT(*) FROM subscription").await == 0).await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM push").await, 0);
    assert_eq!(push.pushes().len(), 3);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn push_is_given_up_after_its_expiry(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, &Browser::new(1), NOY, push.endpoint("noy")).await;
    push.set_answer("500 Oh");
    service.create(NOY, "a").await;
    eventually("it was attempted", async || push.pushes().len() == 1).await;
    let due = async || count(&db, "SELECT COALESCE(MIN(next_at), 0) FROM push").await;
    eventually("it is postponed", async || due().await == NOON + 5000).await;
    service.clock.advance(24 * 3_600_000);
    eventually("it is given up", async || count(&db, "SELECT COUNT(*) FROM push").await == 0).await;
    assert_eq!(service.list(NOY).await.total, 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn push_that_can_wait_is_sent_after_the_quiet_hours(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, push) = (TestDb::new(engine).await, PushService::start().await);
    // Two seconds before the quiet hours, which end at 07:00.
    let (evening, morning) = (NOON + 9 * HOUR - 2000, NOON + 19 * HOUR);
    let service = Service::open_at(&db.location, Clock::fixed(evening)).await;
    subscribe(&service, &Browser::new(1), NOY, push.endpoint("noy")).await;
    let due = async || count(&db, "SELECT COALESCE(MIN(next_at), 0) FROM push").await;
    push.set_answer("503 Unavailable");
    service.deliver(vec![event("o1", "order.completed", NOY)]).await.unwrap();
    eventually("it was attempted", async || push.pushes().len() == 1).await;
    eventually("it is postponed", async || due().await == evening + 5000).await;
    push.set_answer("201 Created");
    service.clock.advance(5000);
    eventually("its retry waits", async || due().await == morning).await;
    service.deliver(vec![event("o2", "order.completed", NOY)]).await.unwrap();
    let waiting = async || count(&db, "SELECT COUNT(*) FROM push WHERE next_at = 1795305600000").await;
    assert_eq!((morning, waiting().await), (1_795_305_600_000, 2));
    service.deliver(vec![event("o3", "order.delivering", NOY)]).await.unwrap();
    eventually("an urgent one is sent", async || push.pushes().len() == 2).await;
    eventually("the others wait", async || waiting().await == 2).await;
    service.clock.advance(morning - evening - 5000);
    eventually("they are sent", async || push.pushes().len() == 4).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn subscription_has_one_owner_at_a_time(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let (service, push, browser) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    subscribe(&service, &browser, NOY, push.endpoint("shared")).await;
    subscribe(&service, &browser, KHAM, push.endpoint("shared")).await;
    service.create(NOY, "noy's").await;
    service.create(KHAM, "kham's").await;
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    assert_eq!(browser.opened(&push.pushes()[0])["title"], "T kham's");
    // Another customer's subscription cannot be deleted.
    let asked = wire::DeletePushSubscriptionRequest { customer_id: NOY, endpoint: push.endpoint("shared") };
    service.client().delete_push_subscription(asked).await.unwrap();
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 1);
    let asked = wire::DeletePushSubscriptionRequest { customer_id: KHAM, endpoint: String::new() };
    service.client().delete_push_subscription(asked).await.unwrap();
    service.create(KHAM, "late").await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM push").await, 0);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn browser_beyond_the_limit_of_a_customer_replaces_their_oldest_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, push) = (TestDb::new(engine).await, PushService::start().await);
    let (clock, shutdown) = (Clock::fixed(NOON), Shutdown::new());
    let accounts = TestAccounts::open(clock.clone(), shutdown.clone()).await;
    let to_accounts = accounts.transport();
    let mut limited = config();
    limited.subscriptions_per_customer = 2;
    let service =
        Service::open_configured(limited, &db.location, clock, shutdown, accounts, to_accounts).await;
    let browsers = [(KHAM, "kham"), (NOY, "first"), (NOY, "second"), (NOY, "third")];
    for (seed, (customer_id, name)) in (1..).zip(browsers) {
        subscribe(&service, &Browser::new(seed), customer_id, push.endpoint(name)).await;
        service.clock.advance(1000);
    }
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 3);
    service.create(NOY, "noy's").await;
    service.create(KHAM, "kham's").await;
    eventually("each is sent", async || push.pushes().len() >= 3).await;
    eventually("nothing waits", async || count(&db, "SELECT COUNT(*) FROM push").await == 0).await;
    let mut paths: Vec<String> = push.pushes().into_iter().map(|pushed| pushed.path).collect();
    paths.sort();
    assert_eq!(paths, ["/push/kham", "/push/second", "/push/third"]);
}

#[tokio::test]
async fn invalid_endpoint_is_refused() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    for endpoint in [
        "http://10.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://postgres/x",
        "https://user:pass@push.example/x",
        "file:///etc/passwd",
        "",
    ] {
        let asked = Browser::new(1).subscription(NOY, endpoint.to_owned());
        let refused: Error = service.client().save_push_subscription(asked).await.unwrap_err().into();
        assert_eq!(refused.detail.field, "endpoint", "{endpoint}");
    }
}
