//! Bulk changes and their undo.

use std::fmt::Write as _;

use heuan_proto::catalog::v1::{
    self as wire,
    change_products_request::{Change, Selection},
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    Shop,
    folder::{SMALL, folder},
    staff::actor,
};

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

fn percent(points: i64) -> Change {
    Change::Price(wire::PriceChange { by_basis_points: Some(points), by_amount: None, round_to: 1 })
}

fn brand(name: &str) -> Selection {
    Selection::Filter(wire::StaffProductFilter { brand: name.to_owned(), ..Default::default() })
}

fn these(pro_ids: &[i64]) -> Selection {
    Selection::Ids(wire::ProductIds { pro_ids: pro_ids.to_vec() })
}

async fn prices(shop: &Shop, pro_ids: &[i64]) -> Vec<Option<i64>> {
    let request = wire::BatchGetProductsRequest { pro_ids: pro_ids.to_vec() };
    let products = shop.catalog().batch_get_products(request).await.unwrap().into_inner().products;
    products.into_iter().map(|product| product.price).collect()
}

fn reason(error: &Error) -> (Code, &str) {
    (error.code, error.detail.reason.as_str())
}

#[rstest]
#[tokio::test]
async fn price_of_a_brand_is_changed_and_undone(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let preview = shop.change(brand("Sikhota"), percent(300), true).await.unwrap();
    let rows: Vec<_> = preview.products.iter().map(|one| (one.pro_id, one.before, one.after)).collect();
    assert_eq!(rows, [(101, Some(300), Some(309)), (102, Some(200), Some(206))]);
    assert_eq!((preview.change_id.as_str(), preview.matched, preview.changed), ("", 2, 2));
    assert_eq!(prices(&shop, &[101, 102]).await, [Some(300), Some(200)], "a preview changes nothing");

    let changed = shop.change(brand("sikhota"), percent(300), false).await.unwrap();
    assert_eq!(changed.products, preview.products);
    assert_eq!(prices(&shop, &[101, 102, 103]).await, [Some(309), Some(206), Some(100)]);
    let ledger = shop.staff_product(101).await.ledger;
    assert_eq!((ledger[0].kind.as_str(), ledger[0].product_count), ("bulk", 2));

    // One of the two is edited since, and keeps it.
    let edit =
        wire::ProductEdit { price: Some(wire::NullableInt64 { value: Some(210) }), ..Default::default() };
    shop.edit(102, edit).await.unwrap();
    let undone = shop.undo(&changed.change_id, None).await.unwrap();
    assert_eq!((undone.undone, undone.product), (1, None));
    let skipped: Vec<_> = undone.skipped.iter().map(|one| (one.pro_id, one.reason.as_str())).collect();
    assert_eq!(skipped, [(102, "price")]);
    assert_eq!(prices(&shop, &[101, 102]).await, [Some(300), Some(210)]);
    let error = shop.undo(&changed.change_id, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "change_superseded"));
    // The undo is undone.
    let redone = shop.undo(&undone.change_id, None).await.unwrap();
    assert_eq!((redone.undone, redone.product.unwrap().product.unwrap().price), (1, Some(309)));
    let error = shop.undo(&undone.change_id, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "already_undone"));
    assert_eq!(shop.undo("0123", None).await.unwrap_err().code, Code::NotFound);
    shop.check().await;
}

async fn apply(shop: &Shop, key: &str, preview_id: &str) -> Result<wire::ChangeProductsResponse, Error> {
    let request = wire::ChangeProductsRequest {
        actor: Some(actor()),
        selection: Some(brand("Sikhota")),
        change: Some(percent(300)),
        idempotency_key: key.to_owned(),
        preview_id: preview_id.to_owned(),
        ..Default::default()
    };
    Ok(shop.staff().change_products(request).await?.into_inner())
}

