//! Edits by staff: their effect for shoppers, the ledger, versions and visibility.

use heuan_proto::catalog::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;
use tokio_stream::StreamExt as _;

use crate::support::{
    Shop,
    folder::{SMALL, folder},
    staff::{actor, field},
};

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

fn price(value: i64) -> wire::NullableInt64 {
    wire::NullableInt64 { value: Some(value) }
}

async fn shown(shop: &Shop, pro_id: i64) -> Option<wire::Product> {
    let request = wire::BatchGetProductsRequest { pro_ids: vec![pro_id] };
    shop.catalog().batch_get_products(request).await.unwrap().into_inner().products.pop()
}

async fn listed(shop: &Shop, filter: wire::ProductFilter) -> (Vec<i64>, i64) {
    let request =
        wire::ListProductsRequest { filter: Some(filter), page: 1, limit: 100, ..Default::default() };
    let answer = shop.catalog().list_products(request).await.unwrap().into_inner();
    let mut ids: Vec<i64> = answer.products.iter().map(|product| product.pro_id).collect();
    ids.sort_unstable();
    (ids, answer.total)
}

async fn staff_list(shop: &Shop, request: wire::ListStaffProductsRequest) -> wire::ListStaffProductsResponse {
    let limit = if request.limit == 0 { 100 } else { request.limit };
    let request = wire::ListStaffProductsRequest { actor: Some(actor()), limit, ..request };
    shop.staff().list_staff_products(request).await.unwrap().into_inner()
}

fn ids(answer: &wire::ListStaffProductsResponse) -> Vec<i64> {
    answer.products.iter().map(|product| product.pro_id).collect()
}

