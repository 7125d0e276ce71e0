//! The index follows the catalog, survives restarts, and is never used while incomplete.

use std::{collections::BTreeSet, fs};

use crate::support::{LONG, Shop, config};
use heuan_proto::search::v1 as wire;
use heuan_rpc::{Code, ServeOptions, Transport};
use heuan_testkit::{Engine, Fault, FaultProxy, eventually};
use rstest::rstest;
use tokio::net::TcpListener;

const TILE: (i64, &str, &str) = (1, "ກະເບື້ອງປູພື້ນ 60x60", "Floor tile 60x60");
const PUMP: (i64, &str, &str) = (2, "ປັ້ມນ້ຳ", "Water pump");

#[rstest]
#[tokio::test]
async fn catalog_change_becomes_searchable(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[TILE, PUMP]).await;
    shop.finds("ປັມນໍາ", &[2]).await;
    shop.finds("กระเบื้อง", &[1]).await;
    shop.shelve(&[(2, "ຄ້ອນຕີ", "Hammer")]).await;
    shop.finds("hammer", &[2]).await;
    assert!(shop.ids("ປັ້ມນ້ຳ").await.is_empty());
    eventually("names are suggested", async || shop.suggest("ຄອ").await == ["ຄ້ອນຕີ"]).await;
    assert_eq!(shop.suggest("flo").await, ["Floor tile", "Floor tile 60x60"]);
}

/// Products of an import: more than the catalog sends in one message.
const IMPORTED: i64 = 2_000;

#[tokio::test]
async fn import_is_searchable_at_once_or_the_answer_says_that_it_is_not() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE]).await;
    shop.finds("tile", &[1]).await;
    let names: Vec<String> = (0..IMPORTED).map(|number| format!("Floor tile {number}")).collect();
    let products: Vec<(i64, &str, &str)> =
        names.iter().zip(10..).map(|(name, pro_id)| (pro_id, "ກະເບື້ອງ", name.as_str())).collect();
    shop.shelve(&products).await;
    let complete = IMPORTED + 1;
    eventually("the whole import is searchable", async || {
        let found = shop.find("tile").await.unwrap();
        let is_whole = [1, complete].contains(&found.total);
        assert!(is_whole || found.indexing, "{} of {complete} products without a word", found.total);
        found.total == complete && !found.indexing
    })
    .await;
}

#[tokio::test]
async fn search_without_the_catalog_says_that_the_index_may_lack_changes() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE]).await;
    shop.finds("tile", &[1]).await;
    let closed = shop.close().await;

    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let proxy = FaultProxy::start(listener.local_addr().unwrap()).await.unwrap();
    proxy.set(Fault::Cut);
    let shop = Shop::reopen_by(closed, config(), |catalog| {
        tokio::spawn(heuan_rpc::serve(catalog, listener, ServeOptions::default(), std::future::pending()));
        Transport::connect(&format!("http://{}", proxy.address), LONG).unwrap()
    })
    .await;
    // The index of before the restart answers.
    shop.finds("tile", &[1]).await;
    let is_indexing = async || shop.find("tile").await.unwrap().indexing;
    assert!(is_indexing().await, "no catalog since the start");
    proxy.set(Fault::None);
    eventually("a catalog without changes is followed", async || !is_indexing().await).await;
    proxy.set(Fault::Cut);
    eventually("the loss of the catalog is noticed", async || is_indexing().await).await;
    shop.finds("tile", &[1]).await;
    proxy.set(Fault::None);
    shop.shelve(&[PUMP]).await;
    shop.finds("pump", &[2]).await;
    eventually("the catalog is followed again", async || !is_indexing().await).await;
}

#[tokio::test]
async fn product_without_category_and_group_is_in_no_facet() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE, (2, "ກະເບື້ອງມຸງ", "Roof tile")]).await;
    shop.unsort(&[2]).await;
    let once = wire::FacetCount { id: 1, count: 1 };
    eventually("only the sorted one counts", async || {
        let found = shop.find("tile").await.unwrap_or_default();
        let facets = found.facets.unwrap_or_default();
        found.total == 2 && facets.categories == [once] && facets.groups == [once]
    })
    .await;
}

#[tokio::test]
async fn restart_resumes_the_same_index() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE]).await;
    shop.finds("tile", &[1]).await;
    let closed = shop.close().await;
    let current = closed.folder.path().join("search/0/current");
    let before = fs::read_to_string(&current).unwrap();
    let shop = Shop::reopen(closed, config()).await;
    shop.shelve(&[PUMP]).await;
    shop.finds("pump", &[2]).await;
    shop.finds("tile", &[1]).await;
    assert_eq!(fs::read_to_string(&current).unwrap(), before);
}

#[tokio::test]
async fn other_database_causes_a_new_index_and_the_old_one_answers_until_then() {
    let shop = Shop::open(Engine::Sqlite).await;
    for (pro_id, la, en) in [TILE, PUMP] {
        shop.shelve(&[(pro_id, la, en)]).await;
        shop.finds(en, &[pro_id]).await;
    }
    let mut closed = shop.close().await;
    closed.catalog_tables = heuan_testkit::TestDb::new(Engine::Sqlite).await;
    let shop = Shop::reopen(closed, config()).await;
    shop.shelve(&[(7, "ປະຕູ", "Door")]).await;
    shop.finds("door", &[7]).await;
    assert!(shop.ids("tile").await.is_empty());
}

