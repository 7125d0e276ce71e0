//! Weather through its gRPC contract, with an upstream that fails in various ways.

use crate::support::{HOUR, MINUTE, Shop, branch, json};
use heuan_proto::branches::v1::{Weather, WeatherCondition};
use heuan_runtime::Shutdown;
use heuan_testkit::{Engine, eventually, upstream::Reply};
use rstest::rstest;

const SQLITE: Engine = Engine::Sqlite;

fn temperatures(weather: &[Weather]) -> Vec<f64> {
    weather.iter().map(|it| it.temperature).collect()
}

#[rstest]
#[tokio::test]
async fn first_response_has_the_reading_and_its_branch(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Json(200, json(31.4))).await;
    shop.write(&[branch(1)]).await;
    let read = &shop.weather().await[0];
    let expected = Weather {
        branch_id: 1,
        branch_name_la: "ສາຂາ 1".to_owned(),
        branch_name_en: "Branch 1".to_owned(),
        city_name_la: "ວຽງຈັນ".to_owned(),
        city_name_en: "Vientiane".to_owned(),
        temperature: 31.4,
        feels_like: 35.0,
        humidity: 58.0,
        wind_speed: 1.8,
        condition: WeatherCondition::LightRain.into(),
        is_day: true,
        read_at: shop.clock.now_ms(),
        estimated: false,
    };
    assert_eq!(*read, expected);
    let requests = shop.upstream.requests();
    let parts =
        ["latitude=17.01", "longitude=102.01", "wind_speed_unit=ms", "forecast_days=1", "current=temp"];
    assert!(requests[0].starts_with("/v1/forecast?") && parts.iter().all(|part| requests[0].contains(part)));
}

#[rstest]
#[tokio::test]
async fn concurrent_callers_make_one_call_per_branch_and_hour(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Json(200, json(30.0))).await;
    shop.write(&[branch(1), branch(2)]).await;
    // Another replica of the service, on the same tables.
    let other = shop.replica().await;
    let (one, two, three) = tokio::join!(shop.weather(), other.weather(), shop.weather());
    assert_eq!([one.len(), two.len(), three.len()], [2, 2, 2]);
    eventually("both calls have finished", async || shop.weather().await.iter().all(|it| !it.estimated))
        .await;
    assert_eq!(shop.upstream.requests().len(), 2);
    shop.clock.advance(HOUR - 1);
    shop.weather().await;
    other.weather().await;
    assert_eq!(shop.upstream.requests().len(), 2);
}

#[tokio::test]
async fn stale_reading_is_shown_while_a_new_one_is_fetched() {
    let shop = Shop::open(SQLITE, Reply::Json(200, json(20.0))).await;
    shop.write(&[branch(1)]).await;
    assert_eq!(temperatures(&shop.weather().await), [20.0]);
    shop.upstream.set(Reply::Json(200, json(25.0)));
    shop.clock.advance(HOUR);
    assert_eq!(temperatures(&shop.weather().await), [20.0], "the caller does not wait");
    eventually("the new reading is shown", async || temperatures(&shop.weather().await) == [25.0]).await;
    assert_eq!(shop.upstream.requests().len(), 2);
}

#[tokio::test]
async fn only_the_first_five_branches_with_valid_coordinates_are_fetched() {
    let shop = Shop::open(SQLITE, Reply::Json(200, json(30.0))).await;
    let mut branches: Vec<_> = (1..=8).map(branch).collect();
    branches[1].lat = Some(0.0);
    branches[2].lng = Some(180.5);
    branches[3].lat = None;
    shop.write(&branches).await;
    let ids: Vec<i64> = shop.weather().await.iter().map(|it| it.branch_id).collect();
    assert_eq!(ids, [1, 5, 6, 7, 8]);
    assert_eq!(shop.upstream.requests().len(), 5);
}

#[tokio::test]
async fn shop_without_a_valid_branch_has_no_weather_and_makes_no_call() {
    let shop = Shop::open(SQLITE, Reply::Json(200, json(30.0))).await;
    assert!(shop.weather().await.is_empty());
    assert!(shop.upstream.requests().is_empty());
}

