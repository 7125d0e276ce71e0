//! Reports of a provider on the SMS that it has accepted, on both databases.

use heuan_notifications::{ProviderConfig, ReportConfig};
use heuan_proto::notifications::v1::{self as wire, MessageActorRole, ReportDeliveryRequest};
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    NOON, NOY, Service, event,
    provider::{Answer, Provider},
};

const SECRET: &str = "a secret of the provider";
const MINUTE: i64 = 60_000;
const ACCEPTED: Answer = Answer::Json(202, r#"{"status": "queued", "sid": "SM1"}"#);

fn reporting(provider: &Provider) -> ProviderConfig {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    ProviderConfig {
        id_field: "/sid".to_owned(),
        report: ReportConfig {
            secret: SECRET.into(),
            id_field: "/sid".to_owned(),
            state_field: "/state".to_owned(),
            delivered_values: words(&["delivered"]),
            failed_values: words(&["undelivered"]),
            invalid_field: "/code".to_owned(),
            invalid_values: words(&["30005"]),
            ..ReportConfig::default()
        },
        ..provider.config()
    }
}

async fn shop(engine: Engine) -> (TestDb, Provider, Service) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    sms.set_answer(ACCEPTED);
    let service =
        Service::open_messages(&db, Clock::fixed(NOON), |config| config.sms = reporting(&sms)).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    (db, sms, service)
}

impl Service {
    async fn report(&self, channel: &str, secret: &str, body: &str) -> Result<(), Error> {
        let request = ReportDeliveryRequest {
            channel: channel.to_owned(),
            body: body.as_bytes().to_vec(),
            content_type: "application/x-www-form-urlencoded".to_owned(),
            authorization: format!("Bearer {secret}"),
            signatures: Vec::new(),
        };
        self.messages().report_delivery(request).await?;
        Ok(())
    }

    async fn reported(&self, body: &str) {
        self.report("sms", SECRET, body).await.unwrap();
    }

    async fn sms(&self) -> wire::OutgoingMessage {
        self.of_channel("sms").await.remove(0)
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_is_delivered_by_a_report_and_stays_so(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (_db, _sms, service) = shop(engine).await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("sms", "sent").await;
    service.reported("sid=SM1&state=sent").await;
    service.reported("sid=SM2&state=delivered").await;
    assert_eq!(service.sms().await.delivered_at_ms, 0);
    service.clock.advance(MINUTE);
    service.reported("sid=SM1&state=delivered").await;
    service.clock.advance(MINUTE);
    for again in ["sid=SM1&state=delivered", "sid=SM1&state=undelivered&code=30005"] {
        service.reported(again).await;
        let message = service.sms().await;
        assert_eq!((message.state.as_str(), message.delivered_at_ms), ("sent", NOON + MINUTE));
    }
    assert!(service.undeliverable(NOY).await.is_empty());

    let actor_role = MessageActorRole::Manager.into();
    let request =
        wire::ResendOutgoingMessageRequest { actor_role, message_id: service.sms().await.message_id };
    service.messages().resend_outgoing_message(request).await.unwrap();
    assert_eq!(service.sms().await.delivered_at_ms, 0, "the next sending has a report of its own");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn number_that_a_report_calls_invalid_is_marked(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (_db, sms, service) = shop(engine).await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("sms", "sent").await;
    for _ in 0..2 {
        service.reported("sid=SM1&state=undelivered&code=30005").await;
        let message = service.sms().await;
        assert_eq!((message.state.as_str(), message.reason.as_str()), ("failed", "invalid_address"));
        assert_eq!((message.detail.as_str(), message.is_undeliverable), ("undelivered 30005", true));
    }
    assert_eq!(service.undeliverable(NOY).await[0].channel, "sms");

    service.clear(MessageActorRole::Clerk, "sms").await.unwrap();
    sms.set_answer(Answer::Json(202, r#"{"status": "queued", "sid": "SM2"}"#));
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("it is sent", async || service.of_channel("sms").await.iter().any(|one| one.state == "sent"))
        .await;
    service.reported("sid=SM2&state=undelivered&code=30003").await;
    let second = service.of_channel("sms").await.remove(1);
    assert_eq!((second.state.as_str(), second.reason.as_str()), ("failed", "refused"));
    assert!(service.undeliverable(NOY).await.is_empty(), "the phone was off");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn report_before_the_answer_of_the_provider_is_applied_with_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (_db, _sms, service) = shop(engine).await;
    service.reported("sid=SM1&state=delivered").await;
    // What is delivered does not fail later.
    service.reported("sid=SM1&state=undelivered&code=30005").await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("it is delivered", async || service.sms().await.delivered_at_ms > 0).await;
    assert_eq!(service.sms().await.state, "sent");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn report_without_the_secret_is_refused_and_changes_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (_db, _sms, service) = shop(engine).await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("sms", "sent").await;
    let report = "sid=SM1&state=delivered";
    for wrong in ["", "a secret", "another secret of the provider"] {
        let error = service.report("sms", wrong, report).await.unwrap_err();
        assert_eq!(error.code, Code::Unauthenticated);
    }
    for unknown in ["whatsapp", "email", "fax", ""] {
        assert_eq!(
            service.report(unknown, SECRET, report).await.unwrap_err().code,
            Code::NotFound,
            "{unknown}"
        );
        assert_eq!(service.report(unknown, "", report).await.unwrap_err().code, Code::NotFound, "{unknown}");
    }
    let malformed = service.report("sms", SECRET, "{}").await.unwrap_err();
    assert_eq!((malformed.code, malformed.detail.field.as_str()), (Code::InvalidArgument, "body"));
    assert_eq!(service.sms().await.delivered_at_ms, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn secret_that_the_provider_repeats_is_not_stored_with_its_answer() {
    let (_db, sms, service) = shop(Engine::Sqlite).await;
    let answer = r#"{"message": "https://heuan:a secret of the provider@shop.example is no StatusCallback"}"#;
    assert!(answer.contains(SECRET));
    sms.set_answer(Answer::Json(400, answer));
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("sms", "failed").await;
    let detail = service.sms().await.detail;
    assert!(!detail.contains(SECRET) && detail.contains("no StatusCallback"), "{detail}");
}

#[test]
fn secret_without_fields_is_refused_at_the_start() {
    let mut config = crate::support::config();
    config.sms.report.secret = SECRET.into();
    assert!(config.validate().unwrap_err().contains("sms.report"));
    config.sms.report.secret = "short".into();
    (config.sms.id_field, config.sms.report.id_field) = ("/sid".to_owned(), "/sid".to_owned());
    config.sms.report.state_field = "/state".to_owned();
    assert!(config.validate().unwrap_err().contains("sms.report"));
    config.sms.report.secret = SECRET.into();
    config.validate().unwrap();
    config.sms.report.signature_header = "X-Provider-Digest".to_owned();
    assert!(config.validate().unwrap_err().contains("sms.report"), "the edge does not pass it on");
    config.sms.report.signature_header = "X-Hub-Signature-256".to_owned();
    config.validate().unwrap();
}
