//! Product search over HTTP: results, suggestions, popular searches.

use std::time::{Duration, Instant};

use heuan_proto::search::v1::{ProductHit, SearchFilter, SearchSort, Span, SuggestRequest};
use heuan_rpc::{Code, Error};
use reqwest::Response;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    search_fake::{Searched, hit},
    support::{TestShop, eventually, problem, shop, shop_with},
};

const SEARCH: &str = "/api/v1/search-product?search=cement";

#[actix_web::test]
async fn results_are_returned_with_their_products_in_two_calls() {
    let shop = shop().await;
    let span = |start, end| Span { start, end };
    // "Cement 5 ລາວ" in Lao, "Cement 5" in English.
    let marked = ProductHit {
        pro_id: 5,
        name_la_matches: vec![span(0, 6), span(9, 18)],
        name_en_matches: vec![span(0, 6)],
    };
    shop.search.find(vec![marked, hit(999), hit(3)]);
    let body = shop.json(SEARCH).await;
    assert_eq!((&body["success"], &body["total"]), (&json!(true), &json!(3)));
    let ids: Vec<&Value> = body["products"].as_array().unwrap().iter().map(|one| &one["pro_id"]).collect();
    assert_eq!(ids, [5, 3], "the order is the search's; missing products are left out");
    let first = &body["products"][0];
    assert_eq!((&first["price"], &first["stock"]), (&json!(5000), &json!(7)));
    assert_eq!(first["matches"], json!({"la": [[0, 6], [9, 12]], "en": [[0, 6]]}));
    assert_eq!(
        body["facets"],
        json!({
            "categories": [{"cat_id": 1, "count": 2}], "groups": [{"prog_id": 101, "count": 2}],
            "brands": [{"brand": "Hinphet", "count": 2}], "price": {"min": 3000, "max": 5000},
            "in_stock": 2, "on_sale": 1,
        })
    );
    assert_eq!(body.get("corrected"), None);
    assert_eq!(shop.fake.take_calls(), ["BatchGetProducts"]);
    assert_eq!(shop.search.take_received().len(), 1);
    assert_eq!(shop.json("/api/v1/search-product?search=cemnt").await["corrected"], "cement");
}

#[actix_web::test]
async fn index_that_lacks_changes_is_said_in_a_header() {
    let shop = shop().await;
    let header = async |path: &str| shop.get(path).await.headers().get("x-heuan-indexing").cloned();
    assert_eq!(header(SEARCH).await, None);
    shop.search.set_indexing(true);
    let indexing = header("/api/v1/search-product?search=tile").await;
    assert_eq!(indexing.unwrap(), "1");
    assert_eq!(header("/api/v1/product").await, None, "lists come from the catalog");
}

#[actix_web::test]
async fn filters_order_and_page_are_passed_on() {
    let shop = shop().await;
    shop.json(&format!(
        "{SEARCH}&category=1&group=101&brand=hinphet&min_price=10&max_price=20&in_stock=true&on_sale=true\
         &sort=price_desc&page=3&limit=20"
    ))
    .await;
    let received = shop.search.take_received();
    let [Searched::Products(request)] = &received[..] else { panic!("{received:?}") };
    assert_eq!((request.page, request.limit, request.sort()), (3, 20, SearchSort::PriceDesc));
    let expected = SearchFilter {
        cat_ids: vec![1],
        prog_ids: vec![101],
        brands: vec!["hinphet".to_owned()],
        min_price: Some(10),
        max_price: Some(20),
        in_stock: true,
        on_sale: true,
    };
    assert_eq!(request.filter, Some(expected));
}

#[actix_web::test]
async fn page_beyond_the_end_is_empty() {
    let shop = shop().await;
    shop.search.find(vec![hit(1), hit(2)]);
    let body = shop.json(&format!("{SEARCH}&page=1000000&limit=100")).await;
    assert_eq!((&body["products"], &body["total"]), (&json!([]), &json!(2)));
    assert!(shop.fake.take_calls().is_empty());
}

#[rstest]
#[case("/api/v1/search-product", "search", "search_text")]
#[case("/api/v1/search-product?search=", "search", "search_text")]
#[case("/api/v1/search-product?search=%20%E3%80%80", "search", "search_text")]
#[case("/api/v1/search-product?search=a%00b", "search", "search_text")]
#[case("/api/v1/search-product?search=a&search=b", "search", "search_text")]
#[case("/api/v1/keywork?keyword=", "keyword", "search_text")]
#[case("/api/v1/search-product?search=a&limit=101", "limit", "")]
#[case("/api/v1/search-product?search=a&sort=recommended", "sort", "")]
#[case("/api/v1/search-product?search=a&record=maybe", "record", "")]
#[case("/api/v1/keywork?keyword=a&limit=21", "limit", "")]
#[case("/api/v1/suggetsearch?limit=51", "limit", "")]
#[case("/api/v1/suggetsearch?language=zh-CN", "language", "")]
#[case("/api/v1/suggetsearch?language=LO", "language", "")]
#[actix_web::test]
async fn invalid_search_parameter_is_reported(#[case] path: &str, #[case] field: &str, #[case] reason: &str) {
    let shop = shop().await;
    let body = problem(shop.get(path).await).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!(field)), "{body}");
    assert_eq!(body["reason"].as_str().unwrap_or_default(), reason);
    assert!(shop.search.take_received().is_empty());
}

