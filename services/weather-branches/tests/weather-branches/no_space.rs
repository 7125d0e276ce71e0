//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use crate::support::{HOUR, Shop, branch, json};
use heuan_testkit::{Engine, WriteFault, upstream::Reply};
use rstest::rstest;

async fn temperatures(shop: &Shop) -> Vec<f64> {
    shop.weather().await.iter().map(|it| it.temperature).collect()
}

/// A fetch must be claimed in the database first, so that only one caller fetches.
#[rstest]
#[tokio::test]
async fn last_weather_is_shown_without_space_and_fetched_once_there_is_space(
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
    assert_eq!(shop.upstream.requests().len(), 1);
    fault.end().await;
    shop.try_write(&[branch(1)]).await.unwrap();
    shop.upstream.set(Reply::Json(200, json(25.0)));
    heuan_testkit::eventually("it is fetched again", async || temperatures(&shop).await == [25.0]).await;
}
