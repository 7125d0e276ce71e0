//! Promotions and banners that staff edits: when shoppers see them, in which order, and new types of promotions.

use heuan_proto::staffcontent::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    Shop,
    content_editor::{ContentEditor, actor, banner, promotion, small},
    folder::{SMALL, folder},
};

#[rstest]
#[tokio::test]
async fn promotion_is_shown_from_its_first_day_to_its_last_while_it_is_published(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let body = promotion("New year", "2026-12-20", "2027-01-05");
    let item = editor.save("promotion", "", "", &body).await.unwrap().item.unwrap();
    assert_eq!(item.item_id, "3");
    assert_eq!(editor.item("promotion", "3").await.1, body);
    assert_eq!(editor.list("promotion").await, ["1", "2", "3"]);
    for (day, shown) in
        [("2026-12-19", false), ("2026-12-20", true), ("2027-01-05", true), ("2027-01-06", false)]
    {
        assert_eq!(editor.promotions(day).await.contains(&"New year".to_owned()), shown, "{day}");
    }
    let mut unpublished = body.clone();
    unpublished["published"] = json!(false);
    editor.edit("promotion", "3", &unpublished).await;
    assert!(editor.promotions("2026-12-20").await.is_empty());
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn promotion_brings_its_new_type(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let editor = ContentEditor::of(&shop);
    let body = |name: &str, type_id: i64| {
        json!({
            "title": {"la": "", "en": "Opening"}, "promo_type_id": type_id, "new_type": {"la": "ເປີດຮ້ານ", "en": name},
            "starts": "", "ends": "2127-01-31", "banner": "", "pro_ids": [], "published": true, "position": 0,
        })
    };
    let create = async |body: Value| {
        let request = wire::SaveContentRequest {
            actor: Some(actor()),
            kind: "promotion".to_owned(),
            body_json: body.to_string(),
            ..Default::default()
        };
        editor.client.clone().save_content(request).await.map(|saved| saved.into_inner().item.unwrap())
    };
    let type_of = |item: &wire::ContentItem| {
        let body: Value = serde_json::from_str(&item.body_json).unwrap();
        assert!(body.get("new_type").is_none(), "{body}");
        body["promo_type_id"].as_i64().unwrap()
    };
    // A shop that was never imported has no type.
    let first = type_of(&create(body("Opening", 0)).await.unwrap());
    assert_eq!(
        type_of(&create(body("Opening", 0)).await.unwrap()),
        first,
        "a type of these names is used again"
    );
    let second = type_of(&create(body("Clearance", 0)).await.unwrap());
    assert_ne!(second, first);
    // An import without the types removes them. Their ids are not given again: an undo of the removed promotions needs them.
    shop.import(&folder(&SMALL), true).await;
    let third = type_of(&create(body("Clearance", 0)).await.unwrap());
    assert!(third > second && third > first, "{first} {second} {third}");
    let error = Error::from(create(body("Opening", first)).await.unwrap_err());
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "new_type"));
    let unnamed = json!({"la": " ", "en": ""});
    let mut body = body("", 0);
    body["new_type"] = unnamed;
    assert_eq!(Error::from(create(body).await.unwrap_err()).code, Code::InvalidArgument);
}

#[rstest]
#[tokio::test]
async fn banner_is_scheduled_and_ordered(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    for title in ["First", "Second", "Third"] {
        editor.save("banner", "", "", &banner(title)).await.unwrap();
    }
    let mut second = banner("Second");
    second["position"] = json!(-1);
    second["ends"] = json!("2026-11-21");
    editor.edit("banner", "2", &second).await;
    let mut third = banner("Third");
    third["starts"] = json!("2026-11-22");
    editor.edit("banner", "3", &third).await;
    assert_eq!(editor.banners().await, [2, 1]);
    shop.clock.advance(24 * 3_600_000);
    assert_eq!(editor.banners().await, [1, 3]);
}
