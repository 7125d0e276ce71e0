//! Who may call what: every call of the API, as visitor, with a forged id, with an ended session, from another site.
//!
//! The calls come from the OpenAPI document, so a new one is tried without being named here. What is open to everybody
//! is named, and these lists may only grow on purpose.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    live::Stream,
    support::{TestShop, problem, shop, shop_with},
};

/// Under `/api/auth/`, and yet without a session.
const WITHOUT_SESSION: [&str; 4] =
    ["/api/auth/log", "/api/auth/login", "/api/auth/logout", "/api/auth/register"];
/// Under `/api/auth/`, and with the cookie alone: `EventSource` and `<img>` send no headers. Reads, which other sites cannot
/// see.
const WITHOUT_TOKEN: [&str; 2] = ["/api/auth/events", "/api/auth/message/attachment/{attachment_id}"];
/// Changes outside `/api/auth/` without an API token: with a key of their own, or signed.
const OPEN_CHANGES: [&str; 3] = ["/api/api-token", "/api/payments/", "/api/sandbox/"];

struct Call {
    method: Method,
    path: String,
    /// The names of what it asks for.
    asks_for: Vec<String>,
}

fn calls() -> Vec<Call> {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let needs = operation["security"].as_array().into_iter().flatten();
            let asks_for = needs.flat_map(|one| one.as_object().unwrap().keys().cloned()).collect();
            let method = method.to_uppercase().parse().unwrap();
            calls.push(Call { method, path: path.clone(), asks_for });
        }
    }
    calls
}

impl Call {
    fn asks_for(&self, what: &str) -> bool {
        self.asks_for.iter().any(|one| one == what)
    }

    fn request(&self, shop: &TestShop) -> RequestBuilder {
        let filled: Vec<&str> =
            self.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        shop.client.request(self.method.clone(), shop.url(&filled.join("/"))).json(&json!({}))
    }

    async fn reason(&self, request: RequestBuilder) -> Value {
        let body = problem(request.send().await.unwrap()).await;
        assert_eq!(body["status"], 401, "{} {}: {body}", self.method, self.path);
        body["reason"].clone()
    }
}

#[test]
fn every_call_says_what_it_asks_for() {
    for call in calls() {
        let (method, path) = (&call.method, call.path.as_str());
        if path.starts_with("/api/auth/") {
            assert_eq!(call.asks_for("api_token"), !WITHOUT_TOKEN.contains(&path), "{method} {path}");
            assert!(call.asks_for("api_token") || *method == Method::GET, "{method} {path}");
            assert_eq!(call.asks_for("session"), !WITHOUT_SESSION.contains(&path), "{method} {path}");
        } else if method != Method::GET {
            let is_open = OPEN_CHANGES.iter().any(|open| path.starts_with(open));
            assert!(call.asks_for("api_token") != is_open, "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn without_an_api_token_nothing_of_anybody_is_told_or_changed() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    for call in calls().iter().filter(|call| call.asks_for("api_token")) {
        let evil = call.request(&shop).header("origin", "https://evil.example").header("cookie", &cookie);
        assert_eq!(call.reason(evil).await, "api_token", "{} {}", call.method, call.path);
        let ended = call.request(&shop).header("cookie", &cookie);
        let ended = ended.header("x-api-access-token", "v1.1.AAAAAAAAAAAAAAAAAAAAAA.AAAA");
        assert_eq!(call.reason(ended).await, "api_token", "{} {}", call.method, call.path);
    }
}

#[actix_web::test]
async fn without_a_session_that_lives_nobody_is_anybody() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let (session, id) = (noy.cookie("heuan_session").unwrap(), noy.cookie("cus_id").unwrap());
    let ended = format!("heuan_session={session}; cus_id={id}");
    shop.accounts.expire_all();
    let forged = [
        String::new(),
        format!("cus_id={id}"),
        format!("cus_id={id}; heuan_session={id}"),
        format!("cus_id={id}; heuan_session={}", "A".repeat(43)),
        ended,
    ];
    for call in calls().iter().filter(|call| call.asks_for("session")) {
        for cookie in &forged {
            let mut request = call.request(&shop).header("x-api-access-token", &noy.token);
            if !cookie.is_empty() {
                request = request.header("cookie", cookie);
            }
            assert_eq!(call.reason(request).await, "session", "{} {} {cookie}", call.method, call.path);
        }
    }
}

/// For the staff: everything under its own prefix, and the broadcast.
fn is_for_staff(path: &str) -> bool {
    path.starts_with("/api/auth/staff/") || path == "/api/v1/notifications/broadcast"
}

#[actix_web::test]
async fn customers_are_no_staff() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    let calls = calls();
    let for_staff: Vec<&Call> = calls.iter().filter(|call| is_for_staff(&call.path)).collect();
    assert!(for_staff.len() >= 14, "{}", for_staff.len());
    for call in for_staff {
        assert!(call.asks_for("api_token") && call.asks_for("session"), "{} {}", call.method, call.path);
        let request = call.request(&shop).header("x-api-access-token", &noy.token).header("cookie", &cookie);
        let body = problem(request.send().await.unwrap()).await;
        assert_eq!(
            (&body["status"], &body["reason"]),
            (&403.into(), &"staff".into()),
            "{} {}",
            call.method,
            call.path
        );
    }
    let inbox = shop.client.get(shop.url("/api/auth/events?inbox=true")).header("cookie", &cookie);
    let body = problem(inbox.send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["reason"]), (&403.into(), &"staff".into()));
    assert!(shop.talk.take_received().is_empty(), "nothing was asked for somebody who may not");
}

