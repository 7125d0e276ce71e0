//! The cart through its gRPC contract, on both databases.

use crate::support::{self, KHAM, NOY, Shop};
use heuan_proto::orders::v1::{
    AddCartItemRequest, ClearCartRequest, LineState, RemoveCartItemRequest, UpdateCartItemRequest,
    UpdateCartItemResponse,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

async fn set(
    shop: &Shop,
    pro_id: i64,
    quantity: i64,
    version: Option<i64>,
) -> Result<UpdateCartItemResponse, Error> {
    let request = UpdateCartItemRequest { customer_id: NOY, pro_id, quantity, version };
    Ok(shop.cart().update_cart_item(request).await?.into_inner())
}

#[rstest]
#[tokio::test]
async fn line_is_added_changed_and_removed(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 3, 9_000)]).await;
    let cart = shop.add(NOY, 1, 2).await.unwrap();
    assert_eq!((cart.count, cart.total, cart.lines.len()), (2, 116_000, 1));
    let line = &cart.lines[0];
    assert_eq!((line.pro_id, line.quantity, line.price, line.stock, line.vatrate), (1, 2, 58_000, 10, 10));
    assert_eq!((line.name_en.as_str(), line.unit_la.as_str(), line.price_was), ("Cement", "ຖົງ", None));
    assert_eq!(line.state(), LineState::Ok);

    let cart = shop.add(NOY, 1, 3).await.unwrap();
    let cart = {
        assert_eq!(cart.lines[0].quantity, 5);
        shop.add(NOY, 2, 1).await.unwrap()
    };
    assert_eq!((cart.count, cart.lines[1].pro_id), (6, 2));
    let cart = set(&shop, 1, 1, None).await.unwrap().cart.unwrap();
    assert_eq!((cart.count, cart.total), (2, 67_000));
    let request = RemoveCartItemRequest { customer_id: NOY, pro_id: 1 };
    let cart = shop.cart().remove_cart_item(request).await.unwrap().into_inner().cart.unwrap();
    assert_eq!((cart.count, cart.lines[0].pro_id), (1, 2));
    // Another customer has another cart.
    assert_eq!(shop.the_cart(KHAM).await.lines.len(), 0);
    let cart = shop.cart().clear_cart(ClearCartRequest { customer_id: NOY }).await.unwrap().into_inner();
    assert_eq!(cart.cart.unwrap(), shop.the_cart(NOY).await);
    assert_eq!(shop.the_cart(NOY).await.count, 0);
}

#[rstest]
#[tokio::test]
async fn line_changed_by_another_device_is_not_overwritten(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    let seen = shop.add(NOY, 1, 2).await.unwrap().lines[0].version;
    let changed = set(&shop, 1, 5, Some(seen)).await.unwrap();
    assert!(!changed.version_conflict);
    // The other device still shows the old state.
    let refused = set(&shop, 1, 7, Some(seen)).await.unwrap();
    assert!(refused.version_conflict);
    assert_eq!(refused.cart.unwrap().lines[0].quantity, 5);
    // Its own request, repeated after a lost response, is not a conflict.
    let again = set(&shop, 1, 5, Some(seen)).await.unwrap();
    assert!(!again.version_conflict);
    assert_eq!(again.cart, changed.cart);

    let request = RemoveCartItemRequest { customer_id: NOY, pro_id: 1 };
    shop.cart().remove_cart_item(request).await.unwrap();
    for version in [None, Some(seen)] {
        let revived = set(&shop, 1, 3, version).await.unwrap();
        assert!(revived.version_conflict && revived.cart.unwrap().lines.is_empty());
    }
    // Added again, it is another line: old versions do not match.
    let line = shop.add(NOY, 1, 1).await.unwrap().lines[0].version;
    assert!(line > seen);
    assert!(set(&shop, 1, 3, Some(seen)).await.unwrap().version_conflict);
}

#[rstest]
#[tokio::test]
async fn add_with_an_idempotency_key_adds_once(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    let add_request = AddCartItemRequest {
        customer_id: NOY,
        pro_id: 1,
        quantity: 2,
        idempotency_key: "press-1".to_owned(),
    };
    let requests = (0..8).map(|_| {
        let (mut cart, add_request) = (shop.cart(), add_request.clone());
        async move { cart.add_cart_item(add_request).await.unwrap().into_inner().cart.unwrap() }
    });
    let carts = futures::future::join_all(requests).await;
    assert!(carts.iter().all(|cart| *cart == carts[0]), "{carts:?}");
    assert_eq!(shop.the_cart(NOY).await.count, 2);
    let other = AddCartItemRequest { quantity: 3, ..add_request.clone() };
    let error = Error::from(shop.cart().add_cart_item(other).await.unwrap_err());
    assert_eq!(error.detail.reason, "idempotency_key_reused");
    // The same key of another customer is another key.
    let theirs = AddCartItemRequest { customer_id: KHAM, ..add_request };
    assert_eq!(shop.cart().add_cart_item(theirs).await.unwrap().into_inner().cart.unwrap().count, 2);
}

