//! Providers that fail for all messages, which pauses their channel, or for those to one number, which does not.

use heuan_notifications::Config;
use heuan_proto::notifications::v1 as wire;
use heuan_runtime::clock::Clock;
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;
use serde_json::json;

use crate::{
    codes::account_event,
    support::{
        KHAM, NOON, NOY, Service, event,
        mail_server::MailServer,
        provider::{Answer, Provider},
        tables,
    },
};

/// First pause of a channel and of a message.
const PAUSE_MS: i64 = 5000;
const HOUR_MS: i64 = 3_600_000;
const UNAVAILABLE: Answer = Answer::Json(503, "{}");
/// Number of [`NOY`].
const PHONE: &str = "+8562055512345";
/// Numbers without an account, for which the provider fails each time.
const FAILING: [&str; 2] = ["+8562055599998", "+8562055599999"];

/// A code of this kind to a number.
fn code(kind: &str, number: &str) -> wire::Event {
    let payload =
        json!({"recipient": number, "code": "048213", "language": "en", "until_ms": NOON + HOUR_MS});
    account_event(&format!("account.{kind}.{number}"), kind, 0, &payload)
}

/// The shop with an SMS provider that answers 500 for [`FAILING`]. NOY gets SMS.
async fn open(db: &TestDb, sms: &Provider, change: impl FnOnce(&mut Config)) -> Service {
    for number in FAILING {
        sms.set_answer_to(number, Answer::Json(500, "{}"));
    }
    let service = Service::open_messages(db, Clock::fixed(NOON), |config| {
        config.sms = sms.config();
        change(config);
    })
    .await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    service
}

/// End of the pause of the SMS channel; 0 without a pause.
async fn paused_until(db: &TestDb) -> i64 {
    let tables = tables(db).await;
    let sql = "SELECT retry_at FROM message_channel WHERE channel = 'sms'";
    let at = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    at
}

/// Waits until so many messages by SMS have had an attempt that is recorded.
async fn postponed(service: &Service, messages: usize) {
    eventually("the attempts are recorded", async || {
        let waits = |message: &wire::OutgoingMessage| {
            let is_recorded = message.next_at_ms - service.clock.now_ms() <= 2 * PAUSE_MS;
            message.state == "waiting" && message.tries > 0 && is_recorded
        };
        service.of_channel("sms").await.iter().filter(|message| waits(message)).count() == messages
    })
    .await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn number_that_fails_each_time_delays_no_message_to_another_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let service = open(&db, &sms, |_| {}).await;
    let [failing, _] = FAILING;
    // Two codes to one number are no two failures of the provider.
    service.deliver(vec![code("code.sign_in", failing), code("code.reset", failing)]).await.unwrap();
    postponed(&service, 2).await;
    assert_eq!(paused_until(&db).await, 0);
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("sms", "sent").await;
    assert_eq!(sms.called(), [failing, failing, PHONE]);
    // Nor when they are tried again.
    service.clock.advance(PAUSE_MS);
    eventually("both are tried again", async || sms.calls().len() == 5).await;
    postponed(&service, 2).await;
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("it is sent", async || sms.called().last().is_some_and(|number| number == PHONE)).await;
    assert_eq!(paused_until(&db).await, 0);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn channel_is_tried_by_the_message_of_fewest_attempts_after_a_pause(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let service = open(&db, &sms, |_| {}).await;
    let codes = FAILING.map(|number| code("code.sign_in", number));
    service.deliver(codes.to_vec()).await.unwrap();
    postponed(&service, 2).await;
    assert_eq!(paused_until(&db).await, NOON + PAUSE_MS, "two numbers have failed");
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.clock.advance(PAUSE_MS);
    // The codes are due as well, and before it among the messages of a channel that works.
    service.state_is("sms", "sent").await;
    assert_eq!(sms.called()[2], PHONE);
    eventually("the codes are tried again", async || sms.calls().len() >= 5).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn failing_provider_delays_its_channel_and_no_other(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (db, sms) = (TestDb::new(engine).await, Provider::start().await);
    let (mail, whatsapp) = (MailServer::start().await, Provider::start().await);
    let service = open(&db, &sms, |config| {
        (config.email, config.whatsapp) = (mail.config(), whatsapp.config());
    })
    .await;
    service.choose(NOY, &["email", "sms", "whatsapp"], "la").await.unwrap();
    service.choose(KHAM, &["sms"], "la").await.unwrap();
    sms.set_answer(UNAVAILABLE);
    whatsapp.set_answer(Answer::Never);
    service.deliver(vec![event("o1", "order.ready", NOY), event("o2", "order.ready", KHAM)]).await.unwrap();
    service.state_is("email", "sent").await;
    postponed(&service, 2).await;
    assert_eq!((sms.calls().len(), paused_until(&db).await), (2, NOON + PAUSE_MS));
    // Further messages wait with them, although they are due.
    service.deliver(vec![event("o3", "order.ready", NOY)]).await.unwrap();
    eventually("the e-mail is sent", async || mail.received().len() == 2).await;
    assert_eq!((sms.calls().len(), whatsapp.calls().len()), (2, 1));
    sms.set_answer(Answer::Lost);
    service.clock.advance(PAUSE_MS);
    eventually("it is paused for longer", async || paused_until(&db).await == NOON + PAUSE_MS + 2 * PAUSE_MS)
        .await;
    sms.set_answer(Answer::Twice);
    eventually("all are sent", async || {
        service.clock.advance(PAUSE_MS);
        service.of_channel("sms").await.iter().all(|message| message.state == "sent")
    })
    .await;
    assert_eq!(sms.accepted().len(), 3, "a repetition has the key of the first attempt");
}

#[tokio::test(flavor = "multi_thread")]
async fn provider_that_wants_a_long_pause_stops_no_later_code() {
    let (db, sms) = (TestDb::new(Engine::Sqlite).await, Provider::start().await);
    let service = open(&db, &sms, |_| {}).await;
    for number in FAILING {
        sms.set_answer_to(number, Answer::TooMany("21600"));
    }
    let codes = FAILING.map(|number| code("code.sign_in", number));
    service.deliver(codes.to_vec()).await.unwrap();
    eventually("both are given up", async || {
        service.of_channel("sms").await.iter().filter(|message| message.state == "failed").count() == 2
    })
    .await;
    let longest = 5 * 60_000;
    assert_eq!(paused_until(&db).await, NOON + longest);
    service.deliver(vec![code("code.sign_in", PHONE)]).await.unwrap();
    service.clock.advance(longest);
    service.state_is("sms", "sent").await;
    assert_eq!(sms.called()[2..], [PHONE]);
}
