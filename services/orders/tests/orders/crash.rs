//! Q1, Q2, Q3 and Q5 across crashes: a process that handles orders, payments and cancellations is killed at random
//! moments. The next one completes the work, and units, money, points and events are consistent.

use std::{
    net::SocketAddr,
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use crate::support::{
    Places, Shop, buy, config,
    staff::{back, correction, lines_of, return_of, step, step_of},
};
use futures::future::join_all;
use heuan_orders::{Config, consistency};
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::{ServeOptions, Transport};
use heuan_runtime::clock::Clock;
use heuan_store::{Db, read};
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;
use tokio::net::TcpListener;

const CHILD: &str = "HEUAN_TEST_CRASH_CHILD";
const ROUNDS: u64 = 8;
const ON_SHELF: i64 = 200;
const CUSTOMERS: i64 = 12;

/// Orders with due work other than a pending transfer, and undelivered events and webhooks.
const UNDONE: &str = "SELECT (SELECT COUNT(*) FROM customer_order \
         WHERE units IN ('commit_due', 'retake_due', 'return_due', 'release_due') OR line_change <> '' \
           OR (settlement LIKE '%to_close%' AND due_at IS NOT NULL) OR (method = 'qr' AND (money = 'pending' OR (money = 'refund_due' AND due_at IS NOT NULL)))) \
       + (SELECT COUNT(*) FROM outbox) + (SELECT COUNT(*) FROM sandbox_message)";

const ORDERS: &str = "SELECT COUNT(*) FROM customer_order";

/// Short, so that some orders expire between the crashes. A payment made in the last moment without a webhook must be
/// found before its order expires, also on a busy machine.
fn hasty() -> Config {
    Config { payment_window_s: 1, payment_grace_s: 2, sandbox_late_s: 1, ..config() }
}

/// Child process: this test binary again, configured by an environment variable to sell until it is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child_sells_until_killed() {
    let Ok(arguments) = std::env::var(CHILD) else { return };
    let (round, rest) = arguments.split_once('|').unwrap();
    let (receiver, places) = rest.split_once('|').unwrap();
    let receiver = Transport::connect(receiver, Duration::from_secs(20)).unwrap();
    let shop = Shop::reopen(Places::from_text(places), hasty(), Clock::System, Some(receiver)).await;
    println!("selling");
    for turn in 0.. {
        join_all((0..16).map(|n| sell(&shop, round, turn, n))).await;
        tokio::task::yield_now().await;
    }
}

async fn sell(shop: &Shop, round: &str, turn: i64, n: i64) {
    let (customer, method) = (1 + (turn + n) % CUSTOMERS, ["qr", "cod", "qr", "transfer"][(n % 4) as usize]);
    let key = format!("{round}-{turn}-{n}");
    let points = i64::from(n % 5 == 0);
    let input = wire::OrderInput { points, ..buy(&[(1 + n % 3, 1), (4, 1)], method) };
    // Refused when stock or points are used up.
    let Ok(order) = shop.place(customer, &key, input).await else { return };
    match (method, n % 8) {
        ("qr", 0) => drop(shop.act(&order, SandboxAction::PayTwice).await),
        ("qr", 2) => drop(shop.act(&order, SandboxAction::DropWebhook).await),
        ("qr", 4) => drop(shop.act(&order, SandboxAction::PayLate).await),
        _ => {}
    }
    if method == "cod" || method == "transfer" {
        // Another product instead of one, while the order is perhaps not sold yet.
        let seen = shop.staff_order(&order.order_id).await;
        let _ = shop.change_lines(lines_of(&seen, "k", &[(1 + (n + turn) % 3, 1), (4, 1)])).await;
    }
    match (turn + n) % 3 {
        0 => drop(shop.cancel(customer, &order.order_id).await),
        1 => staff_steps(shop, &order.order_id, n + turn).await,
        _ => {}
    }
}

