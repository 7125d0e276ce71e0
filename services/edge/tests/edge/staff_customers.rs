//! Customers over HTTP, for the staff, and the new password by a code.

use heuan_proto::{accounts::v1::Role, orders::v1::StaffActorRole};
use heuan_rpc::Error;
use heuan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    live::Stream,
    order_fake::Received,
    support::{TestShop, shop, shop_with},
};

const CUSTOMERS: &str = "/api/staff/customers";

async fn staff(shop: &TestShop, role: Role) -> Browser<'_> {
    let browser = Browser::registered(shop, "030").await;
    shop.accounts.set_role("030", role);
    shop.orders.take_received();
    browser
}

async fn send(browser: &Browser<'_>, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let response = browser.request(method, path).json(body).send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "no-store");
    (response.status().as_u16(), response.json().await.unwrap())
}

async fn get(browser: &Browser<'_>, path: &str) -> Value {
    let (status, body) = send(browser, Method::GET, path, &Value::Null).await;
    assert_eq!(status, 200, "{body}");
    body
}

#[actix_web::test]
async fn clerk_finds_and_reads_customers_also_while_orders_are_down() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let kham = staff(&shop, Role::Clerk).await;
    let id = noy.cookie("cus_id").unwrap();
    let page = get(&kham, &format!("{CUSTOMERS}?search=020&limit=10&cursor=7")).await;
    assert_eq!(
        page,
        json!({"success": true, "next_cursor": "7", "data": [{"blocked_at": null, "order_count": 3, "account": {
            "cus_id": id.parse::<i64>().unwrap(), "fname": "Noy", "lname": "Keo", "phone": "020", "email": "",
            "role": "customer", "created_at": "2026-11-21T00:00:00+07:00",
        }}]})
    );
    let one = get(&kham, &format!("{CUSTOMERS}/{id}")).await;
    assert_eq!((&one["data"]["block"]["reason"], &one["data"]["order_count"]), (&"x".into(), &3.into()));
    assert_eq!(one["data"]["notes"][0]["by"], "Kham Sy");
    assert_eq!(one["data"]["sessions"][0]["device"], "Chrome on Android");
    shop.orders.fail_next(Error::internal("down"));
    let blocked = get(&kham, &format!("{CUSTOMERS}?blocked=true")).await;
    assert_eq!(
        (&blocked["data"][0]["order_count"], &blocked["data"][0]["blocked_at"]),
        (&Value::Null, &"2026-11-21T00:00:00+07:00".into())
    );
    let points = get(&kham, &format!("{CUSTOMERS}/{id}/points")).await;
    assert_eq!((&points["data"]["balance"], &points["data"]["next_cursor"]), (&12.into(), &"bmV4dA".into()));
    let last = get(&kham, &format!("{CUSTOMERS}/{id}/points?cursor=bmV4dA")).await;
    assert_eq!(last["data"]["next_cursor"], Value::Null);
    assert_eq!(
        points["data"]["entries"][0],
        json!({"at": "2026-11-21T00:00:00+07:00", "kind": "corrected", "points": 2, "order_id": null,
            "reason": "gift", "by": "Kham Sy"})
    );
    for (path, field) in [("?limit=0", "limit"), ("?blocked=yes", "blocked"), ("/x", "cus_id")] {
        let (status, refused) = send(&kham, Method::GET, &format!("{CUSTOMERS}{path}"), &Value::Null).await;
        assert_eq!((status, &refused["field"]), (400, &field.into()), "{path}");
    }
    assert_eq!(send(&kham, Method::GET, &format!("{CUSTOMERS}/7"), &Value::Null).await.0, 404);
}

#[actix_web::test]
async fn clerk_helps_and_manager_blocks_and_corrects_and_each_action_is_in_the_audit_log() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let kham = staff(&shop, Role::Clerk).await;
    let id = noy.cookie("cus_id").unwrap();
    let path = |end: &str| format!("{CUSTOMERS}/{id}/{end}");
    let note = json!({"text": "calls in the morning"});
    let (status, added) = send(&kham, Method::POST, &path("notes"), &note).await;
    assert_eq!((status, &added["data"]["text"]), (201, &"calls in the morning".into()));
    let (status, code) = send(&kham, Method::POST, &path("reset-code"), &json!({})).await;
    assert_eq!((status, &code["data"]["code"]), (201, &"012345".into()));
    let (reason, correction) =
        (json!({"reason": "spam"}), json!({"points": -2, "reason": "gift returned", "correction_id": "a-1"}));
    // A route is refused in any spelling of its path.
    for (method, end, body) in [
        (Method::PUT, "block", &reason),
        (Method::PUT, "bloc%6B", &reason),
        (Method::DELETE, "block", &Value::Null),
        (Method::POST, "points/corrections", &correction),
    ] {
        let (status, refused) = send(&kham, method, &path(end), body).await;
        assert_eq!((status, &refused["reason"]), (403, &"role".into()), "{end}");
    }

    shop.accounts.set_role("030", Role::Manager);
    shop.orders.take_received();
    let stream = shop.client.get(shop.url("/api/auth/events"));
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    let mut stream = Stream::open(stream.header("cookie", cookie)).await;
    stream.until("hello").await;
    let (status, blocked) = send(&kham, Method::PUT, &path("block"), &reason).await;
    assert_eq!((status, &blocked["data"]["reason"]), (200, &"spam".into()));
    stream.until("bye").await;
    assert_eq!(noy.get("/api/auth/profile").await.status(), 401);
    assert_eq!(send(&kham, Method::DELETE, &path("block"), &Value::Null).await.0, 200);
    assert_eq!(send(&kham, Method::DELETE, &path("sessions"), &Value::Null).await.0, 200);
    let (status, corrected) = send(&kham, Method::POST, &path("points/corrections"), &correction).await;
    assert_eq!((status, &corrected["data"]["balance"]), (200, &10.into()));
    let received = shop.orders.take_received();
    let [Received::Correct(request)] = &received[..] else { panic!("{received:?}") };
    let actor = request.actor.clone().unwrap();
    assert_eq!(
        (actor.role(), request.points, request.correction_id.as_str(), actor.client_address.as_str()),
        (StaffActorRole::Manager, -2, "a-1", "127.0.0.1")
    );
    let (status, wrong) =
        send(&kham, Method::POST, &path("points/corrections"), &json!({"points": 1.5})).await;
    assert_eq!(status, 400, "{wrong}");

    eventually("all actions have ended", async || shop.accounts.stored().audit_ends.len() == 7).await;
    let stored = shop.accounts.stored();
    let began: Vec<&str> = stored.audit.iter().map(|one| one.action.as_str()).collect();
    assert_eq!(began[0], "POST /api/staff/customers/{cus_id}/notes");
    assert_eq!(began[5], "POST /api/staff/customers/{cus_id}/points/corrections");
    assert!(stored.audit.iter().all(|one| one.subject == id));
    assert!(stored.audit_ends.iter().any(|one| one.detail == "-2"));
    // Reset code, block, unblock and sessions.
    assert_eq!(stored.staff_addresses, ["127.0.0.1"; 4]);
}

