//! Reminders of unread answers, on both databases.

use heuan_chat::PersonalData;
use heuan_proto::chat::v1 as wire;
use heuan_runtime::clock::Clock;
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{NOON, NOY, Service, VILAY, config, customer, notifications::TestNotifications, tables};

const MINUTE_MS: i64 = 60_000;

async fn open(db: &TestDb, clock: Clock, notifications: &TestNotifications) -> Service {
    Service::open_reminding(&db.location, clock, config(), None, notifications.transport()).await
}

impl Service {
    async fn read_all(&self, customer_id: i64) {
        let last = self.messages(customer_id, customer(customer_id)).await.unwrap();
        let seq = last.iter().map(|message| message.seq).max().unwrap();
        self.read_up_to(customer_id, seq).await;
    }

    async fn read_up_to(&self, customer_id: i64, seq: i64) {
        let request = wire::MarkReadRequest { customer_id, reader: Some(customer(customer_id)), seq };
        self.client().mark_read(request).await.unwrap();
    }

    /// Stops the background jobs and closes the database.
    pub async fn stop(self) {
        self.shutdown.trigger();
        assert!(self.shutdown.wait(std::time::Duration::from_secs(120)).await);
        self.chat.close().await;
    }
}

async fn delivers(notifications: &TestNotifications, customer_id: i64, events: &[&str]) {
    eventually(&format!("{events:?} are delivered"), async || notifications.of(customer_id) == events).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn run_of_unread_answers_gets_one_reminder_after_ten_minutes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    service.say(VILAY, "v1").await;
    service.answer(VILAY, 5, "v2").await;
    service.clock.advance(MINUTE_MS);
    service.say(NOY, "n1").await;
    service.answer(NOY, 5, "n2").await;
    service.clock.advance(9 * MINUTE_MS);
    delivers(&notifications, VILAY, &["chat.8.2"]).await;
    assert!(notifications.of(NOY).is_empty(), "nine minutes have passed");
    service.answer(NOY, 5, "n3").await;
    service.clock.advance(MINUTE_MS);
    delivers(&notifications, NOY, &["chat.7.2"]).await;

    // The second answer belongs to the same run. After it was read, a new answer begins another.
    service.clock.advance(20 * MINUTE_MS);
    service.read_all(NOY).await;
    delivers(&notifications, NOY, &["chat.7.2", "chat.7.2.read"]).await;
    service.answer(NOY, 5, "n4").await;
    service.clock.advance(10 * MINUTE_MS);
    delivers(&notifications, NOY, &["chat.7.2", "chat.7.2.read", "chat.7.4"]).await;
    assert_eq!(notifications.of(VILAY), ["chat.8.2"]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn answer_that_was_read_or_erased_in_time_gets_no_reminder(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    for (customer_id, id) in [(NOY, "n"), (VILAY, "v"), (9, "o"), (10, "p")] {
        service.say(customer_id, &format!("{id}1")).await;
        service.answer(customer_id, 5, &format!("{id}2")).await;
    }
    service.clock.advance(5 * MINUTE_MS);
    service.answer(NOY, 5, "n3").await;
    // The first answer is read; the second begins another run at its own time.
    service.read_up_to(NOY, 2).await;
    service.read_all(VILAY).await;
    let data = PersonalData::open(&db.location).await.unwrap();
    data.erase(9).await.unwrap();
    data.close().await;
    service.clock.advance(5 * MINUTE_MS);
    delivers(&notifications, 10, &["chat.10.2"]).await;
    service.clock.advance(5 * MINUTE_MS);
    delivers(&notifications, NOY, &["chat.7.3"]).await;
    assert!(notifications.of(VILAY).is_empty() && notifications.of(9).is_empty());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn reminder_survives_a_restart_and_a_lost_response_with_the_same_id(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let notifications = TestNotifications::default();
    let service = open(&db, Clock::fixed(NOON), &notifications).await;
    service.say(NOY, "n1").await;
    service.answer(NOY, 5, "n2").await;
    service.stop().await;

    notifications.set_loses_responses(true);
    let service = open(&db, Clock::fixed(NOON + 10 * MINUTE_MS), &notifications).await;
    eventually("it is delivered", async || notifications.of(NOY) == ["chat.7.2"]).await;
    service.stop().await;

    notifications.set_loses_responses(false);
    let service = open(&db, Clock::fixed(NOON + 12 * MINUTE_MS), &notifications).await;
    delivers(&notifications, NOY, &["chat.7.2", "chat.7.2"]).await;
    let tables = tables(&db).await;
    eventually("it is sent", async || {
        let sql = "SELECT state FROM answer_reminder WHERE customer_id = $1";
        let states: Vec<String> =
            read!(tables, |pool| sqlx::query_scalar(sql).bind(NOY).fetch_all(pool).await.unwrap());
        states == ["sent"]
    })
    .await;
    tables.close().await;
    service.stop().await;
}

#[tokio::test]
async fn shop_without_reminders_writes_none() {
    let db = TestDb::new(Engine::Sqlite).await;
    let mut without = config();
    without.answer_reminder_minutes = 0;
    let notifications = TestNotifications::default().transport();
    let service =
        Service::open_reminding(&db.location, Clock::fixed(NOON), without, None, notifications).await;
    service.say(NOY, "n1").await;
    service.answer(NOY, 5, "n2").await;
    service.answer(NOY, 5, "n3").await;
    service.read_up_to(NOY, 2).await;
    let tables = tables(&db).await;
    let sql = "SELECT COUNT(*) FROM answer_reminder";
    let rows: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    assert_eq!(rows, 0);
    tables.close().await;
}