/// Steps of the staff on money and goods. Each is refused if the order is not in a state for it.
async fn staff_steps(shop: &Shop, order_id: &str, turn: i64) {
    let one = async |request: wire::UpdateStaffOrderRequest| drop(shop.update(request).await);
    one(step(&shop.staff_order(order_id).await, "mark_paid")).await;
    if turn % 4 == 0 {
        one(step(&shop.staff_order(order_id).await, "cancel")).await;
        one(step(&shop.staff_order(order_id).await, "mark_refunded")).await;
        return;
    }
    one(step(&shop.staff_order(order_id).await, "hand_over")).await;
    one(step_of(&shop.staff_order(order_id).await, "refund_part", 1_000)).await;
    one(correction(
        &shop.staff_order(order_id).await,
        ["goodwill", "payment", "hand_over"][(turn % 3) as usize],
    ))
    .await;
    let seen = shop.staff_order(order_id).await;
    one(return_of(&seen, &[back(4, turn % 2, 1 - turn % 2)])).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_process_leaves_no_unfinished_work(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    let address = listening(&receiver).await;
    let shop = Shop::reopen(Places::new(engine).await, hasty(), Clock::System, None).await;
    shop.shelve(&[
        (1, ON_SHELF, 300_000),
        (2, ON_SHELF, 300_000),
        (3, ON_SHELF, 300_000),
        (4, 3 * ON_SHELF, 500),
    ])
    .await;
    for customer in 1..=CUSTOMERS {
        shop.give_points(customer, 5).await;
    }
    let tables = shop.tables().await;
    let places = shop.close().await;
    let mut left_behind = 0;
    for round in 0..ROUNDS {
        let mut child = start(&format!("{round}|http://{address}|{}", places.to_text()));
        let before = count(&tables, ORDERS).await;
        wait_for_sales(child.stdout.take().unwrap()).await;
        // A busy machine sells slowly. After this many orders the stock may be used up, and no more are placed.
        eventually("some more are sold", async || {
            before >= ON_SHELF || count(&tables, ORDERS).await >= before + 3
        })
        .await;
        tokio::time::sleep(Duration::from_millis(30 + round * 61)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        left_behind += count(&tables, UNDONE).await;
    }
    assert!(left_behind > 0, "no crash left unfinished work, so the test proves nothing");
    let transport = Transport::connect(&format!("http://{address}"), Duration::from_secs(20)).unwrap();
    let shop = Shop::reopen(places, hasty(), Clock::System, Some(transport)).await;
    let orders = count(&tables, ORDERS).await;
    assert!(orders >= 20, "only {orders} orders were placed, so the test proves nothing");
    all_comes_to_an_end(&tables).await;
    the_books_balance(&shop, &tables).await;
    the_receiver_knows(&receiver, &tables).await;
}

fn start(arguments: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["crash::child_sells_until_killed", "--exact", "--nocapture"])
        .env(CHILD, arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

async fn wait_for_sales(stdout: ChildStdout) {
    tokio::task::spawn_blocking(move || {
        use std::io::BufRead as _;
        let mut lines = std::io::BufReader::new(stdout).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains("selling")), "the child did not start");
    })
    .await
    .unwrap();
}

async fn listening(receiver: &TestEventReceiver) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let routes = receiver.routes();
    tokio::spawn(heuan_rpc::serve(routes, listener, ServeOptions::default(), std::future::pending()));
    address
}

async fn count(tables: &Db, sql: &'static str) -> i64 {
    read!(*tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap())
}

/// Leases of killed processes expire after ten seconds; soon after that all work is finished.
async fn all_comes_to_an_end(tables: &Db) {
    eventually("no unfinished work is left", async || count(tables, UNDONE).await == 0).await;
}

