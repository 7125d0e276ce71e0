//! Authorization matrix: every call of the API as a visitor, with a forged id, with an ended session, and from another
//! site.
//!
//! The calls come from the OpenAPI document, so that new ones are included. Public calls are listed here, and these
//! lists must only be extended deliberately.

use heuan_proto::accounts::v1::Role;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    live::Stream,
    support::{TestShop, problem, shop, shop_with},
};

/// Calls under `/api/auth/` that need no session.
const WITHOUT_SESSION: [&str; 6] = [
    "/api/auth/code",
    "/api/auth/code/verify",
    "/api/auth/log",
    "/api/auth/login",
    "/api/auth/logout",
    "/api/auth/register",
];
/// Calls under `/api/auth/` with the cookie only, because `EventSource` and `<img>` send no headers. They are reads,
/// whose responses other sites cannot access.
const WITHOUT_TOKEN: [&str; 2] = ["/api/auth/events", "/api/auth/message/attachment/{attachment_id}"];
/// Calls of the back office.
const BACK_OFFICE: &str = "/api/staff/";
/// Writes outside `/api/auth/` without an API token: with their own key, or signed.
const OPEN_CHANGES: [&str; 4] = ["/api/api-token", "/api/messages/", "/api/payments/", "/api/sandbox/"];

struct Call {
    method: Method,
    path: String,
    /// Names of its required credentials.
    requires: Vec<String>,
}

fn calls() -> Vec<Call> {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let needs = operation["security"].as_array().into_iter().flatten();
            let requires = needs.flat_map(|one| one.as_object().unwrap().keys().cloned()).collect();
            let method = method.to_uppercase().parse().unwrap();
            calls.push(Call { method, path: path.clone(), requires });
        }
    }
    calls
}

impl Call {
    fn requires(&self, what: &str) -> bool {
        self.requires.iter().any(|one| one == what)
    }

    /// The path with ids.
    fn filled(&self) -> String {
        let filled: Vec<&str> =
            self.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        filled.join("/")
    }

    fn request(&self, shop: &TestShop) -> RequestBuilder {
        shop.client.request(self.method.clone(), shop.url(&self.filled())).json(&json!({}))
    }

    async fn reason(&self, request: RequestBuilder) -> Value {
        let body = problem(request.send().await.unwrap()).await;
        assert_eq!(body["status"], 401, "{} {}: {body}", self.method, self.path);
        body["reason"].clone()
    }
}

#[test]
fn every_call_documents_its_credentials() {
    for call in calls() {
        let (method, path) = (&call.method, call.path.as_str());
        if path.starts_with("/api/auth/") {
            assert_eq!(call.requires("api_token"), !WITHOUT_TOKEN.contains(&path), "{method} {path}");
            assert!(call.requires("api_token") || *method == Method::GET, "{method} {path}");
            assert_eq!(call.requires("session"), !WITHOUT_SESSION.contains(&path), "{method} {path}");
        } else if path.starts_with(BACK_OFFICE) {
            assert!(call.requires("api_token") && call.requires("session"), "{method} {path}");
        } else if method != Method::GET {
            let is_open = OPEN_CHANGES.iter().any(|open| path.starts_with(open));
            assert!(call.requires("api_token") != is_open, "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn call_without_an_api_token_reads_and_changes_nothing() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    for call in calls().iter().filter(|call| call.requires("api_token") && !is_for_staff(&call.path)) {
        let evil = call.request(&shop).header("origin", "https://evil.example").header("cookie", &cookie);
        assert_eq!(call.reason(evil).await, "api_token", "{} {}", call.method, call.path);
        let ended = call.request(&shop).header("cookie", &cookie);
        let ended = ended.header("x-api-access-token", "v1.1.AAAAAAAAAAAAAAAAAAAAAA.AAAA");
        assert_eq!(call.reason(ended).await, "api_token", "{} {}", call.method, call.path);
    }
}

#[actix_web::test]
async fn call_without_a_valid_session_is_refused() {
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
    for call in calls().iter().filter(|call| call.requires("session")) {
        let is_hidden = is_for_staff(&call.path);
        for cookie in &forged {
            let mut request = call.request(&shop).header("x-api-access-token", &noy.token);
            if !cookie.is_empty() {
                request = request.header("cookie", cookie);
            }
            if is_hidden {
                let status = request.send().await.unwrap().status();
                assert_eq!(status, 404, "{} {} {cookie}", call.method, call.path);
                continue;
            }
            assert_eq!(call.reason(request).await, "session", "{} {} {cookie}", call.method, call.path);
        }
    }
}

/// Staff only: everything under its own prefix, the broadcast, and the back office.
fn is_for_staff(path: &str) -> bool {
    path.starts_with("/api/auth/staff/")
        || path == "/api/v1/notifications/broadcast"
        || path.starts_with(BACK_OFFICE)
}

#[actix_web::test]
async fn customer_finds_no_call_of_the_staff() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    let calls = calls();
    let for_staff: Vec<&Call> = calls.iter().filter(|call| is_for_staff(&call.path)).collect();
    assert!(for_staff.len() >= 18, "{}", for_staff.len());
    for call in for_staff {
        assert!(call.requires("api_token") && call.requires("session"), "{} {}", call.method, call.path);
        let request = call.request(&shop).header("x-api-access-token", &noy.token).header("cookie", &cookie);
        let body = problem(request.send().await.unwrap()).await;
        assert_eq!(
            (&body["status"], &body["reason"]),
            (&404.into(), &Value::Null),
            "{} {}",
            call.method,
            call.path
        );
    }
    assert!(shop.chat.take_received().is_empty(), "a call without permission reached the service");
    assert!(shop.orders.take_received().is_empty(), "a call without permission reached the service");
    assert!(shop.accounts.stored().audit.is_empty(), "refused calls are no staff actions");
    assert!(shop.fake.imports().take_received().is_empty(), "a call without permission reached the service");
    assert!(shop.staff_products.take_received().is_empty(), "a call without permission reached the service");
    assert!(shop.staff_content.take_received().is_empty(), "a call without permission reached the service");
}

/// Status, body and headers of a response, without what differs between any two: the id and the time of the request.
async fn seen_by_a_client(request: RequestBuilder) -> (u16, Value, Vec<(String, String)>) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let of_one = ["x-request-id", "date", "server-timing"];
    let headers = response.headers().iter().filter(|(name, _)| !of_one.contains(&name.as_str()));
    let mut headers: Vec<_> =
        headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    headers.sort();
    let mut body: Value = response.json().await.unwrap();
    for member in ["request_id", "instance"] {
        body.as_object_mut().unwrap().remove(member);
    }
    (status, body, headers)
}

