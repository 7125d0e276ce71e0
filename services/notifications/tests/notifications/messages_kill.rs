//! Many orders, a provider that fails at random, and a process that is killed 20 times: every message arrives, and none that
//! was recorded as sent is sent again.

use std::{
    collections::BTreeMap,
    process::{Child, Command, Stdio},
    time::Duration,
};

use heuan_notifications::Config;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, Db, read};
use heuan_testkit::{Engine, TestDb, eventually};

use crate::support::{
    KHAM, NOON, NOY, Service,
    accounts::TestAccounts,
    config, event,
    provider::{Answer, Provider, config_of},
    tables,
};

/// Place of the provider, start of the clock, number of orders and file of the database for the child process.
const CHILD: &str = "HEUAN_TEST_MESSAGES_KILL_CHILD";
/// Number of orders; `make verify` sets 1000.
const ORDERS: &str = "HEUAN_TEST_KILL_ORDERS";
const KILLS: usize = 20;
const HOUR_MS: i64 = 3_600_000;
/// Events of one delivery, as an outbox sends them.
const BATCH: usize = 10;

fn orders() -> usize {
    std::env::var(ORDERS).ok().and_then(|number| number.parse().ok()).unwrap_or(200)
}

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

/// Child process: this test binary again. Like an outbox whose acknowledgements were lost, it delivers every event from the
/// beginning, while messages are sent. Its clock runs 40 times as fast, so that pauses after failures are short.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child_receives_and_sends_until_killed() {
    let Ok(setting) = std::env::var(CHILD) else { return };
    let [address, start, orders, file] = setting.splitn(4, ' ').collect::<Vec<_>>().try_into().unwrap();
    let clock = Clock::fixed(start.parse().unwrap());
    let service = open(&DatabaseUrl::File(file.into()), address, clock.clone()).await;
    let ticking = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(5)).await;
            clock.advance(200);
        }
    });
    let events: Vec<_> = (0..orders.parse().unwrap())
        .map(|n: usize| event(&format!("o{n}"), "order.ready", if n.is_multiple_of(2) { NOY } else { KHAM }))
        .collect();
    for batch in events.chunks(BATCH) {
        service.deliver(batch.to_vec()).await.unwrap();
    }
    ticking.await.unwrap();
}

fn spawn(setting: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["messages_kill::child_receives_and_sends_until_killed", "--exact", "--nocapture"])
        .env(CHILD, setting)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Keys of the messages that are recorded as sent.
async fn recorded(tables: &Db) -> Vec<String> {
    let sql = "SELECT idempotency_key FROM outgoing_message WHERE state = 'sent'";
    read!(tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap())
}

fn calls_by_key(provider: &Provider) -> BTreeMap<String, usize> {
    let mut calls = BTreeMap::new();
    for call in provider.calls() {
        *calls.entry(call.key).or_default() += 1;
    }
    calls
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_twenty_times_it_loses_no_message_and_repeats_none_that_was_recorded() {
    let orders = orders();
    let db = TestDb::new(Engine::Sqlite).await;
    let DatabaseUrl::File(file) = &db.location else { panic!("a file") };
    let provider = Provider::start().await;
    let address = provider.address.to_string();
    provider.set_answer(Answer::Random);
    // Creates the tables before the first kill.
    open(&db.location, &address, Clock::fixed(NOON)).await.close().await;
    let tables = tables(&db).await;
    // Calls of each message when it was first seen as recorded.
    let mut acknowledged: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..KILLS {
        let before = provider.calls().len();
        // Later than every lease of the process before.
        let start = NOON + (round as i64 + 1) * HOUR_MS;
        let mut child = spawn(&format!("{address} {start} {orders} {}", file.display()));
        let wanted = before + 1 + (round * 7) % (orders / 20).max(1);
        eventually("the process sends", async || {
            provider.calls().len() >= wanted || recorded(&tables).await.len() == orders
        })
        .await;
        child.kill().unwrap();
        child.wait().unwrap();
        let calls = calls_by_key(&provider);
        for key in recorded(&tables).await {
            acknowledged.entry(key.clone()).or_insert(calls[&key]);
        }
    }
    let service = open(&db.location, &address, Clock::fixed(NOON + (KILLS as i64 + 1) * HOUR_MS)).await;
    let events = (0..orders)
        .map(|n| event(&format!("o{n}"), "order.ready", if n % 2 == 0 { NOY } else { KHAM }))
        .collect::<Vec<_>>();
    for batch in events.chunks(BATCH) {
        service.deliver(batch.to_vec()).await.unwrap();
    }
    eventually("all are sent", async || {
        service.clock.advance(10_000);
        recorded(&tables).await.len() == orders
    })
    .await;
    let sql = "SELECT COUNT(*) FROM outgoing_message";
    let messages: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    assert_eq!(messages, orders as i64, "an event has one message");
    assert_eq!(provider.accepted().len(), orders, "every message has arrived");
    let calls = calls_by_key(&provider);
    for (key, before) in &acknowledged {
        assert_eq!(calls[key], *before, "a message that was recorded as sent was sent again");
    }
    assert!(acknowledged.len() >= KILLS, "the process has sent between the kills");
    tables.close().await;
    service.close().await;
}
