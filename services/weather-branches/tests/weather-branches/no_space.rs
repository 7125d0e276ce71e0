//! While no space is left for the tables, what writes is unavailable with a word when to come back, what reads is answered,
//! and the next write after that works. Both databases.

use crate::support::{HOUR, Shop, branch, json};
use heuan_testkit::{Engine, WriteFault, upstream::Reply};
use rstest::rstest;

async fn temperatures(shop: &Shop) -> Vec<f64> {
    shop.weather().await.iter().map(|it| it.temperature).collect()
}

/// To ask for it again is to be written down first, so that only one asks.
#[rstest]
#[tokio::test]
async fn the_last_weather_shows_while_there_is_no_space_and_is_read_again_after(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Json(200, json(30.0))).await;
    shop.write(&[branch(1)]).await;
    assert_eq!(temperatures(&shop).await, [30.0]);
    shop.clock.advance(2 * HOUR);
    let fault = WriteFault::begin(shop.location()).await;
    for _ in 0..3 {
        let error = shop.try_write(&[branch(2)]).await.unwrap_err();
        assert!(error.outage().is_some(), "{error}");
        assert_eq!(temperatures(&shop).await, [30.0]);
    }
    assert_eq!(shop.upstream.asked().len(), 1);
    fault.end().await;
    shop.try_write(&[branch(1)]).await.unwrap();
    shop.upstream.set(Reply::Json(200, json(25.0)));
    heuan_testkit::eventually("it is read again", async || temperatures(&shop).await == [25.0]).await;
}
