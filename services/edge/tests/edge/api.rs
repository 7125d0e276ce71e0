use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    fake::product,
    support::{problem, shop, shop_with},
};

#[actix_web::test]
async fn product_list_has_the_specified_shape() {
    let shop = shop().await;
    let body = shop.json("/api/v1/product?category=1&group=101&limit=10&page=2").await;
    assert_eq!(body["success"], true);
    assert_eq!((&body["total"], &body["page"], &body["limit"]), (&json!(25), &json!(2), &json!(10)));
    assert_eq!(body["data"].as_array().unwrap().len(), 10);
    let first = &body["data"][0];
    assert_eq!(first["pro_id"], 11);
    assert_eq!(first["pro_name_en"], "Cement 11");
    assert_eq!(
        (&first["price"], &first["product_price1"], &first["stock"]),
        (&json!(11_000), &json!(12_000), &json!(7))
    );
    for field in [
        "cat_id",
        "prog_id",
        "pro_name_la",
        "pro_img_cover",
        "images",
        "vatrate",
        "unit_name_la",
        "unit_name_en",
        "brand",
    ] {
        assert!(first.get(field).is_some(), "{field}");
    }
    assert_eq!(shop.json("/api/v1/product?page=99").await["data"], json!([]));
}

#[actix_web::test]
async fn product_without_category_or_group_has_null() {
    let shop = shop().await;
    let mut alone = product(3, "Cement 3", 3000);
    let of = alone.product.as_mut().unwrap();
    (of.cat_id, of.prog_id) = (0, 0);
    shop.fake.put(alone);
    for path in ["/api/v1/product/3", "/api/v1/product?limit=3"] {
        let data = &shop.json(path).await["data"];
        let product = data.get(2).unwrap_or(data);
        assert_eq!(
            (&product["pro_id"], &product["cat_id"], &product["prog_id"]),
            (&json!(3), &Value::Null, &Value::Null)
        );
    }
}

