//! A push subscription ends with the session that registered the browser. Both databases.

use crate::support::{
    KHAM, LONG, NOON, NOY, Service,
    accounts::{TestAccounts, session_of},
    browser::{Browser, PushService},
    tables,
};
use heuan_proto::accounts::v1::{EndAllSessionsRequest, EndSessionRequest};
use heuan_rpc::{Error, ServeOptions, Transport};
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{read, run};
use heuan_testkit::{Engine, Fault, FaultProxy, TestDb, eventually};
use rstest::rstest;
use tokio::net::TcpListener;

const LAPTOP: &str = "00000000000000aa";
const HOUR: i64 = 3_600_000;

/// Registers a browser that follows a topic in `session_id`.
async fn subscribe(service: &Service, browser: &Browser, endpoint: String, session_id: &str) {
    let mut asked = browser.subscription(NOY, endpoint);
    session_id.clone_into(&mut asked.session_id);
    asked.topics = vec!["promotions".to_owned()];
    service.client().save_push_subscription(asked).await.unwrap();
}

async fn count(db: &TestDb, sql: &'static str) -> i64 {
    let tables = tables(db).await;
    let count = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    count
}

async fn no_push_waits(db: &TestDb) {
    eventually("no push waits", async || count(db, "SELECT COUNT(*) FROM push").await == 0).await;
}

fn paths(push: &PushService) -> Vec<String> {
    push.pushes().into_iter().map(|push| push.path).collect()
}