#[actix_web::test]
async fn code_sets_a_new_password_and_ends_open_streams() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    let events = shop.client.get(shop.url("/api/auth/events")).header("cookie", cookie);
    let mut stream = Stream::open(events).await;
    stream.until("hello").await;
    let visitor = Browser::new(&shop).await;
    let body = |code: &str| json!({"identifier": "020", "code": code, "password": "battery staple"});
    let path = "/api/auth/code/verify";
    let (status, wrong) = send(&visitor, Method::POST, path, &body("000000")).await;
    assert_eq!((status, &wrong["field"]), (400, &"code".into()));
    assert_eq!(send(&visitor, Method::POST, path, &body("012345")).await.0, 200);
    stream.until("bye").await;
    assert_eq!(shop.accounts.stored().passwords.last().unwrap().1, "battery staple");
    let bare = Browser::bare(&shop);
    assert_eq!(send(&bare, Method::POST, path, &body("012345")).await.0, 401);
}

#[actix_web::test]
async fn manager_downloads_all_data_and_erases_after_typing_the_id() {
    let shop = shop_with(|config| config.deadline_ms = 200).await;
    let noy = Browser::registered(&shop, "020").await;
    let kham = staff(&shop, Role::Manager).await;
    let id = noy.cookie("cus_id").unwrap();
    let response = kham.get(&format!("{CUSTOMERS}/{id}/export.json")).await;
    assert_eq!(
        response.headers()["content-disposition"],
        format!("attachment; filename=\"customer-{id}.json\"")
    );
    let exported: Value = response.json().await.unwrap();
    assert_eq!(exported["format"], "heuan-customer-export/1");
    assert_eq!(
        shop.accounts.stored().audit[0].action,
        "GET /api/staff/customers/{cus_id}/export.json",
        "a download is recorded, although it is a read"
    );
    assert_eq!(
        (&exported["customer_id"].to_string(), &exported["attachments"]),
        (&id.to_owned(), &json!([]))
    );
    assert_eq!(exported["accounts"]["profile"]["fname"], "Noy");
    for service in ["orders", "chat", "notifications", "search"] {
        assert_eq!(exported[service]["of"].to_string(), id, "{service}");
    }

    let path = format!("{CUSTOMERS}/{id}/erasure");
    let (status, wrong) = send(&kham, Method::POST, &path, &json!({"confirm": "yes"})).await;
    assert_eq!((status, &wrong["field"]), (400, &"confirm".into()));
    *shop.orders.has_open_order() = true;
    let (status, open) = send(&kham, Method::POST, &path, &json!({"confirm": id})).await;
    assert_eq!((status, &open["reason"]), (409, &"open_orders".into()));
    assert!(open["detail"].as_str().unwrap().contains("261121-7K3M9QTX"), "{open}");
    assert_eq!(noy.get("/api/auth/profile").await.status(), 200, "nothing was begun");

    *shop.orders.has_open_order() = false;
    let (status, begun) = send(&kham, Method::POST, &path, &json!({"confirm": id})).await;
    assert_eq!((status, &begun["data"]["confirmed"]), (202, &json!(["search"])));
    assert_eq!(noy.get("/api/auth/profile").await.status(), 401);
    eventually("the customer is erased", async || {
        shop.accounts.stored().erased
            == ["orders", "chat", "notifications", "catalog-gateway", "weather-branches", "accounts"]
    })
    .await;
    let erasures = shop.accounts.stored().erasures.clone();
    assert_eq!(
        erasures.len(),
        11,
        "each service erases again at the end, also the one that had confirmed before"
    );
    assert!(
        erasures.iter().all(|erased| !erased.is_by_customer && erased.phone == "020"),
        "the staff erase by a number that no code has verified as well"
    );
    assert_eq!(kham.get(&format!("{CUSTOMERS}/{id}")).await.status(), 404);
}
