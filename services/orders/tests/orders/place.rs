//! Checkout through its gRPC contract, on both databases: the quote, one order for one key, nothing sold twice
//!.

use std::time::Duration;

use crate::support::{self, KHAM, NOY, Shop, buy, cart_order, config, payment};
use futures::future::join_all;
use heuan_orders::{Orders, UpstreamTransports};
use heuan_proto::orders::v1::{self as wire, LineState};
use heuan_rpc::{Code, Transport};
use heuan_store::run;
use heuan_testkit::Engine;
use prost::Message as _;
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn quote_lists_totals_and_changed_lines(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 3, 9_000), (3, 5, 1_000)]).await;
    for (pro_id, quantity) in [(1, 5), (2, 3), (3, 1)] {
        shop.add(NOY, pro_id, quantity).await.unwrap();
    }
    let quote = shop.quote(NOY, wire::OrderInput::default()).await.unwrap();
    let totals = quote.totals.unwrap();
    assert_eq!((totals.subtotal, totals.delivery_fee, totals.total), (318_000, 30_000, 348_000));
    assert_eq!((totals.vat.len(), totals.vat[0].net, totals.vat[0].vat), (1, 316_364, 31_636));
    assert_eq!((totals.points_earned, quote.points_balance), (1, 0));
    assert_eq!(quote.payment_methods, ["cod", "transfer", "qr"]);
    assert_eq!(quote.cart_version, shop.the_cart(NOY).await.version);
    assert!(quote.changed.is_empty());
    // With pickup, or above the free-delivery minimum, delivery costs nothing.
    let pickup = wire::Delivery { method: "pickup".to_owned(), ..Default::default() };
    let input = wire::OrderInput { delivery: Some(pickup), ..Default::default() };
    assert_eq!(shop.quote(NOY, input).await.unwrap().totals.unwrap().total, 318_000);
    assert_eq!(shop.quote(NOY, buy(&[(1, 9)], "cod")).await.unwrap().totals.unwrap().total, 522_000);

    shop.price(1, Some(60_000)).await;
    shop.price(3, None).await;
    let other = shop.place(KHAM, "k", buy(&[(2, 2)], "cod")).await.unwrap();
    assert_eq!(other.lines[0].quantity, 2);
    heuan_testkit::eventually("the stock shows", async || shop.the_cart(NOY).await.lines[1].stock == 1).await;
    let quote = shop.quote(NOY, wire::OrderInput::default()).await.unwrap();
    let changed: Vec<_> = quote
        .changed
        .iter()
        .map(|line| (line.pro_id, line.requested, line.available, line.price_was, line.price_now))
        .collect();
    assert_eq!(
        changed,
        [(1, 5, 10, Some(58_000), Some(60_000)), (2, 3, 1, None, Some(9_000)), (3, 1, 0, None, None)]
    );
    let states: Vec<LineState> = quote.lines.iter().map(wire::QuoteLine::state).collect();
    assert_eq!(states, [LineState::Ok, LineState::InsufficientStock, LineState::NotForSale]);
    assert_eq!(quote.lines[2].line.as_ref().unwrap().name_en, "Cement");
    // Only the available units count.
    assert_eq!(quote.totals.unwrap().subtotal, 300_000 + 9_000);
    // The quote has accepted the price; the other changes remain.
    let quote = shop.quote(NOY, wire::OrderInput::default()).await.unwrap();
    assert_eq!(quote.changed.iter().map(|line| line.pro_id).collect::<Vec<_>>(), [2, 3]);
}

#[rstest]
#[tokio::test]
async fn cart_becomes_an_order(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 3, 9_000)]).await;
    shop.add(NOY, 1, 2).await.unwrap();
    shop.add(NOY, 2, 1).await.unwrap();
    let order = shop.place(NOY, "k", cart_order("cod")).await.unwrap();
    assert_eq!((order.status.as_str(), payment(&order), order.can_cancel), ("placed", "due", true));
    assert_eq!((order.lines.len(), order.lines[0].total), (2, 116_000));
    assert_eq!(order.totals.as_ref().unwrap().total, 155_000);
    assert_eq!(order.phone, "+8562055123456");
    assert_eq!(order.created_at_ms, support::NOON);
    assert!(order.number.starts_with("261121-"), "{}", order.number);
    assert_eq!(order.payment.as_ref().unwrap().reference, order.number.replace('-', ""));
    assert!(shop.the_cart(NOY).await.lines.is_empty());
    shop.settles().await;
    let stock = shop.stock(1).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (8, 0, 2));
    // Only its customer can read it.
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap(), order);
    assert_eq!(shop.order(KHAM, &order.order_id).await.unwrap_err().code, Code::NotFound);
    assert_eq!(shop.cancel(KHAM, &order.order_id).await.unwrap_err().code, Code::NotFound);
}

