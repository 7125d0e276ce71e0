//! Popular searches and search history, on both databases.

use crate::support::Shop;
use heuan_proto::search::v1::ClearSearchHistoryRequest;
use heuan_rpc::{Code, Error};
use heuan_search::PersonalData;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const NOY: i64 = 7;
const KHAM: i64 = 8;
const PRODUCTS: [(i64, &str, &str); 3] =
    [(1, "ກະເບື້ອງ", "Tile"), (2, "ປັ້ມນ້ຳ", "Water pump"), (3, "ປະຕູໄມ້ສັກ", "Teak door")];
const LIST_IS_KEPT: i64 = 10_000;
const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

#[rstest]
#[tokio::test]
async fn repeated_searches_of_a_visitor_count_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| {
        config.blocked_words = vec!["ຂີ້".to_owned()];
        config.popular_min_visitors = 1;
    })
    .await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("teak", &[3]).await;
    for _ in 0..5 {
        shop.record("ປັ້ມນ້ຳ", "one", None).await.unwrap();
    }
    // Another spelling of the same text.
    shop.record(" ປັ້ມນໍ້າ", "two", None).await.unwrap();
    shop.record("tile", "one", None).await.unwrap();
    shop.record("ຂີ້ໝາ", "one", None).await.unwrap();
    shop.record("020 5512 3456", "one", None).await.unwrap();
    shop.clock.advance(LIST_IS_KEPT);
    let popular = shop.popular().await;
    assert_eq!(popular.iter().map(|it| it.1).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(popular[1].0, "tile");

    shop.clock.advance(169 * HOUR);
    shop.record("door", "three", None).await.unwrap();
    // The suggestions task may have filled the cache before.
    shop.clock.advance(LIST_IS_KEPT);
    assert_eq!(shop.popular().await, [("door".to_owned(), 1)]);
}

#[rstest]
#[tokio::test]
async fn merchant_suggestions_add_their_count_to_popular_searches(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.popular_min_visitors = 1).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("teak", &[3]).await;
    shop.propose(&[("Door", 40), ("Trampoline", 30), ("tile", 0)]).await;
    eventually("they are available", async || {
        shop.clock.advance(LIST_IS_KEPT);
        shop.popular().await == [("Door".to_owned(), 40), ("tile".to_owned(), 0)]
    })
    .await;
    shop.record("Tile", "one", None).await.unwrap();
    shop.clock.advance(LIST_IS_KEPT);
    assert_eq!(shop.popular().await, [("Door".to_owned(), 40), ("Tile".to_owned(), 1)]);
}

/// A language has its own searches also if fifty of another one have more visitors.
#[rstest]
#[tokio::test]
async fn popular_searches_of_a_language_are_those_in_its_script_before_the_limit(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.popular_min_visitors = 1).await;
    let tiles: Vec<String> = (10..70).map(|number| format!("Tile {number}")).collect();
    let products: Vec<(i64, &str, &str)> =
        (10..).zip(&tiles).map(|(id, name)| (id, "ກະເບື້ອງ", name.as_str())).collect();
    shop.shelve(&products).await;
    for text in &tiles {
        for visitor in ["one", "two"] {
            shop.record(text, visitor, None).await.unwrap();
        }
    }
    shop.record("ກະເບື້ອງ", "one", None).await.unwrap();
    let lao = [("ກະເບື້ອງ".to_owned(), 1)];
    eventually("all are searchable", async || {
        shop.clock.advance(LIST_IS_KEPT);
        shop.popular().await.len() == 50 && shop.popular_in("lo").await == lao
    })
    .await;
    let all = shop.popular().await;
    assert!(!all.contains(&lao[0]), "{all:?}");
    assert_eq!(shop.popular_in("vi").await, all);
    assert_eq!(shop.popular_in("zh").await, all, "without own ones it has all");
}

#[rstest]
#[tokio::test]
async fn rare_search_and_search_without_results_are_not_popular(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("teak", &[3]).await;
    for visitor in ["one", "two", "three"] {
        shop.record("tile", visitor, None).await.unwrap();
        shop.record("Khamphone Vongsa", visitor, None).await.unwrap();
    }
    for visitor in ["one", "two", "two"] {
        shop.record("door", visitor, None).await.unwrap();
    }
    for number in 0..60 {
        shop.clock.advance(1);
        shop.record(&format!("pump {number}"), "one", Some(NOY)).await.unwrap();
    }
    shop.clock.advance(LIST_IS_KEPT);
    assert_eq!(shop.popular().await, [("tile".to_owned(), 3)]);
    // The staff see searches without results, under the same rules.
    assert_eq!(shop.without_result().await, [("Khamphone Vongsa".to_owned(), 3)]);
}

#[rstest]
#[tokio::test]
async fn history_has_each_text_once_newest_first(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open_with(engine, |config| config.history_retention_count = 3).await;
    for text in ["one", "two", "three", "one", "four"] {
        shop.clock.advance(1000);
        let noted = shop.record(text, "", Some(NOY)).await.unwrap().unwrap();
        assert_eq!((noted.text, noted.at_ms), (text.to_owned(), shop.clock.now_ms()));
    }
    shop.record("other", "", Some(KHAM)).await.unwrap();
    let texts = async || shop.history(NOY).await.into_iter().map(|it| it.text).collect::<Vec<_>>();
    assert_eq!(texts().await, ["four", "one", "three"]);
    assert!(shop.popular().await.is_empty(), "without a visitor nothing is counted");

    let clear = async |customer_id, id| {
        shop.client().clear_search_history(ClearSearchHistoryRequest { customer_id, id }).await.unwrap();
    };
    let one = shop.history(NOY).await[1].id;
    clear(KHAM, Some(one)).await;
    clear(NOY, Some(12)).await;
    assert_eq!(texts().await.len(), 3);
    clear(NOY, Some(one)).await;
    assert_eq!(texts().await, ["four", "three"]);
    clear(NOY, None).await;
    assert!(texts().await.is_empty());
    assert_eq!(shop.history(KHAM).await.len(), 1);
}

