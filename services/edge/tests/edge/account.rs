//! Registration, login, logout, profile and password, as seen by a browser.

use reqwest::{Method, Response, header::SET_COOKIE};
use serde_json::{Value, json};

use crate::{
    account_browser::{Browser, registration},
    account_fake::PASSWORD,
    support::{problem, shop, shop_with},
};

fn cookies(response: &Response) -> Vec<&str> {
    response.headers().get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect()
}

#[actix_web::test]
async fn registration_signs_the_customer_in() {
    let shop = shop().await;
    let mut browser = Browser::new(&shop).await;
    let response = browser.send(Method::POST, "/api/auth/register", registration("020")).await;
    assert_eq!(response.status(), 201);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let set = cookies(&response).join("\n");
    for part in ["heuan_session=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=", "cus_id=100"] {
        assert!(set.contains(part), "{part} in {set}");
    }
    assert!(!set.contains("Secure"), "plain http on this machine: {set}");
    let body: Value = response.json().await.unwrap();
    assert_eq!(
        body,
        json!({"success": true, "data": {"customer": {
            "cus_id": 100, "fname": "Noy", "lname": "Keo", "phone": "020", "email": "",
            "role": "customer", "created_at": "2026-11-21T00:00:00+07:00",
        }}})
    );
    assert_eq!(browser.phone().await.as_deref(), Some("020"));
}

#[actix_web::test]
async fn invalid_fields_are_reported() {
    let shop = shop().await;
    let mut browser = Browser::registered(&shop, "020").await;
    let body = problem(browser.send(Method::POST, "/api/auth/register", json!({})).await).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("fname")));
    assert_eq!(body["errors"][1], json!({"field": "phone", "message": "is needed", "reason": "required"}));

    let body = problem(browser.send(Method::POST, "/api/auth/register", registration("020")).await).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(409), &json!("taken")));

    let mut number = registration("021");
    number["password"] = json!(12_345_678);
    let body = problem(browser.send(Method::POST, "/api/auth/register", number).await).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("password")));
    assert!(!body.to_string().contains("12345678"), "the input is not repeated: {body}");

    let mut away = registration("021");
    away["redirect"] = json!("//evil.example/la");
    let body = problem(browser.send(Method::POST, "/api/auth/register", away).await).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("redirect")));

    for text in ["", "{", "[]", "{\"fname\":"] {
        let request = browser.request(Method::POST, "/api/auth/register");
        let response = request.header("content-type", "application/json").body(text).send().await.unwrap();
        assert_eq!(response.status(), 400, "{text}");
        problem(response).await;
    }
}

#[actix_web::test]
async fn login_error_does_not_reveal_accounts() {
    let shop = shop().await;
    Browser::registered(&shop, "020").await;
    let mut browser = Browser::new(&shop).await;
    let mut answers = Vec::new();
    for (identifier, password) in [("020", "wrong"), ("099", PASSWORD)] {
        let body = json!({"identifier": identifier, "password": password});
        let response = browser.send(Method::POST, "/api/auth/login", body).await;
        assert!(cookies(&response).is_empty());
        let mut body = problem(response).await;
        assert_eq!((&body["status"], &body["reason"]), (&json!(401), &json!("credentials")));
        body.as_object_mut().unwrap().remove("request_id");
        answers.push(body);
    }
    assert_eq!(answers[0], answers[1]);

    let body = json!({"identifier": "limited", "password": PASSWORD, "redirect": "/la/checkout"});
    let response = browser.send(Method::POST, "/api/auth/login", body).await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["retry-after"]),
        (429, &"62".parse().unwrap())
    );
    assert_eq!(browser.login("020").await.status(), 200);
}

#[actix_web::test]
async fn profile_is_returned_and_updated() {
    let shop = shop().await;
    let mut browser = Browser::registered(&shop, "020").await;
    let response = browser.get("/api/auth/profile").await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.json::<Value>().await.unwrap()["data"]["phone"], "020");
    // The session determines the profile, not a field.
    let mut body = json!({"cus_id": 1, "customer_id": 1, "role": "staff", "fname": "N", "lname": "K", "email": "n@example.com"});
    let refused = problem(browser.send(Method::PUT, "/api/auth/profile", body.clone()).await).await;
    assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("current_password")));
    body["current_password"] = json!(PASSWORD);
    let response = browser.send(Method::PUT, "/api/auth/profile", body).await;
    let data = response.json::<Value>().await.unwrap()["data"].clone();
    assert_eq!((&data["cus_id"], &data["role"]), (&json!(100), &json!("customer")));
    assert_eq!((&data["phone"], &data["email"]), (&json!(""), &json!("n@example.com")));
}