#[rstest]
#[case::refused(Reply::Json(503, "{}".to_owned()))]
#[case::nonsense(Reply::Json(200, "<html>".to_owned()))]
#[case::impossible(Reply::Json(200, json(400.0)))]
#[case::endless(Reply::Endless)]
#[case::redirect(Reply::Redirect("http://127.0.0.1:1/".to_owned()))]
#[case::half(Reply::Half(json(30.0)))]
#[case::stall(Reply::Stall)]
#[case::hangup(Reply::Hangup)]
#[tokio::test]
async fn failing_branch_is_estimated_and_the_others_are_read(#[case] fault: Reply) {
    let mut shop = Shop::open(SQLITE, Reply::Json(200, json(30.5))).await;
    // A stalled call takes as long as a slow response may.
    shop.config.timeout_ms = 5000;
    shop.upstream.set_for("latitude=17.02", fault);
    shop.write(&[branch(1), branch(2)]).await;
    let shop = shop.replica().await;
    let [read, estimated] = &shop.weather().await[..] else { panic!("two branches") };
    assert_eq!((read.estimated, read.temperature), (false, 30.5));
    // The clock of these tests is in November.
    let figures = [estimated.temperature, estimated.feels_like, estimated.humidity, estimated.wind_speed];
    assert_eq!((figures, estimated.estimated), ([25.0, 27.0, 75.0, 1.2], true));
    assert_eq!(estimated.condition(), WeatherCondition::Clear);
}

#[tokio::test]
async fn failure_is_retried_after_ten_minutes_and_not_before() {
    let shop = Shop::open(SQLITE, Reply::Json(500, String::new())).await;
    shop.write(&[branch(1)]).await;
    assert!(shop.weather().await[0].estimated);
    shop.upstream.set(Reply::Json(200, json(29.0)));
    shop.clock.advance(10 * MINUTE - 1);
    assert!(shop.weather().await[0].estimated);
    assert_eq!(shop.upstream.requests().len(), 1);
    shop.clock.advance(1);
    assert_eq!(temperatures(&shop.weather().await), [29.0]);
}

#[tokio::test]
async fn reading_is_shown_for_three_hours_of_a_failing_upstream() {
    let shop = Shop::open(SQLITE, Reply::Json(200, json(29.0))).await;
    shop.write(&[branch(1)]).await;
    shop.weather().await;
    shop.upstream.set(Reply::Hangup);
    shop.clock.advance(3 * HOUR);
    assert_eq!(temperatures(&shop.weather().await), [29.0]);
    shop.clock.advance(1);
    assert!(shop.weather().await[0].estimated, "the reading is too old");
}

#[tokio::test]
async fn moved_branch_is_fetched_at_its_new_coordinates() {
    let shop = Shop::open(SQLITE, Reply::Json(200, json(29.0))).await;
    shop.write(&[branch(1)]).await;
    shop.weather().await;
    shop.upstream.set_for("latitude=19.9", Reply::Json(200, json(18.0)));
    let mut moved = branch(1);
    moved.lat = Some(19.9);
    shop.write(&[moved]).await;
    assert_eq!(temperatures(&shop.weather().await), [18.0]);
}

#[tokio::test]
async fn readings_survive_a_restart() {
    let shop = Shop::open(SQLITE, Reply::Json(200, json(29.0))).await;
    shop.write(&[branch(1)]).await;
    shop.weather().await;
    let after = shop.replica().await;
    assert_eq!(temperatures(&after.weather().await), [29.0]);
    assert_eq!(shop.upstream.requests().len(), 1);
}

#[tokio::test]
async fn disabled_upstream_gives_an_estimate_at_once() {
    let mut shop = Shop::open(SQLITE, Reply::Stall).await;
    shop.config.url.clear();
    shop.write(&[branch(1)]).await;
    let offline = shop.replica().await;
    assert!(offline.weather().await[0].estimated);
    assert!(shop.upstream.requests().is_empty());
}

#[tokio::test]
async fn api_key_of_the_operator_is_sent() {
    let mut shop = Shop::open(SQLITE, Reply::Json(200, json(29.0))).await;
    "s3cret".clone_into(&mut shop.config.key);
    shop.write(&[branch(1)]).await;
    shop.replica().await.weather().await;
    assert!(shop.upstream.requests()[0].contains("apikey=s3cret"));
}

#[tokio::test]
async fn shutdown_does_not_wait_for_a_stalled_upstream() {
    let mut shop = Shop::open(SQLITE, Reply::Stall).await;
    shop.config.timeout_ms = 60_000;
    shop.write(&[branch(1)]).await;
    let stalled = shop.replica().await;
    let asking = stalled.weather();
    let ending = async {
        eventually("the call is in flight", async || !shop.upstream.requests().is_empty()).await;
        shop.shutdown.trigger();
    };
    let (weather, ()) = tokio::join!(asking, ending);
    assert!(weather[0].estimated);
    assert!(shop.shutdown.wait(std::time::Duration::from_secs(30)).await);
    // A fetch aborted by the shutdown is retried by the next process at once rather than in an hour.
    shop.upstream.set(Reply::Json(200, json(29.0)));
    shop.shutdown = Shutdown::new();
    let next = shop.replica().await;
    eventually("the weather is fetched", async || temperatures(&next.weather().await) == [29.0]).await;
}
