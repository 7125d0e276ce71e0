//! Messages about orders that go to an unverified address when the verified one has failed, on both databases.

use heuan_notifications::Config;
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;
use serde_json::json;

use crate::{
    codes::account_event,
    support::{
        NOON, NOY, Service, event,
        mail_server::MailServer,
        provider::{ACCEPTED, Answer, Provider},
    },
};

const PHONE: &str = "+8562055512345";
const UNAVAILABLE: Answer = Answer::Json(503, "{}");
const REFUSED: Answer = Answer::Json(400, r#"{"code": 30007}"#);
const UNKNOWN_NUMBER: Answer = Answer::Json(400, r#"{"code": 21211}"#);
/// Longer than the first pause of a channel, and shorter than a message in reserve waits.
const PAUSE_MS: i64 = 10_000;
const HOUR_MS: i64 = 3_600_000;

/// A customer who chose e-mail and SMS and has verified the number only, whose provider is unavailable.
struct Shop {
    db: TestDb,
    mail: MailServer,
    sms: Provider,
    service: Service,
}

impl Shop {
    async fn open(engine: Engine) -> Self {
        let db = TestDb::new(engine).await;
        let (mail, sms) = (MailServer::start().await, Provider::start().await);
        let service = open(&db, &mail, &sms, |_| {}).await;
        service.choose(NOY, &["email", "sms"], "en").await.unwrap();
        service.accounts.verify_phone(NOY, NOON - 1).await;
        sms.set_answer(UNAVAILABLE);
        Self { db, mail, sms, service }
    }

    /// The order is ready, and its e-mail waits in reserve behind the SMS, whose first attempt has failed.
    async fn ready(&self) {
        self.service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
        self.email_is_in_reserve().await;
        // An attempt that ends after the clock was advanced would be repeated only later.
        eventually("the first attempt is recorded", async || {
            self.service.of_channel("sms").await[0].next_at_ms == NOON + 5000
        })
        .await;
    }

    async fn email_is_in_reserve(&self) {
        eventually("the e-mail is in reserve", async || {
            self.service.of_channel("email").await.iter().any(|message| message.is_in_reserve)
        })
        .await;
    }

    /// The provider answers the next attempt.
    fn answer(&self, answer: Answer) {
        self.sms.set_answer(answer);
        self.service.clock.advance(PAUSE_MS);
    }

    async fn states(&self, channel: &str) -> Vec<String> {
        self.service.of_channel(channel).await.into_iter().map(|message| message.state).collect()
    }
}

async fn open(db: &TestDb, mail: &MailServer, sms: &Provider, change: impl FnOnce(&mut Config)) -> Service {
    Service::open_messages(db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
        change(config);
    })
    .await
}

#[rstest]
#[case::refused(REFUSED, "refused")]
#[case::undeliverable(UNKNOWN_NUMBER, "invalid_address")]
#[tokio::test(flavor = "multi_thread")]
async fn order_message_goes_to_the_unverified_address_when_the_verified_one_fails(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] answer: Answer,
    #[case] reason: &str,
) {
    let shop = Shop::open(engine).await;
    shop.ready().await;
    assert_eq!(shop.mail.received().len(), 0);
    shop.answer(answer);
    shop.service.state_is("email", "sent").await;
    let sms = shop.service.of_channel("sms").await.remove(0);
    assert_eq!((sms.state.as_str(), sms.reason.as_str()), ("failed", reason));
    assert!(!shop.service.of_channel("email").await[0].is_in_reserve);
    // A repeated event, and time, send nothing again.
    shop.service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    shop.service.clock.advance(HOUR_MS);
    shop.service.choose(NOY, &["email"], "en").await.unwrap();
    shop.service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("the next one is sent", async || shop.states("email").await == ["sent", "sent"]).await;
    assert_eq!((shop.mail.received().len(), shop.states("sms").await.len()), (2, 1));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn order_message_goes_to_the_unverified_address_after_the_last_attempt_of_the_verified_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.ready().await;
    // Still in reserve after it has looked again, however long the provider is unavailable.
    shop.service.clock.advance(HOUR_MS);
    eventually("it waits for the next look", async || {
        shop.service.of_channel("email").await[0].next_at_ms > NOON + HOUR_MS
    })
    .await;
    assert_eq!((shop.states("email").await[0].as_str(), shop.mail.received().len()), ("waiting", 0));
    shop.service.clock.advance(48 * HOUR_MS);
    shop.service.state_is("email", "sent").await;
    let sms = shop.service.of_channel("sms").await.remove(0);
    assert_eq!((sms.state.as_str(), sms.reason.as_str()), ("failed", "expired"));
    assert_eq!(shop.mail.received().len(), 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_in_reserve_is_withdrawn_with_the_acceptance_of_the_verified_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.ready().await;
    shop.answer(ACCEPTED);
    shop.service.state_is("sms", "sent").await;
    assert!(shop.service.of_channel("email").await.is_empty());
    shop.service.clock.advance(HOUR_MS);
    // An e-mail that is sent afterwards is the only one.
    shop.service.accounts.verify_email(NOY, NOON).await;
    shop.service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    shop.service.state_is("email", "sent").await;
    let [mail] = shop.mail.received().try_into().unwrap();
    assert_eq!(mail.header("Subject"), "Order N-o2 is ready");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_in_reserve_survives_a_restart_and_is_sent_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.ready().await;
    let Shop { db, mail, sms, service } = shop;
    service.close().await;
    let service = open(&db, &mail, &sms, |_| {}).await;
    service.accounts.verify_phone(NOY, NOON - 1).await;
    let shop = Shop { db, mail, sms, service };
    shop.email_is_in_reserve().await;
    shop.answer(REFUSED);
    shop.service.state_is("email", "sent").await;
    let Shop { db, mail, sms, service } = shop;
    service.close().await;
    let service = open(&db, &mail, &sms, |_| {}).await;
    service.clock.advance(HOUR_MS);
    // Both addresses are unverified in the accounts of this process, so its e-mail goes at once.
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("the next one is sent", async || mail.received().len() == 2).await;
    let subjects = mail.received().iter().map(|mail| mail.header("Subject")).collect::<Vec<_>>();
    assert_eq!(subjects, ["Order N-o1 is ready", "Order N-o2 is ready"]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_in_reserve_waits_for_all_verified_channels(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms, whatsapp) = (MailServer::start().await, Provider::start().await, Provider::start().await);
    let service = open(&db, &mail, &sms, |config| config.whatsapp = whatsapp.config()).await;
    service.choose(NOY, &["email", "sms", "whatsapp"], "en").await.unwrap();
    service.accounts.verify_phone(NOY, NOON - 1).await;
    sms.set_answer(REFUSED);
    whatsapp.set_answer(UNAVAILABLE);
    let in_reserve = async || service.of_channel("email").await.iter().any(|message| message.is_in_reserve);
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("sms", "failed").await;
    eventually("the e-mail is in reserve", async || in_reserve().await).await;
    whatsapp.set_answer(ACCEPTED);
    service.clock.advance(PAUSE_MS);
    service.state_is("whatsapp", "sent").await;
    eventually("the e-mail is withdrawn", async || service.of_channel("email").await.is_empty()).await;

    whatsapp.set_answer(REFUSED);
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    service.state_is("email", "sent").await;
    assert_eq!(mail.received().len(), 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn each_unverified_channel_gets_the_message_when_the_verified_one_fails(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms, whatsapp) = (MailServer::start().await, Provider::start().await, Provider::start().await);
    let service = open(&db, &mail, &sms, |config| config.whatsapp = whatsapp.config()).await;
    service.accounts.set_person(NOY, "Noy", PHONE, "unknown@example.com").await;
    service.accounts.verify_email(NOY, NOON - 1).await;
    service.choose(NOY, &["sms", "whatsapp", "email"], "en").await.unwrap();
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("email", "failed").await;
    service.state_is("sms", "sent").await;
    service.state_is("whatsapp", "sent").await;
    assert_eq!((sms.calls().len(), whatsapp.calls().len()), (1, 1));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn security_message_and_code_go_to_no_unverified_address_after_the_verified_one_has_failed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(REFUSED, UNKNOWN_NUMBER)] answer: Answer,
) {
    let shop = Shop::open(engine).await;
    shop.sms.set_answer(answer);
    let code = json!({"recipient": PHONE, "code": "048213", "language": "en", "until_ms": NOON + HOUR_MS});
    let events = [
        account_event("account.1", "security.password", NOY, &json!({})),
        account_event("account.2", "code.sign_in", NOY, &code),
    ];
    shop.service.deliver(events.to_vec()).await.unwrap();
    eventually("both have failed", async || shop.states("sms").await == ["failed", "failed"]).await;
    eventually("no e-mail is left", async || shop.service.of_channel("email").await.is_empty()).await;
    assert_eq!(shop.mail.received().len(), 0);
}

#[rstest]
#[case::of_both_channels(&["email", "sms"])]
#[case::of_the_unverified_channel(&["email"])]
#[tokio::test(flavor = "multi_thread")]
async fn security_message_goes_to_no_unverified_address_while_the_verified_one_is_marked(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] chosen: &[&str],
) {
    let shop = Shop::open(engine).await;
    shop.service.choose(NOY, chosen, "en").await.unwrap();
    shop.sms.set_answer(UNKNOWN_NUMBER);
    for count in 1..=2 {
        let id = format!("account.{count}");
        shop.service.deliver(vec![account_event(&id, "security.password", NOY, &json!({}))]).await.unwrap();
        eventually("it has failed at the verified number", async || {
            shop.states("sms").await == vec!["failed"; count]
        })
        .await;
        eventually("no e-mail is left", async || shop.service.of_channel("email").await.is_empty()).await;
        assert_eq!(shop.service.undeliverable(NOY).await.len(), 1);
    }
    assert_eq!((shop.mail.received().len(), shop.sms.calls().len()), (0, 1));
    let second = shop.service.of_channel("sms").await;
    assert!(second.iter().all(|message| message.reason == "invalid_address"));

    // An order message goes to the unverified address.
    shop.service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    shop.service.state_is("email", "sent").await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_that_the_staff_send_again_to_an_unverified_address_is_sent(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = open(&db, &mail, &sms, |_| {}).await;
    service.choose(NOY, &["email", "sms"], "en").await.unwrap();
    let security = account_event("account.1", "security.password", NOY, &json!({}));
    service.deliver(vec![event("o1", "order.ready", NOY), security]).await.unwrap();
    eventually("both are sent to both addresses", async || {
        mail.received().len() == 2 && sms.accepted().len() == 2
    })
    .await;
    service.state_is("email", "sent").await;
    let messages = service.of_channel("email").await;
    // Meanwhile the number is verified, so that messages prefer it.
    service.accounts.verify_phone(NOY, NOON).await;
    for message in &messages {
        eventually("it can be sent again", async || service.resend(message.message_id).await.is_ok()).await;
    }
    eventually("both are sent again", async || mail.received().len() == 4).await;
    service.state_is("email", "sent").await;
    assert_eq!((service.of_channel("email").await.len(), sms.accepted().len()), (2, 2));
}