#[actix_web::test]
async fn new_password_ends_all_other_sessions() {
    let shop = shop().await;
    let mut here = Browser::registered(&shop, "020").await;
    let mut elsewhere = Browser::new(&shop).await;
    elsewhere.login("020").await;
    let change = |current: &str| json!({"current": current, "new": "a better one"});
    let body = problem(here.send(Method::POST, "/api/auth/password", change("wrong")).await).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("current")));
    let response = here.send(Method::POST, "/api/auth/password", change(PASSWORD)).await;
    assert_eq!(response.json::<Value>().await.unwrap(), json!({"success": true, "data": {}}));
    assert_eq!(shop.accounts.stored().passwords, [(100, "a better one".to_owned())]);
    assert_eq!((here.phone().await.as_deref(), elsewhere.phone().await), (Some("020"), None));
}

#[actix_web::test]
async fn sessions_are_listed_and_ended_with_their_streams() {
    let shop = shop().await;
    let mut here = Browser::registered(&shop, "020").await;
    let mut elsewhere = Browser::new(&shop).await;
    elsewhere.login("020").await;
    let body: Value = here.get("/api/auth/sessions").await.json().await.unwrap();
    let sessions = body["data"].as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    assert_eq!((&sessions[0]["is_current"], &sessions[1]["is_current"]), (&json!(true), &json!(false)));
    assert_eq!(sessions[1]["device"], "Chrome on Android");
    assert_eq!(sessions[1]["last_used_at"], "2026-11-21T00:00:00+07:00");
    let path = format!("/api/auth/sessions/{}", sessions[1]["session_id"].as_str().unwrap());
    assert_eq!(here.request(Method::DELETE, &path).send().await.unwrap().status(), 200);
    assert_eq!(elsewhere.phone().await, None);
    for path in [path.as_str(), "/api/auth/sessions/xyz"] {
        assert_eq!(here.request(Method::DELETE, path).send().await.unwrap().status(), 404);
    }
    elsewhere.login("020").await;
    let response = here.send(Method::POST, "/api/auth/logout?all=1", json!({})).await;
    assert_eq!(response.status(), 200);
    assert_eq!((here.phone().await, elsewhere.phone().await), (None, None));
    assert!(here.cookie("heuan_session").is_none() && here.cookie("heuan_device").is_some());
}

#[actix_web::test]
async fn device_cookie_is_sent_with_the_next_login() {
    let shop = shop().await;
    let mut browser = Browser::registered(&shop, "020").await;
    browser.login("020").await;
    let devices = shop.accounts.stored().devices.clone();
    assert_eq!((devices[0].1.as_slice(), devices[1].1.as_slice()), (&[][..], &[9; 32][..]));
}

#[actix_web::test]
async fn browser_that_ends_other_sessions_names_itself_as_the_known_one() {
    let shop = shop().await;
    let mut browser = Browser::registered(&shop, "020").await;
    let change = json!({"current": PASSWORD, "new": "a better one"});
    assert_eq!(browser.send(Method::POST, "/api/auth/password", change).await.status(), 200);
    assert_eq!(browser.send(Method::DELETE, "/api/auth/sessions", json!({})).await.status(), 200);
    assert_eq!(browser.send(Method::POST, "/api/auth/logout?all=1", json!({})).await.status(), 200);
    assert_eq!(shop.accounts.stored().kept_devices, vec![vec![9; 32]; 3]);
}

#[actix_web::test]
async fn valid_one_of_two_session_cookies_signs_in() {
    let shop = shop().await;
    let browser = Browser::registered(&shop, "020").await;
    let valid = browser.cookie("heuan_session").unwrap();
    let planted = "A".repeat(43);
    for cookies in [[planted.as_str(), valid], [valid, planted.as_str()]] {
        let cookie = cookies.map(|value| format!("heuan_session={value}")).join("; ");
        let request = shop.client.get(shop.url("/api/v1/verify-token")).header("cookie", cookie);
        assert_eq!(request.send().await.unwrap().status(), 200);
    }
}

