//! While no space is left for the tables, what writes is unavailable with a word when to come back, what reads is answered,
//! and the next write after that works. Both databases.

use std::time::Duration;

use crate::support::Shop;
use heuan_rpc::Code;
use heuan_testkit::{Engine, WriteFault};
use rstest::rstest;

const NOY: i64 = 7;

#[rstest]
#[tokio::test]
async fn searches_are_noted_once_there_is_space_and_find_meanwhile(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, "ກະເບື້ອງ", "Tile")]).await;
    shop.finds("tile", &[1]).await;
    // The index has this one, or meets the full disk with it.
    shop.shelve(&[(2, "ປັ້ມນ້ຳ", "Water pump")]).await;
    let fault = WriteFault::begin(&shop.tables.location).await;
    for _ in 0..3 {
        let error = shop.record("tile", "one", Some(NOY)).await.unwrap_err();
        assert_eq!(
            (error.code, error.pushback()),
            (Code::Unavailable, Some(Duration::from_secs(5))),
            "{error:?}"
        );
    }
    shop.finds("tile", &[1]).await;
    fault.end().await;
    shop.record("tile", "one", Some(NOY)).await.unwrap();
    shop.shelve(&[(3, "ປະຕູໄມ້ສັກ", "Teak door")]).await;
    shop.finds("teak", &[3]).await;
    shop.finds("pump", &[2]).await;
}