/// Neither response nor headers tell a customer or a visitor which addresses and methods the staff have, with and without an API
/// token.
#[actix_web::test]
async fn call_of_the_staff_is_like_an_unknown_address_to_others() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    for (token, cookie) in
        [(noy.token.as_str(), cookie.as_str()), ("", cookie.as_str()), (noy.token.as_str(), ""), ("", "")]
    {
        let with = |request: RequestBuilder| {
            let request =
                if token.is_empty() { request } else { request.header("x-api-access-token", token) };
            if cookie.is_empty() { request } else { request.header("cookie", cookie) }
        };
        for call in calls().iter().filter(|call| is_for_staff(&call.path)) {
            let unknown =
                shop.client.request(call.method.clone(), shop.url("/api/staff/unknown")).json(&json!({}));
            let unknown = seen_by_a_client(with(unknown)).await;
            assert_eq!(unknown.0, 404);
            let known = seen_by_a_client(with(call.request(&shop))).await;
            assert_eq!(known, unknown, "{} {}", call.method, call.path);
            let other_method = shop.client.patch(shop.url(&call.filled())).json(&json!({}));
            assert_eq!(seen_by_a_client(with(other_method)).await.0, 404, "PATCH {}", call.path);
        }
    }
}

/// The parameter of the staff is one that does not exist.
#[actix_web::test]
async fn event_stream_of_a_customer_ignores_the_inbox() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    for query in ["?inbox=true", "?inbox=x"] {
        let request =
            shop.client.get(shop.url(&format!("/api/auth/events{query}"))).header("cookie", &cookie);
        Stream::open(request).await.until("hello").await;
    }
    shop.accounts.set_role("020", Role::Editor);
    let inbox = shop.client.get(shop.url("/api/auth/events?inbox=true")).header("cookie", &cookie);
    let body = problem(inbox.send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["reason"]), (&403.into(), &"role".into()));
}

/// Staff with an expired API token must learn it, because they renew it.
#[actix_web::test]
async fn expired_api_token_is_reported_to_staff() {
    let shop = shop().await;
    let kham = Browser::registered(&shop, "030").await;
    shop.accounts.make_staff("030");
    let cookie = format!("heuan_session={}", kham.cookie("heuan_session").unwrap());
    for call in calls().iter().filter(|call| is_for_staff(&call.path)) {
        assert_eq!(call.reason(call.request(&shop).header("cookie", &cookie)).await, "api_token");
    }
}

/// The calls of the staff are hidden, so the response to other accounts must not depend on the body.
#[actix_web::test]
async fn wrong_body_of_a_call_of_the_staff_reveals_nothing_to_a_customer() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    for call in calls().iter().filter(|call| is_for_staff(&call.path) && call.method != Method::GET) {
        for content_type in ["application/json", "text/plain"] {
            let (method, address) = (call.method.clone(), shop.url(&call.filled()));
            let request = shop.client.request(method, address).header("content-type", content_type).body("{");
            let request = request.header("x-api-access-token", &noy.token).header("cookie", &cookie);
            let status = request.send().await.unwrap().status();
            assert_eq!(status, 404, "{} {} {content_type}", call.method, call.path);
        }
    }
}