#[actix_web::test]
async fn product_has_its_category_group_and_attributes() {
    let shop = shop().await;
    let body = shop.json("/api/v1/product/3").await;
    assert_eq!(body["data"]["pro_id"], 3);
    assert_eq!(body["data"]["category"]["cat_name_en"], "Building Materials");
    assert_eq!(body["data"]["group"]["prog_id"], 101);
    assert_eq!(body["data"]["attributes"]["colour"]["la"], "ແດງ");
    assert_eq!(body["data"]["attributes"]["weight_kg"], 50);
    assert_eq!(shop.json("/api/v1/product/3/related?limit=2").await["data"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn other_lists_have_the_specified_shapes() {
    let shop = shop().await;
    let data = async |path: &str| shop.json(path).await["data"].clone();

    assert_eq!(data("/api/v1/category?active=true").await[0]["cat_name_en"], "Building Materials");
    assert_eq!(data("/api/v1/group?cat_id=1").await[0]["prog_name_en"], "Cement");
    let kind = &data("/api/v1/pomotion/type").await[0];
    assert_eq!(kind["promo_type_name"], "ຫຼຸດລາຄາ");
    let promotion = &data("/api/v1/promotion?type=1").await[0];
    assert_eq!((&promotion["banner"], promotion["products"].as_array().unwrap().len()), (&Value::Null, 10));
    assert_eq!(
        data("/api/v1/banner").await["messages"][0],
        json!({"la": "ຍິນດີ", "en": "Welcome", "href": null})
    );
    let tile = json!({"image": "banners/1.png", "title": {"la": "ສີ", "en": "Paint"}, "text": null, "href": "/shop?category=3"});
    let hero =
        json!({"title": {"la": "ເຮືອນດີ", "en": "A good home"}, "text": {"la": "", "en": ""}, "tiles": [tile]});
    assert_eq!(data("/api/v1/banner").await["hero"], hero);
    let menu = &data("/api/v1/menu").await[0];
    assert_eq!((&menu["type"], &menu["sublabel"]), (&json!("dropdown"), &Value::Null));
    assert_eq!(menu["dropDownMenuData"][0]["type"], "link");
    let company = &data("/api/v1/company").await;
    assert_eq!(company["points_per_kip"], 200_000);
    assert_eq!(company["address"], json!({"la": "ບ້ານໂພນທັນ", "en": "Phonthan Village"}));
    assert_eq!(data("/api/v1/content/investor/ir-relations").await["slug"], "investor/ir-relations");
    assert_eq!(data("/api/v1/collection").await[0]["name"], "popular");
    let branch = &data("/api/v1/branch").await[0];
    assert_eq!((&branch["lat"], &branch["lng"]), (&json!(17.98), &Value::Null));
    let weather = &data("/api/v1/weather").await;
    let expected = json!({
        "temp": 31.4, "feels_like": 35.0, "humidity": 58.0, "windSpeed": 1.8,
        "condition": "few_clouds", "description": "Few clouds", "icon": "cloud-moon",
        "branchName": {"la": "", "en": "Vientiane HQ"}, "branchId": 1,
        "cityName": {"la": "ວຽງຈັນ", "en": "Vientiane"},
        "timestamp": "2026-11-21T12:00:00+07:00", "estimated": false,
    });
    assert_eq!((&weather[0], &weather[1]["estimated"]), (&expected, &json!(true)));

    let facets = &data("/api/v1/facet?category=1&min_price=20000").await;
    let expected = json!({
        "categories": [{"cat_id": 1, "count": 6}], "groups": [{"prog_id": 101, "count": 6}],
        "brands": [{"brand": "Hinphet", "count": 6}], "price": {"min": 1000, "max": 25000},
        "in_stock": 6, "on_sale": 0,
    });
    assert_eq!(facets, &expected);
    let slugs = &data("/api/v1/content").await;
    assert_eq!((&slugs[0], slugs.as_array().unwrap().len()), (&json!("about"), 7));

    let collection = shop.json("/api/v1/collection/popular").await;
    assert_eq!((&collection["collection"]["name"], &collection["limit"]), (&json!("popular"), &json!(24)));
}

#[rstest]
#[case("/api/v1/product?category=abc", "category")]
#[case("/api/v1/facet?max_price=-1", "max_price")]
#[case("/api/v1/product?limit=0", "limit")]
#[case("/api/v1/product?limit=101", "limit")]
#[case("/api/v1/product?page=-1", "page")]
#[case("/api/v1/product?sort=cheapest", "sort")]
#[case("/api/v1/product?in_stock=maybe", "in_stock")]
#[case("/api/v1/product?min_price=1.5", "min_price")]
#[case("/api/v1/product/abc", "pro_id")]
#[case("/api/v1/product/0/related", "pro_id")]
#[case("/api/v1/group?cat_id=x", "cat_id")]
#[case("/api/v1/promotion?type=x", "type")]
#[actix_web::test]
async fn invalid_parameter_is_reported(#[case] path: &str, #[case] field: &str) {
    let shop = shop().await;
    let response = shop.get(path).await;
    assert_eq!(response.status(), 400, "{path}");
    let body = problem(response).await;
    assert_eq!((&body["code"], &body["field"]), (&json!("invalid_argument"), &json!(field)));
    assert!(shop.fake.take_calls().is_empty());
}

#[actix_web::test]
async fn unknown_parameter_is_ignored() {
    let shop = shop().await;
    let plain = shop.text("/api/v1/product").await;
    assert_eq!(shop.text("/api/v1/product?utm_source=x&category=&page=01").await, plain);
    assert_eq!(shop.fake.take_calls(), ["ListProducts"]);
}

#[rstest]
#[case("/api/v1/product/999")]
#[case("/api/v1/product/999/related")]
#[case("/api/v1/collection/none")]
#[case("/api/v1/content/none")]
#[case("/api/v1/content/UPPER")]
#[case("/api/v1/collection/%00")]
#[case("/api/v1/nowhere")]
#[case("/api")]
#[case("/media/none.png")]
#[case("/assets/none.js")]
#[case("/favicon.ico")]
#[case("/.well-known/change-password")]
#[actix_web::test]
async fn unknown_resource_is_a_problem_response(#[case] path: &str) {
    let response = shop().await.get(path).await;
    assert_eq!(response.status(), 404, "{path}");
    assert_eq!(problem(response).await["code"], "not_found");
}

#[actix_web::test]
async fn wrong_method_returns_the_allowed_ones() {
    let shop = shop().await;
    for (method, path, allow) in [
        (reqwest::Method::POST, "/api/v1/product", "GET, HEAD"),
        (reqwest::Method::DELETE, "/api/v1/product/1", "GET, HEAD"),
        (reqwest::Method::GET, "/api/api-token", "POST"),
        (reqwest::Method::PUT, "/api/v1/content/investor/x", "GET, HEAD"),
        (reqwest::Method::POST, "/la/shop", "GET, HEAD"),
    ] {
        let response = shop.client.request(method, shop.url(path)).send().await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["allow"]),
            (405, &allow.parse().unwrap()),
            "{path}"
        );
        problem(response).await;
    }
}

#[actix_web::test]
async fn every_documented_url_refuses_undocumented_methods() {
    let shop = shop().await;
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        let address: String = path
            .split('{')
            .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
            .collect::<Vec<_>>()
            .join("1");
        for method in ["PATCH", "GET", "POST", "PUT", "DELETE"] {
            if item.get(method.to_lowercase()).is_some() {
                continue;
            }
            let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
            let response = shop.client.request(method.clone(), shop.url(&address)).send().await.unwrap();
            assert_eq!(response.status(), 405, "{method} {address}");
            assert!(!response.headers()["allow"].is_empty(), "{method} {address}");
        }
    }
}

#[actix_web::test]
async fn publishable_key_is_exchanged_for_a_token() {
    let shop = shop().await;
    let search_by = |key: &'static str| {
        let request = shop.client.post(shop.url("/api/api-token"));
        request.header("authorization", key).send()
    };
    let response = search_by("Bearer heuan-demo-key").await.unwrap();
    assert_eq!(
        (response.status().as_u16(), &response.headers()["cache-control"]),
        (200, &"no-store".parse().unwrap())
    );
    let body: Value = response.json().await.unwrap();
    assert!(body["data"]["token"].as_str().unwrap().starts_with("v1."));
    assert!(body["data"]["expires_at"].as_str().unwrap().ends_with("+07:00"));
    for wrong in ["Bearer nope-nope", "heuan-demo-key", "Basic heuan-demo-key", ""] {
        let response = search_by(wrong).await.unwrap();
        assert_eq!(response.status(), 401, "{wrong}");
        assert_eq!(problem(response).await["code"], "unauthenticated");
    }
}

#[actix_web::test]
async fn configured_name_and_url_are_used() {
    let shop = shop_with(|config| {
        config.public_url = "https://shop.example".to_owned();
        config.shop_name = "Hinphet Home".to_owned();
    })
    .await;
    let html = shop.text("/en/shop").await;
    assert!(html.contains("<title>All products | Hinphet Home</title>"), "{html}");
    assert!(html.contains("<link rel=\"canonical\" href=\"https://shop.example/en/shop\">"), "{html}");
    let response = shop.get("/api/v1/menu").await;
    assert!(response.headers().contains_key("strict-transport-security"));
}