#[rstest]
#[tokio::test]
async fn repeated_bulk_change_raises_the_prices_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let preview = shop.change(brand("Sikhota"), percent(300), true).await.unwrap();
    let made = apply(&shop, "march", &preview.preview_id).await.unwrap();
    // Its response was lost: the preview is outdated by the change itself, and the key says that it was made.
    let repeated = apply(&shop, "march", &preview.preview_id).await.unwrap();
    assert_eq!(repeated.change_id, made.change_id);
    assert_eq!((repeated.matched, repeated.changed, repeated.unchanged), (2, 2, 0));
    assert_eq!(prices(&shop, &[101, 102]).await, [Some(309), Some(206)]);
    let request = wire::ChangeProductsRequest {
        actor: Some(actor()),
        selection: Some(brand("Sikhota")),
        change: Some(percent(200)),
        idempotency_key: "march".to_owned(),
        ..Default::default()
    };
    let error: Error = shop.staff().change_products(request).await.unwrap_err().into();
    assert_eq!(reason(&error), (Code::Conflict, "idempotency_key_reused"));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn bulk_change_of_another_selection_than_previewed_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let preview = shop.change(brand("Sikhota"), percent(300), true).await.unwrap();
    let priced = |price| wire::ProductEdit {
        price: Some(wire::NullableInt64 { value: Some(price) }),
        ..Default::default()
    };
    shop.edit(102, priced(500)).await.unwrap();
    let error = apply(&shop, "a", &preview.preview_id).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "preview_outdated"), "a price has changed");
    shop.edit(102, priced(200)).await.unwrap();
    let named = wire::ProductEdit { brand: Some("Sikhota".to_owned()), ..Default::default() };
    shop.edit(103, named).await.unwrap();
    let error = apply(&shop, "a", &preview.preview_id).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "preview_outdated"), "a product is selected besides");
    assert_eq!(prices(&shop, &[101, 102, 103]).await, [Some(300), Some(200), Some(100)]);
    let preview = shop.change(brand("Sikhota"), percent(300), true).await.unwrap();
    assert_eq!(apply(&shop, "a", &preview.preview_id).await.unwrap().changed, 3);
}

#[rstest]
#[tokio::test]
async fn change_sets_are_listed_newest_first(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let list = async |cursor: &str| {
        let request = wire::ListChangeSetsRequest {
            actor: Some(actor()),
            kind: "bulk".to_owned(),
            cursor: cursor.to_owned(),
            limit: 2,
        };
        shop.staff().list_change_sets(request).await.unwrap().into_inner()
    };
    let mut made = Vec::new();
    for points in [300, 200, 400] {
        made.insert(0, shop.change(brand("Sikhota"), percent(points), false).await.unwrap().change_id);
    }
    shop.undo(&made[0], None).await.unwrap();
    let first = list("").await;
    let rows: Vec<_> = first.changes.iter().map(|one| (&one.change_id, one.undone, one.can_undo)).collect();
    assert_eq!(rows, [(&made[0], true, false), (&made[1], false, true)]);
    assert_eq!((first.changes[0].product_count, first.changes[0].account_id), (2, 7));
    let last = list(&first.next_cursor).await;
    assert_eq!((&last.changes[0].change_id, last.next_cursor.as_str()), (&made[2], ""));
}

#[rstest]
#[tokio::test]
async fn product_that_cannot_be_changed_is_skipped(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let amount = |amount| {
        Change::Price(wire::PriceChange { by_basis_points: None, by_amount: Some(amount), round_to: 500 })
    };
    let result = shop.change(these(&[999, 202, 201, 101, 101]), amount(-50), false).await.unwrap();
    let mut skipped: Vec<_> = result.skipped.iter().map(|one| (one.pro_id, one.reason.as_str())).collect();
    skipped.sort_unstable();
    assert_eq!(skipped, [(201, "not_positive"), (202, "no_price"), (999, "unknown")]);
    assert_eq!((result.matched, result.changed, result.unchanged), (4, 1, 0));
    assert_eq!(prices(&shop, &[101]).await, [Some(500)]);
}