#[rstest]
#[case("ກ", 201)]
#[case("a", 10_000)]
#[case("%F0%9F%98%80", 3000)]
#[actix_web::test]
async fn too_long_text_is_refused_with_its_reason(#[case] letter: &str, #[case] times: usize) {
    let shop = shop().await;
    for call in ["search-product?search", "keywork?keyword"] {
        let body = problem(shop.get(&format!("/api/v1/{call}={}", letter.repeat(times))).await).await;
        assert_eq!((&body["status"], &body["reason"]), (&json!(400), &json!("search_text")), "{body}");
    }
}

#[rstest]
#[actix_web::test]
async fn text_without_searchable_terms_finds_nothing(#[values("%25", "!!!!", "%E0%BB%88")] text: &str) {
    let shop = shop().await;
    shop.search.fail(Some(Error::invalid("text", "has nothing to search for")));
    let body = shop.json(&format!("/api/v1/search-product?search={text}")).await;
    assert_eq!((&body["success"], &body["products"], &body["total"]), (&json!(true), &json!([]), &json!(0)));
    let body = shop.json(&format!("/api/v1/keywork?keyword={text}")).await;
    assert_eq!((&body["success"], &body["result"]), (&json!(true), &json!([])));
    assert!(shop.fake.take_calls().is_empty());
}

#[actix_web::test]
async fn suggestions_and_popular_searches_have_the_specified_shapes() {
    let shop = shop().await;
    let body = shop.json("/api/v1/keywork?keyword=c").await;
    assert_eq!(body, json!({"success": true, "result": ["cement", "ຊີມັງ"]}));
    let body = shop.json("/api/v1/suggetsearch").await;
    assert_eq!(body, json!({"success": true, "data": [{"searchtext": "ຊີມັງ", "icount": 40}]}));
    shop.json("/api/v1/suggetsearch?language=zh&limit=8").await;
    let suggest = SuggestRequest { text: "c".to_owned(), limit: 10 };
    assert_eq!(
        shop.search.take_received(),
        [
            Searched::Suggest(suggest),
            Searched::Popular(10, String::new()),
            Searched::Popular(8, "zh".to_owned())
        ]
    );
}

#[actix_web::test]
async fn concurrent_searches_of_one_text_make_one_call() {
    let shop = shop().await;
    let began = Instant::now();
    for path in [SEARCH, "/api/v1/search-product?search=+cement+&page=1", SEARCH] {
        shop.json(path).await;
    }
    // A response is cached for a second, in which a busy machine may make few requests.
    let max = 1 + began.elapsed().as_secs() as usize;
    let received = shop.search.take_received().len();
    assert!((1..=max).contains(&received), "{received} times within {max} s");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    shop.json(SEARCH).await;
    assert_eq!(shop.search.take_received().len(), 1, "a response is cached for a moment only");
}

#[rstest]
#[case(Error::unavailable("down"))]
#[case(Error::new(Code::DeadlineExceeded, "too late"))]
#[case(Error::internal("broken"))]
#[case(Error::overloaded(Duration::from_millis(5)))]
#[actix_web::test]
async fn outage_of_search_has_one_reason(#[case] error: Error) {
    let shop = shop().await;
    shop.search.fail(Some(error));
    for path in [SEARCH, "/api/v1/keywork?keyword=c", "/api/v1/suggetsearch"] {
        let response = shop.get(path).await;
        assert!(response.headers().contains_key("retry-after"));
        let body = problem(response).await;
        assert_eq!((&body["status"], &body["reason"]), (&json!(503), &json!("unavailable")), "{body}");
    }
}

#[actix_web::test]
async fn cached_results_are_served_while_search_is_down() {
    let shop = shop().await;
    shop.search.find(vec![hit(1)]);
    let before = shop.json(SEARCH).await;
    shop.search.fail(Some(Error::unavailable("down")));
    eventually("stale", async || shop.get(SEARCH).await.headers().contains_key("x-heuan-stale")).await;
    assert_eq!(shop.json(SEARCH).await, before);
}