#[rstest]
#[tokio::test]
async fn quantity_beyond_the_stock_is_refused(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 3, 58_000), (2, 0, 9_000), (3, 5, 9_000)]).await;
    shop.price(3, None).await;
    shop.add(NOY, 1, 2).await.unwrap();
    let error = shop.add(NOY, 1, 2).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "stock_short"));
    let short = &error.detail.shortages[0];
    assert_eq!((short.pro_id, short.requested, short.available), (1, 4, 3));
    let error = set(&shop, 1, 4, None).await.unwrap_err();
    assert_eq!(error.detail.shortages[0].available, 3);
    assert_eq!(shop.add(NOY, 2, 1).await.unwrap_err().detail.shortages[0].available, 0);
    assert_eq!(shop.add(NOY, 3, 1).await.unwrap_err().detail.reason, "not_for_sale");
    assert_eq!(shop.add(NOY, 99, 1).await.unwrap_err().code, Code::NotFound);
    assert_eq!(shop.the_cart(NOY).await.count, 2);
}

#[rstest]
#[case(0, 1, 1, "customer_id")]
#[case(NOY, 0, 1, "pro_id")]
#[case(NOY, 1, 0, "quantity")]
#[case(NOY, 1, -1, "quantity")]
#[case(NOY, 1, 1_000_000, "quantity")]
#[tokio::test]
async fn invalid_request_is_refused_with_its_field(
    #[case] customer_id: i64,
    #[case] pro_id: i64,
    #[case] quantity: i64,
    #[case] field: &str,
) {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[(1, 3, 58_000)]).await;
    let error = shop.add(customer_id, pro_id, quantity).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
}

#[rstest]
#[tokio::test]
async fn cart_holds_200_lines(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let products: Vec<_> = (1..=201).map(|id| (id, 9, 1000)).collect();
    shop.shelve(&products).await;
    for pro_id in 1..=200 {
        shop.add(NOY, pro_id, 1).await.unwrap();
    }
    assert_eq!(shop.add(NOY, 201, 1).await.unwrap_err().detail.reason, "cart_full");
    let cart = shop.add(NOY, 200, 1).await.unwrap();
    assert_eq!((cart.lines.len(), cart.count, cart.total), (200, 201, 201_000));
}

#[rstest]
#[tokio::test]
async fn cart_shows_current_prices_and_stock(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 5, 58_000), (2, 5, 9_000), (3, 5, 7_000)]).await;
    for pro_id in 1..=3 {
        shop.add(NOY, pro_id, 4).await.unwrap();
    }
    shop.price(1, Some(60_000)).await;
    shop.price(2, None).await;
    let other = shop.place(KHAM, "k", support::buy(&[(3, 3)], "cod")).await.unwrap();
    assert_eq!(other.status, "placed");
    heuan_testkit::eventually("the stock shows", async || shop.the_cart(NOY).await.lines[2].stock == 2).await;
    let cart = shop.the_cart(NOY).await;
    let states: Vec<_> = cart.lines.iter().map(heuan_proto::orders::v1::CartLine::state).collect();
    assert_eq!(states, [LineState::Ok, LineState::NotForSale, LineState::InsufficientStock]);
    assert_eq!((cart.lines[0].price, cart.lines[0].price_was), (60_000, Some(58_000)));
    assert_eq!((cart.lines[1].price, cart.lines[1].price_was, cart.lines[1].total), (0, None, 0));
    assert_eq!((cart.count, cart.total), (12, 240_000 + 28_000));
}

#[rstest]
#[tokio::test]
async fn add_to_cart_beyond_the_key_limit_is_refused_with_a_delay(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.cart_keys = 2).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    let request = |key: &str| AddCartItemRequest {
        customer_id: NOY,
        pro_id: 1,
        quantity: 1,
        idempotency_key: key.to_owned(),
    };
    for key in ["key-1", "key-2"] {
        shop.cart().add_cart_item(request(key)).await.unwrap();
    }
    let error = Error::from(shop.cart().add_cart_item(request("key-3")).await.unwrap_err());
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::ResourceExhausted, "idempotency_keys"));
    assert_eq!(error.detail.field, "Idempotency-Key");
    assert!(error.detail.retry_after_ms > 0, "{error:?}");
    // A repeated key, another customer and a request without a key are not affected.
    shop.cart().add_cart_item(request("key-2")).await.unwrap();
    shop.cart().add_cart_item(AddCartItemRequest { customer_id: KHAM, ..request("key-3") }).await.unwrap();
    shop.add(NOY, 1, 1).await.unwrap();
    assert_eq!(shop.the_cart(NOY).await.count, 3);
}

#[tokio::test]
async fn cart_with_the_configured_number_of_lines_is_full() {
    let shop = Shop::open_with(Engine::Sqlite, |config| config.cart_lines = 1).await;
    shop.shelve(&[(1, 10, 58_000), (2, 10, 9_000)]).await;
    shop.add(NOY, 1, 1).await.unwrap();
    assert_eq!(shop.add(NOY, 2, 1).await.unwrap_err().detail.reason, "cart_full");
}
