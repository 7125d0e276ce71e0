//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use std::time::Duration;

use crate::support::Shop;
use heuan_rpc::Code;
use heuan_testkit::{Engine, WriteFault};
use rstest::rstest;

const NOY: i64 = 7;

#[rstest]
#[tokio::test]
async fn searches_are_recorded_once_there_is_space_and_answered_meanwhile(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, "ກະເບື້ອງ", "Tile")]).await;
    shop.finds("tile", &[1]).await;
    // The index may contain this one, or fail with the full disk.
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
