//! Databases that cannot write, or are gone, for a while. The write meets an outage; the next one after it works.

use std::net::SocketAddr;

use crate::support::{items, migrations, outage, write};
use heuan_runtime::degraded;
use heuan_store::{DatabaseUrl, Db, Outage, Result, Tx, run, sqlx};
use heuan_testkit::{Engine, Refusal, TestDb, WriteFault, eventually, postgres};
use rstest::rstest;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// `SQLITE_FULL` ends the transaction by itself; the driver's own rollback then fails.
#[tokio::test]
async fn full_database_accepts_writes_once_there_is_space() {
    let db = TestDb::new(Engine::Sqlite).await;
    let db = Db::open(&db.location, &migrations(1)).await.unwrap();
    write(&db, 1, "one").await.unwrap();
    limit_pages(&db, "1").await;
    for _ in 0..3 {
        assert_eq!(outage(write(&db, 2, &"x".repeat(100_000)).await), Outage::NoSpace);
        assert_eq!(items(&db).await, [1], "reads continue, and nothing is half written");
    }
    limit_pages(&db, "1000000").await;
    write(&db, 2, &"x".repeat(100_000)).await.unwrap();
    assert_eq!(items(&db).await, [1, 2]);
    db.close().await;
}

/// A query may fill the disk, too, with what it sorts. Here it is a temporary table of one page.
#[tokio::test]
async fn snapshot_that_sqlite_rolled_back_leaves_no_open_transaction() {
    let test = TestDb::new(Engine::Sqlite).await;
    let db = Db::open(&test.location, &migrations(1)).await.unwrap();
    write(&db, 1, "one").await.unwrap();
    for _ in 0..3 {
        // All connections for reading, each of which is taken while the others are.
        let mut all = Vec::new();
        for _ in 0..4 {
            all.push(db.snapshot().await.unwrap());
        }
        for tx in &mut all {
            run!(*tx, "CREATE TEMPORARY TABLE sorted (body BLOB)").unwrap();
            run!(*tx, "PRAGMA temp.max_page_count = 1").unwrap();
            let full = run!(*tx, "INSERT INTO sorted (body) VALUES (zeroblob(100000))");
            assert_eq!(outage(full), Outage::NoSpace);
        }
    }
    assert_eq!(items_of_snapshot(&db).await, [1]);
    write(&db, 2, "two").await.unwrap();
    assert_eq!(items_of_snapshot(&db).await, [1, 2], "the snapshot is a new one");
    db.close().await;
}

async fn items_of_snapshot(db: &Db) -> Vec<i64> {
    let mut tx = db.snapshot().await.unwrap();
    heuan_store::on!(tx, |conn| {
        sqlx::query_scalar("SELECT id FROM item ORDER BY id").fetch_all(conn).await.unwrap()
    })
}

/// Sets how many pages the file may have; one that has more already does not grow.
async fn limit_pages(db: &Db, pages: &'static str) {
    let mut tx = db.begin().await.unwrap();
    let sql = format!("PRAGMA max_page_count = {pages}");
    heuan_store::on!(tx, |conn| {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(conn).await.unwrap();
    });
    tx.commit().await.unwrap();
}

#[rstest]
#[case(Engine::Sqlite, Refusal::NoSpace, Outage::Io)]
#[case(Engine::Postgres, Refusal::NoSpace, Outage::NoSpace)]
#[case(Engine::Postgres, Refusal::ReadOnly, Outage::ReadOnly)]
#[case(Engine::Postgres, Refusal::Cut, Outage::Connection)]
#[tokio::test]
async fn failed_write_is_listed_by_readyz_until_writes_succeed(
    #[case] engine: Engine,
    #[case] refusal: Refusal,
    #[case] met: Outage,
) {
    let test = TestDb::new(engine).await;
    let db = Db::open(&test.location, &migrations(1)).await.unwrap();
    write(&db, 1, "one").await.unwrap();
    assert_eq!(degraded::readiness(true, "writes"), (true, "ready\n".to_owned()));
    let fault = WriteFault::begin_with(&test.location, refusal).await;
    for _ in 0..3 {
        assert_eq!(outage(write(&db, 2, "two").await), met);
    }
    assert_eq!(items(&db).await, [1], "what is there can be read");
    let (is_green, body) = degraded::readiness(true, "");
    let line = format!("{}: cannot write: {} (since ", test.location.service(), met.reason());
    assert!(is_green && body.contains(&line), "{body}");
    assert!(!degraded::readiness(true, "writes").0);
    fault.end().await;
    write(&db, 2, "two").await.unwrap();
    assert_eq!(items(&db).await, [1, 2]);
    eventually("readyz lists nothing", async || degraded::readiness(true, "").1 == "ready\n").await;
    db.close().await;
}