#[actix_web::test]
async fn signed_in_customer_is_returned_in_the_specified_shape() {
    let shop = shop().await;
    let mut browser = Browser::registered(&shop, "020").await;
    // A read needs no API token, and `nocache` is for caches.
    browser.token.clear();
    let response = browser.get("/api/v1/verify-token?nocache=1795194000000").await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["cache-control"]),
        (200, &"no-store".parse().unwrap())
    );
    let body: Value = response.json().await.unwrap();
    let payload = json!({"fname": "Noy", "lname": "Keo", "email": "", "phone": "020"});
    assert_eq!(body, json!({"success": true, "payload": payload}));

    let response = shop.get("/api/v1/verify-token").await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    let body = problem(response).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(401), &json!("session")));
}

#[actix_web::test]
async fn browser_events_are_recorded() {
    let shop = shop().await;
    let mut browser = Browser::new(&shop).await;
    let body = json!({"log_type": "logout", "log_value": "done"});
    let response = browser.send(Method::POST, "/api/auth/log", body).await;
    assert_eq!(response.json::<Value>().await.unwrap(), json!({"success": true, "data": {}}));
    assert_eq!(shop.accounts.stored().events, [("logout".to_owned(), "done".to_owned())]);
}

#[actix_web::test]
async fn contact_messages_are_stored_with_their_customer() {
    let shop = shop().await;
    let mut browser = Browser::new(&shop).await;
    let body = json!({
        "sender_type": 1, "topic": 3, "name": "Noy", "phone": "020 5512 3456", "message": "ມີບໍ່?",
    });
    let response = browser.send(Method::POST, "/api/v1/contact", body).await;
    assert_eq!(response.status(), 201);
    let expected = json!({"success": true, "data": {"contact_id": 1}});
    assert_eq!(response.json::<Value>().await.unwrap(), expected);
    let stored = shop.accounts.stored();
    let message = &stored.messages[0];
    assert_eq!((message.sender_type, message.topic, message.email.as_str()), (1, 3, ""));
    assert_eq!((message.message.as_str(), message.client_address.as_str()), ("ມີບໍ່?", "127.0.0.1"));
    assert!(!format!("{message:?}").contains("Noy"));
}

#[actix_web::test]
async fn rate_limits_count_the_client_and_not_the_proxy() {
    let proxy = |config: &mut heuan_edge::EdgeConfig| {
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().unwrap()];
    };
    let shop = shop_with(proxy).await;
    let browser = Browser::new(&shop).await;
    for (n, forwarded) in ["203.0.113.7", "2001:db8:1:2:3:4:5:6"].into_iter().enumerate() {
        let request = browser.request(Method::POST, "/api/auth/register");
        let request = request.header("x-forwarded-for", forwarded).header("x-forwarded-proto", "https");
        let response = request.json(&registration(&format!("02{n}"))).send().await.unwrap();
        assert!(cookies(&response).iter().all(|cookie| cookie.contains("Secure")), "the shopper uses TLS");
    }
    assert_eq!(shop.accounts.stored().addresses, ["203.0.113.7", "2001:db8:1:2::"]);
}

#[actix_web::test]
async fn browsing_works_without_the_accounts_service() {
    let shop = shop().await;
    let mut browser = Browser::registered(&shop, "020").await;
    shop.accounts.set_down(true);
    for path in ["/la", "/api/v1/product", "/api/v1/menu"] {
        assert_eq!(browser.get(path).await.status(), 200, "{path}");
    }
    for path in ["/api/v1/verify-token", "/api/auth/profile"] {
        let response = browser.get(path).await;
        assert!(response.headers().contains_key("retry-after"));
        assert_eq!(problem(response).await["status"], 503, "{path}");
    }
    let response = browser.login("020").await;
    assert!(response.headers().contains_key("retry-after"));
    assert_eq!(problem(response).await["code"], "unavailable");
    // A failed logout is not reported as successful.
    let response = browser.send(Method::POST, "/api/auth/logout", json!({})).await;
    assert_eq!((response.status().as_u16(), cookies(&response).len()), (503, 0));
    shop.accounts.set_down(false);
    assert_eq!(browser.phone().await.as_deref(), Some("020"));
}
