//! One-time codes to phone numbers and e-mail addresses, against an SMTP server and an HTTP provider.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use heuan_notifications::{Config, PersonalData, ProviderConfig};
use heuan_proto::notifications::v1::{self as wire, GetCodeChannelsRequest};
use heuan_rpc::{Code, ErasedCustomer};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    NOON, NOY, Service, event,
    mail_server::MailServer,
    provider::{Answer, Provider},
};

const PHONE: &str = "+8562055599999";
const CODE: &str = "048213";
const MINUTE_MS: i64 = 60_000;

/// Data of a code event.
#[derive(Clone)]
struct TestCode {
    kind: &'static str,
    recipient: String,
    code: String,
    language: String,
    until_ms: i64,
}

fn code_to(recipient: &str) -> TestCode {
    TestCode {
        kind: "code.sign_in",
        recipient: recipient.to_owned(),
        code: CODE.to_owned(),
        language: "en".to_owned(),
        until_ms: NOON + 10 * MINUTE_MS,
    }
}

/// The event of a code, whose id is the recipient.
fn event_of(code: &TestCode) -> wire::Event {
    let TestCode { kind, recipient, code, language, until_ms } = code;
    let payload = json!({"recipient": recipient, "code": code, "language": language, "until_ms": until_ms});
    account_event(&format!("account.{recipient}"), kind, 0, &payload)
}

pub fn account_event(event_id: &str, kind: &str, customer_id: i64, payload: &Value) -> wire::Event {
    wire::Event {
        event_id: event_id.to_owned(),
        kind: kind.to_owned(),
        customer_id,
        order_id: String::new(),
        payload: payload.to_string(),
        at_ms: NOON,
    }
}

impl Service {
    /// Delivers the event of a code, which is accepted whatever it is.
    async fn send_direct(&self, code: TestCode) {
        let event = event_of(&code);
        let event_id = event.event_id.clone();
        assert_eq!(self.deliver(vec![event]).await.unwrap(), [event_id]);
    }

    async fn code_channels(&self) -> (bool, bool) {
        let reached =
            self.messages().get_code_channels(GetCodeChannelsRequest {}).await.unwrap().into_inner();
        (reached.reaches_phone, reached.reaches_email)
    }
}