async fn the_books_balance(shop: &Shop, tables: &Db) {
    // One order for each answered key.
    let sql = "SELECT (SELECT COUNT(*) FROM idempotency) - (SELECT COUNT(*) FROM customer_order)";
    assert_eq!(count(tables, sql).await, 0);
    // Units: sold units equal those of the orders, and none were created or lost.
    let catalog_tables = shop.catalog_tables().await;
    for pro_id in 1..=4 {
        let stock = shop.stock(pro_id).await;
        let shelf = if pro_id == 4 { 3 * ON_SHELF } else { ON_SHELF };
        // Units that came back are sold, and in the stock again or waste.
        let (to_stock, to_waste) = came_back(tables, pro_id).await;
        assert_eq!(stock.available + stock.reserved + stock.sold, shelf + to_stock, "{stock:?} {to_waste}");
        let sql = "SELECT body FROM customer_order WHERE units = 'committed'";
        let bodies: Vec<String> =
            read!(*tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
        let bought = bodies.iter().filter(|body| body.contains(&format!(r#""pro_id":{pro_id},"#))).count();
        assert_eq!(stock.sold, bought as i64, "product {pro_id}");
    }
    // A remaining reservation has no order, and expires.
    let sql = "SELECT reservation_id FROM reservation WHERE state = 'held'";
    let held: Vec<String> =
        read!(catalog_tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    let sql = "SELECT order_id FROM customer_order";
    let orders: Vec<String> = read!(*tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    assert!(held.iter().all(|held| !orders.contains(held)), "{held:?}");
    catalog_tables.close().await;
    // Money: what was received, refunded and made due agrees with the state of each order and with its provider, and every payment of
    // the provider is booked.
    let inconsistencies = consistency::read(tables).await.unwrap().inconsistencies;
    let inconsistencies: Vec<_> =
        inconsistencies.iter().filter(|inconsistency| !inconsistency.id.starts_with("gift-")).collect();
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    let sql = "SELECT COUNT(*) FROM sandbox_payment p WHERE p.paid = 1 AND NOT EXISTS \
         (SELECT 1 FROM customer_order o WHERE o.reference = p.reference AND o.money NOT IN ('pending', 'expired', 'failed'))";
    assert_eq!(count(tables, sql).await, 0, "payment without an order");
    // Points: the balance equals the sum of the ledger.
    let sql = "SELECT COUNT(*) FROM points_account a WHERE balance < 0 OR balance <> \
         (SELECT COALESCE(SUM(points), 0) FROM points_entry e WHERE e.customer_id = a.customer_id)";
    assert_eq!(count(tables, sql).await, 0, "points and their ledger disagree");
    let sql = "SELECT COUNT(*) FROM points_entry r WHERE kind = 'redeemed' AND NOT EXISTS \
           (SELECT 1 FROM customer_order o WHERE o.order_id = r.order_id) \
         OR kind = 'redeemed' AND (SELECT status FROM customer_order o WHERE o.order_id = r.order_id) \
              IN ('cancelled', 'expired') AND NOT EXISTS \
           (SELECT 1 FROM points_entry b WHERE b.order_id = r.order_id AND b.kind = 'returned')";
    assert_eq!(count(tables, sql).await, 0, "points were kept for a canceled order");
}

/// Units of a product that came back: to the stock and to waste.
async fn came_back(tables: &Db, pro_id: i64) -> (i64, i64) {
    let sql = "SELECT settlement FROM customer_order WHERE settlement <> ''";
    let all: Vec<String> = read!(*tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    let mut sums = (0, 0);
    for settlement in all {
        let settlement: serde_json::Value = serde_json::from_str(&settlement).unwrap();
        let returns = settlement["returns"].as_array().cloned().unwrap_or_default();
        for line in returns.iter().flat_map(|one| one["lines"].as_array().cloned().unwrap_or_default()) {
            if line["pro_id"] == pro_id {
                sums.0 += line["to_stock"].as_i64().unwrap();
                sums.1 += line["to_waste"].as_i64().unwrap();
            }
        }
    }
    sums
}

async fn the_receiver_knows(receiver: &TestEventReceiver, tables: &Db) {
    let sql = "SELECT order_id, status FROM customer_order";
    let orders: Vec<(String, String)> =
        read!(*tables, |pool| sqlx::query_as(sql).fetch_all(pool).await.unwrap());
    for (order_id, status) in orders {
        let kinds = receiver.kinds_of(&order_id);
        assert!(kinds.contains(&"order.received".to_owned()), "{order_id}: {kinds:?}");
        let end = format!("order.{status}");
        // A cash order is placed when it is received.
        let is_reported = kinds.contains(&end) || ["placed", "awaiting_payment"].contains(&status.as_str());
        assert!(is_reported, "{order_id} is {status}: {kinds:?}");
    }
}