/// Writes the company of the merchant's content.
async fn write_company(shop: &Shop, legal_name: &str, tax_number: &str, hotline: &str) {
    let text = |en: &str| serde_json::json!({"la": "", "en": en});
    let company = serde_json::json!({
        "name": "Heuan", "legal_name": text(legal_name), "address": text("Vientiane"), "tax_number": tax_number,
        "hotline": hotline, "email": "shop@example.com",
    });
    let catalog_tables = shop.catalog_tables().await;
    let mut tx = catalog_tables.begin().await.unwrap();
    run!(tx, "DELETE FROM storefront WHERE name = 'company'").unwrap();
    run!(tx, "INSERT INTO storefront (name, body) VALUES ('company', $1)", company.to_string()).unwrap();
    run!(tx, "UPDATE revision SET value = value + 1 WHERE id = 1").unwrap();
    tx.commit().await.unwrap();
    catalog_tables.close().await;
}

#[rstest]
#[tokio::test]
async fn order_keeps_the_seller_of_its_day(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    write_company(&shop, "Old Ltd", "TAX-1", "021 111 111").await;
    let placed = shop.place(NOY, "k", buy(&[(1, 1)], "cod")).await.unwrap();
    write_company(&shop, "New Ltd", "TAX-2", "021 222 222").await;
    let order = shop.order(NOY, &placed.order_id).await.unwrap();
    for seller in [placed.seller.unwrap(), order.seller.unwrap()] {
        assert_eq!((seller.name.as_str(), seller.legal_name_en.as_str()), ("Heuan", "Old Ltd"));
        assert_eq!((seller.address_en.as_str(), seller.tax_number.as_str()), ("Vientiane", "TAX-1"));
        let contact = seller.contact.unwrap();
        assert_eq!((contact.hotline.as_str(), contact.email.as_str()), ("021 111 111", "shop@example.com"));
    }
}

#[rstest]
#[tokio::test]
async fn direct_purchase_leaves_the_cart_unchanged(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 3, 9_000)]).await;
    shop.add(NOY, 1, 2).await.unwrap();
    shop.place(NOY, "k1", buy(&[(1, 1), (2, 1)], "cod")).await.unwrap();
    assert_eq!(shop.the_cart(NOY).await.count, 2);
    // Listed items that are not a direct purchase are removed from the cart, as far as it has them.
    let named = wire::OrderInput { buy_now: false, ..buy(&[(1, 1), (2, 1)], "cod") };
    shop.place(NOY, "k2", named).await.unwrap();
    let cart = shop.the_cart(NOY).await;
    assert_eq!((cart.lines.len(), cart.count), (1, 1));
}

#[rstest]
#[tokio::test]
async fn insufficient_stock_reports_its_lines_and_holds_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 3, 9_000)]).await;
    let error = shop.place(NOY, "k", buy(&[(1, 4), (2, 4)], "qr")).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "stock_short"));
    let lines: Vec<_> = error
        .detail
        .lines
        .iter()
        .map(|line| (line.pro_id, line.requested, line.available, line.price_now))
        .collect();
    assert_eq!(lines, [(2, 4, 3, Some(9_000))]);
    for pro_id in [1, 2] {
        let stock = shop.stock(pro_id).await;
        assert_eq!((stock.reserved, stock.sold), (0, 0));
    }
}

#[rstest]
#[tokio::test]
async fn order_may_be_picked_up_at_an_existing_branch(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    shop.open_branch(3).await;
    let at = |branch_id| wire::OrderInput {
        delivery: Some(wire::Delivery {
            method: "pickup".to_owned(),
            branch_id: Some(branch_id),
            ..Default::default()
        }),
        ..buy(&[(1, 1)], "cod")
    };
    let error = shop.place(NOY, "k", at(4)).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "delivery.branch_id"));
    assert_eq!(shop.stock(1).await.reserved, 0);
    let order = shop.place(NOY, "k", at(3)).await.unwrap();
    let delivery = order.delivery.unwrap();
    assert_eq!((delivery.branch_id, delivery.branch_name_en.as_str()), (Some(3), "Branch"));
    assert_eq!(order.totals.unwrap().delivery_fee, 0);
}