async fn open(db: &TestDb, change: impl FnOnce(&mut Config)) -> Service {
    Service::open_messages(db, Clock::fixed(NOON), change).await
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn code_does_not_wait_behind_messages_about_orders(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let service = open(&db, |config| {
        config.sms = sms.config();
        config.sms.per_minute = 1;
    })
    .await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    let events = ["o1", "o2", "o3"].map(|order| event(order, "order.ready", NOY));
    service.deliver(events.to_vec()).await.unwrap();
    eventually("the rate is used", async || sms.calls().len() == 1).await;
    service.send_direct(code_to(PHONE)).await;
    eventually("the code is sent", async || sms.calls().len() == 2).await;
    assert_eq!(sms.calls()[1].body["to"], PHONE);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn code_is_sent_in_the_chosen_language_and_hidden_afterwards(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = open(&db, |config| (config.email, config.sms) = (mail.config(), sms.config())).await;
    assert_eq!(service.code_channels().await, (true, true));
    service.send_direct(code_to(PHONE)).await;
    service.send_direct(code_to("noi@example.com")).await;
    service.state_is("sms", "sent").await;
    service.state_is("email", "sent").await;

    let [call] = sms.calls().try_into().unwrap();
    assert_eq!(call.body["to"], PHONE);
    let text = "Heuan: 048213 is your code to sign in. Do not share it with anyone.\n\n@shop.example #048213";
    assert_eq!(call.body["text"], text, "the last line binds the code to the shop in browsers");
    let [received] = mail.received().try_into().unwrap();
    assert_eq!(received.to, ["noi@example.com"]);
    assert!(received.content.contains(CODE) && !received.content.contains("List-Unsubscribe"));
    for channel in ["sms", "email"] {
        let [sent] = service.of_channel(channel).await.try_into().unwrap();
        assert!(sent.text.contains("••••••"), "{}", sent.text);
        assert!(
            ![&sent.text, &sent.subject, &sent.html, &sent.detail].iter().any(|text| text.contains(CODE))
        );
        let again = service.resend(sent.message_id).await.unwrap_err();
        assert_eq!((again.code, again.detail.reason.as_str()), (Code::Conflict, "code"));
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn code_avoids_a_provider_whose_body_has_no_code(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (sms, whatsapp) = (Provider::start().await, Provider::start().await);
    let without_code = || ProviderConfig {
        body: r#"{"to": {{ to }}, "template": {{ template }}, "number": {{ number }}}"#.to_owned(),
        ..whatsapp.config()
    };
    let service = open(&db, |config| config.whatsapp = without_code()).await;
    assert_eq!(service.code_channels().await, (false, false));
    service.send_direct(code_to(PHONE)).await;
    assert!(service.of_channel("whatsapp").await.is_empty(), "the code would arrive without its digits");
    service.choose(NOY, &["whatsapp"], "en").await.unwrap();
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("whatsapp", "sent").await;
    service.close().await;

    let service = open(&db, |config| (config.sms, config.whatsapp) = (sms.config(), without_code())).await;
    assert_eq!(service.code_channels().await, (true, false));
    // Another event, because the one before was accepted.
    let number = "+8562055588888";
    service.send_direct(code_to(number)).await;
    service.state_is("sms", "sent").await;
    assert_eq!(sms.called(), [number]);
    service.close().await;

    let body = without_code().body;
    let service = open(&db, |config| {
        config.sms = ProviderConfig { body, ..sms.config() };
        config.whatsapp = whatsapp.config();
    })
    .await;
    let number = "+8562055577777";
    service.send_direct(code_to(number)).await;
    eventually("it went by WhatsApp", async || whatsapp.called().last().is_some_and(|to| to == number)).await;
    assert_eq!(sms.called().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn outbox_shows_a_code_in_a_demo_without_providers_and_nowhere_else() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = open(&db, |config| config.is_demo = true).await;
    assert_eq!(service.code_channels().await, (true, true));
    service.send_direct(code_to(PHONE)).await;
    service.state_is("sms", "not_configured").await;
    let [shown] = service.of_channel("sms").await.try_into().unwrap();
    assert!(shown.text.contains(CODE), "{}", shown.text);
    service.close().await;

    let db = TestDb::new(Engine::Sqlite).await;
    let service = open(&db, |_| {}).await;
    assert_eq!(service.code_channels().await, (false, false));
    service.send_direct(code_to(PHONE)).await;
    assert!(service.of_channel("sms").await.is_empty(), "no provider reaches it");
    service.close().await;

    let (db, sms) = (TestDb::new(Engine::Sqlite).await, Provider::start().await);
    let service = open(&db, |config| (config.is_demo, config.sms) = (true, sms.config())).await;
    assert_eq!(service.code_channels().await, (true, false));
    service.send_direct(code_to(PHONE)).await;
    service.state_is("sms", "sent").await;
    let [sent] = service.of_channel("sms").await.try_into().unwrap();
    assert!(!sent.text.contains(CODE), "{}", sent.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn outbox_shows_no_code_after_another_catalog_was_imported() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = open(&db, |config| config.is_demo = true).await;
    let is_demo = Arc::new(AtomicBool::new(true));
    let shown = Arc::clone(&is_demo);
    service.notifications.set_demo_check(Box::new(move || {
        let is_demo = shown.load(Ordering::SeqCst);
        Box::pin(async move { is_demo })
    }));
    assert_eq!(service.code_channels().await, (true, true));
    is_demo.store(false, Ordering::SeqCst);
    assert_eq!(service.code_channels().await, (false, false));
    service.send_direct(code_to(PHONE)).await;
    assert!(service.of_channel("sms").await.is_empty(), "the outbox is no channel any more");
    service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn provider_that_repeats_the_code_and_one_that_is_down_leave_none_behind() {
    let (db, sms) = (TestDb::new(Engine::Sqlite).await, Provider::start().await);
    let service = open(&db, |config| config.sms = sms.config()).await;
    sms.set_answer(Answer::Json(422, r#"{"error": "048213 is no text"}"#));
    service.send_direct(code_to(PHONE)).await;
    service.state_is("sms", "failed").await;
    let [failed] = service.of_channel("sms").await.try_into().unwrap();
    assert!(failed.detail.contains("is no text") && !failed.detail.contains(CODE), "{}", failed.detail);

    sms.set_answer(Answer::Json(503, "{}"));
    service.send_direct(code_to("+8562055599998")).await;
    eventually("it was tried", async || sms.calls().len() == 2).await;
    service.clock.advance(10 * MINUTE_MS);
    eventually("it is given up with the code", async || {
        service.of_channel("sms").await.iter().any(|message| message.reason == "expired")
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recipient_and_language_that_carry_headers_or_templates_are_harmless() {
    let (db, mail) = (TestDb::new(Engine::Sqlite).await, MailServer::start().await);
    let service = open(&db, |config| config.email = mail.config()).await;
    for recipient in ["noi@example.com\r\nBcc: all@example.com", "", &"a".repeat(300)] {
        service.send_direct(code_to(recipient)).await;
    }
    service.send_direct(TestCode { kind: "code.unknown", ..code_to("kham@example.com") }).await;
    assert!(service.of_channel("email").await.is_empty());
    let crafted = TestCode {
        language: "../../{{ code }}".to_owned(),
        code: "{{ shop }}\r\nBcc: all@example.com".to_owned(),
        ..code_to("noi@example.com")
    };
    service.send_direct(crafted).await;
    service.state_is("email", "sent").await;
    let [received] = mail.received().try_into().unwrap();
    assert_eq!(received.to, ["noi@example.com"]);
    assert_eq!(received.content.lines().filter(|line| line.starts_with("Bcc:")).count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_password_is_reported_outside_the_shop_as_well() {
    let (db, mail) = (TestDb::new(Engine::Sqlite).await, MailServer::start().await);
    let service = open(&db, |config| config.email = mail.config()).await;
    service.choose(NOY, &["email"], "en").await.unwrap();
    let event = account_event("account.1", "security.password", NOY, &json!({}));
    service.deliver(vec![event]).await.unwrap();
    service.state_is("email", "sent").await;
    assert_eq!(mail.received().remove(0).header("Subject"), "Your password was changed");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn notice_beyond_the_limits_of_messages_is_shown_in_the_shop_only(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let service = open(&db, |config| config.sms = sms.config()).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    let beyond = json!({"device": "Chrome on Android", "in_shop_only": true});
    let events = vec![
        account_event("account.1", "security.device", NOY, &beyond),
        account_event("account.2", "security.password", NOY, &json!({})),
    ];
    service.deliver(events).await.unwrap();
    service.state_is("sms", "sent").await;
    let [sent] = service.of_channel("sms").await.try_into().unwrap();
    assert_eq!(sent.kind, "security.password");
    assert_eq!(service.list(NOY).await.notifications.len(), 2);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn code_that_is_delivered_twice_is_sent_once_and_an_expired_one_never(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let service = open(&db, |config| config.sms = sms.config()).await;
    service.send_direct(code_to(PHONE)).await;
    service.state_is("sms", "sent").await;
    service.send_direct(code_to(PHONE)).await;
    service.send_direct(TestCode { until_ms: NOON, ..code_to("+8562055599998") }).await;
    assert_eq!(service.of_channel("sms").await.len(), 1);
    assert_eq!(sms.calls().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn code_does_not_wait_for_the_next_poll() {
    let (db, sms) = (TestDb::new(Engine::Sqlite).await, Provider::start().await);
    // Longer than the test may take.
    let service = open(&db, |config| (config.sms, config.poll_ms) = (sms.config(), 60_000)).await;
    service.send_direct(code_to(PHONE)).await;
    eventually("the code is sent", async || sms.calls().len() == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_number_is_reported_in_the_shop_and_to_the_number_before() {
    let (db, sms) = (TestDb::new(Engine::Sqlite).await, Provider::start().await);
    let service = open(&db, |config| config.sms = sms.config()).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    let removed = json!({"recipient": PHONE});
    let events = [
        account_event("account.1", "security.identifier_changed", NOY, &json!({})),
        account_event("account.2", "security.identifier", NOY, &removed),
        // Of a customer who does not exist any more.
        account_event("account.3", "security.identifier", 404, &removed),
        account_event("account.4", "security.password", 404, &json!({})),
    ];
    assert_eq!(service.deliver(events.to_vec()).await.unwrap().len(), 4);
    service.state_is("sms", "sent").await;
    let [sent] = service.of_channel("sms").await.try_into().unwrap();
    assert_eq!((sent.kind.as_str(), sent.recipient.as_str()), ("security.identifier", PHONE));
    let [notification] = service.list(NOY).await.notifications.try_into().unwrap();
    assert_eq!(notification.title_en, "Your sign-in details were changed");
    assert!(service.list(404).await.notifications.is_empty());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn changed_number_is_reported_to_the_verified_address_that_stays_and_in_the_shop_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, mail, sms) = (TestDb::new(engine).await, MailServer::start().await, Provider::start().await);
    let service = open(&db, |config| (config.email, config.sms) = (mail.config(), sms.config())).await;
    // Whatever the customer chose.
    service.choose(NOY, &["sms"], "en").await.unwrap();
    let kind = "security.identifier_changed";
    let events = [
        account_event("account.1", kind, NOY, &json!({})),
        account_event("account.2", kind, NOY, &json!({"recipient": "stays@example.com"})),
    ];
    for _ in 0..2 {
        assert_eq!(service.deliver(events.to_vec()).await.unwrap().len(), 2);
    }
    service.state_is("email", "sent").await;
    let [received] = mail.received().try_into().unwrap();
    assert_eq!(received.to, ["stays@example.com"]);
    assert_eq!(received.header("Subject"), "Your sign-in details were changed");
    assert!(!received.content.contains("List-Unsubscribe"), "{}", received.content);
    assert!(service.of_channel("sms").await.is_empty() && sms.calls().is_empty());
    assert_eq!(service.list(NOY).await.total, 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn notice_without_a_provider_is_in_the_outbox_and_can_be_sent_later(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = open(&db, |_| {}).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    let events = [
        account_event("account.1", "security.identifier", NOY, &json!({"recipient": PHONE})),
        account_event(
            "account.2",
            "security.identifier_changed",
            NOY,
            &json!({"recipient": "noi@example.com"}),
        ),
    ];
    service.deliver(events.to_vec()).await.unwrap();
    service.state_is("sms", "not_configured").await;
    service.state_is("email", "not_configured").await;
    let [shown] = service.of_channel("sms").await.try_into().unwrap();
    assert_eq!((shown.kind.as_str(), shown.recipient.as_str()), ("security.identifier", PHONE));
    assert!(shown.text.contains("no longer belongs to your account"), "{}", shown.text);
    let [shown] = service.of_channel("email").await.try_into().unwrap();
    assert_eq!(shown.recipient, "noi@example.com");
    service.close().await;

    // A number is reached by WhatsApp as well.
    let whatsapp = Provider::start().await;
    let service = open(&db, |config| config.whatsapp = whatsapp.config()).await;
    let [waiting] = service.of_channel("sms").await.try_into().unwrap();
    service.resend(waiting.message_id).await.unwrap();
    service.state_is("whatsapp", "sent").await;
    assert_eq!(whatsapp.called(), [PHONE]);
    assert!(service.of_channel("sms").await.is_empty());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn customer_who_closes_the_account_deletes_codes_to_a_number_only_with_the_proof(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let service = open(&db, |config| config.sms = sms.config()).await;
    // A stranger has registered the number, to which a message about an order goes.
    service.accounts.set_person(NOY, "Noy", PHONE, "").await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.send_direct(code_to(PHONE)).await;
    eventually("both are sent", async || sms.calls().len() == 2).await;
    let data = PersonalData::open(&db.location).await.unwrap();
    let erase = async |phone: &str, is_by_customer: bool| {
        let phone = phone.to_owned();
        let customer =
            ErasedCustomer { customer_id: NOY, phone, is_by_customer, ..ErasedCustomer::default() };
        data.erase(&customer).await.unwrap();
        service.of_channel("sms").await.into_iter().map(|message| message.kind).collect::<Vec<_>>()
    };
    assert_eq!(erase("", true).await, ["code.sign_in"]);
    assert!(erase(PHONE, true).await.is_empty());
    data.close().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn staff_delete_codes_to_every_number_that_messages_to_the_customer_went_to(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let service = open(&db, |config| config.sms = sms.config()).await;
    service.accounts.set_person(NOY, "Noy", PHONE, "").await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.send_direct(code_to(PHONE)).await;
    eventually("both are sent", async || sms.calls().len() == 2).await;
    let data = PersonalData::open(&db.location).await.unwrap();
    data.erase(&ErasedCustomer { customer_id: NOY, ..ErasedCustomer::default() }).await.unwrap();
    assert!(service.of_channel("sms").await.is_empty());
    data.close().await;
}