/// Code, reason and retry delay in milliseconds of a refused search.
fn refusal(error: &Error) -> (Code, &str, i64) {
    (error.code, error.detail.reason.as_str(), error.detail.retry_after_ms)
}

#[rstest]
#[tokio::test]
async fn search_of_a_customer_over_the_limit_is_refused_until_the_minute_has_passed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.customer_searches_per_minute = 1).await;
    let texts = async |customer_id: i64| {
        shop.history(customer_id).await.into_iter().map(|it| it.text).collect::<Vec<_>>()
    };
    shop.record("tile", "", Some(NOY)).await.unwrap();
    shop.clock.advance(MINUTE - 1);
    let refused = shop.record("door", "", Some(NOY)).await.unwrap_err();
    assert_eq!(refusal(&refused), (Code::ResourceExhausted, "search_rate", 1));
    assert_eq!(texts(NOY).await, ["tile"]);
    shop.record("pump", "", Some(KHAM)).await.unwrap();
    assert_eq!(texts(KHAM).await, ["pump"], "each customer has a limit of its own");

    shop.clock.advance(1);
    shop.record("door", "", Some(NOY)).await.unwrap();
    assert_eq!(texts(NOY).await, ["door", "tile"]);
}

#[rstest]
#[tokio::test]
async fn search_of_a_visitor_over_a_limit_is_refused_until_its_window_has_passed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| {
        config.visitor_searches_per_minute = 1;
        config.visitor_searches_per_day = 2;
    })
    .await;
    shop.record("tile", "one", None).await.unwrap();
    let refused = shop.record("door", "one", None).await.unwrap_err();
    assert_eq!(refusal(&refused), (Code::ResourceExhausted, "search_rate", MINUTE));
    shop.record("door", "two", None).await.unwrap();
    // The history of a customer has a limit of its own.
    shop.record("door", "one", Some(NOY)).await.unwrap();
    let data = PersonalData::open(&shop.tables.location).await.unwrap();
    let exported = data.export(NOY).await.unwrap();
    assert_eq!((exported.history.len(), exported.counted.len()), (1, 0));
    data.close().await;

    shop.clock.advance(MINUTE);
    shop.record("door", "one", None).await.unwrap();
    shop.clock.advance(MINUTE);
    let refused = shop.record("pump", "one", None).await.unwrap_err();
    assert_eq!(refusal(&refused), (Code::ResourceExhausted, "search_quota", DAY - 2 * MINUTE));
    shop.clock.advance(DAY - 2 * MINUTE);
    shop.record("pump", "one", None).await.unwrap();
}

#[tokio::test]
async fn blank_text_is_not_recorded() {
    let shop = Shop::open(Engine::Sqlite).await;
    for (text, visitor, customer) in [
        ("", "v", None),
        (" \u{200b} ", "v", None),
        (&*"x".repeat(201), "v", None),
        ("tile", &*"v".repeat(65), None),
    ] {
        let error = shop.record(text, visitor, customer).await.unwrap_err();
        assert_eq!(error.code, Code::InvalidArgument);
    }
    assert_eq!(shop.record("tile", "v", Some(0)).await.unwrap_err().code, Code::InvalidArgument);
}

#[rstest]
#[tokio::test]
async fn erased_customer_loses_history_and_counted_searches(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.record("tile", "one", Some(NOY)).await.unwrap();
    shop.record("door", "one", Some(NOY)).await.unwrap();
    shop.record("tile", "two", Some(KHAM)).await.unwrap();
    shop.record("pump", "three", None).await.unwrap();
    let data = PersonalData::open(&shop.tables.location).await.unwrap();
    let exported = data.export(NOY).await.unwrap();
    let texts = |list: &[heuan_search::ExportedSearch]| {
        let mut texts: Vec<String> = list.iter().map(|search| search.text.clone()).collect();
        texts.sort_unstable();
        texts
    };
    assert_eq!(
        (texts(&exported.history), texts(&exported.counted)),
        (vec!["door".to_owned(), "tile".to_owned()], vec!["door".to_owned(), "tile".to_owned()])
    );
    data.erase(NOY).await.unwrap();
    let exported = data.export(NOY).await.unwrap();
    assert!(exported.history.is_empty() && exported.counted.is_empty());
    let exported = data.export(KHAM).await.unwrap();
    assert_eq!((exported.history.len(), exported.counted.len()), (1, 1));
    data.close().await;
    let tables = shop.search_tables().await;
    let counts: Vec<(String, i64)> = heuan_store::read!(tables, |pool| {
        let sql = "SELECT text, visitors FROM search_count ORDER BY text";
        sqlx::query_as(sql).fetch_all(pool).await.unwrap()
    });
    assert_eq!(counts, [("pump".to_owned(), 1), ("tile".to_owned(), 1)]);
    tables.close().await;
}
