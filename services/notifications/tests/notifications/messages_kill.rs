//! Many orders, providers of SMS and WhatsApp and a mail server that fail at random, and a process that is killed 20 times: every
//! message arrives, and none that was recorded as sent is sent again.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::{Child, Command, Stdio},
    time::Duration,
};

use heuan_notifications::Config;
use heuan_proto::notifications::v1 as wire;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, Db, read};
use heuan_testkit::{Engine, TestDb, eventually};

use crate::support::{
    KHAM, NOON, NOY, Service,
    accounts::TestAccounts,
    config, event,
    mail_server::{self, MailServer},
    provider::{Answer, Provider, config_of},
    tables,
};

/// [`SendingServers`], start of the clock, number of orders and file of the database for the child process.
const CHILD: &str = "HEUAN_TEST_MESSAGES_KILL_CHILD";
/// Number of orders; `make verify` sets 1000.
const ORDERS: &str = "HEUAN_TEST_KILL_ORDERS";
const KILLS: usize = 20;
/// Has a phone number, as [`NOY`] does.
const NOI: i64 = 23;
/// A second customer of each channel, because failures for one recipient do not pause it.
const SECOND: [i64; 3] = [24, 25, 26];
const HOUR_MS: i64 = 3_600_000;
/// Events of one delivery, as an outbox sends them.
const BATCH: usize = 10;

fn orders() -> usize {
    std::env::var(ORDERS).ok().and_then(|number| number.parse().ok()).unwrap_or(200)
}

/// Addresses of the providers and the mail server.
#[derive(Clone)]
struct SendingServers {
    sms: String,
    whatsapp: String,
    mail_port: u16,
    mail_certificate: String,
}

/// The event of an order. Those of [`NOY`] are reported by SMS, those of [`KHAM`] by e-mail and those of [`NOI`] by WhatsApp, and those
/// of [`SECOND`] alike.
fn ready(order: usize) -> wire::Event {
    event(&format!("o{order}"), "order.ready", customer_of(order))
}

fn customer_of(order: usize) -> i64 {
    let customers = if order % 6 < 3 { [NOY, KHAM, NOI] } else { SECOND };
    customers[order % 3]
}

fn sending(servers: &SendingServers) -> Config {
    let mut config = config();
    config.sms = config_of(&servers.sms);
    config.whatsapp = config_of(&servers.whatsapp);
    config.email = mail_server::config_of(servers.mail_port, &servers.mail_certificate);
    config.email.per_minute = 10_000;
    config.messages.channels = vec!["sms".to_owned()];
    config.messages.per_customer_hour = 1000;
    config
}

async fn open(location: &DatabaseUrl, servers: &SendingServers, clock: Clock) -> Service {
    let shutdown = Shutdown::new();
    let accounts = TestAccounts::open(clock.clone(), shutdown.clone()).await;
    accounts.set_person(KHAM, "Kham", "", "kham@example.com").await;
    let [_, second_by_email, second_by_whatsapp] = SECOND;
    for customer_id in [NOI].into_iter().chain(SECOND) {
        accounts.add_customer(customer_id).await;
    }
    accounts.set_person(second_by_email, "Keo", "", "keo@example.com").await;
    let transport = accounts.transport();
    let service =
        Service::open_configured(sending(servers), location, clock, shutdown, accounts, transport).await;
    for customer_id in [KHAM, second_by_email] {
        service.choose(customer_id, &["email"], "en").await.unwrap();
    }
    for customer_id in [NOI, second_by_whatsapp] {
        service.choose(customer_id, &["whatsapp"], "la").await.unwrap();
    }
    service
}

