//! Reminders of the staff about unread messages, on both databases.

use heuan_chat::PersonalData;
use heuan_proto::chat::v1 as wire;
use heuan_runtime::clock::Clock;
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{NOON, NOY, Service, VILAY, config, notifications::TestNotifications, staff, tables};

const MINUTE_MS: i64 = 60_000;
const KEO: i64 = 9;

async fn open(db: &TestDb, clock: Clock, notifications: &TestNotifications) -> Service {
    Service::open_reminding(&db.location, clock, config(), None, notifications.transport()).await
}

async fn staff_reads(service: &Service, customer_id: i64, seq: i64) {
    let request = wire::MarkReadRequest { customer_id, reader: Some(staff(5)), seq };
    service.client().mark_read(request).await.unwrap();
}

async fn delivers(notifications: &TestNotifications, customer_id: i64, events: &[&str]) {
    eventually(&format!("{events:?} are delivered"), async || notifications.of(customer_id) == events).await;
}

/// Waits until everything that is due has been delivered: a later message of another customer has its reminder.
async fn all_is_delivered(service: &Service, notifications: &TestNotifications, customer_id: i64) {
    service.say(customer_id, "marker").await;
    service.clock.advance(5 * MINUTE_MS);
    eventually("the marker is delivered", async || !notifications.of(customer_id).is_empty()).await;
}