/// Ends the session of the laptop in one of the ways a session ends.
async fn end_session(service: &Service, way: &str) {
    let mut client = service.accounts.client();
    match way {
        "revoked" => {
            let (customer_id, session_id) = (NOY, LAPTOP.to_owned());
            let request = EndSessionRequest { customer_id, session_id, ..Default::default() };
            client.end_session(request).await.unwrap();
        }
        "all" => {
            let request = EndAllSessionsRequest { customer_id: NOY, ..Default::default() };
            client.end_all_sessions(request).await.unwrap();
        }
        "account removed" => service.accounts.remove_customer(NOY).await,
        "expired" => service.clock.advance(HOUR),
        _ => panic!("{way}"),
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn ended_session_gets_no_push_and_its_subscription_is_deleted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values("revoked", "all", "account removed", "expired")] way: &str,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    service.accounts.begin_session(NOY, LAPTOP, NOON + HOUR).await;
    subscribe(&service, &Browser::new(1), push.endpoint("laptop"), LAPTOP).await;
    service.create(NOY, "before").await;
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    no_push_waits(&db).await;

    end_session(&service, way).await;
    service.create(NOY, "after").await;
    no_push_waits(&db).await;
    assert_eq!(push.pushes().len(), 1);
    let rows = "SELECT (SELECT COUNT(*) FROM subscription) + (SELECT COUNT(*) FROM subscription_topic)";
    assert_eq!(count(&db, rows).await, 0);
    assert_eq!(service.list(NOY).await.total, 2, "the list has both");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn other_session_of_the_customer_still_gets_pushes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    service.accounts.begin_session(NOY, LAPTOP, NOON + HOUR).await;
    subscribe(&service, &Browser::new(1), push.endpoint("laptop"), LAPTOP).await;
    subscribe(&service, &Browser::new(2), push.endpoint("phone"), &session_of(NOY)).await;
    let kham = Browser::new(3).subscription(KHAM, push.endpoint("kham"));
    service.client().save_push_subscription(kham).await.unwrap();
    end_session(&service, "revoked").await;
    service.broadcast("customers", "b").await.unwrap();
    no_push_waits(&db).await;
    let mut paths = paths(&push);
    paths.sort_unstable();
    assert_eq!(paths, ["/push/kham", "/push/phone"]);
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 2);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn many_subscriptions_of_ended_sessions_delay_no_other_push(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    for n in 1..=19 {
        subscribe(&service, &Browser::new(n), push.endpoint(&format!("old{n}")), LAPTOP).await;
    }
    subscribe(&service, &Browser::new(20), push.endpoint("phone"), &session_of(NOY)).await;
    service.create(NOY, "a").await;
    no_push_waits(&db).await;
    assert_eq!(paths(&push), ["/push/phone"]);
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn subscription_of_an_earlier_release_is_deleted_at_its_first_push(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, &Browser::new(1), push.endpoint("laptop"), &session_of(NOY)).await;
    let tables = tables(&db).await;
    let mut tx = tables.begin().await.unwrap();
    run!(tx, "UPDATE subscription SET session_id = ''").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    service.create(NOY, "a").await;
    no_push_waits(&db).await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 0);
    assert!(push.pushes().is_empty());
    // The browser registers again at its next visit.
    subscribe(&service, &Browser::new(1), push.endpoint("laptop"), &session_of(NOY)).await;
    service.create(NOY, "b").await;
    eventually("it is delivered", async || push.pushes().len() == 1).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn browser_registered_again_belongs_to_its_new_session(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    service.accounts.begin_session(NOY, LAPTOP, NOON + HOUR).await;
    for session_id in [LAPTOP, &session_of(NOY)] {
        subscribe(&service, &Browser::new(1), push.endpoint("laptop"), session_id).await;
    }
    end_session(&service, "revoked").await;
    service.create(NOY, "a").await;
    eventually("it is delivered", async || push.pushes().len() == 1).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn push_queued_while_its_subscription_was_deleted_is_not_sent_to_the_browser_that_registers_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(NOY, KHAM)] next_owner: i64,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, &Browser::new(1), push.endpoint("laptop"), &session_of(NOY)).await;
    service.create(NOY, "before").await;
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    no_push_waits(&db).await;

    let tables = tables(&db).await;
    let mut tx = tables.begin().await.unwrap();
    let queued = "INSERT INTO push (no_id, subscription_id, next_at, until, tries) \
         SELECT n.no_id, s.subscription_id, 0, CAST($1 AS BIGINT), 0 FROM notification n, subscription s";
    run!(tx, queued, NOON + HOUR).unwrap();
    run!(tx, "DELETE FROM subscription").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;

    let again = Browser::new(1).subscription(next_owner, push.endpoint("laptop"));
    service.client().save_push_subscription(again).await.unwrap();
    service.create(next_owner, "after").await;
    no_push_waits(&db).await;
    assert_eq!(push.pushes().len(), 2);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn pushes_wait_until_accounts_can_be_asked(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let (db, clock, shutdown) = (TestDb::new(engine).await, Clock::fixed(NOON), Shutdown::new());
    let accounts = TestAccounts::open(clock.clone(), shutdown.clone()).await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let proxy = FaultProxy::start(listener.local_addr().unwrap()).await.unwrap();
    let routes = accounts.accounts.routes();
    tokio::spawn(heuan_rpc::serve(routes, listener, ServeOptions::default(), std::future::pending()));
    proxy.set(Fault::Cut);
    let transport = Transport::connect(&format!("http://{}", proxy.address), LONG).unwrap();
    let service = Service::open_with(&db.location, clock, shutdown, accounts, transport).await;

    let push = PushService::start().await;
    subscribe(&service, &Browser::new(1), push.endpoint("laptop"), &session_of(NOY)).await;
    let before = proxy.connections();
    service.create(NOY, "a").await;
    eventually("accounts are asked", async || proxy.connections() > before).await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM push WHERE tries = 0").await, 1);
    assert!(push.pushes().is_empty());
    proxy.set(Fault::None);
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    no_push_waits(&db).await;
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 1);
}

#[tokio::test]
async fn subscription_without_a_session_is_refused() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    let mut asked = Browser::new(1).subscription(NOY, "http://127.0.0.1:9/none".to_owned());
    asked.session_id = String::new();
    let refused: Error = service.client().save_push_subscription(asked).await.unwrap_err().into();
    assert_eq!(refused.detail.field, "session_id");
}