#[rstest]
#[tokio::test]
async fn pick_up_by_another_person_is_kept_and_shown_to_the_staff(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    shop.open_branch(3).await;
    let pickup = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Default::default() };
    let input = wire::OrderInput {
        delivery: Some(pickup),
        phone: "030 999 8877".to_owned(),
        receiver: Some(wire::OrderReceiver { name: " Kham ".to_owned(), ..Default::default() }),
        ..buy(&[(1, 1)], "cod")
    };
    let placed = shop.place(NOY, "k", input).await.unwrap();
    let seen = shop.staff_order(&placed.order_id).await.order.unwrap();
    for order in [placed, seen] {
        assert_eq!(order.delivery.unwrap().branch_id, Some(3));
        assert_eq!((order.receiver.unwrap().name.as_str(), order.phone.as_str()), ("Kham", "+856309998877"));
        assert_eq!(order.customer_name, "ນ້ອຍ ວົງສາ");
    }
}

/// Callers count failures of this service, so an outage of branches must not affect orders with delivery.
#[tokio::test]
async fn delivery_works_while_branches_are_unavailable() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    // No service listens there.
    let branches = Transport::connect("http://127.0.0.1:1", Duration::from_secs(20)).unwrap();
    let callees = UpstreamTransports { catalog: shop.catalog.clone(), branches, receiver: None };
    let (place, clock, shutdown) = (&shop.places.orders.location, shop.clock.clone(), shop.shutdown.clone());
    let orders = Orders::open(config(), place, callees, clock, shutdown).await.unwrap();
    let transport = Transport::in_process(orders.routes(), support::LONG);
    let shop = Shop { orders, transport, ..shop };

    let delivery = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Default::default() };
    let pickup = wire::OrderInput { delivery: Some(delivery), ..buy(&[(1, 1)], "cod") };
    for attempt_number in 0..30 {
        let error = shop.place(NOY, &format!("pickup-{attempt_number}"), pickup.clone()).await.unwrap_err();
        assert_eq!((error.code, error.origin_service().is_some()), (Code::Unavailable, true), "{error:?}");
    }
    shop.place(NOY, "delivery", buy(&[(1, 1)], "cod")).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn every_invalid_field_is_reported(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    let input = wire::OrderInput { points: -1, ..wire::OrderInput::default() };
    let error = shop.place(NOY, "k", input).await.unwrap_err();
    let fields: Vec<&str> = error.detail.errors.iter().map(|it| it.field.as_str()).collect();
    assert_eq!(fields, ["phone", "delivery.method", "payment.method", "points"]);
    let error = shop.place(NOY, "k", cart_order("cod")).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "items"));
    let error = shop.quote(NOY, wire::OrderInput::default()).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "items"));
    let points = wire::OrderInput { points: 1, ..buy(&[(1, 1)], "cod") };
    assert_eq!(shop.place(NOY, "k", points).await.unwrap_err().detail.field, "points");
    for key in ["", &"k".repeat(201)] {
        let error = shop.place(NOY, key, buy(&[(1, 1)], "cod")).await.unwrap_err();
        assert_eq!(error.detail.field, "Idempotency-Key");
    }
}

