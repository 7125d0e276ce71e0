//! Back office: searches of visitors, synonyms, and pinned and blocked searches.

use heuan_proto::{
    accounts::v1::Role,
    search::v1::{SearchActorRole, SearchRuleAction, SearchView},
};
use heuan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{account_browser::Browser, search_fake::Searched, support::shop};

async fn send(browser: &Browser<'_>, method: Method, path: &str, body: Value) -> (u16, Value) {
    let response = browser.request(method, path).json(&body).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[actix_web::test]
async fn searches_are_listed_by_view() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.accounts.set_role("020", Role::Editor);
    let query = "view=without_result&limit=5&search=%20ປູນ&cursor=38.2.ປູນ";
    let page: Value = noy.get(&format!("/api/staff/searches?{query}")).await.json().await.unwrap();
    let search = &page["data"][0];
    assert_eq!(
        (&search["visitors"], &search["clicked_visitors"], &search["has_result"], &search["rule"]),
        (&38.into(), &2.into(), &false.into(), &"block".into())
    );
    assert_eq!((&page["window_hours"], &page["min_visitors"]), (&168.into(), &3.into()));
    assert_eq!((&page["next_cursor"], &page["total"]), (&"38.1.ປູນ".into(), &7.into()));
    assert_eq!(page["limited_to"], 2_000);
    let received = shop.search.take_received();
    let [Searched::Insights(call)] = &received[..] else { panic!("{received:?}") };
    assert_eq!((call.view(), call.limit), (SearchView::WithoutResult, 5));
    assert_eq!((call.search.as_str(), call.cursor.as_str()), ("ປູນ", "38.2.ປູນ"));
    assert_eq!(call.actor.as_ref().unwrap().role(), SearchActorRole::Editor);
    for (query, field) in [("view=some", "view"), ("limit=0", "limit")] {
        let refused: Value = noy.get(&format!("/api/staff/searches?{query}")).await.json().await.unwrap();
        assert_eq!(refused["field"], field, "{query}");
    }
}

#[actix_web::test]
async fn change_of_synonyms_is_in_the_audit_log_with_its_words() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.accounts.set_role("020", Role::Manager);
    let words = json!({"words": ["tap", "ກັອກ"]});
    let (status, created) = send(&noy, Method::POST, "/api/staff/searches/synonyms", words).await;
    assert_eq!((status, &created["data"]["group_id"]), (201, &8.into()));
    let words = json!({"words": ["tap", "spigot"], "version": 1});
    let (status, updated) = send(&noy, Method::PUT, "/api/staff/searches/synonyms/8", words).await;
    assert_eq!((status, &updated["data"]["words"]), (200, &json!(["tap", "spigot"])));
    let one = "/api/staff/searches/synonyms/8";
    let (status, outdated) = send(&noy, Method::DELETE, &format!("{one}?version=2"), json!({})).await;
    assert_eq!((status, &outdated["reason"]), (409, &"synonyms_changed".into()));
    let (status, wrong) = send(&noy, Method::DELETE, &format!("{one}?version=x"), json!({})).await;
    assert_eq!((status, &wrong["field"]), (400, &"version".into()));
    let (status, _) = send(&noy, Method::DELETE, &format!("{one}?version=1"), json!({})).await;
    assert_eq!(status, 200);
    eventually("each change is recorded", async || {
        let ended = &shop.accounts.stored().audit_ends;
        ["tap | ກັອກ", "tap | spigot", "tap"]
            .iter()
            .all(|words| ended.iter().any(|entry| entry.status < 300 && entry.detail == *words))
    })
    .await;
    shop.search.take_received();
    let query = "search=tap&cursor=5.7&limit=9";
    let groups: Value = noy.get(&format!("/api/staff/searches/synonyms?{query}")).await.json().await.unwrap();
    assert_eq!(groups["data"][0]["words"], json!(["tap", "faucet"]));
    assert_eq!((&groups["next_cursor"], &groups["total"]), (&Value::Null, &1.into()));
    let page = Searched::Groups("tap".to_owned(), "5.7".to_owned(), 9);
    assert_eq!(shop.search.take_received(), [page]);
}

#[actix_web::test]
async fn search_is_pinned_and_freed() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.accounts.set_role("020", Role::Editor);
    let body = json!({"searchtext": " cement  bag ", "action": "pin"});
    let (status, rule) = send(&noy, Method::PUT, "/api/staff/searches/rules", body).await;
    assert_eq!((status, &rule["data"]["action"]), (200, &"pin".into()));
    let (status, _) =
        send(&noy, Method::DELETE, "/api/staff/searches/rules?searchtext=cement", json!({})).await;
    assert_eq!(status, 200);
    let received = shop.search.take_received();
    let [Searched::Rule(set), Searched::DeletedRule(text)] = &received[..] else { panic!("{received:?}") };
    assert_eq!(
        (set.text.as_str(), set.action(), text.as_str()),
        ("cement bag", SearchRuleAction::Pin, "cement")
    );
    let body = json!({"searchtext": " ", "action": "pin"});
    let (status, refused) = send(&noy, Method::PUT, "/api/staff/searches/rules", body).await;
    assert_eq!((status, &refused["field"]), (400, &"searchtext".into()));
}

#[actix_web::test]
async fn opened_product_counts_for_its_search() {
    let shop = shop().await;
    let noy = Browser::new(&shop).await;
    let body = json!({"searchtext": "cement"});
    let (status, _) = send(&noy, Method::POST, "/api/v1/search-click", body).await;
    assert_eq!(status, 200);
    let received = shop.search.take_received();
    let [Searched::Click(click)] = &received[..] else { panic!("{received:?}") };
    assert_eq!((click.text.as_str(), click.visitor.is_empty()), ("cement", false));
}
