//! Leases of messages and pushes: the result of an attempt whose lease was lost does not change the work of another process,
//! except that an accepted message is sent. Both databases.

use heuan_proto::notifications::v1::OutgoingMessage;
use heuan_runtime::clock::Clock;
use heuan_store::{read, run, sqlx::AssertSqlSafe};
use heuan_testkit::{Engine, Fault, FaultProxy, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    event,
    mail_server::MailServer,
    provider::{ACCEPTED, Answer, Provider},
    tables,
};

/// End of the lease of another process.
const ANOTHER_LEASE: i64 = 9_000_000_000_000_000;
const UNAVAILABLE: Answer = Answer::SlowRefusal(503, "{}");
const REFUSED: Answer = Answer::SlowRefusal(400, r#"{"code": 30007}"#);
const UNKNOWN_NUMBER: Answer = Answer::SlowRefusal(400, r#"{"code": 21211}"#);

/// A shop whose SMS to [`NOY`] waits for the answer of the provider. The e-mail is in reserve, because its address is not
/// verified.
struct Shop {
    db: TestDb,
    mail: MailServer,
    sms: Provider,
    service: Service,
}

impl Shop {
    async fn sending(engine: Engine, answer: Answer) -> Self {
        let db = TestDb::new(engine).await;
        let (mail, sms) = (MailServer::start().await, Provider::start().await);
        let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
            (config.email, config.sms) = (mail.config(), sms.config());
        })
        .await;
        service.choose(NOY, &["email", "sms"], "en").await.unwrap();
        service.accounts.verify_phone(NOY, NOON - 1).await;
        service.choose(KHAM, &["sms"], "en").await.unwrap();
        service.accounts.set_person(KHAM, "Kham", "+8562055598765", "").await;
        sms.set_answer(answer);
        service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
        eventually("the SMS is being sent", async || sms.calls().len() == 1).await;
        eventually("the e-mail is in reserve", async || {
            service.of_channel("email").await.iter().any(|message| message.is_in_reserve)
        })
        .await;
        sms.set_answer(ACCEPTED);
        Self { db, mail, sms, service }
    }

    /// Changes the SMS to [`NOY`] as another process does.
    async fn another_process_sets(&self, assignments: &str) {
        let sql =
            format!("UPDATE outgoing_message SET {assignments} WHERE customer_id = $1 AND channel = 'sms'");
        let tables = tables(&self.db).await;
        let mut tx = tables.begin().await.unwrap();
        run!(tx, AssertSqlSafe(sql), NOY).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    /// Sends the answer of the provider, and waits until it is recorded: the SMS to [`KHAM`] is sent after that.
    async fn answer(&self) {
        self.sms.respond();
        self.service.deliver(vec![event("o2", "order.ready", KHAM)]).await.unwrap();
        eventually("the next SMS is sent", async || {
            self.sms.called().iter().any(|number| number.ends_with("55598765"))
        })
        .await;
    }

    /// The SMS to [`NOY`].
    async fn message(&self) -> OutgoingMessage {
        self.service.of_channel("sms").await.remove(0)
    }
}

#[rstest]
#[case::postponed(UNAVAILABLE)]
#[case::refused(REFUSED)]
#[case::undeliverable(UNKNOWN_NUMBER)]
#[tokio::test(flavor = "multi_thread")]
async fn message_stays_unchanged_by_an_attempt_that_has_lost_its_lease(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] answer: Answer,
) {
    let shop = Shop::sending(engine, answer).await;
    shop.another_process_sets(&format!("next_at = {ANOTHER_LEASE}")).await;
    shop.answer().await;
    let message = shop.message().await;
    assert_eq!((message.state.as_str(), message.next_at_ms), ("waiting", ANOTHER_LEASE));
    assert!(shop.service.undeliverable(NOY).await.is_empty());
    let email = shop.service.of_channel("email").await.remove(0);
    assert!(email.is_in_reserve && email.next_at_ms > NOON, "{email:?}");

    // When the other process has recorded no result either, the message is sent after its lease.
    shop.another_process_sets(&format!("next_at = {NOON}")).await;
    eventually("it is sent", async || shop.message().await.state == "sent").await;
    assert!(shop.service.of_channel("email").await.is_empty());
    assert_eq!((shop.sms.calls().len(), shop.mail.received().len()), (3, 0));
}

