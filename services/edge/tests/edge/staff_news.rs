//! Back office: news of the shop; and the page of the link that stops them.

use heuan_proto::accounts::v1::Role;
use heuan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{account_browser::Browser, support::shop};

fn text() -> Value {
    json!({"title": "ຫຼຸດລາຄາ", "body": "ກະເບື້ອງ", "title_en": "Sale", "body_en": "All tiles",
        "title_th": "ลดราคา", "body_th": "กระเบื้อง", "link": "/promotion"})
}

#[actix_web::test]
async fn editor_previews_sends_and_cancels_news_under_the_audit_log() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.accounts.set_role("020", Role::Editor);
    let page: Value = noy.get("/api/staff/news?limit=5").await.json().await.unwrap();
    let news = &page["data"][0];
    assert_eq!(
        (&news["state"], &news["sent"], &news["waiting"], &news["ended_at"]),
        (&"sending".into(), &5.into(), &15.into(), &Value::Null)
    );
    assert_eq!((&page["next_before"], &page["recipients"]), (&3.into(), &40.into()));
    let post = async |path: &str| noy.request(Method::POST, path).json(&text()).send().await.unwrap();
    let preview: Value = post("/api/staff/news/preview").await.json().await.unwrap();
    assert_eq!(preview["data"]["previews"][0]["short_text"], "Heuan: Sale");
    shop.chat.take_received();
    let sent = noy.request(Method::POST, "/api/staff/news").header("idempotency-key", "k1");
    let sent = sent.json(&text()).send().await.unwrap();
    assert_eq!(sent.status(), 201);
    let received = shop.chat.take_received();
    let [(_, call)] = &received[..] else { panic!("{received:?}") };
    for part in
        ["actor_role: Editor", ".k1\"", "title_en: \"Sale\"", "title_th: \"ลดราคา\"", "title_vn: \"\""]
    {
        assert!(call.contains(part), "{part}: {call}");
    }
    let cancelled: Value = post("/api/staff/news/3/cancel").await.json().await.unwrap();
    assert_eq!(cancelled["data"]["state"], "cancelled");
    eventually("the action is recorded", async || {
        let ended = &shop.accounts.stored().audit_ends;
        ended.iter().any(|entry| entry.status == 201 && entry.detail == "Sale")
    })
    .await;
}

#[actix_web::test]
async fn link_of_a_message_asks_and_one_press_stops_news_without_a_login() {
    let shop = shop().await;
    let http = reqwest::Client::new();
    let url = |token: &str| shop.url(&format!("/stop/{token}?lang=en"));
    let opened = http.get(url("t1")).send().await.unwrap();
    assert_eq!(opened.status(), 200);
    assert!(opened.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
    let html = opened.text().await.unwrap();
    assert!(html.contains("<form method=\"post\">") && html.contains("Stop news"), "{html}");
    assert!(shop.chat.take_received().is_empty(), "opening the link changes nothing");
    let one_click = http
        .post(url("t1"))
        .header("content-type", "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    let stopped = one_click.send().await.unwrap();
    assert_eq!(stopped.status(), 200);
    assert!(stopped.text().await.unwrap().contains("You will get no more news"));
    let received = shop.chat.take_received();
    assert!(received[0].0 == "Unsubscribe" && received[0].1.contains("t1"), "{received:?}");
    let wrong = http.post(url("wrong")).send().await.unwrap();
    assert_eq!(wrong.status(), 400);
    assert!(wrong.text().await.unwrap().contains("not valid"));
}

#[actix_web::test]
async fn privacy_page_gets_the_configured_times_and_none_of_a_service_that_does_not_say() {
    let shop = shop().await;
    let times: Value = shop.get("/api/v1/retention").await.json().await.unwrap();
    assert_eq!(
        (&times["data"]["chat_messages"], &times["data"]["notifications"], &times["data"]["searches"]),
        (&0.into(), &180.into(), &Value::Null)
    );
    assert_eq!((&times["data"]["orders"], &times["data"]["known_browsers"]), (&(-1).into(), &400.into()));
    assert_eq!(
        (&times["data"]["sessions"], &times["data"]["link_previews"], &times["data"]["counted_searches"]),
        (&30.into(), &90.into(), &7.into())
    );
}
