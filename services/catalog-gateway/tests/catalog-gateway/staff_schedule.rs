//! Products that appear and disappear by themselves, and copies of products.

use heuan_proto::catalog::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

use crate::support::{
    NOON, Shop,
    folder::{SMALL, folder, folder_known},
    imports::{ImportShop, archive},
    staff::{actor, field},
};

const HOUR: i64 = 3_600_000;

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

#[allow(clippy::unnecessary_wraps, reason = "fields of an edit are absent or set")]
fn at(value: i64) -> Option<wire::NullableInt64> {
    Some(wire::NullableInt64 { value: Some(value) })
}

fn from_until(from: i64, until: i64) -> wire::ProductEdit {
    wire::ProductEdit { visible_from_ms: at(from), visible_until_ms: at(until), ..Default::default() }
}

async fn is_shown(shop: &Shop, pro_id: i64) -> bool {
    let request = wire::BatchGetProductsRequest { pro_ids: vec![pro_id] };
    !shop.catalog().batch_get_products(request).await.unwrap().into_inner().products.is_empty()
}

async fn filtered(shop: &Shop, filter: wire::StaffProductFilter) -> Vec<i64> {
    let request = wire::ListStaffProductsRequest {
        actor: Some(actor()),
        limit: 100,
        filter: Some(filter),
        ..Default::default()
    };
    let answer = shop.staff().list_staff_products(request).await.unwrap().into_inner();
    answer.products.iter().map(|product| product.pro_id).collect()
}

async fn scheduled(shop: &Shop) -> Vec<i64> {
    filtered(shop, wire::StaffProductFilter { scheduled: true, ..Default::default() }).await
}

async fn duplicate(
    shop: &Shop,
    pro_id: i64,
    version: Option<i64>,
    new_pro_id: i64,
) -> Result<wire::StaffProductDetail, Error> {
    let request = wire::DuplicateProductRequest { actor: Some(actor()), pro_id, version, new_pro_id };
    Ok(shop.staff().duplicate_product(request).await?.into_inner().product.unwrap())
}

