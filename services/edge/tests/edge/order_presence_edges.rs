//! Presence of the staff in an order at two edges that share a real Redis and have clocks of their own.

use std::cell::Cell;

use heuan_runtime::clock::Clock;
use heuan_testkit::{Fault, FaultProxy, eventually, redis::Redis};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    live::Stream,
    order_fake::order,
    support::{MIDNIGHT, Services, TestShop, edge_with_redis},
};

const VISIT_TTL_MS: i64 = 45_000;
const TEN_MINUTES_MS: i64 = 10 * 60_000;

/// Two edges of one shop. The clock of the second is ten minutes ahead.
struct TwoEdges {
    _redis: Redis,
    /// Between the first edge and Redis.
    proxy: FaultProxy,
    first: TestShop,
    second: TestShop,
}

impl TwoEdges {
    async fn start() -> Self {
        let redis = Redis::start().await.unwrap();
        let proxy = FaultProxy::start(redis.address).await.unwrap();
        let services = Services::default();
        let first = edge_with_redis(services.clone(), proxy.address, Clock::fixed(MIDNIGHT)).await;
        let ahead = Clock::fixed(MIDNIGHT + TEN_MINUTES_MS);
        let second = edge_with_redis(services, redis.address, ahead).await;
        Self { _redis: redis, proxy, first, second }
    }

    /// Kham at the first edge and Vilay at the second, both members of the staff.
    async fn tabs(&self) -> (Tab<'_>, Tab<'_>) {
        let kham = Browser::registered(&self.first, "030").await;
        let vilay = Browser::registered(&self.second, "040").await;
        for phone in ["030", "040"] {
            self.first.accounts.make_staff(phone);
        }
        (Tab::new(kham), Tab::new(vilay))
    }
}

/// A browser tab with the page of the order.
struct Tab<'a> {
    browser: Browser<'a>,
    calls: Cell<u32>,
}

impl<'a> Tab<'a> {
    fn new(browser: Browser<'a>) -> Self {
        Self { browser, calls: Cell::new(0) }
    }

    /// The calls that follow go to another edge.
    async fn moved(self, edge: &'a TestShop) -> Self {
        Self { browser: self.browser.at(edge).await, calls: self.calls }
    }

    fn cus_id(&self) -> i64 {
        self.browser.cookie("cus_id").unwrap().parse().unwrap()
    }

    /// Sends a heartbeat and returns the ids of those who have the order open, as the edge of this tab knows.
    async fn beat(&self) -> Vec<i64> {
        let body = json!({"tab": "tab", "sequence": self.next(), "is_editing": false});
        ids(&self.call(Method::PUT, body).await["data"]["people"])
    }

    async fn leave(&self) {
        self.call(Method::DELETE, json!({"tab": "tab", "sequence": self.next()})).await;
    }

    fn next(&self) -> u32 {
        self.calls.set(self.calls.get() + 1);
        self.calls.get()
    }

    async fn call(&self, method: Method, body: Value) -> Value {
        let path = format!("/api/staff/orders/{}/presence", order().number);
        let response = self.browser.request(method, &path).json(&body).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }
}

fn ids(people: &Value) -> Vec<i64> {
    let people = people.as_array().unwrap().iter();
    let mut ids: Vec<i64> = people.map(|person| person["cus_id"].as_i64().unwrap()).collect();
    ids.sort_unstable();
    ids
}

fn sorted(tabs: [&Tab<'_>; 2]) -> Vec<i64> {
    let mut ids = tabs.map(Tab::cus_id);
    ids.sort_unstable();
    ids.to_vec()
}

/// Sends heartbeats until each edge knows both. The first ones may be sent before the edges are connected to Redis.
async fn see_each_other(kham: &Tab<'_>, vilay: &Tab<'_>) {
    let both = sorted([kham, vilay]);
    eventually("each edge knows both", async || {
        // Both send one in each round, because neither edge knows the other's visitor before.
        let known = [kham.beat().await, vilay.beat().await];
        known.iter().all(|people| *people == both)
    })
    .await;
}

#[actix_web::test]
async fn staff_at_two_edges_see_each_other_until_they_leave_whatever_the_clocks_say() {
    let edges = TwoEdges::start().await;
    let (kham, vilay) = edges.tabs().await;
    see_each_other(&kham, &vilay).await;
    let cookie = format!("heuan_session={}", vilay.browser.cookie("heuan_session").unwrap());
    let listening = edges.second.client.get(edges.second.url("/api/auth/events")).header("cookie", cookie);
    let mut events = Stream::open(listening).await;
    events.until("hello").await;

    kham.leave().await;
    let event = events.until("order_presence").await.data;
    assert_eq!((&event["number"], ids(&event["people"])), (&json!(order().number), vec![vilay.cus_id()]));
    kham.beat().await;
    assert_eq!(ids(&events.until("order_presence").await.data["people"]), sorted([&kham, &vilay]));
    // From the edge that is ahead to the one that is behind.
    vilay.leave().await;
    eventually("it is known at the first edge", async || kham.beat().await == [kham.cus_id()]).await;
}

/// The balancer sends the calls of one tab to either edge.
#[actix_web::test]
async fn tab_that_leaves_at_an_edge_with_an_earlier_clock_is_gone_at_both() {
    let edges = TwoEdges::start().await;
    let (kham, vilay) = edges.tabs().await;
    // Kham at the edge that is ahead, Vilay at the one that is behind.
    let (kham, vilay) = (kham.moved(&edges.second).await, vilay.moved(&edges.first).await);
    see_each_other(&kham, &vilay).await;
    let kham = kham.moved(&edges.first).await;
    kham.leave().await;
    assert_eq!(vilay.beat().await, [vilay.cus_id()], "at the edge that was called");
    let vilay = vilay.moved(&edges.second).await;
    eventually("it is known at the edge that is ahead", async || vilay.beat().await == [vilay.cus_id()])
        .await;
}

#[actix_web::test]
async fn visitor_at_a_stopped_edge_is_gone_after_45_seconds() {
    let edges = TwoEdges::start().await;
    let (kham, vilay) = edges.tabs().await;
    see_each_other(&kham, &vilay).await;
    edges.first.shutdown.trigger();
    // Repeated, because the last heartbeat may be under way between the edges.
    eventually("the visit has ended", async || {
        edges.second.clock.advance(VISIT_TTL_MS);
        vilay.beat().await == [vilay.cus_id()]
    })
    .await;
}

#[actix_web::test]
async fn visitor_behind_a_lost_redis_is_gone_after_45_seconds_and_back_with_it() {
    let edges = TwoEdges::start().await;
    let (kham, vilay) = edges.tabs().await;
    see_each_other(&kham, &vilay).await;
    edges.proxy.set(Fault::Cut);
    eventually("heartbeats no longer reach the second edge", async || {
        assert!(kham.beat().await.contains(&kham.cus_id()), "the own edge continues");
        edges.second.clock.advance(VISIT_TTL_MS);
        vilay.beat().await == [vilay.cus_id()]
    })
    .await;
    edges.proxy.set(Fault::None);
    see_each_other(&kham, &vilay).await;
}