/// Path prefixes of calls for staff, and the roles that may use them besides managers.
const OF_ROLES: [(&str, &[Role]); 25] = [
    ("/api/staff/orders/{order_id}/corrections", &[]),
    ("/api/staff/customers/{cus_id}/erasure", &[]),
    ("/api/staff/customers/{cus_id}/export.json", &[]),
    ("/api/staff/customers/{cus_id}/block", &[]),
    ("/api/staff/customers/{cus_id}/points/corrections", &[]),
    ("/api/staff/customers", &[Role::Clerk]),
    ("/api/auth/staff/", &[Role::Clerk]),
    ("/api/staff/orders", &[Role::Clerk]),
    ("/api/staff/push", &[Role::Clerk]),
    ("/api/staff/messages", &[Role::Clerk]),
    ("/api/staff/outbox", &[Role::Clerk]),
    ("/api/staff/message-templates", &[]),
    ("/api/staff/product-locations", &[Role::Clerk]),
    ("/api/staff/product-codes", &[Role::Clerk]),
    ("/api/staff/products", &[Role::Editor]),
    ("/api/staff/content", &[Role::Editor]),
    ("/api/staff/imports", &[Role::Editor]),
    ("/api/staff/export", &[Role::Editor]),
    ("/api/staff/searches", &[Role::Editor]),
    ("/api/v1/notifications/broadcast", &[Role::Editor]),
    ("/api/staff/news", &[Role::Editor]),
    ("/api/staff/today", &[Role::Clerk, Role::Editor]),
    ("/api/staff/me", &[Role::Clerk, Role::Editor]),
    ("/api/staff/second-factor", &[Role::Clerk, Role::Editor]),
    ("/api/staff/", &[]),
];

#[actix_web::test]
async fn call_for_staff_is_open_to_the_roles_of_its_area() {
    let shop = shop().await;
    let kham = Browser::registered(&shop, "020").await;
    let cookie = format!("heuan_session={}", kham.cookie("heuan_session").unwrap());
    for role in [Role::Clerk, Role::Editor, Role::Manager] {
        shop.accounts.set_role("020", role);
        for call in calls().iter().filter(|call| is_for_staff(&call.path)) {
            let (_, roles) = OF_ROLES.iter().find(|(prefix, _)| call.path.starts_with(prefix)).unwrap();
            let request =
                call.request(&shop).header("x-api-access-token", &kham.token).header("cookie", &cookie);
            let response = request.send().await.unwrap();
            let is_denied = response.status() == 403 && problem(response).await["reason"] == "role";
            let may_use = role == Role::Manager || roles.contains(&role);
            assert_eq!(is_denied, !may_use, "{role:?} {} {}", call.method, call.path);
        }
    }
}

/// Calls of customers on their own conversation and notifications, and the service call behind each.
const OF_ONESELF: [(&str, &str, &str); 11] = [
    ("GET", "/api/auth/message", "ListMessages"),
    ("POST", "/api/auth/message", "SendMessage"),
    ("POST", "/api/auth/message/like", "LikeMessage"),
    ("POST", "/api/auth/message/read", "MarkRead"),
    ("GET", "/api/auth/message/attachment/{attachment_id}", "GetAttachment"),
    ("GET", "/api/auth/notifications/user", "ListNotifications"),
    ("POST", "/api/auth/notifications/user", "CreateNotification"),
    ("PUT", "/api/auth/notifications/user", "MarkNotifications"),
    ("GET", "/api/auth/notifications/channels", "GetMessageChannels"),
    ("PUT", "/api/auth/notifications/channels", "SetMessageChannels"),
    ("PUT", "/api/auth/push/subscription", "SavePushSubscription"),
];

/// Whatever ids of B are in URL, body and cookies, the service call is for A; also for staff.
#[actix_web::test]
async fn forged_id_never_reaches_another_customer_s_data() {
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
                "keys": {"p256dh": "k", "auth": "a"}, "channels": ["sms"], "language": "la",
            });
            let request = shop.client.request(method.parse().unwrap(), address).json(&body);
            let request = request.header("x-api-access-token", &a.token).header("cookie", &cookie);
            let answer = request.send().await.unwrap();
            assert!(answer.status().is_success(), "{method} {path}: {}", answer.status());
            let received = shop.chat.take_received();
            assert_eq!(received.iter().map(|(call, _)| *call).collect::<Vec<_>>(), [asks]);
            let received = &received[0].1;
            assert!(received.contains(&own) && !received.contains(&others), "{method} {path}: {received}");
        }
    }
    // All calls are listed except two: typing, and deleting a subscription.
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

/// The staff column: staff may call everything under its prefix, until the role is revoked.
#[actix_web::test]
async fn staff_is_allowed_until_its_role_is_revoked() {
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
            let response = request.header("cookie", &cookie).send().await.unwrap();
            let status = response.status();
            // The service knows no order of these paths; its own 404 has another text.
            let is_let_in = status != 404 || problem(response).await["detail"] != "nothing has this address";
            assert_eq!(is_let_in, is_staff, "{} {}: {status}", call.method, call.path);
        }
    }
}

/// An open stream checks its session and role during its whole lifetime.
#[actix_web::test]
async fn open_stream_ends_with_its_session_or_role() {
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
