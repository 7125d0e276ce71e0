//! Products of the back office as called by browsers.

use heuan_proto::catalog::v1::{
    self as proto,
    change_products_request::{Change, Selection},
};
use heuan_proto::search::v1::SearchActorRole;
use heuan_rpc::Error;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    search_fake::{Searched, hit},
    staff_orders_fake::AWAITING_HANDOVER,
    staff_products_fake::{LOCATION, StaffCall},
    support::{TestShop, problem, shop},
};

const PRODUCTS: &str = "/api/staff/products";

async fn staff(shop: &TestShop) -> Browser<'_> {
    let browser = Browser::registered(shop, "030").await;
    shop.accounts.make_staff("030");
    browser
}

async fn json(response: Response) -> Value {
    assert!(response.status().is_success(), "{}", response.status());
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

/// Sends a change with its idempotency key.
async fn keyed(browser: &Browser<'_>, path: &str, body: Value) -> Response {
    browser.request(Method::POST, path).header("idempotency-key", "k1").json(&body).send().await.unwrap()
}

fn last(shop: &TestShop) -> StaffCall {
    shop.staff_products.take_received().pop().unwrap()
}

/// It was refused as a method that the address does not have, with a list of methods that named it.
#[actix_web::test]
async fn product_whose_id_is_no_number_is_not_found() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    for path in ["x", "x/changes", "7x"] {
        let unknown = kham.get(&format!("{PRODUCTS}/{path}")).await;
        assert_eq!(unknown.status(), 404, "{path}");
        assert_eq!(problem(unknown).await["code"], "not_found");
    }
    let wrong = kham.send(Method::DELETE, &format!("{PRODUCTS}/7"), json!({})).await;
    assert_eq!(
        (wrong.status().as_u16(), &wrong.headers()["allow"]),
        (405, &"GET, HEAD, PATCH".parse().unwrap())
    );
}

#[actix_web::test]
async fn list_passes_its_filters_and_the_hits_of_the_search() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    shop.search.find(vec![hit(3), hit(1)]);
    let query =
        "search=cement&category=1&group=2&brand=Hinphet&stock=low&visibility=hidden&sort=price_asc&limit=10";
    let page = json(kham.get(&format!("{PRODUCTS}?{query}")).await).await;
    let StaffCall::List(request) = last(&shop) else { panic!("another call") };
    let actor = request.actor.as_ref().unwrap();
    assert_eq!((actor.role(), actor.account_id), (proto::ActorRole::Manager, 100));
    assert!(!actor.name.is_empty());
    assert_eq!((request.text.as_str(), request.ranked_pro_ids.as_slice()), ("cement", &[3, 1][..]));
    let searched = shop.search.take_received();
    let [Searched::Matching(searched)] = searched.as_slice() else { panic!("other searches: {searched:?}") };
    assert_eq!((searched.text.as_str(), searched.limit), ("cement", 20_001));
    let actor = searched.actor.as_ref().unwrap();
    assert_eq!((actor.role(), actor.customer_id), (SearchActorRole::Manager, 100));
    assert_eq!((request.sort(), request.limit), (proto::StaffProductSort::PriceAsc, 10));
    let filter = request.filter.unwrap();
    assert_eq!(
        filter,
        proto::StaffProductFilter {
            cat_id: Some(1),
            prog_id: Some(2),
            brand: "Hinphet".to_owned(),
            stock: proto::StockFilter::Low.into(),
            visible: Some(false),
            scheduled: false,
        }
    );
    assert_eq!(
        (&page["total"], &page["next_cursor"], &page["low_stock"]),
        (&9.into(), &"7~1".into(), &5.into())
    );
    assert_eq!(page["truncated"], true);
    let row = &page["data"][0];
    assert_eq!((&row["stock"], &row["held"], &row["on_hand"]), (&7.into(), &2.into(), &9.into()));
    assert_eq!((&row["prog_id"], &row["visible"]), (&Value::Null, &true.into()));
    assert_eq!(row["updated_at"], "2026-11-21T00:00:00+07:00");
    assert_eq!((&row["location"], &row["code"]), (&LOCATION.into(), &"8850000000017".into()));
    assert_eq!(
        (&row["visible_from"], &row["visible_until"]),
        (&Value::Null, &"2026-11-21T00:00:00+07:00".into())
    );
    json(kham.get(&format!("{PRODUCTS}?visibility=scheduled")).await).await;
    let StaffCall::List(request) = last(&shop) else { panic!("another call") };
    let filter = request.filter.unwrap();
    assert_eq!((filter.visible, filter.scheduled), (None, true));
}