#[tokio::test]
async fn write_after_a_server_restart_succeeds() {
    let server = postgres::own().await.unwrap();
    let location = DatabaseUrl::Postgres { url: server.url(), schema: "shop".to_owned() };
    let db = Db::open(&location, &migrations(1)).await.unwrap();
    write(&db, 1, "one").await.unwrap();
    let mut tx = db.begin().await.unwrap();
    run!(tx, "INSERT INTO item (id, body) VALUES (2, 'two')").unwrap();
    let server = server.restart().await.unwrap();
    let cut = run!(tx, "INSERT INTO item (id, body) VALUES (3, 'three')");
    assert_eq!(outage(cut), Outage::Connection);
    assert_eq!(outage(tx.commit().await), Outage::Connection);
    write(&db, 4, "four").await.unwrap();
    assert_eq!(items(&db).await, [1, 4]);
    db.close().await;
    drop(server);
}

/// A session that is read-only stands for a connection to a server that has become a standby, while new ones reach the new
/// primary.
#[tokio::test]
async fn connections_to_a_server_that_became_a_standby_are_given_up() {
    let test = TestDb::new(Engine::Postgres).await;
    let db = Db::open(&test.location, &migrations(1)).await.unwrap();
    // Every connection of the pool, each of which is taken while the others are.
    let mut all = Vec::new();
    for _ in 0..10 {
        let mut tx = db.begin().await.unwrap();
        run!(tx, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY").unwrap();
        all.push(tx);
    }
    for tx in all {
        tx.commit().await.unwrap();
    }
    assert_eq!(outage(write(&db, 1, "one").await), Outage::ReadOnly);
    write(&db, 1, "one").await.unwrap();
    db.close().await;
}

/// Purpose of a transaction.
#[derive(Clone, Copy, Debug)]
enum BeginKind {
    Write,
    Snapshot,
}

impl BeginKind {
    async fn begin(self, db: &Db) -> Result<Tx> {
        match self {
            Self::Write => db.begin().await,
            Self::Snapshot => db.snapshot().await,
        }
    }
}

#[rstest]
#[tokio::test]
async fn caller_canceled_during_begin_leaves_no_open_transaction(
    #[values(BeginKind::Write, BeginKind::Snapshot)] kind: BeginKind,
) {
    let test = TestDb::new(Engine::Postgres).await;
    let proxy = BeginProxy::start(&test.location).await;
    let db = Db::open(&proxy.location, &migrations(1)).await.unwrap();
    write(&db, 1, "one").await.unwrap();
    proxy.set(AtBegin::Hold);
    tokio::select! {
        _ = kind.begin(&db) => panic!("BEGIN was answered"),
        () = proxy.reached(AtBegin::Answer) => {}
    }
    proxy.release();
    let DatabaseUrl::Postgres { url, schema } = &test.location else { unreachable!() };
    let name = name(schema);
    let admin = sqlx::PgPool::connect(url).await.unwrap();
    let sql = "SELECT query, state FROM pg_stat_activity WHERE application_name = $1";
    eventually("the transaction is rolled back", async || {
        let all: Vec<(String, String)> = sqlx::query_as(sql).bind(&name).fetch_all(&admin).await.unwrap();
        all.iter().any(|(query, _)| query == "ROLLBACK") && all.iter().all(|(_, state)| state == "idle")
    })
    .await;
    write(&db, 2, "two").await.unwrap();
    assert_eq!(items_of_snapshot(&db).await, [1, 2]);
    db.close().await;
}

/// The pool has looked at the connection a moment ago, and it is cut when the transaction is to begin.
#[rstest]
#[tokio::test]
async fn begin_on_a_broken_connection_is_retried_on_another(
    #[values(BeginKind::Write, BeginKind::Snapshot)] kind: BeginKind,
) {
    let test = TestDb::new(Engine::Postgres).await;
    let proxy = BeginProxy::start(&test.location).await;
    let db = Db::open(&proxy.location, &migrations(1)).await.unwrap();
    write(&db, 1, "one").await.unwrap();
    proxy.set(AtBegin::Cut);
    let tx = kind.begin(&db).await.unwrap();
    assert_eq!(*proxy.at_begin.borrow(), AtBegin::Pass, "nothing was cut");
    tx.commit().await.unwrap();
    write(&db, 2, "two").await.unwrap();
    assert_eq!(items(&db).await, [1, 2]);
    db.close().await;
}

/// Name of the connections of a test at the server.
fn name(schema: &str) -> String {
    format!("proxy of {schema}")
}

/// Behavior of the proxy when a client sends BEGIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtBegin {
    Pass,
    /// The connection is cut, the first time.
    Cut,
    /// It reaches the server, the first time.
    Hold,
    /// It has reached the server, whose answer waits.
    Answer,
}