// Q2

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_idempotency_key_creates_one_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values("cod", "qr")] method: &str,
    #[values(true, false)] from_cart: bool,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 1, 58_000)]).await;
    let input = if from_cart { cart_order(method) } else { buy(&[(1, 1)], method) };
    if from_cart {
        shop.add(NOY, 1, 1).await.unwrap();
    }
    let answers = join_all((0..20).map(|_| shop.place(NOY, "one", input.clone()))).await;
    let first = answers[0].as_ref().unwrap().encode_to_vec();
    for answer in &answers {
        assert_eq!(answer.as_ref().unwrap().encode_to_vec(), first);
    }
    shop.settles().await;
    let stock = shop.stock(1).await;
    assert_eq!(stock.available + stock.reserved + stock.sold, 1);
    assert_eq!(stock.available, 0);
    let request = wire::ListOrdersRequest { customer_id: NOY, page: 1, limit: 10 };
    let listed = shop.orders().list_orders(request).await.unwrap().into_inner();
    assert_eq!((listed.total, listed.orders[0].line_count), (1, 1));

    // Another body is another order, and must not use the same key.
    let other = wire::OrderInput { phone: "020 5512 0000".to_owned(), ..input.clone() };
    let error = shop.place(NOY, "one", other).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "idempotency_key_reused"));
    // The same key of another customer is another key.
    let error = shop.place(KHAM, "one", buy(&[(1, 1)], method)).await.unwrap_err();
    assert_eq!(error.detail.reason, "stock_short");

    // After a restart, and after a day, the response is the same.
    let clock = shop.clock.clone();
    let places = shop.close().await;
    clock.advance(24 * 60 * 60 * 1000);
    let shop = Shop::reopen(places, config(), clock, None).await;
    assert_eq!(shop.place(NOY, "one", input).await.unwrap().encode_to_vec(), first);
}

#[rstest]
#[tokio::test]
async fn refused_request_may_be_retried(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 2, 58_000)]).await;
    let others = shop.place(KHAM, "k", buy(&[(1, 2)], "qr")).await.unwrap();
    let input = buy(&[(1, 1)], "cod");
    assert_eq!(shop.place(NOY, "k", input.clone()).await.unwrap_err().detail.reason, "stock_short");
    shop.cancel(KHAM, &others.order_id).await.unwrap();
    shop.settles().await;
    let order = shop.place(NOY, "k", input.clone()).await.unwrap();
    // Canceled and repeated with the same key, it returns the original response and no new order.
    shop.cancel(NOY, &order.order_id).await.unwrap();
    assert_eq!(shop.place(NOY, "k", input).await.unwrap(), order);
    shop.settles().await;
    assert_eq!(shop.stock(1).await.available, 2);
}

// Q1

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_orders_never_sell_a_unit_twice(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(1, 2, 3, 4, 5)] units: i64,
) {
    let shop = Shop::open(engine).await;
    let products: Vec<_> = (1..=4).map(|pro_id| (pro_id, units, 58_000)).collect();
    shop.shelve(&products).await;
    for round in 1..=4i64 {
        let units_each = 1 + round % 2;
        let tries = (0..64i64).map(|n| {
            let (shop, method) = (&shop, ["cod", "qr", "transfer"][(n % 3) as usize]);
            async move { (n, shop.place(100 + n, "k", buy(&[(round, 1 + n % units_each)], method)).await) }
        });
        let answers = join_all(tries).await;
        let mut won = 0;
        for (n, answer) in &answers {
            match answer {
                Ok(order) => won += order.lines[0].quantity,
                Err(error) => {
                    assert_eq!(error.detail.reason, "stock_short", "{error}");
                    let line = &error.detail.lines[0];
                    assert_eq!((line.pro_id, line.requested), (round, 1 + n % units_each));
                    assert!(line.available < line.requested);
                }
            }
        }
        shop.settles().await;
        let stock = shop.stock(round).await;
        assert_eq!(stock.available + stock.reserved + stock.sold, units);
        assert_eq!(stock.reserved + stock.sold, won);
        // With orders of single units, all units are sold.
        assert!(won == units || (units_each > 1 && won == units - 1), "{won} of {units}");
        // The keys are reused for the next product.
        delete_idempotency_keys(&shop).await;
    }
}

async fn delete_idempotency_keys(shop: &Shop) {
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    heuan_store::run!(tx, "DELETE FROM idempotency").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn order_beyond_the_key_limit_is_refused_and_its_stock_released(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.order_keys = 1).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    shop.place(NOY, "key-1", buy(&[(1, 2)], "cod")).await.unwrap();
    let error = shop.place(NOY, "key-2", buy(&[(1, 3)], "cod")).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::ResourceExhausted, "idempotency_keys"));
    assert!(error.detail.retry_after_ms > 0, "{error:?}");
    // A repeated key gets the first order, and the refused order holds nothing.
    shop.place(NOY, "key-1", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.place(KHAM, "key-2", buy(&[(1, 8)], "cod")).await.unwrap();
}