#[rstest]
#[tokio::test]
async fn scheduled_product_appears_and_disappears_by_itself(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let planned = shop.edit(101, from_until(NOON + HOUR, NOON + 2 * HOUR)).await.unwrap();
    let product = planned.product.as_ref().unwrap();
    assert_eq!(
        (product.visible, product.visible_from_ms, product.visible_until_ms),
        (false, Some(NOON + HOUR), Some(NOON + 2 * HOUR))
    );
    assert!(!is_shown(&shop, 101).await, "it is hidden until then");
    assert_eq!(scheduled(&shop).await, [101]);
    let hidden = wire::StaffProductFilter { visible: Some(false), ..Default::default() };
    assert_eq!(filtered(&shop, hidden).await, [101]);

    shop.clock.advance(HOUR - 1);
    shop.gateway.store().apply_schedules(shop.clock.now_ms()).await.unwrap();
    assert!(!is_shown(&shop, 101).await);
    shop.clock.advance(1);
    eventually("the product appears", async || is_shown(&shop, 101).await).await;
    assert_eq!(scheduled(&shop).await, [0_i64; 0]);
    let appeared = shop.staff_product(101).await;
    let change = &appeared.ledger[0];
    assert_eq!((change.kind.as_str(), change.account_id, change.can_undo), ("schedule", 0, false));
    assert_eq!(field(change, "visible"), Some((Some("0".to_owned()), Some("1".to_owned()))));
    assert_eq!(field(change, "visible_from"), Some((Some((NOON + HOUR).to_string()), None)));
    let refused = shop.undo(&change.change_id, None).await.unwrap_err();
    assert_eq!(refused.detail.reason, "not_undoable");
    // What was planned has happened, so its edit has nothing left to undo but the end.
    let version = appeared.product.as_ref().unwrap().version;
    assert!(version > product.version, "an open form learns of it");

    shop.clock.advance(HOUR);
    eventually("the product disappears", async || !is_shown(&shop, 101).await).await;
    let product = shop.staff_product(101).await.product.unwrap();
    assert_eq!((product.visible, product.visible_from_ms, product.visible_until_ms), (false, None, None));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn showing_or_hiding_ends_a_schedule_and_an_undo_brings_back_only_what_is_still_to_come(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let visible = |visible| wire::ProductEdit { visible: Some(visible), ..Default::default() };
    shop.edit(101, from_until(NOON + HOUR, NOON + 2 * HOUR)).await.unwrap();
    let hidden = shop.edit(101, visible(false)).await.unwrap();
    let product = hidden.product.as_ref().unwrap();
    assert_eq!((product.visible_from_ms, product.visible_until_ms), (None, None));
    let back = shop.undo(&hidden.ledger[0].change_id, None).await.unwrap().product.unwrap();
    assert_eq!(back.product.unwrap().visible_from_ms, Some(NOON + HOUR));

    let shown = shop.edit(101, visible(true)).await.unwrap();
    let product = shown.product.as_ref().unwrap();
    assert_eq!((product.visible_from_ms, product.visible_until_ms), (None, Some(NOON + 2 * HOUR)));
    assert!(is_shown(&shop, 101).await);
    shop.clock.advance(HOUR + HOUR / 2);
    let undone = shop.undo(&shown.ledger[0].change_id, None).await.unwrap().product.unwrap();
    let product = undone.product.unwrap();
    assert_eq!((product.visible, product.visible_from_ms), (false, None), "the time has passed");

    // A bulk change ends schedules as well.
    let now = shop.clock.now_ms();
    shop.edit(102, from_until(now + HOUR, now + 2 * HOUR)).await.unwrap();
    let ids = wire::ProductIds { pro_ids: vec![102, 103] };
    let select = wire::change_products_request::Selection::Ids(ids);
    let hide = wire::change_products_request::Change::Visible(false);
    let changed = shop.change(select, hide, false).await.unwrap();
    assert_eq!(changed.changed, 2);
    assert_eq!((changed.products[0].before, changed.products[0].after), (Some(0), Some(0)));
    assert_eq!(scheduled(&shop).await, [0_i64; 0]);
    shop.clock.advance(4 * HOUR);
    assert_eq!(shop.gateway.store().apply_schedules(shop.clock.now_ms()).await.unwrap(), 0);
    assert!(!is_shown(&shop, 102).await);
}

#[rstest]
#[tokio::test]
async fn undo_of_many_products_ends_only_the_schedules_whose_beginning_has_passed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    shop.edit(101, from_until(NOON + HOUR, NOON + 4 * HOUR)).await.unwrap();
    shop.edit(102, from_until(NOON + 3 * HOUR, NOON + 4 * HOUR)).await.unwrap();
    let select = |pro_ids| wire::change_products_request::Selection::Ids(wire::ProductIds { pro_ids });
    let show = wire::change_products_request::Change::Visible(true);
    let shown = shop.change(select(vec![101, 102]), show, false).await.unwrap();
    assert_eq!(shown.changed, 2);
    shop.clock.advance(2 * HOUR);
    shop.undo(&shown.change_id, None).await.unwrap();
    let mut schedules = Vec::new();
    for pro_id in [101, 102] {
        let product = shop.staff_product(pro_id).await.product.unwrap();
        schedules.push((product.visible, product.visible_from_ms, product.visible_until_ms));
    }
    let to_come = (false, Some(NOON + 3 * HOUR), Some(NOON + 4 * HOUR));
    assert_eq!(schedules, [(false, None, None), to_come]);
}

#[rstest]
#[tokio::test]
async fn wrong_schedule_is_refused_with_its_field(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let only_until = |until| wire::ProductEdit { visible_until_ms: at(until), ..Default::default() };
    for (edit, of) in [
        (from_until(NOON, NOON + HOUR), "visible_from"),
        (from_until(NOON + HOUR, NOON + HOUR), "visible_until"),
        (wire::ProductEdit { visible: Some(true), ..from_until(NOON + 1, NOON + 2) }, "visible_from"),
        (from_until(i64::MAX, i64::MAX), "visible_from"),
        (wire::ProductEdit { visible: Some(false), ..only_until(NOON + HOUR) }, "visible_until"),
    ] {
        let refused = shop.edit(101, edit).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.field.as_str()), (Code::InvalidArgument, of));
    }
    assert!(shop.staff_product(101).await.ledger.is_empty());
}