/// A way to a server that looks for BEGIN.
struct BeginProxy {
    location: DatabaseUrl,
    at_begin: watch::Sender<AtBegin>,
    accept: tokio::task::JoinHandle<()>,
}

impl BeginProxy {
    async fn start(location: &DatabaseUrl) -> Self {
        let DatabaseUrl::Postgres { url, schema } = location else { unreachable!() };
        let (user, rest) = url.split_once('@').unwrap();
        let (host, rest) = rest.split_once('/').unwrap();
        let server = tokio::net::lookup_host(host).await.unwrap().next().unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let sign = if rest.contains('?') { '&' } else { '?' };
        let name = name(schema).replace(' ', "%20");
        let url = format!("{user}@{address}/{rest}{sign}application_name={name}");
        let at_begin = watch::Sender::new(AtBegin::Pass);
        let shared = at_begin.clone();
        let accept = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, server, shared.clone()));
            }
        });
        Self { location: DatabaseUrl::Postgres { url, schema: schema.clone() }, at_begin, accept }
    }

    fn set(&self, at_begin: AtBegin) {
        self.at_begin.send_replace(at_begin);
    }

    fn release(&self) {
        self.set(AtBegin::Pass);
    }

    async fn reached(&self, wanted: AtBegin) {
        self.at_begin.subscribe().wait_for(|at_begin| *at_begin == wanted).await.unwrap();
    }
}

impl Drop for BeginProxy {
    fn drop(&mut self) {
        self.accept.abort();
    }
}

async fn pass(client: TcpStream, server: SocketAddr, at_begin: watch::Sender<AtBegin>) {
    let Ok(server) = TcpStream::connect(server).await else { return };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let mut answers = at_begin.subscribe();
    let down = async move {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(read @ 1..) = from_server.read(&mut bytes).await {
            let _ = answers.wait_for(|at_begin| *at_begin != AtBegin::Answer).await;
            if to_client.write_all(&bytes[..read]).await.is_err() {
                break;
            }
        }
    };
    let up = async move {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(read @ 1..) = from_client.read(&mut bytes).await {
            let begins = bytes[..read].windows(5).any(|word| word == b"BEGIN");
            let was = *at_begin.borrow();
            match was {
                AtBegin::Cut if begins => {
                    at_begin.send_replace(AtBegin::Pass);
                    break;
                }
                AtBegin::Hold if begins => drop(at_begin.send_replace(AtBegin::Answer)),
                _ => {}
            }
            if to_server.write_all(&bytes[..read]).await.is_err() {
                break;
            }
        }
    };
    tokio::select! {
        () = down => {}
        () = up => {}
    }
}
