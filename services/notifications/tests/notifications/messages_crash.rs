//! A process that sends messages through a failing provider is killed at random moments: every message arrives once.

use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
    time::Duration,
};

use heuan_notifications::Config;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, read};
use heuan_testkit::{Engine, TestDb, eventually};

use crate::support::{
    KHAM, NOY, Service,
    accounts::TestAccounts,
    config, event,
    provider::{Answer, Provider, config_of},
    tables,
};

const CHILD: &str = "HEUAN_TEST_MESSAGES_CHILD";
const KILLS: u64 = 6;
const EVENTS: usize = 60;

fn sending(address: &str) -> Config {
    let mut config = config();
    config.sms = config_of(address);
    config.messages.channels = vec!["sms".to_owned()];
    config.messages.per_customer_hour = 1000;
    config
}

async fn open(location: &DatabaseUrl, address: &str, clock: Clock) -> Service {
    let shutdown = Shutdown::new();
    let accounts = TestAccounts::open(clock.clone(), shutdown.clone()).await;
    let transport = accounts.transport();
    Service::open_configured(sending(address), location, clock, shutdown, accounts, transport).await
}

/// Child process: this test binary again, with its database and provider in an environment variable.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child_sends_until_killed() {
    let Ok(places) = std::env::var(CHILD) else { return };
    let (address, file) = places.split_once(' ').unwrap();
    let _service = open(&DatabaseUrl::File(file.into()), address, Clock::System).await;
    std::future::pending::<()>().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_process_loses_no_message_and_repeats_only_those_in_flight() {
    let db = TestDb::new(Engine::Sqlite).await;
    let DatabaseUrl::File(file) = &db.location else { panic!("a file") };
    let provider = Provider::start().await;
    let address = provider.address.to_string();
    let now = Clock::System.now_ms();
    // The events are stored before; the provider is unavailable meanwhile.
    provider.set_answer(Answer::Json(503, "{}"));
    let service = open(&db.location, &address, Clock::fixed(now - 60_000)).await;
    // Of two customers, because failures for one number do not pause the channel.
    let events = (0..EVENTS).map(|n| event(&format!("o{n}"), "order.ready", [NOY, KHAM][n % 2])).collect();
    service.deliver(events).await.unwrap();
    service.close().await;
    provider.set_answer(Answer::InTurn);
    for round in 0..KILLS {
        let before = provider.calls().len();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["messages_crash::child_sends_until_killed", "--exact", "--nocapture"])
            .env(CHILD, format!("{address} {}", file.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        eventually("the child sends", async || provider.calls().len() > before).await;
        tokio::time::sleep(Duration::from_millis(7 * round)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        // The channel is not paused for the next process.
        let tables = tables(&db).await;
        let mut tx = tables.begin().await.unwrap();
        heuan_store::run!(tx, "UPDATE message_channel SET retry_at = 0").unwrap();
        heuan_store::run!(
            tx,
            "UPDATE outgoing_message SET next_at = 1 WHERE state = 'waiting' AND attempted_at = 0"
        )
        .unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }
    let clock = Clock::fixed(Clock::System.now_ms() + 400_000);
    let service = open(&db.location, &address, clock).await;
    let tables = tables(&db).await;
    eventually("all are sent", async || {
        service.clock.advance(30_000);
        let sql = "SELECT COUNT(*) FROM outgoing_message WHERE state = 'sent'";
        let sent: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
        sent == EVENTS as i64
    })
    .await;
    let accepted = provider.accepted();
    assert_eq!(accepted.len(), EVENTS, "each message has one key");
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for call in provider.calls() {
        let text = texts.entry(call.key).or_insert_with(|| call.body["text"].to_string());
        assert_eq!(*text, call.body["text"].to_string(), "a key belongs to one message");
    }
    // A repetition follows a lost answer, or an answer to a killed process, of which four attempts were in flight.
    let lost = provider.calls().len().div_ceil(5);
    let repeated: usize = accepted.values().map(|times| times - 1).sum();
    assert!(repeated <= lost + 4 * KILLS as usize, "{repeated} were repeated");
    tables.close().await;
}
