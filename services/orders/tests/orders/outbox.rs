//! Events: each reaches the receiver after any failure and takes effect once. Both databases.

use crate::support::{LONG, NOON, NOY, Places, Shop, buy, config};
use heuan_orders::Config;
use heuan_proto::orders::v1::SandboxAction;
use heuan_rpc::Transport;
use heuan_runtime::clock::Clock;
use heuan_store::read;
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

async fn shop_with(engine: Engine, receiver: Option<&TestEventReceiver>) -> Shop {
    shop_at(Clock::System, engine, receiver).await
}

async fn shop_at(clock: Clock, engine: Engine, receiver: Option<&TestEventReceiver>) -> Shop {
    let places = Places::new(engine).await;
    Shop::reopen(places, config(), clock, receiver.map(way_to)).await
}

fn way_to(receiver: &TestEventReceiver) -> Transport {
    Transport::in_process(receiver.routes(), LONG)
}

async fn waiting(shop: &Shop) -> i64 {
    let tables = shop.tables().await;
    let sql = "SELECT COUNT(*) FROM outbox";
    let waiting = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    waiting
}

#[rstest]
#[tokio::test]
async fn each_event_of_an_order_is_delivered_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    let shop = shop_with(engine, Some(&receiver)).await;
    shop.shelve(&[(1, 5, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&order, SandboxAction::PayTwice).await.unwrap();
    shop.comes_to(NOY, &order.order_id, "placed", "paid").await;
    shop.cancel(NOY, &order.order_id).await.unwrap();
    let expected = ["order.cancelled", "order.placed", "order.received", "order.refunded"];
    eventually("all events are delivered", async || receiver.kinds_of(&order.order_id) == expected).await;
    let event = receiver.events().into_iter().find(|event| event.kind == "order.placed").unwrap();
    assert_eq!((event.customer_id, event.order_id.as_str()), (NOY, order.order_id.as_str()));
    let payload = &event.payload;
    for part in
        [&format!(r#""number":"{}""#, order.number), r#""total":500000"#, r#""payment_status":"paid""#]
    {
        assert!(payload.contains(part), "{part} in {payload}");
    }
    // The refund that follows a cancellation.
    let cancelled = receiver.events().into_iter().find(|event| event.kind == "order.cancelled").unwrap();
    assert!(cancelled.payload.contains(r#""amount":500000"#), "{}", cancelled.payload);
    eventually("nothing waits", async || waiting(&shop).await == 0).await;
}

#[rstest]
#[tokio::test]
async fn events_wait_for_a_receiver(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop_with(engine, None).await;
    shop.shelve(&[(1, 500, 500_000)]).await;
    // More than the maximum of one delivery.
    for n in 0..120 {
        shop.place(NOY, &format!("k{n}"), buy(&[(1, 1)], "cod")).await.unwrap();
    }
    assert_eq!(waiting(&shop).await, 120);
    let places = shop.close().await;
    let receiver = TestEventReceiver::default();
    let shop = Shop::reopen(places, config(), Clock::System, Some(way_to(&receiver))).await;
    eventually("nothing waits", async || waiting(&shop).await == 0).await;
    assert_eq!((receiver.events().len(), receiver.deliveries()), (120, 120));
}

#[rstest]
#[tokio::test]
async fn event_with_a_lost_response_is_delivered_again_and_counts_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    receiver.set_loses_answers(true);
    let shop = shop_with(engine, Some(&receiver)).await;
    shop.shelve(&[(1, 5, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "cod")).await.unwrap();
    eventually("it was delivered twice", async || receiver.deliveries() >= 2).await;
    receiver.set_down(true);
    receiver.set_loses_answers(false);
    assert_eq!(waiting(&shop).await, 1);
    receiver.set_down(false);
    eventually("nothing waits", async || waiting(&shop).await == 0).await;
    assert_eq!(receiver.kinds_of(&order.order_id), ["order.received"]);
}

#[rstest]
#[tokio::test]
async fn two_replicas_deliver_each_event_once(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let receiver = TestEventReceiver::default();
    // A leased event is leased for a second, which does not pass here.
    let clock = Clock::fixed(NOON);
    let shop = shop_at(clock.clone(), engine, None).await;
    shop.shelve(&[(1, 500, 500_000)]).await;
    for n in 0..40 {
        shop.place(NOY, &format!("k{n}"), buy(&[(1, 1)], "cod")).await.unwrap();
    }
    let replicas = [1, 2].map(|_| {
        let config: Config = config();
        let places = Places::from_text(&shop.places.to_text());
        Shop::reopen(places, config, clock.clone(), Some(way_to(&receiver)))
    });
    let _replicas = futures::future::join_all(replicas).await;
    eventually("nothing waits", async || waiting(&shop).await == 0).await;
    assert_eq!((receiver.events().len(), receiver.deliveries()), (40, 40));
}