async fn rows(db: &TestDb) -> Vec<String> {
    let tables = tables(db).await;
    let sql = "SELECT state FROM staff_reminder ORDER BY customer_id, first_seq";
    let states = read!(tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    tables.close().await;
    states
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_unread_for_five_minutes_gets_one_reminder_until_the_answer(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    service.say(NOY, "n1").await;
    service.clock.advance(4 * MINUTE_MS);
    service.say(NOY, "n2").await;
    assert!(notifications.of(NOY).is_empty(), "four minutes have passed");
    service.clock.advance(MINUTE_MS);
    delivers(&notifications, NOY, &["chat.7.1.waiting"]).await;

    service.say(NOY, "n3").await;
    service.clock.advance(20 * MINUTE_MS);
    all_is_delivered(&service, &notifications, VILAY).await;
    assert_eq!(notifications.of(NOY), ["chat.7.1.waiting"]);

    // The fourth message is the answer; the fifth begins another run.
    service.answer(NOY, 5, "n4").await;
    delivers(&notifications, NOY, &["chat.7.1.waiting", "chat.7.1.waiting.over"]).await;
    service.say(NOY, "n5").await;
    service.clock.advance(5 * MINUTE_MS);
    let all = ["chat.7.1.waiting", "chat.7.1.waiting.over", "chat.7.5.waiting"];
    delivers(&notifications, NOY, &all).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_that_is_read_or_answered_in_time_gets_no_reminder(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    for customer_id in [NOY, VILAY, KEO] {
        service.say(customer_id, &format!("{customer_id}-1")).await;
    }
    service.clock.advance(4 * MINUTE_MS);
    service.answer(VILAY, 5, "answer").await;
    staff_reads(&service, NOY, 1).await;
    // Of two messages the second is not read; its time counts.
    service.say(KEO, "9-2").await;
    staff_reads(&service, KEO, 1).await;
    service.clock.advance(4 * MINUTE_MS);
    // There is no answer yet, so that the next message may be pushed as well.
    service.say(NOY, "7-2").await;
    service.clock.advance(MINUTE_MS);
    delivers(&notifications, KEO, &["chat.9.2.waiting"]).await;
    assert!(notifications.of(NOY).is_empty());
    service.clock.advance(4 * MINUTE_MS);
    delivers(&notifications, NOY, &["chat.7.2.waiting"]).await;
    assert!(notifications.of(VILAY).is_empty());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn reminder_that_is_read_is_cancelled_and_not_repeated_before_the_answer(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    service.say(NOY, "n1").await;
    service.clock.advance(5 * MINUTE_MS);
    delivers(&notifications, NOY, &["chat.7.1.waiting"]).await;
    staff_reads(&service, NOY, 1).await;
    delivers(&notifications, NOY, &["chat.7.1.waiting", "chat.7.1.waiting.over"]).await;
    eventually("it is recorded", async || rows(&db).await == ["cancelled"]).await;
    service.say(NOY, "n2").await;
    service.clock.advance(20 * MINUTE_MS);
    all_is_delivered(&service, &notifications, VILAY).await;
    assert_eq!(notifications.of(NOY).len(), 2);
    service.answer(NOY, 5, "n3").await;
    service.say(NOY, "n4").await;
    service.clock.advance(5 * MINUTE_MS);
    let all = ["chat.7.1.waiting", "chat.7.1.waiting.over", "chat.7.4.waiting"];
    delivers(&notifications, NOY, &all).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_some_hours_after_an_unanswered_one_was_read_gets_a_reminder(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    service.say(NOY, "n1").await;
    service.clock.advance(5 * MINUTE_MS);
    delivers(&notifications, NOY, &["chat.7.1.waiting"]).await;
    staff_reads(&service, NOY, 1).await;
    eventually("it is recorded", async || rows(&db).await == ["cancelled"]).await;
    // Settled on the phone, without an answer in the chat.
    service.clock.advance(3 * 60 * MINUTE_MS);
    service.say(NOY, "n2").await;
    assert_eq!(rows(&db).await, ["cancelled"]);
    service.clock.advance(60 * MINUTE_MS);
    service.say(NOY, "n3").await;
    assert_eq!(rows(&db).await, ["waiting"]);
    service.clock.advance(5 * MINUTE_MS);
    let all = ["chat.7.1.waiting", "chat.7.1.waiting.over", "chat.7.3.waiting"];
    delivers(&notifications, NOY, &all).await;
    service.answer(NOY, 5, "n4").await;
    let ended = [&all[..], &["chat.7.3.waiting.over"]].concat();
    delivers(&notifications, NOY, &ended).await;
    eventually("nothing is left", async || rows(&db).await.is_empty()).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn reminder_of_the_staff_survives_a_restart_and_a_lost_response_with_the_same_id(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    service.say(NOY, "n1").await;
    service.stop().await;

    notifications.set_loses_responses(true);
    let service = open(&db, Clock::fixed(NOON + 5 * MINUTE_MS), &notifications).await;
    eventually("it is delivered", async || notifications.of(NOY) == ["chat.7.1.waiting"]).await;
    service.stop().await;

    notifications.set_loses_responses(false);
    let service = open(&db, Clock::fixed(NOON + 7 * MINUTE_MS), &notifications).await;
    delivers(&notifications, NOY, &["chat.7.1.waiting", "chat.7.1.waiting"]).await;
    eventually("it is sent", async || rows(&db).await == ["sent"]).await;
    service.answer(NOY, 5, "n2").await;
    eventually("the run has ended", async || rows(&db).await.is_empty()).await;
    assert_eq!(notifications.of(NOY).last().unwrap(), "chat.7.1.waiting.over");
    service.stop().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn erased_customer_has_no_reminders(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    service.say(NOY, "n1").await;
    service.clock.advance(5 * MINUTE_MS);
    eventually("it is sent", async || rows(&db).await == ["sent"]).await;
    service.say(VILAY, "v1").await;
    assert_eq!(rows(&db).await, ["sent", "waiting"]);
    let data = PersonalData::open(&db.location).await.unwrap();
    for customer_id in [NOY, VILAY] {
        data.erase(customer_id).await.unwrap();
    }
    data.close().await;
    assert!(rows(&db).await.is_empty());
}

#[tokio::test]
async fn shop_without_reminders_of_the_staff_writes_none() {
    let db = TestDb::new(Engine::Sqlite).await;
    let mut without = config();
    without.staff_reminder_minutes = 0;
    let notifications = TestNotifications::default().transport();
    let service =
        Service::open_reminding(&db.location, Clock::fixed(NOON), without, None, notifications).await;
    service.say(NOY, "n1").await;
    service.say(NOY, "n2").await;
    staff_reads(&service, NOY, 1).await;
    assert!(rows(&db).await.is_empty());
}
