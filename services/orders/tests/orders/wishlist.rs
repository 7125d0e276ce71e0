//! The wishlist through its gRPC contract, on both databases.

use crate::support::{KHAM, NOY, Shop};
use heuan_proto::orders::v1::{
    self as wire, AddWishlistItemRequest, AddWishlistToCartRequest, ClearWishlistRequest, GetWishlistRequest,
    RemoveWishlistItemRequest, SkipReason,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

async fn add_to_wishlist(shop: &Shop, pro_id: i64) -> Result<Vec<wire::WishlistItem>, Error> {
    let request = AddWishlistItemRequest { customer_id: NOY, pro_id };
    Ok(shop.wishlist().add_wishlist_item(request).await?.into_inner().items)
}

async fn requests(shop: &Shop, customer_id: i64) -> Vec<wire::WishlistItem> {
    shop.wishlist().get_wishlist(GetWishlistRequest { customer_id }).await.unwrap().into_inner().items
}

fn ids(items: &[wire::WishlistItem]) -> Vec<i64> {
    items.iter().map(|item| item.pro_id).collect()
}

#[rstest]
#[tokio::test]
async fn wishlist_is_ordered_newest_first(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 0, 9_000), (3, 5, 7_000)]).await;
    for pro_id in 1..=3 {
        add_to_wishlist(&shop, pro_id).await.unwrap();
    }
    assert_eq!(ids(&add_to_wishlist(&shop, 1).await.unwrap()), [3, 2, 1]);
    shop.add(NOY, 3, 1).await.unwrap();
    shop.price(1, None).await;
    let items = requests(&shop, NOY).await;
    let shown: Vec<_> = items.iter().map(|item| (item.price, item.stock, item.in_cart)).collect();
    assert_eq!(shown, [(Some(7_000), 5, true), (Some(9_000), 0, false), (None, 0, false)]);
    assert_eq!(add_to_wishlist(&shop, 99).await.unwrap_err().code, Code::NotFound);
    assert!(requests(&shop, KHAM).await.is_empty());

    let request = RemoveWishlistItemRequest { customer_id: NOY, pro_id: 2 };
    let left = shop.wishlist().remove_wishlist_item(request).await.unwrap().into_inner().items;
    assert_eq!(ids(&left), [3, 1]);
    let request = ClearWishlistRequest { customer_id: NOY };
    assert!(shop.wishlist().clear_wishlist(request).await.unwrap().into_inner().items.is_empty());
    assert!(requests(&shop, NOY).await.is_empty());
}

#[rstest]
#[tokio::test]
async fn available_wishlist_products_are_added_to_the_cart_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 0, 9_000), (3, 5, 7_000), (4, 5, 7_000), (5, 1, 500)]).await;
    for pro_id in 1..=5 {
        add_to_wishlist(&shop, pro_id).await.unwrap();
    }
    shop.add(NOY, 3, 2).await.unwrap();
    shop.price(4, None).await;
    let request = AddWishlistToCartRequest { customer_id: NOY };
    let done = shop.wishlist().add_wishlist_to_cart(request).await.unwrap().into_inner();
    assert_eq!(done.added_pro_ids, [1, 5]);
    let skipped: Vec<_> = done.skipped.iter().map(|it| (it.pro_id, it.reason())).collect();
    assert_eq!(skipped, [(2, SkipReason::OutOfStock), (3, SkipReason::InCart), (4, SkipReason::NotForSale)]);
    let cart = done.cart.unwrap();
    assert_eq!(
        cart.lines.iter().map(|line| (line.pro_id, line.quantity)).collect::<Vec<_>>(),
        [(3, 2), (1, 1), (5, 1)]
    );
    assert_eq!(shop.the_cart(NOY).await, cart);
    // A repetition changes nothing, and the wishlist stays.
    let again = shop.wishlist().add_wishlist_to_cart(request).await.unwrap().into_inner();
    assert_eq!((again.added_pro_ids.len(), again.cart.unwrap()), (0, cart));
    assert_eq!(requests(&shop, NOY).await.len(), 5);
}

#[rstest]
#[tokio::test]
async fn wishlist_holds_200_products(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let products: Vec<_> = (1..=201).map(|id| (id, 9, 1000)).collect();
    shop.shelve(&products).await;
    for pro_id in 1..=200 {
        add_to_wishlist(&shop, pro_id).await.unwrap();
    }
    assert_eq!(add_to_wishlist(&shop, 201).await.unwrap_err().detail.reason, "wishlist_full");
    assert_eq!(add_to_wishlist(&shop, 1).await.unwrap().len(), 200);
}

#[tokio::test]
async fn wishlist_with_the_configured_number_of_products_is_full() {
    let shop = Shop::open_with(Engine::Sqlite, |config| config.wishlist_items = 1).await;
    shop.shelve(&[(1, 10, 58_000), (2, 10, 9_000)]).await;
    add_to_wishlist(&shop, 1).await.unwrap();
    assert_eq!(add_to_wishlist(&shop, 2).await.unwrap_err().detail.reason, "wishlist_full");
    assert_eq!(ids(&add_to_wishlist(&shop, 1).await.unwrap()), [1]);
}