#[rstest]
#[case::leased("next_at = 9000000000000000", "sent")]
#[case::expired("state = 'failed', reason = 'expired', next_at = 0", "sent")]
#[case::without_provider("state = 'not_configured', next_at = 0", "sent")]
#[case::reported("state = 'failed', reason = 'refused', provider_id = 'SM1', next_at = 0", "failed")]
#[case::bounced("state = 'failed', reason = 'invalid_address', next_at = 0", "failed")]
#[tokio::test(flavor = "multi_thread")]
async fn accepted_message_is_sent_after_its_lease_was_lost_unless_a_report_says_that_it_failed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] meanwhile: &str,
    #[case] state: &str,
) {
    let shop = Shop::sending(engine, Answer::Slow).await;
    shop.another_process_sets(meanwhile).await;
    shop.answer().await;
    assert_eq!(shop.message().await.state, state);
    let is_withdrawn = shop.service.of_channel("email").await.is_empty();
    assert_eq!((is_withdrawn, shop.mail.received().len()), (state == "sent", 0));
}

#[rstest]
#[case::accepted(Answer::Slow)]
#[case::postponed(UNAVAILABLE)]
#[case::refused(REFUSED)]
#[case::undeliverable(UNKNOWN_NUMBER)]
#[tokio::test(flavor = "multi_thread")]
async fn message_that_the_staff_send_again_is_sent_again_after_the_result_of_an_earlier_attempt(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] answer: Answer,
) {
    let shop = Shop::sending(engine, answer).await;
    // Another process has sent it after the lease of this one.
    shop.another_process_sets("state = 'sent', next_at = 0").await;
    shop.service.resend(shop.message().await.message_id).await.unwrap();
    shop.answer().await;
    eventually("it is sent again", async || shop.sms.calls().iter().any(|call| call.key.ends_with("-1")))
        .await;
    eventually("it is recorded", async || shop.message().await.state == "sent").await;
    assert!(shop.service.undeliverable(NOY).await.is_empty());
    assert_eq!(shop.sms.calls().len(), 3);
}

/// A browser whose first push waits in a proxy in front of the push service, and a second push that waits for the first.
async fn pushing(engine: Engine) -> (TestDb, Service, PushService, FaultProxy) {
    let (db, push) = (TestDb::new(engine).await, PushService::start().await);
    let proxy = FaultProxy::start(push.address).await.unwrap();
    proxy.set(Fault::Stall);
    let service = Service::open(&db).await;
    let asked = Browser::new(1).subscription(NOY, format!("http://{}/push/noy", proxy.address));
    service.client().save_push_subscription(asked).await.unwrap();
    service.create(NOY, "a").await;
    eventually("the first push is being sent", async || {
        number(&db, "SELECT COUNT(*) FROM push WHERE tries = 1").await == 1
    })
    .await;
    service.create(NOY, "b").await;
    (db, service, push, proxy)
}

async fn number(db: &TestDb, sql: &'static str) -> i64 {
    let tables = tables(db).await;
    let number = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    number
}

/// Changes the push that is being sent as another process does.
async fn another_process_runs(db: &TestDb, sql: &'static str) {
    let tables = tables(db).await;
    let mut tx = tables.begin().await.unwrap();
    run!(tx, sql).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
}

#[rstest]
#[case::refused("403 Forbidden", "SELECT COALESCE(MAX(refusals), 0) FROM subscription")]
#[case::given_up("422 Unprocessable", "SELECT COALESCE(MAX(given_up), 0) FROM subscription")]
#[tokio::test(flavor = "multi_thread")]
async fn failure_of_a_push_that_another_process_has_deleted_is_not_counted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] answer: &str,
    #[case] failures: &'static str,
) {
    let (db, _service, push, proxy) = pushing(engine).await;
    another_process_runs(&db, "DELETE FROM push WHERE tries = 1").await;
    push.set_answer(answer);
    proxy.set(Fault::None);
    eventually("the second push has ended", async || number(&db, "SELECT COUNT(*) FROM push").await == 0)
        .await;
    assert_eq!((push.pushes().len(), number(&db, failures).await), (2, 1));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn push_stays_leased_by_another_process_after_the_failure_of_an_attempt_that_has_lost_its_lease(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, _service, push, proxy) = pushing(engine).await;
    another_process_runs(&db, "UPDATE push SET next_at = 9000000000000000 WHERE tries = 1").await;
    push.set_answer("503 Unavailable");
    proxy.set(Fault::None);
    eventually("the failure is recorded", async || {
        number(&db, "SELECT failures FROM subscription").await == 1
    })
    .await;
    assert_eq!(number(&db, "SELECT next_at FROM push WHERE tries = 1").await, ANOTHER_LEASE);
}