/// What customers call about their own conversation and what they are told, and the name of what is asked behind.
const OF_ONESELF: [(&str, &str, &str); 9] = [
    ("GET", "/api/auth/message", "ListMessages"),
    ("POST", "/api/auth/message", "SendMessage"),
    ("POST", "/api/auth/message/like", "LikeMessage"),
    ("POST", "/api/auth/message/read", "MarkRead"),
    ("GET", "/api/auth/message/attachment/{attachment_id}", "GetAttachment"),
    ("GET", "/api/auth/notifications/user", "ListNotifications"),
    ("POST", "/api/auth/notifications/user", "CreateNotification"),
    ("PUT", "/api/auth/notifications/user", "MarkNotifications"),
    ("PUT", "/api/auth/push/subscription", "SavePushSubscription"),
];

/// Whatever of B's is named in address, body and cookies, what is asked is about A; and staff are no exception.
#[actix_web::test]
async fn nobody_asks_for_another_by_naming_them() {
    let shop = shop().await;
    let mut browsers = Vec::new();
    for phone in ["020", "030", "040"] {
        browsers.push(Browser::registered(&shop, phone).await);
    }
    shop.accounts.make_staff("030");
    let b = browsers[2].cookie("cus_id").unwrap();
    let named: i64 = b.parse().unwrap();
    for a in &browsers[..2] {
        let session = a.cookie("heuan_session").unwrap();
        let cookie = format!("heuan_session={session}; cus_id={b}");
        let (own, others) = (format!(": {},", a.cookie("cus_id").unwrap()), format!(": {b},"));
        for (method, path, asks) in OF_ONESELF {
            let path = path.replace("{attachment_id}", "1");
            let address = shop.url(&format!("{path}?cus_id={b}&customer_id={b}"));
            let body = json!({
                "cus_id": named, "customer_id": named, "account_id": named, "sms": "hi", "messageId": 1, "seq": 1,
                "id": 1, "no_title": "T", "no_body": "B", "endpoint": "https://push.example/1",
                "keys": {"p256dh": "k", "auth": "a"},
            });
            let request = shop.client.request(method.parse().unwrap(), address).json(&body);
            let request = request.header("x-api-access-token", &a.token).header("cookie", &cookie);
            let answer = request.send().await.unwrap();
            assert!(answer.status().is_success(), "{method} {path}: {}", answer.status());
            let received = shop.talk.take_received();
            assert_eq!(received.iter().map(|(call, _)| *call).collect::<Vec<_>>(), [asks]);
            let received = &received[0].1;
            assert!(received.contains(&own) && !received.contains(&others), "{method} {path}: {received}");
        }
    }
    // All of them are here, but for two: what is typed, and what is forgotten.
    let calls = calls();
    let own = ["/api/auth/message", "/api/auth/notifications", "/api/auth/push"];
    let ours = calls.iter().filter(|call| own.iter().any(|prefix| call.path.starts_with(prefix)));
    let left: Vec<&str> = ours
        .filter(|call| {
            !OF_ONESELF.iter().any(|(method, path, _)| call.method.as_str() == *method && call.path == *path)
        })
        .map(|call| call.path.as_str())
        .collect();
    let mut known = ["/api/auth/message/typing", "/api/auth/message/upload", "/api/auth/push/subscription"];
    known.sort_unstable();
    assert_eq!(left, known);
}

/// The staff's column: whoever is of the staff is let in everywhere under its prefix, until they are no longer.
#[actix_web::test]
async fn the_staff_is_let_in_and_whoever_left_it_is_not() {
    let shop = shop().await;
    let kham = Browser::registered(&shop, "030").await;
    let cookie = format!("heuan_session={}", kham.cookie("heuan_session").unwrap());
    let calls = calls();
    for is_staff in [true, false] {
        if is_staff {
            shop.accounts.make_staff("030");
        } else {
            shop.accounts.make_customer("030");
        }
        for call in calls.iter().filter(|call| is_for_staff(&call.path)) {
            let request = call.request(&shop).header("x-api-access-token", &kham.token);
            let status = request.header("cookie", &cookie).send().await.unwrap().status();
            let is_let_in = status != 401 && status != 403;
            assert_eq!(is_let_in, is_staff, "{} {}: {status}", call.method, call.path);
        }
        let inbox = shop.client.get(shop.url("/api/auth/events?inbox=true")).header("cookie", &cookie);
        assert_eq!(inbox.send().await.unwrap().status(), if is_staff { 200 } else { 403 });
    }
}

/// An open stream is a call that goes on: it is asked for its session and its role as long as it lives.
#[actix_web::test]
async fn an_open_stream_is_nobody_s_once_its_session_or_role_is_over() {
    let shop = shop_with(|config| config.session_recheck_ms = 20).await;
    let (noy, kham) = (Browser::registered(&shop, "020").await, Browser::registered(&shop, "030").await);
    shop.accounts.make_staff("030");
    let open = async |browser: &Browser<'_>, query: &str| {
        let cookie = format!("heuan_session={}", browser.cookie("heuan_session").unwrap());
        let request = shop.client.get(shop.url(&format!("/api/auth/events{query}"))).header("cookie", cookie);
        Stream::open(request).await
    };
    let mut inbox = open(&kham, "?inbox=true").await;
    shop.accounts.make_customer("030");
    inbox.until("bye").await;
    assert_eq!(inbox.next().await, None);
    for browser in [&noy, &kham] {
        let mut stream = open(browser, "").await;
        stream.until("hello").await;
        if browser.cookie("cus_id") == kham.cookie("cus_id") {
            shop.accounts.expire_all();
            stream.until("bye").await;
            assert_eq!(stream.next().await, None);
        }
    }
}
