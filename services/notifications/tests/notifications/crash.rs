//! Q5, the receiving end: a process that receives events and sends pushes is killed at random moments; every event is
//! delivered until it is accepted. Each causes one notification and one push per browser. Both databases.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use crate::support::{
    NOY, Service,
    browser::{Browser, PushService},
    event, tables,
};
use heuan_proto::notifications::v1::{DeliverRequest, event_receiver_client::EventReceiverClient};
use heuan_rpc::{ServeOptions, Transport};
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, read};
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;
use tokio::net::TcpListener;

const CHILD: &str = "HEUAN_TEST_NOTIFICATIONS_CHILD";
const ROUNDS: u64 = 8;
const EVENTS: usize = 60;

/// Child process: this test binary again, with its database in an environment variable.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child_serves_until_killed() {
    let Ok(place) = std::env::var(CHILD) else { return };
    let location = match place.split_once('#') {
        Some((url, schema)) => DatabaseUrl::Postgres { url: url.to_owned(), schema: schema.to_owned() },
        None => DatabaseUrl::File(place.into()),
    };
    let service = Service::open_at(&location, Clock::System).await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    println!("listening {}", listener.local_addr().unwrap());
    let routes = service.notifications.routes();
    heuan_rpc::serve(routes, listener, ServeOptions::default(), std::future::pending()).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_process_delivers_everything_once(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let (push, browser) = (PushService::start().await, Browser::new(5));
    let service = Service::open_at(&db.location, Clock::System).await;
    let asked = browser.subscription(NOY, push.endpoint("noy"));
    service.client().save_push_subscription(asked).await.unwrap();
    service.close().await;

    let place = match &db.location {
        DatabaseUrl::File(path) => path.display().to_string(),
        DatabaseUrl::Postgres { url, schema } => format!("{url}#{schema}"),
    };
    // Like the orders service: an event is sent until it is accepted.
    let mut waiting: BTreeSet<usize> = (0..EVENTS).collect();
    for round in 0..ROUNDS {
        let mut child = start(&place);
        let address = listening(child.stdout.take().unwrap()).await;
        let stop = tokio::time::Instant::now() + Duration::from_millis(40 + 53 * round);
        let sending = deliver_until_cut(&address, &mut waiting);
        let _ = tokio::time::timeout_at(stop, sending).await;
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let service = Service::open_at(&db.location, Clock::System).await;
    for n in &waiting {
        service.deliver(vec![order(*n)]).await.unwrap();
    }
    let tables = tables(&db).await;
    let left = async || -> i64 {
        read!(tables, |pool| sqlx::query_scalar("SELECT COUNT(*) FROM push").fetch_one(pool).await.unwrap())
    };
    let at_first = left().await;
    // The lease of a killed process expires after half a minute, and further pushes of its browser wait for it.
    eventually("pushes continue", async || at_first == 0 || left().await < at_first).await;
    eventually("no pushes are left", async || left().await == 0).await;
    let list = service.list(NOY).await;
    assert_eq!(list.total, EVENTS as i64, "each event is one notification");
    let mut received: BTreeMap<String, usize> = BTreeMap::new();
    for pushed in push.pushes() {
        // Push services and browsers keep one message per topic.
        *received.entry(pushed.header("topic").to_owned()).or_default() += 1;
        assert_eq!(browser.opened(&pushed)["tag"], pushed.header("topic"));
    }
    assert_eq!(received.len(), EVENTS, "each notification is one push");
    let doubled = received.values().filter(|times| **times > 1).count();
    // One browser has one push in flight, which may have been delivered when its process was killed.
    assert!(doubled <= ROUNDS as usize, "{doubled} were sent again, more than were in flight at the crashes");
}

fn order(n: usize) -> heuan_proto::notifications::v1::Event {
    event(&format!("o{n}"), "order.received", NOY)
}

async fn deliver_until_cut(address: &str, waiting: &mut BTreeSet<usize>) {
    let transport = Transport::connect(&format!("http://{address}"), Duration::from_secs(20)).unwrap();
    let mut client = EventReceiverClient::new(transport);
    while !waiting.is_empty() {
        let events = waiting.iter().take(3).map(|n| order(*n)).collect();
        let Ok(answer) = client.deliver(DeliverRequest { events }).await else { continue };
        let accepted = answer.into_inner().accepted_event_ids;
        waiting.retain(|n| !accepted.contains(&order(*n).event_id));
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
    std::future::pending::<()>().await;
}

fn start(place: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["crash::child_serves_until_killed", "--exact", "--nocapture"])
        .env(CHILD, place)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

async fn listening(stdout: ChildStdout) -> String {
    tokio::task::spawn_blocking(move || {
        use std::io::BufRead as _;
        let mut lines = std::io::BufReader::new(stdout).lines().map_while(Result::ok);
        let line = lines.find_map(|line| line.split_once("listening ").map(|(_, rest)| rest.to_owned()));
        line.expect("the child is listening")
    })
    .await
    .unwrap()
}