/// Child process: this test binary again. Like an outbox whose acknowledgements were lost, it delivers every event from the
/// beginning, while messages are sent. Its clock runs 40 times as fast, so that pauses after failures are short.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child_receives_and_sends_until_killed() {
    let Ok(setting) = std::env::var(CHILD) else { return };
    let [sms, whatsapp, mail_port, certificate, start, orders, file] =
        setting.splitn(7, ' ').collect::<Vec<_>>().try_into().unwrap();
    let servers = SendingServers {
        sms: sms.to_owned(),
        whatsapp: whatsapp.to_owned(),
        mail_port: mail_port.parse().unwrap(),
        mail_certificate: certificate.to_owned(),
    };
    let clock = Clock::fixed(start.parse().unwrap());
    let service = open(&DatabaseUrl::File(file.into()), &servers, clock.clone()).await;
    let ticking = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(5)).await;
            clock.advance(200);
        }
    });
    let events: Vec<_> = (0..orders.parse().unwrap()).map(ready).collect();
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

/// Number of calls to a provider, or of e-mails that the mail server has received, by key of the message.
fn calls_by_key(providers: &[Provider; 2], mail: &MailServer) -> BTreeMap<String, usize> {
    let mut calls = BTreeMap::new();
    for call in providers.iter().flat_map(Provider::calls) {
        *calls.entry(call.key).or_default() += 1;
    }
    for key in mailed(mail) {
        *calls.entry(key).or_default() += 1;
    }
    calls
}

/// Keys of the received e-mails, which are in their message ids.
fn mailed(mail: &MailServer) -> Vec<String> {
    let key = |id: String| id.trim_start_matches('<').split('@').next().unwrap_or_default().to_owned();
    mail.received().iter().map(|one| key(one.header("Message-ID"))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_twenty_times_it_loses_no_message_and_repeats_none_that_was_recorded() {
    let orders = orders();
    let db = TestDb::new(Engine::Sqlite).await;
    let DatabaseUrl::File(file) = &db.location else { panic!("a file") };
    let providers = [Provider::start().await, Provider::start().await];
    let mail = MailServer::start().await;
    let [sms, whatsapp] = &providers;
    let servers = SendingServers {
        sms: sms.address.to_string(),
        whatsapp: whatsapp.address.to_string(),
        mail_port: mail.port(),
        mail_certificate: mail.certificate().display().to_string(),
    };
    let setting = |start: i64| {
        let SendingServers { sms, whatsapp, mail_port, mail_certificate } = &servers;
        format!("{sms} {whatsapp} {mail_port} {mail_certificate} {start} {orders} {}", file.display())
    };
    for provider in &providers {
        provider.set_answer(Answer::Random);
    }
    mail.fail_at_random();
    let attempts = || sms.calls().len() + whatsapp.calls().len() + mail.attempts();
    // Creates the tables before the first kill.
    open(&db.location, &servers, Clock::fixed(NOON)).await.close().await;
    let tables = tables(&db).await;
    // Calls of each message when it was first seen as recorded.
    let mut acknowledged: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..KILLS {
        let before = attempts();
        // Later than every lease of the process before.
        let start = NOON + (round as i64 + 1) * HOUR_MS;
        let mut child = spawn(&setting(start));
        let wanted = before + 1 + (round * 7) % (orders / 20).max(1);
        // At least one message more is recorded before each kill.
        eventually("the process sends", async || {
            let sent = recorded(&tables).await.len();
            (attempts() >= wanted && sent > round) || sent == orders
        })
        .await;
        child.kill().unwrap();
        child.wait().unwrap();
        let calls = calls_by_key(&providers, &mail);
        for key in recorded(&tables).await {
            acknowledged.entry(key.clone()).or_insert(calls[&key]);
        }
    }
    let service = open(&db.location, &servers, Clock::fixed(NOON + (KILLS as i64 + 1) * HOUR_MS)).await;
    let events: Vec<_> = (0..orders).map(ready).collect();
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
    let e_mails: BTreeSet<String> = mailed(&mail).into_iter().collect();
    assert_eq!(
        (sms.accepted().len(), e_mails.len(), whatsapp.accepted().len()),
        (orders.div_ceil(3), (orders + 1) / 3, orders / 3),
        "all have arrived"
    );
    let calls = calls_by_key(&providers, &mail);
    for (key, before) in &acknowledged {
        assert_eq!(calls[key], *before, "a message that was recorded as sent was sent again");
    }
    assert!(acknowledged.len() >= KILLS, "the process has sent between the kills");
    tables.close().await;
    service.close().await;
}
