//! Recently viewed products through their gRPC contract, on both databases.

use crate::support::{KHAM, NOY, Shop};
use heuan_proto::orders::v1::{
    AddViewedProductsRequest, ClearViewedProductsRequest, ListViewedProductsRequest, ViewedProduct,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

async fn view(shop: &Shop, pro_ids: &[i64]) -> Result<Vec<i64>, Error> {
    let request = AddViewedProductsRequest { customer_id: NOY, pro_ids: pro_ids.to_vec() };
    Ok(ids(shop.viewed_products().add_viewed_products(request).await?.into_inner().products))
}

async fn viewed(shop: &Shop, customer_id: i64) -> Vec<i64> {
    let request = ListViewedProductsRequest { customer_id };
    ids(shop.viewed_products().list_viewed_products(request).await.unwrap().into_inner().products)
}

fn ids(products: Vec<ViewedProduct>) -> Vec<i64> {
    products.into_iter().map(|product| product.pro_id).collect()
}

#[rstest]
#[tokio::test]
async fn last_viewed_product_comes_first_and_a_repeated_one_moves(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    view(&shop, &[1]).await.unwrap();
    shop.clock.advance(1000);
    assert_eq!(view(&shop, &[2]).await.unwrap(), [2, 1]);
    shop.clock.advance(1000);
    assert_eq!(view(&shop, &[1]).await.unwrap(), [1, 2]);
    shop.clock.advance(1000);
    // What a visitor looked at, at login.
    assert_eq!(view(&shop, &[9, 8, 2]).await.unwrap(), [9, 8, 2, 1]);
    assert_eq!(viewed(&shop, NOY).await, [9, 8, 2, 1]);
    assert!(viewed(&shop, KHAM).await.is_empty());
    let request = ClearViewedProductsRequest { customer_id: NOY };
    shop.viewed_products().clear_viewed_products(request).await.unwrap();
    assert!(viewed(&shop, NOY).await.is_empty());
}

#[rstest]
#[tokio::test]
async fn only_the_last_24_products_are_stored(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let first: Vec<i64> = (1..=24).collect();
    assert_eq!(view(&shop, &first).await.unwrap(), first);
    shop.clock.advance(1000);
    let stored = view(&shop, &[30]).await.unwrap();
    assert_eq!((stored.len(), stored[0], stored[23]), (24, 30, 23));
    for wrong in [vec![], vec![0], vec![-1], (1..=25).collect()] {
        let error = view(&shop, &wrong).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "pro_ids"));
    }
}