async fn searched(shop: &TestShop, name: &str, value: &str) -> Response {
    shop.get_with(&format!("{SEARCH}&record=1"), name, value).await
}

#[actix_web::test]
async fn networks_of_one_ipv6_line_are_one_visitor() {
    let proxy = |config: &mut heuan_edge::EdgeConfig| {
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().unwrap()];
    };
    let shop = shop_with(proxy).await;
    for (n, address) in ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2:1::1"].into_iter().enumerate() {
        searched(&shop, "x-forwarded-for", address).await;
        eventually("counted", async || shop.search.recorded().len() == n + 1).await;
    }
    let visitors: Vec<_> = shop.search.recorded().into_iter().map(|search| search.visitor).collect();
    assert_eq!(visitors[0], visitors[1]);
    assert_ne!(visitors[0], visitors[2]);
}

#[actix_web::test]
async fn submitted_search_counts_once_and_its_visitor_is_a_pseudonym() {
    let shop = shop().await;
    shop.get(SEARCH).await;
    shop.get(&format!("{SEARCH}&page=2&record=1")).await;
    searched(&shop, "user-agent", "Googlebot/2.1").await;
    // Cached a moment ago, and counted nevertheless.
    let response = searched(&shop, "x", "y").await;
    assert_eq!(response.headers()["cache-control"], "no-cache");
    searched(&shop, "x", "y").await;
    eventually("both are counted", async || shop.search.recorded().len() == 2).await;
    let recorded = shop.search.recorded();
    assert_eq!((recorded[0].text.as_str(), recorded[0].customer_id), ("cement", None));
    assert_eq!(recorded[0].visitor, recorded[1].visitor);
    assert!((20..=64).contains(&recorded[0].visitor.len()));
    assert!(!recorded[0].visitor.contains("127.0.0.1"));
}

#[actix_web::test]
async fn search_is_added_to_the_history_only_with_token_and_session() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    searched(&shop, "cookie", &cookie).await;
    eventually("counted", async || !shop.search.recorded().is_empty()).await;
    assert_eq!(shop.search.recorded()[0].customer_id, None, "a link of another site writes no history");
    shop.search.take_received();
    noy.get(&format!("{SEARCH}&record=1")).await;
    eventually("counted", async || !shop.search.recorded().is_empty()).await;
    assert_eq!(shop.search.recorded()[0].customer_id, Some(id));
    shop.search.take_received();
    shop.accounts.set_down(true);
    assert_eq!(noy.get(&format!("{SEARCH}&record=1")).await.status(), 200);
    eventually("counted", async || !shop.search.recorded().is_empty()).await;
    assert_eq!(shop.search.recorded()[0].customer_id, None);
}

#[actix_web::test]
async fn result_page_contains_its_results() {
    let shop = shop().await;
    shop.search.find(vec![hit(3)]);
    for path in ["/la/shop?search=cement", "/la/shop?q=cement"] {
        let page = shop.text(path).await;
        assert!(page.contains(r#""/api/v1/search-product?limit=24&page=1&search=cement":"#), "{page}");
        assert!(page.contains(r#"<meta name="robots" content="noindex">"#));
        assert!(page.contains("<noscript>") && page.contains("/la/shop/3"));
        assert!(!page.contains("/api/v1/product?"));
    }
    assert!(shop.search.recorded().is_empty());
    shop.search.fail(Some(Error::unavailable("down")));
    let response = shop.get("/la/shop?search=other").await;
    assert_eq!(response.status(), 200, "the page itself says that search is down");
    assert!(!response.text().await.unwrap().contains("search-product"));
    let page = shop.text("/la/shop?search=%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!page.contains("<script>alert"));
}

/// The title and heading that the browser gives the page too.
#[rstest]
#[case("la", "ຜົນການຄົ້ນຫາ “cement &amp; sand”", "ເຮືອນ")]
#[case("en", "Results for “cement &amp; sand”", "Heuan")]
#[case("th", "ผลการค้นหา “cement &amp; sand”", "Heuan")]
#[case("cn", "“cement &amp; sand”的搜索结果", "Heuan")]
#[case("vn", "Kết quả cho “cement &amp; sand”", "Heuan")]
#[actix_web::test]
async fn result_page_is_titled_as_in_the_browser(
    #[case] code: &str,
    #[case] title: &str,
    #[case] shop_name: &str,
) {
    let shop = shop().await;
    shop.search.find(vec![hit(3)]);
    let page = shop.text(&format!("/{code}/shop?search=cement%20%26%20sand")).await;
    assert!(page.contains(&format!("<title>{title} | {shop_name}</title>")), "{page}");
    assert!(page.contains(&format!("<h1>{title}</h1>")), "{page}");
}