#[rstest]
#[tokio::test]
async fn schedule_is_exported_and_imported(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = ImportShop::open(engine).await;
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("media/c/1.png", include_bytes!("support/pixel.png")));
    shop.import("catalog.zip", &archive(&files), false).await;
    shop.shop.edit(101, from_until(NOON + HOUR, NOON + 2 * HOUR)).await.unwrap();
    let exported = shop.export("").await;
    let other = ImportShop::open(engine).await;
    other.import("catalog.zip", &exported, false).await;
    let product = other.shop.staff_product(101).await.product.unwrap();
    assert_eq!(
        (product.visible, product.visible_from_ms, product.visible_until_ms),
        (false, Some(NOON + HOUR), Some(NOON + 2 * HOUR))
    );
    assert_eq!(other.export("").await, exported);

    // A file without the columns leaves the schedule; one with them changes it, and hides the product.
    let price = "pro_id,price\n101,77\n";
    other.shop.import(&folder_known(&[("products.csv", price)], &other.shop.known().await), false).await;
    assert_eq!(scheduled(&other.shop).await, [101]);
    let table = "pro_id,visible,visible_from\n101,1,\n102,,2026-11-22 08:00\n";
    other.shop.import(&folder_known(&[("products.csv", table)], &other.shop.known().await), false).await;
    assert_eq!(scheduled(&other.shop).await, [102]);
    assert!(is_shown(&other.shop, 101).await);
    other.shop.clock.advance(24 * HOUR);
    eventually("the product appears", async || is_shown(&other.shop, 102).await).await;
}

#[rstest]
#[tokio::test]
async fn duplicate_has_everything_but_stock_and_location_and_is_hidden(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let texts = wire::ProductEdit {
        description_en: Some("For walls".to_owned()),
        attributes_json: Some(r#"{"litres": 5, "sku": "HE-1", "barcode": 8850000000017}"#.to_owned()),
        location: Some("A3-12".to_owned()),
        ..Default::default()
    };
    let original = shop.edit(101, texts).await.unwrap();
    let version = original.product.as_ref().unwrap().version;
    let copy = duplicate(&shop, 101, Some(version), 150).await.unwrap();
    let (of, is) = (original.product.clone().unwrap(), copy.product.clone().unwrap());
    let of_location = of.location.clone();
    let same = wire::StaffProduct {
        pro_id: 150,
        version: is.version,
        stock: None,
        visible: false,
        location: String::new(),
        updated_at_ms: NOON,
        ..of
    };
    assert_eq!(is, same);
    assert_eq!((of_location.as_str(), is.code.as_str()), ("A3-12", "8850000000017"));
    assert_eq!(
        (&copy.description_en, &copy.attributes_json, copy.vatrate, copy.sold),
        (&original.description_en, &original.attributes_json, 10, 0)
    );
    let change = &copy.ledger[0];
    assert_eq!((change.kind.as_str(), change.reference.as_str()), ("duplicate", "101"));
    assert_eq!(change.name, "Kham Phanthavong");
    assert_eq!(field(change, "price"), Some((None, Some("300".to_owned()))));
    assert!(!change.can_undo);
    assert!(!is_shown(&shop, 150).await, "it is hidden until it is published");

    // A repeated call is answered, another product's id is not taken.
    assert_eq!(duplicate(&shop, 101, Some(version), 150).await.unwrap(), copy);
    for (pro_id, version, new, code, reason) in [
        (101, None, 102, Code::InvalidArgument, "taken"),
        (103, None, 150, Code::InvalidArgument, "taken"),
        (101, None, 0, Code::InvalidArgument, ""),
        (101, None, 1 << 53, Code::InvalidArgument, ""),
        (101, Some(version + 1), 151, Code::Conflict, "product_changed"),
        (999, None, 151, Code::NotFound, ""),
    ] {
        let refused = duplicate(&shop, pro_id, version, new).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.reason.as_str()), (code, reason), "{pro_id} {new}");
    }
    shop.edit(150, wire::ProductEdit { visible: Some(true), ..Default::default() }).await.unwrap();
    assert!(is_shown(&shop, 150).await);
    let received = shop.adjust(150, wire::StockAdjustmentKind::Receive, 4, "").await.unwrap();
    assert_eq!(received.product.unwrap().stock, Some(4));
    assert_eq!(shop.staff_product(101).await.product.unwrap().stock, Some(5));
    shop.check().await;

    let clerk = wire::CatalogActor { role: wire::ActorRole::Clerk.into(), ..actor() };
    let request =
        wire::DuplicateProductRequest { actor: Some(clerk), pro_id: 101, version: None, new_pro_id: 152 };
    assert_eq!(
        shop.staff().duplicate_product(request).await.unwrap_err().code(),
        tonic::Code::PermissionDenied
    );
}