#[actix_web::test]
async fn list_with_unknown_words_names_the_parameter() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    for (query, field) in [
        ("stock=some", "stock"),
        ("visibility=all", "visibility"),
        ("sort=name", "sort"),
        ("limit=101", "limit"),
    ] {
        let body = problem(kham.get(&format!("{PRODUCTS}?{query}")).await).await;
        assert_eq!((&body["status"], &body["field"]), (&400.into(), &field.into()));
    }
    assert!(shop.staff_products.take_received().is_empty());
    // A text in which the shop's search finds no term still finds hidden products by name.
    shop.search.fail(Some(Error::invalid("text", "has no searchable term")));
    json(kham.get(&format!("{PRODUCTS}?search=%21")).await).await;
    shop.search.fail(Some(Error::unavailable("down")));
    let body = problem(kham.get(&format!("{PRODUCTS}?search=cement")).await).await;
    assert_eq!((&body["status"], &body["code"]), (&503.into(), &"unavailable".into()));
}

#[actix_web::test]
async fn product_comes_with_its_ledger() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let product = json(kham.get(&format!("{PRODUCTS}/1")).await).await["data"].clone();
    assert_eq!((&product["version"], &product["attributes"]), (&3.into(), &json!({"weight_kg": 50})));
    let change = &product["ledger"][0];
    assert_eq!(change["by"], json!({"cus_id": 7, "name": "Kham Phanthavong"}));
    assert_eq!((&change["source"], &change["can_undo"]), (&"edit".into(), &true.into()));
    assert_eq!(
        change["fields"],
        json!([
            {"field": "price", "from": null, "to": 58_000},
            {"field": "visible", "from": false, "to": true},
        ])
    );
    let more = json(kham.get(&format!("{PRODUCTS}/1/changes?cursor=0193a")).await).await;
    assert_eq!((more["data"].as_array().unwrap().len(), &more["next_cursor"]), (1, &Value::Null));
    let body = problem(kham.get(&format!("{PRODUCTS}/99")).await).await;
    assert_eq!(body["status"], 404);
}

#[actix_web::test]
async fn product_has_its_units_that_are_not_handed_over_unless_the_orders_cannot_be_read() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{PRODUCTS}/1");
    let product = json(kham.get(&path).await).await["data"].clone();
    assert_eq!((&product["on_hand"], &product["awaiting_handover"]), (&9.into(), &AWAITING_HANDOVER.into()));
    let edited = kham.send(Method::PATCH, &path, json!({"version": 3, "vatrate": 7})).await;
    assert_eq!(json(edited).await["data"]["awaiting_handover"], AWAITING_HANDOVER);
    shop.staff_products.refuse(Some(Error::conflict("product_changed", "the product was changed")));
    let edit = kham.send(Method::PATCH, &path, json!({"version": 2, "vatrate": 7})).await;
    assert_eq!(problem(edit).await["product"]["awaiting_handover"], AWAITING_HANDOVER);
    shop.orders.fail_next(Error::internal("the orders cannot be read"));
    let product = json(kham.get(&path).await).await["data"].clone();
    assert_eq!((&product["version"], product.get("awaiting_handover")), (&3.into(), None));
}