#[rstest]
#[tokio::test]
async fn edit_is_seen_by_shoppers_and_written_to_the_ledger(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let edit = wire::ProductEdit {
        name_en: Some(" White wall paint ".to_owned()),
        price: Some(price(250)),
        brand: Some("New Paints".to_owned()),
        attributes_json: Some(r#"{"litres": 5}"#.to_owned()),
        ..Default::default()
    };
    let edited = shop.edit(101, edit).await.unwrap();
    let product = shown(&shop, 101).await.unwrap();
    assert_eq!(
        (product.name_en.as_str(), product.price, product.brand.as_str()),
        ("White wall paint", Some(250), "New Paints")
    );
    let by_brand = wire::ProductFilter { brand: "new-paints".to_owned(), ..Default::default() };
    assert_eq!(listed(&shop, by_brand).await, (vec![101], 1));
    let on_sale = wire::ProductFilter { on_sale: true, ..Default::default() };
    assert_eq!(listed(&shop, on_sale).await.0, [101, 201]);
    let change = &edited.ledger[0];
    assert_eq!((change.kind.as_str(), change.account_id, change.product_count), ("edit", 7, 1));
    assert_eq!(change.name, "Kham Phanthavong");
    assert_eq!(field(change, "price"), Some((Some("300".to_owned()), Some("250".to_owned()))));
    assert_eq!(change.fields.len(), 4);
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn equal_values_change_nothing(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let version = shop.version(101).await;
    let same = wire::ProductEdit { price: Some(price(300)), vatrate: Some(10), ..Default::default() };
    let after = shop.edit(101, same).await.unwrap();
    assert_eq!(after.product.unwrap().version, version);
    assert!(after.ledger.is_empty());
}

#[rstest]
#[tokio::test]
async fn edit_of_an_older_version_is_refused(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let version = shop.version(101).await;
    let edit = |price| wire::ProductEdit { price, ..Default::default() };
    shop.edit_version(101, version, edit(Some(price(250)))).await.unwrap();
    let error = shop.edit_version(101, version, edit(Some(price(200)))).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "product_changed"));
    assert_eq!(shown(&shop, 101).await.unwrap().price, Some(250));
    shop.edit_version(101, version + 1, edit(Some(price(200)))).await.unwrap();
    let unknown = shop.edit_version(999, 1, edit(Some(price(1)))).await.unwrap_err();
    assert_eq!(unknown.code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn product_moved_to_a_group_gets_its_category(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let group = |prog_id| wire::ProductEdit { prog_id: Some(prog_id), ..Default::default() };
    let moved = shop.edit(101, group(21)).await.unwrap();
    assert_eq!(moved.product.unwrap().cat_id, 2);
    let of_category = wire::ProductFilter { cat_id: Some(2), ..Default::default() };
    assert_eq!(listed(&shop, of_category).await.0, [101, 201, 202]);
    let refused: [(wire::ProductEdit, &str); 4] = [
        (group(99), "prog_id"),
        (wire::ProductEdit { cat_id: Some(1), ..Default::default() }, "cat_id"),
        (wire::ProductEdit { cat_id: Some(9), prog_id: Some(0), ..Default::default() }, "cat_id"),
        (
            wire::ProductEdit {
                name_la: Some(String::new()),
                name_en: Some("\u{200b}".to_owned()),
                ..Default::default()
            },
            "pro_name_la",
        ),
    ];
    for (edit, wrong) in refused {
        assert_eq!(shop.edit(101, edit).await.unwrap_err().detail.field, wrong);
    }
    let none = wire::ProductEdit { cat_id: Some(1), prog_id: Some(0), ..Default::default() };
    let product = shop.edit(101, none).await.unwrap().product.unwrap();
    assert_eq!((product.cat_id, product.prog_id), (1, 0));
}

#[rstest]
#[tokio::test]
async fn hidden_product_is_absent_for_shoppers_and_present_for_staff(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let request = wire::WatchProductsRequest { from_revision: 0 };
    let mut watch = shop.catalog().watch_products(request).await.unwrap().into_inner();
    assert_eq!(watch.next().await.unwrap().unwrap().changed.len(), 5);
    let visible = |visible| wire::ProductEdit { visible: Some(visible), ..Default::default() };
    shop.edit(101, visible(false)).await.unwrap();

    assert_eq!(shown(&shop, 101).await, None);
    let detail = wire::GetProductRequest { pro_id: 101 };
    let error: Error = shop.catalog().get_product(detail).await.unwrap_err().into();
    assert_eq!(error.code, Code::NotFound);
    assert_eq!(listed(&shop, wire::ProductFilter::default()).await, (vec![102, 103, 201, 202], 4));
    let related = wire::ListRelatedProductsRequest { pro_id: 102, limit: 10 };
    let related = shop.catalog().list_related_products(related).await.unwrap().into_inner().products;
    assert_eq!(related.iter().map(|product| product.pro_id).collect::<Vec<_>>(), [103]);
    let categories = shop.catalog().list_categories(wire::ListCategoriesRequest {}).await.unwrap();
    assert_eq!(categories.into_inner().categories[0].product_count, 2);
    let promotions =
        wire::ListPromotionsRequest { day: "2026-11-15".to_owned(), products_each: 5, ..Default::default() };
    let promotions = shop.catalog().list_promotions(promotions).await.unwrap().into_inner().promotions;
    assert_eq!((promotions[0].product_count, promotions[0].products[0].pro_id), (1, 201));
    let removed = loop {
        let event = watch.next().await.unwrap().unwrap();
        if !event.removed_pro_ids.is_empty() {
            break event.removed_pro_ids;
        }
    };
    assert_eq!(removed, [101]);

    let hidden = wire::StaffProductFilter { visible: Some(false), ..Default::default() };
    let hidden = wire::ListStaffProductsRequest { filter: Some(hidden), ..Default::default() };
    assert_eq!(ids(&staff_list(&shop, hidden).await), [101]);
    let found = wire::ListStaffProductsRequest { text: "white PAINT".to_owned(), ..Default::default() };
    assert_eq!(ids(&staff_list(&shop, found).await), [101], "the shop's search does not know it");
    // An import of the same row leaves it hidden.
    shop.import(&folder(&SMALL), false).await;
    assert_eq!(shown(&shop, 101).await, None);

    shop.edit(101, visible(true)).await.unwrap();
    assert!(shown(&shop, 101).await.is_some());
    let changed = loop {
        let event = watch.next().await.unwrap().unwrap();
        if !event.changed.is_empty() {
            break event.changed;
        }
    };
    assert_eq!(changed[0].product.as_ref().unwrap().pro_id, 101);
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn list_is_filtered_sorted_and_paged(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let of = async |filter: wire::StaffProductFilter| {
        let request = wire::ListStaffProductsRequest { filter: Some(filter), ..Default::default() };
        let mut ids = ids(&staff_list(&shop, request).await);
        ids.sort_unstable();
        ids
    };
    let stock =
        |stock: wire::StockFilter| wire::StaffProductFilter { stock: stock.into(), ..Default::default() };
    assert_eq!(of(stock(wire::StockFilter::In)).await, [101, 103, 201]);
    assert_eq!(of(stock(wire::StockFilter::Low)).await, [101]);
    assert_eq!(of(stock(wire::StockFilter::Out)).await, [102]);
    assert_eq!(of(stock(wire::StockFilter::Uncounted)).await, [202]);
    let brand = wire::StaffProductFilter { brand: "Sikhota".to_owned(), ..Default::default() };
    assert_eq!(of(brand).await, [101, 102]);
    for (sort, order) in [
        (wire::StaffProductSort::PriceAsc, [201, 103, 102, 101, 202]),
        (wire::StaffProductSort::PriceDesc, [101, 102, 103, 201, 202]),
        (wire::StaffProductSort::StockAsc, [202, 102, 101, 103, 201]),
        (wire::StaffProductSort::StockDesc, [201, 103, 101, 102, 202]),
        (wire::StaffProductSort::Newest, [202, 201, 103, 102, 101]),
        (wire::StaffProductSort::Updated, [202, 201, 103, 102, 101]),
    ] {
        let (mut cursor, mut seen) = (String::new(), Vec::new());
        loop {
            let request = wire::ListStaffProductsRequest {
                sort: sort.into(),
                limit: 2,
                cursor: cursor.clone(),
                ..Default::default()
            };
            let page = staff_list(&shop, request).await;
            assert_eq!(page.total, 5);
            seen.extend(ids(&page));
            cursor = page.next_cursor;
            if cursor.is_empty() {
                break;
            }
        }
        assert_eq!(seen, order, "{sort:?}");
    }
    shop.clock.advance(1000);
    shop.edit(102, wire::ProductEdit { vatrate: Some(0), ..Default::default() }).await.unwrap();
    assert_eq!(
        ids(&staff_list(&shop, wire::ListStaffProductsRequest::default()).await)[0],
        102,
        "last changed first"
    );
}

#[tokio::test]
async fn call_without_an_editor_is_refused() {
    let shop = small(Engine::Sqlite).await;
    let actor = |role: wire::ActorRole| {
        Some(wire::CatalogActor { role: role.into(), account_id: 1, ..Default::default() })
    };
    for actor in [None, actor(wire::ActorRole::Customer), actor(wire::ActorRole::Clerk)] {
        let request = wire::GetStaffProductRequest { actor: actor.clone(), pro_id: 101 };
        let read: Error = shop.staff().get_staff_product(request).await.unwrap_err().into();
        let request = wire::UpdateProductRequest { actor, pro_id: 101, version: 1, edit: None };
        let write: Error = shop.staff().update_product(request).await.unwrap_err().into();
        for error in [read, write] {
            assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
        }
    }
}

#[rstest]
#[tokio::test]
async fn product_is_found_by_its_exact_code(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let coded = async |pro_id: i64, attributes: &str| {
        let edit = wire::ProductEdit { attributes_json: Some(attributes.to_owned()), ..Default::default() };
        shop.edit(pro_id, edit).await.unwrap();
    };
    coded(101, r#"{"barcode": "0036000291452", "sku": "WP-1"}"#).await;
    coded(102, r#"{"barcode": "96385074", "sku": "101"}"#).await;
    coded(103, r#"{"note": "96385074"}"#).await;
    let find = async |code: &str| {
        let clerk = wire::CatalogActor { role: wire::ActorRole::Clerk.into(), ..actor() };
        let request = wire::FindProductsByCodeRequest { actor: Some(clerk), code: code.to_owned() };
        shop.staff().find_products_by_code(request).await.unwrap().into_inner().pro_ids
    };
    assert_eq!(find("96385074").await, [102], "an EAN-8 is no product id");
    assert_eq!(find("036000291452").await, [101], "a UPC-A is the EAN-13 with a zero before it");
    assert_eq!(find("wp-1").await, [101]);
    assert_eq!(find("101").await, [101, 102], "the id, then the SKU");
    assert_eq!(find("9638507").await, Vec::<i64>::new(), "a part of a code is none");
}

#[rstest]
#[tokio::test]
async fn first_product_of_an_empty_shop_is_created_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let request = |key: &str| wire::CreateProductRequest {
        actor: Some(actor()),
        pro_id: None,
        edit: Some(wire::ProductEdit {
            name_en: Some("Roller".to_owned()),
            price: Some(wire::NullableInt64 { value: Some(45_000) }),
            unit_en: Some("piece".to_owned()),
            visible: Some(true),
            ..Default::default()
        }),
        idempotency_key: key.to_owned(),
    };
    let create = async |request: wire::CreateProductRequest| {
        let made = shop.staff().create_product(request).await?;
        Ok::<_, Error>(made.into_inner().product.unwrap().product.unwrap())
    };
    let made = create(request("a")).await.unwrap();
    assert_eq!((made.pro_id, made.price, made.stock, made.visible), (1, Some(45_000), Some(0), true));
    assert_eq!(create(request("a")).await.unwrap().pro_id, 1, "its first response was lost");
    assert_eq!(create(request("b")).await.unwrap().pro_id, 2);
    let ledger = shop.staff_product(1).await.ledger;
    assert_eq!((ledger[0].kind.as_str(), ledger[0].account_id, ledger[0].can_undo), ("create", 7, false));
    shop.adjust(1, wire::StockAdjustmentKind::Receive, 5, "").await.unwrap();
    let taken = create(wire::CreateProductRequest { pro_id: Some(2), ..request("c") }).await.unwrap_err();
    assert_eq!((taken.detail.field.as_str(), taken.detail.reason.as_str()), ("pro_id", "taken"));
    let unnamed =
        wire::ProductEdit { price: Some(wire::NullableInt64 { value: Some(1) }), ..Default::default() };
    let unnamed =
        create(wire::CreateProductRequest { edit: Some(unnamed), ..request("d") }).await.unwrap_err();
    assert_eq!((unnamed.code, unnamed.detail.field.as_str()), (Code::InvalidArgument, "pro_name_la"));
    shop.check().await;
}
