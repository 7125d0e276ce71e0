//! Reminders of unread chat answers: one message per conversation, in one channel; none once the customer has read them.

use heuan_proto::notifications::v1 as wire;
use heuan_runtime::clock::Clock;
use heuan_store::{read, run};
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    mail_server::MailServer,
    provider::Provider,
    tables,
};

const HOUR_MS: i64 = 3_600_000;
const EMAIL: &str = "noy@example.com";
const PHONE: &str = "+8562055512345";

fn answer(customer_id: i64, seq: i64) -> wire::Event {
    wire::Event {
        event_id: format!("chat.{customer_id}.{seq}"),
        kind: "chat.answer".to_owned(),
        customer_id,
        order_id: String::new(),
        payload: "{}".to_owned(),
        at_ms: NOON,
    }
}

fn answer_read(customer_id: i64, seq: i64) -> wire::Event {
    wire::Event {
        event_id: format!("chat.{customer_id}.{seq}.read"),
        kind: "chat.answer_read".to_owned(),
        payload: format!(r#"{{"reminder":"chat.{customer_id}.{seq}"}}"#),
        ..answer(customer_id, seq)
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn answer_that_was_read_before_its_reminder_came_sends_no_message(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| config.sms = sms.config()).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    service.deliver(vec![answer_read(NOY, 2)]).await.unwrap();
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    service.deliver(vec![answer(NOY, 5)]).await.unwrap();
    service.state_is("sms", "sent").await;
    assert_eq!((service.of_channel("sms").await.len(), sms.calls().len()), (1, 1));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn unread_answer_is_one_message_in_the_verified_channel(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    service.choose(NOY, &["sms", "email"], "en").await.unwrap();
    service.accounts.verify_email(NOY, NOON).await;
    for _ in 0..2 {
        service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    }
    service.state_is("email", "sent").await;
    service.accounts.verify_phone(NOY, NOON).await;
    service.deliver(vec![answer(NOY, 5)]).await.unwrap();
    service.state_is("sms", "sent").await;
    let [received] = mail.received().try_into().unwrap();
    assert_eq!(received.to, [EMAIL]);
    assert!(received.content.contains("https://shop.example/en/?chat=open"), "{}", received.content);
    let [call] = sms.calls().try_into().unwrap();
    assert_eq!(call.body["to"], PHONE);
    assert_eq!(
        call.body["text"],
        "Heuan: There is an answer for you in the chat. https://shop.example/en/?chat=open"
    );
    assert_eq!(service.list(NOY).await.unread, 2);
    service.deliver(vec![answer_read(NOY, 2), answer_read(NOY, 5)]).await.unwrap();
    assert_eq!(service.list(NOY).await.unread, 0);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn answer_that_is_read_before_the_morning_gets_no_message(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    // 22:00 in Laos.
    let night = NOON + 10 * HOUR_MS;
    let service = Service::open_messages(&db, Clock::fixed(night), |config| config.sms = sms.config()).await;
    for customer_id in [NOY, KHAM] {
        service.choose(customer_id, &["sms"], "en").await.unwrap();
        service.deliver(vec![answer(customer_id, 2)]).await.unwrap();
    }
    eventually("both wait for the morning", async || {
        let waiting = service.of_channel("sms").await;
        waiting.len() == 2 && waiting.iter().all(|message| message.next_at_ms == night + 9 * HOUR_MS)
    })
    .await;
    service.deliver(vec![answer_read(NOY, 2), answer_read(NOY, 99)]).await.unwrap();
    service.clock.advance(9 * HOUR_MS);
    service.state_is("sms", "sent").await;
    assert_eq!(sms.calls().len(), 1);
    assert_eq!(service.of_channel("sms").await[0].customer_id, KHAM);
}

#[tokio::test(flavor = "multi_thread")]
async fn blocked_or_erased_customer_gets_no_message_about_an_answer() {
    let db = TestDb::new(Engine::Sqlite).await;
    let sms = Provider::start().await;
    let night = NOON + 10 * HOUR_MS;
    let service = Service::open_messages(&db, Clock::fixed(night), |config| config.sms = sms.config()).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    // Blocked while the message waits for the morning.
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    service.accounts.block(NOY, NOON).await;
    service.accounts.remove_customer(KHAM).await;
    service.deliver(vec![answer(NOY, 4), answer(KHAM, 2)]).await.unwrap();
    assert_eq!(service.list(NOY).await.total, 1);
    assert_eq!(service.list(KHAM).await.total, 0);
    service.clock.advance(9 * HOUR_MS);
    eventually("it is dropped", async || service.of_channel("sms").await.is_empty()).await;
    assert!(sms.calls().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn customer_with_a_push_subscription_gets_only_the_push() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    let push = PushService::start().await;
    let subscription = Browser::new(1).subscription(NOY, push.endpoint("a"));
    service.client().save_push_subscription(subscription).await.unwrap();
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    eventually("the push arrives", async || push.pushes().len() == 1).await;
    for channel in ["email", "sms", "whatsapp"] {
        assert!(service.of_channel(channel).await.is_empty(), "{channel}");
    }
}

/// The shop with an SMS provider. NOY and KHAM chose SMS.
async fn open_with_sms(db: &TestDb, sms: &Provider, now: i64) -> Service {
    let service = Service::open_messages(db, Clock::fixed(now), |config| config.sms = sms.config()).await;
    for customer_id in [NOY, KHAM] {
        service.choose(customer_id, &["sms"], "en").await.unwrap();
    }
    service
}

async fn subscribe(service: &Service, seed: u8, customer_id: i64, push: &PushService) -> String {
    let endpoint = push.endpoint(&seed.to_string());
    let subscription = Browser::new(seed).subscription(customer_id, endpoint.clone());
    service.client().save_push_subscription(subscription).await.unwrap();
    endpoint
}

/// Number of pushes that are still to be sent, and when the first of them is.
async fn waiting_pushes(db: &TestDb) -> (i64, i64) {
    let tables = tables(db).await;
    let sql = "SELECT COUNT(*), COALESCE(MIN(next_at), 0) FROM push";
    let waiting = read!(tables, |pool| sqlx::query_as(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    waiting
}

/// Waits until the job has looked at all answers so far: KHAM has a later one, whose browser is gone, and gets its message.
async fn answers_are_looked_at(service: &Service, db: &TestDb, sms: &Provider) {
    eventually("no push waits", async || waiting_pushes(db).await.0 == 0).await;
    let before = sms.calls().len();
    let gone = PushService::start().await;
    gone.set_answer("410 Gone");
    subscribe(service, 9, KHAM, &gone).await;
    service.deliver(vec![answer(KHAM, 9)]).await.unwrap();
    eventually("the message of the later answer is sent", async || sms.calls().len() > before).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn answer_whose_last_push_ends_undelivered_is_one_message(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values("410 Gone", "403 No", "302 Found")] response: &str,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let (push, silent) = (PushService::start().await, PushService::start().await);
    let service = open_with_sms(&db, &sms, NOON).await;
    push.set_answer(response);
    silent.set_answer("503 Unavailable");
    subscribe(&service, 1, NOY, &push).await;
    let endpoint = subscribe(&service, 2, NOY, &silent).await;
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    eventually("one push is left", async || waiting_pushes(&db).await == (1, NOON + 5000)).await;
    assert!(service.of_channel("sms").await.is_empty(), "the other browser may still get it");
    silent.set_answer(response);
    service.clock.advance(5000);
    service.state_is("sms", "sent").await;
    let [call] = sms.calls().try_into().unwrap();
    assert_eq!(call.body["to"], PHONE);
    assert!(call.body["text"].to_string().contains("There is an answer for you in the chat"));
    // A repetition of the event, and the end of the subscriptions, write no second one.
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    let request = wire::DeletePushSubscriptionRequest { customer_id: NOY, endpoint };
    service.client().delete_push_subscription(request).await.unwrap();
    answers_are_looked_at(&service, &db, &sms).await;
    assert_eq!(service.of_channel("sms").await.len(), 2);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn answer_that_one_of_two_browsers_got_is_no_message(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let (push, gone) = (PushService::start().await, PushService::start().await);
    let service = open_with_sms(&db, &sms, NOON).await;
    gone.set_answer("410 Gone");
    subscribe(&service, 1, NOY, &push).await;
    subscribe(&service, 2, NOY, &gone).await;
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    eventually("both were tried", async || (push.pushes().len(), gone.pushes().len()) == (1, 1)).await;
    answers_are_looked_at(&service, &db, &sms).await;
    let [sent] = service.of_channel("sms").await.try_into().unwrap();
    assert_eq!(sent.customer_id, KHAM);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn answer_that_was_read_before_its_push_ended_is_no_message(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let push = PushService::start().await;
    let service = open_with_sms(&db, &sms, NOON).await;
    push.set_answer("503 Unavailable");
    subscribe(&service, 1, NOY, &push).await;
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    eventually("it was tried", async || push.pushes().len() == 1).await;
    service.deliver(vec![answer_read(NOY, 2)]).await.unwrap();
    answers_are_looked_at(&service, &db, &sms).await;
    let [sent] = service.of_channel("sms").await.try_into().unwrap();
    assert_eq!(sent.customer_id, KHAM);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn answer_whose_push_is_given_up_is_a_message(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let push = PushService::start().await;
    let service = open_with_sms(&db, &sms, NOON).await;
    push.set_answer("503 Unavailable");
    subscribe(&service, 1, NOY, &push).await;
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    eventually("it was tried", async || push.pushes().len() == 1).await;
    service.clock.advance(25 * HOUR_MS);
    service.state_is("sms", "sent").await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_of_a_browser_that_is_unsubscribed_at_night_waits_for_the_morning(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let push = PushService::start().await;
    // 22:00 in Laos.
    let night = NOON + 10 * HOUR_MS;
    let service = open_with_sms(&db, &sms, night).await;
    let endpoint = subscribe(&service, 1, NOY, &push).await;
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    let request = wire::DeletePushSubscriptionRequest { customer_id: NOY, endpoint };
    service.client().delete_push_subscription(request).await.unwrap();
    eventually("the message waits", async || {
        let waiting = service.of_channel("sms").await;
        waiting.len() == 1 && waiting[0].next_at_ms == night + 9 * HOUR_MS
    })
    .await;
    service.clock.advance(9 * HOUR_MS);
    service.state_is("sms", "sent").await;
    assert!(push.pushes().is_empty());
}

/// Deletes the pushes that wait, and nothing else, as the previous release does when it has sent them.
async fn previous_release_sends_pushes(db: &TestDb) {
    let tables = tables(db).await;
    let mut tx = tables.begin().await.unwrap();
    run!(tx, "DELETE FROM push").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
}

#[rstest]
#[case::all_pushes(&[1])]
#[case::the_last_push(&[1, 2])]
#[tokio::test(flavor = "multi_thread")]
async fn answer_of_which_the_previous_release_has_sent_a_push_is_no_message(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] browsers: &[u8],
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let (silent, gone) = (PushService::start().await, PushService::start().await);
    let service = open_with_sms(&db, &sms, NOON).await;
    silent.set_answer("503 Unavailable");
    gone.set_answer("410 Gone");
    for seed in browsers {
        subscribe(&service, *seed, NOY, if *seed == 1 { &silent } else { &gone }).await;
    }
    service.deliver(vec![answer(NOY, 2)]).await.unwrap();
    eventually("one push is left", async || waiting_pushes(&db).await == (1, NOON + 5000)).await;
    previous_release_sends_pushes(&db).await;
    answers_are_looked_at(&service, &db, &sms).await;
    let [sent] = service.of_channel("sms").await.try_into().unwrap();
    assert_eq!(sent.customer_id, KHAM);
}