#[actix_web::test]
async fn edit_distinguishes_null_from_absent() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let body = json!({
        "version": 3, "pro_name_en": "Cement 50 kg", "price": null, "prog_id": null, "cat_id": 2,
        "attributes": {"weight_kg": 50}, "images": ["products/2.png"], "visible": false, "brand": null, "location": "A3-12",
    });
    let edited = json(kham.send(Method::PATCH, &format!("{PRODUCTS}/1"), body).await).await;
    assert_eq!(edited["data"]["pro_id"], 1);
    let StaffCall::Update(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.pro_id, request.version), (1, 3));
    assert_eq!(
        request.edit.unwrap(),
        proto::ProductEdit {
            name_en: Some("Cement 50 kg".to_owned()),
            price: Some(proto::NullableInt64 { value: None }),
            cat_id: Some(2),
            prog_id: Some(0),
            attributes_json: Some(r#"{"weight_kg":50}"#.to_owned()),
            images: Some(proto::ImageList { paths: vec!["products/2.png".to_owned()] }),
            visible: Some(false),
            location: Some("A3-12".to_owned()),
            ..Default::default()
        }
    );
    // The product of the fake has the version that the edit names.
    let detail = "price none, visible 0, cat_id 2, prog_id none, location A3-12, pro_name_en, attributes, images (no change)";
    assert_eq!(shop.accounts.ended_audit(1).await[0].detail, detail);
}

#[actix_web::test]
async fn schedule_is_read_as_a_time_or_null() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let body = json!({"version": 3, "visible_from": "2026-12-01T08:00:00+07:00", "visible_until": null});
    json(kham.send(Method::PATCH, &format!("{PRODUCTS}/1"), body).await).await;
    let StaffCall::Update(request) = last(&shop) else { panic!("another call") };
    let edit = request.edit.unwrap();
    assert_eq!(edit.visible_from_ms, Some(proto::NullableInt64 { value: Some(1_796_086_800_000) }));
    assert_eq!(edit.visible_until_ms, Some(proto::NullableInt64 { value: None }));
    let body = json!({"version": 3, "visible_from": "tomorrow"});
    let wrong = problem(kham.send(Method::PATCH, &format!("{PRODUCTS}/1"), body).await).await;
    assert_eq!((&wrong["status"], &wrong["field"]), (&400.into(), &"visible_from".into()));
}

#[actix_web::test]
async fn product_is_duplicated_under_a_new_id() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{PRODUCTS}/1/duplicate");
    let copy = kham.send(Method::POST, &path, json!({"version": 3, "new_pro_id": 20})).await;
    assert_eq!(copy.status(), 201);
    assert_eq!(json(copy).await["data"]["pro_id"], 20);
    let StaffCall::Duplicate(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.pro_id, request.version, request.new_pro_id), (1, Some(3), 20));
    let mut taken = Error::invalid("new_pro_id", "there is a product 20 already");
    "taken".clone_into(&mut taken.detail.reason);
    shop.staff_products.refuse(Some(taken));
    let refused = problem(kham.send(Method::POST, &path, json!({"new_pro_id": 20})).await).await;
    assert_eq!((&refused["reason"], &refused["field"]), (&"taken".into(), &"new_pro_id".into()));
    shop.staff_products.refuse(Some(Error::conflict("product_changed", "the product was changed")));
    let body = json!({"version": 2, "new_pro_id": 20});
    let changed = problem(kham.send(Method::POST, &path, body).await).await;
    assert_eq!((&changed["status"], &changed["product"]["pro_id"]), (&409.into(), &1.into()));
}

