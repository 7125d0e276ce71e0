//! Reminders of unread chat answers: one message per conversation, in one channel; none once the customer has read them.

use heuan_proto::notifications::v1 as wire;
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    mail_server::MailServer,
    provider::Provider,
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

fn read(customer_id: i64, seq: i64) -> wire::Event {
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
    service.deliver(vec![read(NOY, 2)]).await.unwrap();
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
    service.deliver(vec![read(NOY, 2), read(NOY, 5)]).await.unwrap();
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
    service.deliver(vec![read(NOY, 2), read(NOY, 99)]).await.unwrap();
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
