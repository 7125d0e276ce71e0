//! Many or slow pushes delay only their owner; pushes to an unreachable browser are postponed and finally deleted. Both
//! databases.

use crate::support::{
    self, KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    tables,
};
use heuan_proto::notifications::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

const HOUR: i64 = 3_600_000;

async fn subscribe(service: &Service, seed: u8, customer_id: i64, endpoint: String) {
    let asked = Browser::new(seed).subscription(customer_id, endpoint);
    service.client().save_push_subscription(asked).await.unwrap();
}

async fn count(db: &TestDb, sql: &'static str) -> i64 {
    let tables = tables(db).await;
    let count = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    count
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn unresponsive_browsers_delay_no_others(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let (service, silent, push) =
        (Service::open(&db).await, PushService::start().await, PushService::start().await);
    silent.set_answer("");
    for n in 1..=20 {
        subscribe(&service, n, NOY, silent.endpoint(&format!("noy{n}"))).await;
    }
    subscribe(&service, 30, KHAM, push.endpoint("kham")).await;
    for name in ["a", "b", "c"] {
        service.create(NOY, name).await;
    }
    eventually("hers are in flight", async || silent.pushes().len() == 2).await;
    for n in 1..=4 {
        service.create(KHAM, &format!("k{n}")).await;
        eventually("his are delivered", async || push.pushes().len() == n).await;
    }
    assert_eq!(silent.pushes().len(), 2, "she has two permits");
    // Pushes that were not started are not leased: another replica may send them.
    eventually("only hers are started", async || {
        count(&db, "SELECT COUNT(*) FROM push WHERE tries > 0").await == 2
    })
    .await;
    let other = Service::open_at(&db.location, service.clock.clone()).await;
    eventually("it leases its own", async || silent.pushes().len() == 4).await;
    let mut paths: Vec<String> = silent.pushes().into_iter().map(|push| push.path).collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), 4, "none is sent twice");
    other.close().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn all_pushes_of_an_unreachable_browser_are_postponed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    push.set_answer("503 Unavailable");
    subscribe(&service, 1, NOY, push.endpoint("noy")).await;
    service.create(NOY, "a").await;
    let waiting = async || count(&db, "SELECT COUNT(*) FROM push WHERE next_at = 1795237205000").await;
    eventually("it is postponed", async || waiting().await == 1).await;
    for name in ["b", "c"] {
        service.create(NOY, name).await;
    }
    assert_eq!((waiting().await, NOON), (3, 1_795_237_200_000), "later ones are postponed, too");
    service.clock.advance(5000);
    eventually("one is attempted", async || push.pushes().len() == 2).await;
    let waiting = async || count(&db, "SELECT COUNT(*) FROM push WHERE next_at = 1795237215000").await;
    eventually("all are postponed for longer", async || waiting().await == 3).await;
    push.set_answer("201 Created");
    service.clock.advance(10_000);
    eventually("all arrive", async || count(&db, "SELECT COUNT(*) FROM push").await == 0).await;
    assert_eq!(push.pushes().len(), 5);
    assert_eq!(count(&db, "SELECT failures + retry_at FROM subscription").await, 0);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn subscription_is_deleted_after_two_refusals(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values("400 No", "401 No", "403 No", "413 No")] answer: &str,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, 1, NOY, push.endpoint("noy")).await;
    let settled = async || count(&db, "SELECT COUNT(*) FROM push").await == 0;
    for (n, now) in [answer, "201 Created", answer, answer].into_iter().enumerate() {
        assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 1, "{n}");
        push.set_answer(now);
        service.create(NOY, &format!("n{n}")).await;
        eventually("it is attempted", async || push.pushes().len() == n + 1 && settled().await).await;
    }
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn subscription_unreachable_for_a_week_is_deleted() {
    let db = TestDb::new(Engine::Sqlite).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    push.set_answer("500 Oh");
    subscribe(&service, 1, NOY, push.endpoint("noy")).await;
    let subscriptions = async || count(&db, "SELECT COUNT(*) FROM subscription").await;
    for n in 0..10 {
        assert_eq!(subscriptions().await, 1, "after {n} days");
        service.create(NOY, &format!("n{n}")).await;
        service.clock.advance(25 * HOUR);
        eventually("it is given up", async || count(&db, "SELECT COUNT(*) FROM push").await == 0).await;
    }
    assert_eq!(subscriptions().await, 0);
}

#[rstest]
#[tokio::test]
async fn subscription_ends_at_its_expiration_time(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let mut asked = Browser::new(1).subscription(NOY, "http://127.0.0.1:9/none".to_owned());
    asked.expires_at_ms = NOON + 1000;
    service.client().save_push_subscription(asked).await.unwrap();
    service.clock.advance(1000);
    service.create(NOY, "late").await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM push").await, 0);
}

#[rstest]
#[tokio::test]
async fn own_notifications_are_limited_per_hour(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let write = async |customer_id: i64, n: i64| -> Result<(), Error> {
        let (event_id, title) = (format!("user.{customer_id}.{n}"), "T".to_owned());
        let body = "B".to_owned();
        let asked = wire::CreateNotificationRequest {
            event_id,
            customer_id,
            title,
            body,
            own: true,
            ..Default::default()
        };
        Ok(service.client().create_notification(asked).await.map(drop)?)
    };
    let limit = support::config().own_per_hour;
    for n in 0..limit {
        write(NOY, n).await.unwrap();
    }
    service.clock.advance(HOUR / 4);
    let refused = write(NOY, limit).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.retry_after_ms), (Code::ResourceExhausted, HOUR / 4 * 3));
    write(NOY, 0).await.expect("a repetition does not count");
    write(KHAM, 0).await.unwrap();
    service.create(NOY, "the shop's own").await;
    service.clock.advance(HOUR / 4 * 3);
    write(NOY, limit).await.unwrap();
}