#[actix_web::test]
async fn product_is_created_with_its_names_and_price() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let body = json!({"pro_name_en": "Roller", "price": 45_000, "cat_id": 2, "unit_name_en": "piece"});
    let without_key = problem(kham.send(Method::POST, PRODUCTS, body.clone()).await).await;
    assert_eq!((&without_key["status"], &without_key["field"]), (&400.into(), &"Idempotency-Key".into()));
    let made = keyed(&kham, PRODUCTS, body).await;
    assert_eq!(made.status(), 201);
    assert_eq!(json(made).await["data"]["pro_id"], 12);
    let StaffCall::Create(request) = last(&shop) else { panic!("another call") };
    let edit = request.edit.unwrap();
    assert_eq!((edit.name_en.as_deref(), edit.cat_id, edit.prog_id), (Some("Roller"), Some(2), None));
    assert_eq!((edit.price.unwrap().value, edit.visible), (Some(45_000), None));
    assert_eq!((request.pro_id, request.idempotency_key.as_str()), (None, "k1"));
    let mut used = Error::invalid("pro_id", "there is a product 7 already");
    "taken".clone_into(&mut used.detail.reason);
    shop.staff_products.refuse(Some(used));
    let used = problem(keyed(&kham, PRODUCTS, json!({"pro_id": 7, "pro_name_en": "Roller"})).await).await;
    assert_eq!((&used["status"], &used["reason"]), (&400.into(), &"taken".into()));
}

#[actix_web::test]
async fn conflict_brings_the_current_product() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    shop.staff_products.refuse(Some(Error::conflict("product_changed", "the product was changed")));
    let edit = kham.send(Method::PATCH, &format!("{PRODUCTS}/1"), json!({"version": 2, "vatrate": 7})).await;
    let body = problem(edit).await;
    assert_eq!((&body["status"], &body["reason"]), (&409.into(), &"product_changed".into()));
    assert_eq!(body["product"]["version"], 3);
    shop.staff_products.refuse(Some(Error::conflict("stock_held", "2 units are held")));
    let count = json!({"kind": "count", "quantity": 1, "expected_on_hand": 9});
    let body = problem(keyed(&kham, &format!("{PRODUCTS}/1/stock"), count).await).await;
    assert_eq!((&body["reason"], &body["product"]["held"]), (&"stock_held".into(), &2.into()));
    shop.staff_products.refuse(Some(Error::invalid("quantity", "must be from 1 to 999999")));
    let receive = json!({"kind": "receive", "quantity": 0});
    let body = problem(keyed(&kham, &format!("{PRODUCTS}/1/stock"), receive).await).await;
    assert_eq!((&body["status"], &body["field"]), (&400.into(), &"quantity".into()));
    assert_eq!(body.get("product"), None);
}

#[actix_web::test]
async fn stock_adjustment_names_its_kind_and_reason() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{PRODUCTS}/1/stock");
    let damage = json!({"version": 3, "kind": "damage", "quantity": 2, "reason": "wet"});
    let without_key = problem(kham.send(Method::POST, &path, damage.clone()).await).await;
    assert_eq!((&without_key["status"], &without_key["field"]), (&400.into(), &"Idempotency-Key".into()));
    let count = json!({"kind": "count", "quantity": 2});
    let unseen = problem(keyed(&kham, &path, count).await).await;
    assert_eq!((&unseen["status"], &unseen["field"]), (&400.into(), &"expected_on_hand".into()));
    assert!(shop.staff_products.take_received().is_empty());
    json(keyed(&kham, &path, damage).await).await;
    let StaffCall::Adjust(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.kind(), request.quantity), (proto::StockAdjustmentKind::Damage, 2));
    assert_eq!((request.reason.as_str(), request.version), ("wet", Some(3)));
    assert_eq!((request.idempotency_key.as_str(), request.expected_on_hand), ("k1", None));
    let ended = shop.accounts.ended_audit(3).await;
    assert!(ended.iter().any(|end| end.detail == "damage 2"), "{ended:?}");
    let body = problem(keyed(&kham, &path, json!({"kind": "set", "quantity": 2})).await).await;
    assert_eq!((&body["status"], &body["field"]), (&400.into(), &"kind".into()));
}

