//! Web Push against a push service that checks what real ones check. Both databases.

use crate::support::{
    KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    event, tables,
};
use heuan_proto::notifications::v1 as wire;
use heuan_rpc::Error;
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

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
async fn a_browser_is_pushed_what_only_it_can_read_signed_by_the_shop(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push, browser) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    let key =
        service.client().get_push_key(wire::GetPushKeyRequest {}).await.unwrap().into_inner().public_key;
    subscribe(&service, &browser, NOY, push.endpoint("noy")).await;
    subscribe(&service, &Browser::new(2), KHAM, push.endpoint("kham")).await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("it is pushed", async || !push.pushes().is_empty()).await;
    eventually("nothing waits", async || count(&db, "SELECT COUNT(*) FROM push").await == 0).await;

    let [pushed] = push.pushes().try_into().unwrap();
    assert_eq!(pushed.path, "/push/noy");
    assert_eq!(pushed.header("content-encoding"), "aes128gcm");
    let claims = pushed.claims(&key);
    assert_eq!(claims["aud"], format!("http://{}", push.address));
    assert_eq!(claims["exp"].as_i64().unwrap(), NOON / 1000 + 12 * 3600);
    assert!(claims["sub"].as_str().unwrap().starts_with("mailto:"));
    let told = browser.opened(&pushed);
    assert_eq!(
        (told["title"].as_str(), told["url"].as_str()),
        (Some("Your order is ready"), Some("/en/account/orders/o1"))
    );
    assert_eq!(format!("n{}", told["id"]), told["tag"].as_str().unwrap());
    assert_eq!(pushed.header("topic"), told["tag"].as_str().unwrap());

    // The key outlives the process.
    let location = db.location.clone();
    service.close().await;
    let again = Service::open_at(&location, heuan_runtime::clock::Clock::fixed(NOON)).await;
    let kept = again.client().get_push_key(wire::GetPushKeyRequest {}).await.unwrap().into_inner().public_key;
    assert_eq!(kept, key);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn a_push_that_fails_is_tried_again_later_and_a_browser_that_is_gone_is_forgotten(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, &Browser::new(1), NOY, push.endpoint("noy")).await;
    push.set_answer("503 Unavailable");
    service.create(NOY, "a").await;
    eventually("it was tried", async || push.pushes().len() == 1).await;
    // Put off by five seconds, whatever is looked for meanwhile.
    let due = async || count(&db, "SELECT COALESCE(MIN(next_at), 0) FROM push").await;
    eventually("it is put off", async || due().await == NOON + 5000).await;
    push.set_answer("429 Slow\r\nRetry-After: 60");
    service.clock.advance(5000);
    eventually("it was tried again", async || push.pushes().len() == 2).await;
    eventually("for as long as was asked", async || due().await == NOON + 65_000).await;
    push.set_answer("410 Gone");
    service.clock.advance(60_000);
    eventually("it is forgotten", async || count(&db, "SELECT COUNT(*) FROM subscription").await == 0).await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM push").await, 0);
    assert_eq!(push.pushes().len(), 3);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn a_push_is_given_up_when_nobody_needs_it_any_more(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, &Browser::new(1), NOY, push.endpoint("noy")).await;
    push.set_answer("500 Oh");
    service.create(NOY, "a").await;
    eventually("it was tried", async || push.pushes().len() == 1).await;
    let due = async || count(&db, "SELECT COALESCE(MIN(next_at), 0) FROM push").await;
    eventually("it is put off", async || due().await == NOON + 5000).await;
    service.clock.advance(24 * 3_600_000);
    eventually("it is given up", async || count(&db, "SELECT COUNT(*) FROM push").await == 0).await;
    assert_eq!(service.list(NOY).await.total, 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn a_browser_is_one_person_s_at_a_time(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let (service, push, browser) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    subscribe(&service, &browser, NOY, push.endpoint("shared")).await;
    subscribe(&service, &browser, KHAM, push.endpoint("shared")).await;
    service.create(NOY, "noy's").await;
    service.create(KHAM, "kham's").await;
    eventually("it is pushed", async || push.pushes().len() == 1).await;
    assert_eq!(browser.opened(&push.pushes()[0])["title"], "T kham's");
    // Somebody else's is not theirs to delete.
    let asked = wire::DeletePushSubscriptionRequest { customer_id: NOY, endpoint: push.endpoint("shared") };
    service.client().delete_push_subscription(asked).await.unwrap();
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 1);
    let asked = wire::DeletePushSubscriptionRequest { customer_id: KHAM, endpoint: String::new() };
    service.client().delete_push_subscription(asked).await.unwrap();
    service.create(KHAM, "late").await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM push").await, 0);
}

#[tokio::test]
async fn endpoints_that_are_no_push_service_s_are_refused() {
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