#[tokio::test]
async fn unreadable_index_files_are_rebuilt() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE]).await;
    shop.finds("tile", &[1]).await;
    let closed = shop.close().await;
    let place = closed.folder.path().join("search/0");
    let current = fs::read_to_string(place.join("current")).unwrap();
    fs::write(place.join(current.trim()).join("meta.json"), "{}").unwrap();
    let shop = Shop::reopen(closed, config()).await;
    shop.finds("tile", &[1]).await;
    assert_ne!(fs::read_to_string(place.join("current")).unwrap(), current);
}

#[tokio::test]
async fn operator_synonyms_are_reloaded_when_they_change() {
    let table = tempfile::NamedTempFile::new().unwrap();
    let path = table.path().to_owned();
    let shop = Shop::open_with(Engine::Sqlite, |config| config.synonyms_file.clone_from(&path)).await;
    shop.shelve(&[TILE]).await;
    shop.finds("tile", &[1]).await;
    assert!(shop.ids("azulejo").await.is_empty());
    fs::write(&path, "tile || azulejo\n").unwrap();
    shop.finds("azulejo", &[1]).await;
    fs::remove_file(&path).unwrap();
    shop.finds("azulejo", &[]).await;
}

#[tokio::test]
async fn unusable_index_folder_is_retried() {
    let shop = Shop::open(Engine::Sqlite).await;
    let closed = shop.close().await;
    let place = closed.folder.path().join("search");
    let _ = fs::remove_dir_all(&place);
    fs::write(&place, "no folder").unwrap();
    let shop = Shop::reopen(closed, config()).await;
    shop.shelve(&[TILE]).await;
    assert_eq!(shop.find("tile").await.unwrap_err().code, Code::Unavailable);
    fs::remove_file(&place).unwrap();
    shop.finds("tile", &[1]).await;
}

#[tokio::test]
async fn codes_and_foreign_words_are_suggested_if_the_shop_has_matches() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE, PUMP, (3, "ເຫຼັກເສັ້ນ DB16 x 10 ມ", "Deformed bar DB16 x 10 m")]).await;
    shop.finds("pump", &[2]).await;
    for (typed, suggested) in [
        ("db", "Deformed bar DB16 x 10 m"),
        ("60", "Floor tile 60x60"),
        ("水", "水泵"),
        ("ปั", "ปั๊มน้ำ"),
        ("nam", "ປັ້ມນ້ຳ"),
        ("tile 6", "Floor tile 60x60"),
    ] {
        let texts = async || shop.suggest(typed).await.iter().any(|it| it == suggested);
        eventually(&format!("{typed} suggests {suggested}"), texts).await;
    }
    assert!(shop.suggest("马").await.is_empty(), "no product has this name");
}

#[tokio::test]
async fn product_is_found_and_suggested_by_its_printed_number() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE, (101_002, "ຊີມັງ", "Cement")]).await;
    for typed in ["101002", "#101002"] {
        shop.finds(typed, &[101_002]).await;
        eventually(&format!("{typed} suggests the name"), async || shop.suggest(typed).await == ["ຊີມັງ"])
            .await;
    }
    assert!(shop.ids("1010").await.is_empty(), "the beginning of a number");
}

#[tokio::test]
async fn every_suggestion_finds_a_product() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.add_category(1, "ກະເບື້ອງ", "Tiles").await;
    // Without a product.
    shop.add_category(9, "ຫກດຫກດ", "Zxcvbn").await;
    // Longer than a search.
    let long = format!("Brick {}", "red ".repeat(60));
    shop.shelve(&[TILE, PUMP, (3, "ຕະປູກຽວ #8", "Screw #8"), (8, &long, &long)]).await;
    shop.finds("brick", &[8]).await;
    eventually("sections are suggested", async || shop.suggest("tile").await.contains(&"Tiles".to_owned()))
        .await;
    let mut suggested = BTreeSet::new();
    for typed in
        ["ກ", "ກະເ", "ປັ", "ຕະ", "ຫກ", "t", "fl", "wat", "scr", "zxc", "br", "6", "#8", "8", "#3", "#1"]
    {
        suggested.extend(shop.suggest(typed).await);
    }
    assert!(suggested.contains("Screw #8") && !suggested.contains("Zxcvbn"), "{suggested:?}");
    for text in &suggested {
        assert!(!shop.ids(text).await.is_empty(), "{text}");
    }
    shop.finds("#8", &[8, 3]).await;
    shop.finds("#3", &[3]).await;
}

#[tokio::test]
async fn bad_request_returns_the_field_to_change() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[TILE]).await;
    shop.finds("tile", &[1]).await;
    for text in [String::new(), "\u{ec8}\u{ec9}".to_owned(), "\0\n".to_owned(), "ກ".repeat(201)] {
        let error = shop.find(&text).await.unwrap_err();
        assert_eq!((error.code, &*error.detail.field), (Code::InvalidArgument, "text"), "{text:?}");
    }
    for (page, limit, field) in [(0, 10, "page"), (1, 0, "limit"), (1, 101, "limit"), (101, 100, "page")] {
        let request =
            wire::SearchProductsRequest { text: "tile".to_owned(), page, limit, ..Default::default() };
        let error: heuan_rpc::Error = shop.client().search_products(request).await.unwrap_err().into();
        assert_eq!((error.code, &*error.detail.field), (Code::InvalidArgument, field));
    }
    let request =
        wire::SearchProductsRequest { text: "tile".to_owned(), page: 9, limit: 10, ..Default::default() };
    let beyond = shop.client().search_products(request).await.unwrap().into_inner();
    assert_eq!((beyond.hits.len(), beyond.total), (0, 1));
}