#[actix_web::test]
async fn locations_of_products_are_read_by_id() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let path = "/api/staff/product-locations";
    let found = json(kham.get(&format!("{path}?pro_ids=2,1,99")).await).await;
    assert_eq!(found["data"], json!({"locations": {"1": LOCATION}}));
    let StaffCall::Locations(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.pro_ids.as_slice(), request.actor.unwrap().account_id), (&[2, 1, 99][..], 100));
    let longest = vec!["9007199254740991"; 200].join(",");
    json(kham.get(&format!("{path}?pro_ids={longest}")).await).await;
    shop.staff_products.take_received();
    for wrong in ["", "?pro_ids=", "?pro_ids=1,x", "?pro_ids=0", &format!("?pro_ids={longest},1")] {
        let body = problem(kham.get(&format!("{path}{wrong}")).await).await;
        assert_eq!((&body["status"], &body["field"]), (&400.into(), &"pro_ids".into()), "{wrong}");
    }
    assert!(shop.staff_products.take_received().is_empty());
    shop.staff_products.refuse(Some(Error::unavailable("down")));
    let body = problem(kham.get(&format!("{path}?pro_ids=1")).await).await;
    assert_eq!((&body["status"], &body["code"]), (&503.into(), &"unavailable".into()));
}

#[actix_web::test]
async fn scanned_code_finds_its_products_in_one_call() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let path = "/api/staff/product-codes";
    let found = json(kham.get(&format!("{path}?code=8850000000017")).await).await;
    let ids: Vec<&Value> = found["data"].as_array().unwrap().iter().map(|one| &one["pro_id"]).collect();
    assert_eq!(ids, [&Value::from(2), &Value::from(1)]);
    let StaffCall::Codes(request) = last(&shop) else { panic!("another call") };
    assert_eq!(request.code, "8850000000017");
    let unknown = json(kham.get(&format!("{path}?code=999")).await).await;
    assert_eq!(unknown["data"], json!([]));
    let empty = problem(kham.get(&format!("{path}?code=%20")).await).await;
    assert_eq!((&empty["status"], &empty["field"]), (&400.into(), &"code".into()));
}

