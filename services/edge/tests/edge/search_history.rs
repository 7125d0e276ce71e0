//! A customer's search history over HTTP; `account_matrix.rs` makes every call here without a token or a session.

use heuan_proto::search::v1::{ClearSearchHistoryRequest, ListSearchHistoryRequest};
use heuan_rpc::{Code, Error};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    search_fake::Searched,
    support::{problem, shop},
};

const HISTORY: &str = "/api/auth/search-history";

#[actix_web::test]
async fn history_belongs_to_the_signed_in_customer() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let customer_id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    noy.set_cookie("cus_id", "999");
    let response = noy.get(&format!("{HISTORY}?limit=50")).await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    let body: Value = response.json().await.unwrap();
    let entries = json!([{"id": 8, "searchtext": "ຊີມັງ"}, {"id": 3, "searchtext": "pump"}]);
    assert_eq!(body, json!({"success": true, "searchHistory": entries}));

    let response = noy.send(Method::POST, HISTORY, json!({"searchtext": "  ສີ   ຂາວ "})).await;
    assert_eq!(response.status(), 201);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body, json!({"success": true, "data": {"id": 9, "searchtext": "ສີ ຂາວ"}}));

    for path in [format!("{HISTORY}?id=8"), HISTORY.to_owned()] {
        let body: Value = noy.send(Method::DELETE, &path, json!({})).await.json().await.unwrap();
        assert_eq!(body["success"], true);
    }
    let received = shop.search.take_received();
    let [list, Searched::Record(recorded), one, all] = &received[..] else { panic!("{received:?}") };
    assert_eq!(list, &Searched::List(ListSearchHistoryRequest { customer_id, limit: 50 }));
    assert_eq!((recorded.customer_id, recorded.visitor.is_empty()), (Some(customer_id), false));
    assert_eq!(one, &Searched::Clear(ClearSearchHistoryRequest { customer_id, id: Some(8) }));
    assert_eq!(all, &Searched::Clear(ClearSearchHistoryRequest { customer_id, id: None }));
}

#[rstest]
#[case(Method::POST, "", r#"{"searchtext": " "}"#, "searchtext")]
#[case(Method::POST, "", r"{}", "searchtext")]
#[case(Method::POST, "", r#"{"searchtext": 7}"#, "searchtext")]
#[case(Method::GET, "?limit=51", "", "limit")]
#[case(Method::DELETE, "?id=0", "", "id")]
#[case(Method::DELETE, "?id=", "", "id")]
#[actix_web::test]
async fn invalid_history_field_is_reported(
    #[case] method: Method,
    #[case] query: &str,
    #[case] body: &'static str,
    #[case] field: &str,
) {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let request = noy.request(method, &format!("{HISTORY}{query}"));
    let request = request.header("content-type", "application/json").body(body);
    let body = problem(request.send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!(field)), "{body}");
    assert!(shop.search.take_received().is_empty());
}

#[actix_web::test]
async fn outage_of_search_is_unavailable() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.search.fail(Some(Error::new(Code::Unavailable, "down")));
    for method in [Method::GET, Method::DELETE] {
        let body = problem(noy.request(method, HISTORY).send().await.unwrap()).await;
        assert_eq!((&body["status"], &body["reason"]), (&json!(503), &json!("unavailable")));
    }
}
