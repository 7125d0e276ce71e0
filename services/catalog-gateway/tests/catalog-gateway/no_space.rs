//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use std::time::Duration;

use crate::support::Shop;
use heuan_proto::catalog::v1::{GetProductRequest, ReserveStockRequest, StockLine};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, WriteFault};
use rstest::rstest;

async fn reserve(shop: &Shop, id: &str) -> Result<(), Error> {
    let lines = vec![StockLine { pro_id: 1, quantity: 1 }];
    let request = ReserveStockRequest { reservation_id: id.to_owned(), lines, ttl_ms: 60_000 };
    shop.stock().reserve_stock(request).await?;
    Ok(())
}

#[rstest]
#[tokio::test]
async fn units_are_reserved_once_there_is_space_and_products_are_readable(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 3).await;
    let fault = WriteFault::begin(&shop.db.location).await;
    for _ in 0..3 {
        let error = reserve(&shop, "a").await.unwrap_err();
        assert_eq!(
            (error.code, error.pushback()),
            (Code::Unavailable, Some(Duration::from_secs(5))),
            "{error:?}"
        );
    }
    let product = shop.catalog().get_product(GetProductRequest { pro_id: 1 }).await.unwrap().into_inner();
    assert_eq!(product.product.unwrap().product.unwrap().name_en, "Cement");
    fault.end().await;
    reserve(&shop, "a").await.unwrap();
}