#[actix_web::test]
async fn bulk_change_is_previewed_and_made() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{PRODUCTS}/bulk");
    let body = json!({"filter": {"brand": "Hinphet", "visibility": "visible"}, "change": {"price": {"by_percent": 3}}, "dry_run": true});
    let preview = json(kham.send(Method::POST, &path, body).await).await["data"].clone();
    assert_eq!((&preview["change_id"], &preview["dry_run"]), (&Value::Null, &true.into()));
    assert_eq!((&preview["changed"], &preview["truncated"]), (&1100.into(), &true.into()));
    assert_eq!(preview["preview_id"], "5f1c");
    let row = &preview["products"][0];
    assert_eq!(
        (&row["before"], &row["after"], &row["difference"]),
        (&58_000.into(), &59_500.into(), &1500.into())
    );
    assert_eq!(preview["skipped"], json!([{"pro_id": 2, "reason": "no_price"}]));
    assert_eq!(preview["skipped_counts"], json!([{"reason": "no_price", "count": 1001}]));
    assert_eq!((&preview["halved"], &preview["halved_hidden"]), (&1050.into(), &20.into()));
    assert_eq!(preview["reductions_ended"], 7);
    let StaffCall::Change(request) = last(&shop) else { panic!("another call") };
    let price = proto::PriceChange { by_basis_points: Some(300), by_amount: None, round_to: 500 };
    assert_eq!(request.change, Some(Change::Price(price)));
    let Some(Selection::Filter(filter)) = request.selection else { panic!("another selection") };
    assert_eq!((filter.brand.as_str(), filter.visible), ("Hinphet", Some(true)));

    let body = json!({"pro_ids": [1, 2], "change": {"group": 101}, "preview_id": "5f1c"});
    let without_key = problem(kham.send(Method::POST, &path, body.clone()).await).await;
    assert_eq!((&without_key["status"], &without_key["field"]), (&400.into(), &"Idempotency-Key".into()));
    let made = json(keyed(&kham, &path, body).await).await["data"].clone();
    assert_eq!((&made["change_id"], &made["products"][0]["difference"]), (&"0193b".into(), &Value::Null));
    let StaffCall::Change(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.idempotency_key.as_str(), request.preview_id.as_str()), ("k1", "5f1c"));
    assert_eq!((request.change, request.dry_run), (Some(Change::ProgId(101)), false));
    // The preview, the call without a key and the change.
    let ended = shop.accounts.ended_audit(3).await;
    let details: Vec<&str> = ended.iter().map(|end| end.detail.as_str()).collect();
    for start in ["preview of price +3 %, by filter: 1100 of ", "group 101, 2 selected: 1100 of "] {
        assert!(details.iter().any(|detail| detail.starts_with(start)), "{details:?}");
    }

    let body = json!({"filter": {"all": true}, "change": {"visible": false}, "dry_run": true});
    json(kham.send(Method::POST, &path, body).await).await;
    let StaffCall::Change(request) = last(&shop) else { panic!("another call") };
    let everything = Selection::Filter(proto::StaffProductFilter::default());
    assert_eq!((request.all, request.selection), (true, Some(everything)));

    let body = json!({"pro_ids": [1], "change": {"location": ""}});
    json(keyed(&kham, &path, body).await).await;
    let StaffCall::Change(request) = last(&shop) else { panic!("another call") };
    assert_eq!(request.change, Some(Change::Location(String::new())));
}

#[actix_web::test]
async fn whole_changes_are_listed_by_kind() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let path = format!("{PRODUCTS}/changes");
    let page = json(kham.get(&format!("{path}?limit=5")).await).await;
    assert_eq!((&page["data"][0]["change_id"], &page["next_cursor"]), (&"0193a".into(), &"0193a".into()));
    let StaffCall::ChangeSets(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.kind.as_str(), request.limit), ("bulk", 5));
    let body = problem(kham.get(&format!("{path}?kind=sale")).await).await;
    assert_eq!((&body["status"], &body["field"]), (&400.into(), &"kind".into()));
}

#[actix_web::test]
async fn unclear_bulk_change_names_its_field() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    for (body, field) in [
        (json!({"change": {"visible": true}}), "pro_ids"),
        (json!({"pro_ids": [1], "filter": {"group": 1}, "change": {"visible": true}}), "pro_ids"),
        (json!({"pro_ids": [1], "change": {}}), "change"),
        (json!({"pro_ids": [1], "change": {"visible": true, "group": 1}}), "change"),
        (json!({"pro_ids": [1], "change": {"visible": true, "location": ""}}), "change"),
        (json!({"pro_ids": [1], "change": {"price": {"by_percent": 1000}}}), "change.price.by_percent"),
        (json!({"pro_ids": [1], "change": {"group": 0}}), "change.group"),
    ] {
        let body = problem(kham.send(Method::POST, &format!("{PRODUCTS}/bulk"), body).await).await;
        assert_eq!((&body["status"], &body["field"]), (&400.into(), &field.into()));
    }
    assert!(shop.staff_products.take_received().is_empty());
}