#[rstest]
#[tokio::test]
async fn group_and_visibility_change_in_bulk(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let moved = shop.change(these(&[101, 102, 201]), Change::ProgId(21), false).await.unwrap();
    assert_eq!((moved.changed, moved.unchanged), (2, 1));
    let product = shop.staff_product(101).await.product.unwrap();
    assert_eq!((product.cat_id, product.group_name_en.as_str()), (2, "Bulbs"));
    let hidden = shop.change(brand("Sikhota"), Change::Visible(false), false).await.unwrap();
    assert_eq!(prices(&shop, &[101, 102, 201]).await.len(), 1);
    shop.undo(&hidden.change_id, None).await.unwrap();
    shop.undo(&moved.change_id, Some(101)).await.unwrap();
    assert_eq!(prices(&shop, &[101, 102, 201]).await.len(), 3);
    assert_eq!(shop.staff_product(101).await.product.unwrap().cat_id, 1);
    assert_eq!(shop.staff_product(102).await.product.unwrap().cat_id, 2);
    let error = shop.change(these(&[101]), Change::ProgId(99), true).await.unwrap_err();
    assert_eq!(error.detail.field, "prog_id");
}

#[tokio::test]
async fn unusable_selection_names_its_field() {
    let shop = small(Engine::Sqlite).await;
    let everything = Selection::Filter(wire::StaffProductFilter::default());
    let many: Vec<i64> = (1..=20_001).collect();
    for (selection, field) in [(everything, "filter"), (these(&[]), "pro_ids"), (these(&many), "pro_ids")] {
        let error = shop.change(selection, percent(300), false).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
}

/// As many products as a bulk change may have, in one transaction.
#[rstest]
#[tokio::test]
async fn twenty_thousand_products_are_changed_and_undone(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,stock,brand\n");
    for id in 1..=20_000 {
        writeln!(products, "{id},1,11,Thing {id},{},5,Many", id * 1000).unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    let price =
        Change::Price(wire::PriceChange { by_basis_points: Some(300), by_amount: None, round_to: 500 });
    let changed = shop.change(brand("Many"), price, false).await.unwrap();
    // Three percent of the eight cheapest is rounded away.
    assert_eq!((changed.changed, changed.unchanged, changed.products.len()), (19_992, 8, 1000));
    assert_eq!(prices(&shop, &[1, 20_000]).await, [Some(1000), Some(20_600_000)]);
    let undone = shop.undo(&changed.change_id, None).await.unwrap();
    assert_eq!((undone.undone, undone.skipped.len()), (19_992, 0));
    assert_eq!(prices(&shop, &[1, 20_000]).await, [Some(1000), Some(20_000_000)]);
}

#[rstest]
#[tokio::test]
async fn prices_and_skipped_products_are_counted_beyond_the_listed_ones(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,product_price1,stock,visible\n");
    for id in 1..=1_500 {
        writeln!(products, "{id},1,11,Thing {id},1000,1100,5,{}", i64::from(id > 100)).unwrap();
    }
    for id in 1_501..=2_700 {
        writeln!(products, "{id},1,11,Thing {id},,,5,1").unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    let all: Vec<i64> = (1..=2_700).collect();
    let preview = async |points: i64| shop.change(these(&all), percent(points), true).await.unwrap();

    let lowered = preview(-6_000).await;
    assert_eq!((lowered.changed, lowered.products.len()), (1_500, 1_000));
    assert_eq!((lowered.halved, lowered.halved_hidden, lowered.reductions_ended), (1_500, 100, 0));
    let skipped: Vec<_> = lowered.skipped_counts.iter().map(|it| (it.reason.as_str(), it.count)).collect();
    assert_eq!((lowered.skipped.len(), &skipped[..]), (1_000, &[("no_price", 1_200)][..]));
    assert_eq!(preview(-5_000).await.halved, 0, "half is not more than half");
    let raised = preview(1_000).await;
    assert_eq!((raised.halved, raised.reductions_ended), (0, 1_500));

    let made = shop.change(these(&all), percent(-6_000), false).await.unwrap();
    shop.change(these(&all[100..]), percent(100), false).await.unwrap();
    let undone = shop.undo(&made.change_id, None).await.unwrap();
    assert_eq!((undone.undone, undone.skipped.len()), (100, 1_000));
    assert_eq!((undone.skipped_count, undone.removed_count), (1_400, 0));
}

#[rstest]
#[tokio::test]
async fn all_hits_of_a_search_are_changed_or_none(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,stock\n");
    for id in 1..=5_000 {
        writeln!(products, "{id},1,11,Thing {id},1000,5").unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    let searched = |hits: i64| wire::ChangeProductsRequest {
        actor: Some(actor()),
        selection: Some(Selection::Filter(wire::StaffProductFilter::default())),
        change: Some(percent(1000)),
        text: "thing".to_owned(),
        ranked_pro_ids: (1..=hits).collect(),
        ..wire::ChangeProductsRequest::default()
    };
    let error: Error = shop.staff().change_products(searched(20_001)).await.unwrap_err().into();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "filter"));
    assert_eq!(prices(&shop, &[1]).await, [Some(1000)]);
    let changed = shop.staff().change_products(searched(5_000)).await.unwrap().into_inner();
    assert_eq!((changed.matched, changed.changed), (5_000, 5_000));
    assert_eq!(prices(&shop, &[1, 301, 5_000]).await, [Some(1100); 3]);
}

#[rstest]
#[tokio::test]
async fn whole_shop_is_changed_only_by_name(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let request = |all: bool, filter: wire::StaffProductFilter, text: &str| wire::ChangeProductsRequest {
        actor: Some(actor()),
        selection: Some(Selection::Filter(filter)),
        change: Some(Change::Visible(false)),
        text: text.to_owned(),
        all,
        ..wire::ChangeProductsRequest::default()
    };
    let narrowed = || wire::StaffProductFilter { cat_id: Some(1), ..Default::default() };
    for (request, field) in [
        (request(false, wire::StaffProductFilter::default(), ""), "filter"),
        (request(true, narrowed(), ""), "filter.all"),
        (request(true, wire::StaffProductFilter::default(), "paint"), "filter.all"),
    ] {
        let error: Error = shop.staff().change_products(request).await.unwrap_err().into();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
    let all = request(true, wire::StaffProductFilter::default(), "");
    let hidden = shop.staff().change_products(all).await.unwrap().into_inner();
    assert_eq!((hidden.matched, hidden.changed), (5, 5));
    shop.undo(&hidden.change_id, None).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn products_of_a_search_are_changed_as_its_list_shows_them(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    shop.change(these(&[102]), Change::Visible(false), false).await.unwrap();
    let searched = |ranked: &[i64], preview_id: &str| wire::ChangeProductsRequest {
        actor: Some(actor()),
        selection: Some(Selection::Filter(wire::StaffProductFilter::default())),
        change: Some(percent(1000)),
        dry_run: preview_id.is_empty(),
        preview_id: preview_id.to_owned(),
        text: "paint".to_owned(),
        ranked_pro_ids: ranked.to_vec(),
        ..wire::ChangeProductsRequest::default()
    };
    // One that the search found, and a hidden one with the word.
    let preview = shop.staff().change_products(searched(&[101], "")).await.unwrap().into_inner();
    let ids: Vec<i64> = preview.products.iter().map(|one| one.pro_id).collect();
    assert_eq!((ids, preview.matched), (vec![101, 102], 2));
    // Another result is refused.
    let error = shop.staff().change_products(searched(&[101, 103], &preview.preview_id)).await.unwrap_err();
    assert_eq!(reason(&error.into()), (Code::Conflict, "preview_outdated"));
    shop.staff().change_products(searched(&[101], &preview.preview_id)).await.unwrap();
    assert_eq!(prices(&shop, &[101, 103]).await, [Some(330), Some(100)]);
    // A filter narrows the search.
    let mut narrowed = searched(&[101, 201], "");
    narrowed.selection = Some(brand("Senglux"));
    let preview = shop.staff().change_products(narrowed).await.unwrap().into_inner();
    assert_eq!(preview.products.iter().map(|one| one.pro_id).collect::<Vec<_>>(), [201]);
}