#[actix_web::test]
async fn change_is_undone_as_a_whole_or_for_one_product() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{PRODUCTS}/changes/0193b/undo");
    let whole = json(kham.send(Method::POST, &path, json!({})).await).await["data"].clone();
    assert_eq!((&whole["undone"], &whole["product"]), (&1.into(), &Value::Null));
    let skipped = json!([
        {"pro_id": 2, "field": "price", "reason": "changed_since"},
        {"pro_id": 3, "field": "prog_id", "reason": "former_value_removed"},
    ]);
    assert_eq!(whole["skipped"], skipped);
    assert_eq!((&whole["skipped_count"], &whole["removed_count"]), (&1500.into(), &400.into()));
    let part = json(kham.send(Method::POST, &path, json!({"pro_id": 1})).await).await["data"].clone();
    assert_eq!(part["product"]["pro_id"], 1);
    let StaffCall::Undo(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.change_id.as_str(), request.pro_id), ("0193b", Some(1)));
    let ended = shop.accounts.ended_audit(2).await;
    assert!(
        ended.iter().any(|end| end.detail == "1 products restored, 1500 fields kept (only 1)"),
        "{ended:?}"
    );
    let body =
        problem(kham.send(Method::POST, &format!("{PRODUCTS}/changes/a-b/undo"), json!({})).await).await;
    assert_eq!(body["status"], 404);
}

#[actix_web::test]
async fn image_is_uploaded_whole_and_refused_with_its_reason() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let path = format!("{PRODUCTS}/images");
    let send = |bytes: Vec<u8>| {
        kham.request(Method::POST, &path).header("content-type", "application/octet-stream").body(bytes)
    };
    let stored = send(vec![7; 1 << 20]).send().await.unwrap();
    assert_eq!(
        (stored.status().as_u16(), &stored.headers()["cache-control"]),
        (201, &"no-store".parse().unwrap())
    );
    let stored: Value = stored.json().await.unwrap();
    assert_eq!(stored["data"], json!({"path": "uploads/0a/0a1b.webp", "width": 1200, "height": 900}));
    let StaffCall::Upload(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.image.len(), request.actor.unwrap().account_id), (1 << 20, 100));
    let large = problem(send(vec![7; (10 << 20) + 1]).send().await.unwrap()).await;
    assert_eq!((&large["status"], &large["reason"]), (&413.into(), &"too_large".into()));
    let empty = problem(send(Vec::new()).send().await.unwrap()).await;
    assert_eq!((&empty["status"], &empty["field"]), (&400.into(), &"image".into()));
    let form = kham.request(Method::POST, &path).header("content-type", "image/jpeg").body("x");
    assert_eq!(problem(form.send().await.unwrap()).await["status"], 415);
    assert!(shop.staff_products.take_received().is_empty());
    let mut wrong = Error::invalid("image", "must be a JPEG, PNG or WebP image");
    "image_type".clone_into(&mut wrong.detail.reason);
    shop.staff_products.refuse(Some(wrong));
    let wrong = problem(send(vec![7; 9]).send().await.unwrap()).await;
    assert_eq!((&wrong["status"], &wrong["reason"]), (&400.into(), &"image_type".into()));
}

/// Also while the body is read sooner than the session.
#[actix_web::test]
async fn invalid_body_of_a_customer_returns_404() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    for (method, path) in [(Method::PATCH, "1"), (Method::POST, "1/stock"), (Method::POST, "bulk")] {
        let wrong = noy.send(method, &format!("{PRODUCTS}/{path}"), json!({"version": "x", "kind": 1})).await;
        let body = problem(wrong).await;
        assert_eq!((&body["status"], &body["detail"]), (&404.into(), &"nothing has this address".into()));
    }
}

/// Twenty thousand ids are larger than other bodies may be.
#[actix_web::test]
async fn bulk_change_of_twenty_thousand_products_fits() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let pro_ids: Vec<i64> = (1_000_000..1_020_000).collect();
    let body = json!({"pro_ids": pro_ids, "change": {"visible": false}, "dry_run": true});
    json(kham.send(Method::POST, &format!("{PRODUCTS}/bulk"), body).await).await;
    let StaffCall::Change(request) = last(&shop) else { panic!("another call") };
    let Some(Selection::Ids(ids)) = request.selection else { panic!("another selection") };
    assert_eq!(ids.pro_ids.len(), 20_000);
}
