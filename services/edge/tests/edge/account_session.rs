//! The session cookie alone identifies the customer.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    account_browser::{Browser, registration},
    account_fake::PASSWORD,
    support::{TestShop, eventually, problem, shop, shop_with},
};

const CHANGES: [(Method, &str); 6] = [
    (Method::POST, "/api/auth/register"),
    (Method::POST, "/api/auth/login"),
    (Method::POST, "/api/auth/logout"),
    (Method::POST, "/api/auth/log"),
    (Method::PUT, "/api/auth/profile"),
    (Method::POST, "/api/auth/password"),
];

#[actix_web::test]
async fn cross_site_request_changes_nothing() {
    let shop = shop().await;
    let mut browser = Browser::registered(&shop, "020").await;
    let session = browser.cookie("heuan_session").unwrap().to_owned();
    for (method, path) in CHANGES {
        // A form of another site sends the cookies in a browser that ignores SameSite, but not the header.
        for token in ["", "v1.9999999999.x.y", &session] {
            browser.token = token.to_owned();
            let request = browser.request(method.clone(), path).header("origin", "https://evil.example");
            let request = request.header("content-type", "application/x-www-form-urlencoded");
            let body = problem(request.body("fname=Evil&lname=Evil").send().await.unwrap()).await;
            assert_eq!((&body["status"], &body["reason"]), (&json!(401), &json!("api_token")), "{path}");
        }
    }
    browser.token = Browser::new(&shop).await.token;
    for (method, path) in CHANGES.into_iter().filter(|(_, path)| !path.ends_with("logout")) {
        let request = browser.request(method, path).header("content-type", "text/plain");
        let response = request.body(registration("099").to_string()).send().await.unwrap();
        assert_eq!(response.status(), 415, "{path}: only JSON is read");
    }
    assert_eq!(browser.phone().await.as_deref(), Some("020"), "still signed in");
}

#[actix_web::test]
async fn visitor_is_asked_to_sign_in() {
    let shop = shop().await;
    let browser = Browser::new(&shop).await;
    for (method, path) in [
        (Method::GET, "/api/auth/profile"),
        (Method::PUT, "/api/auth/profile"),
        (Method::POST, "/api/auth/password"),
    ] {
        let body = problem(browser.request(method, path).json(&json!({})).send().await.unwrap()).await;
        assert_eq!((&body["status"], &body["reason"]), (&json!(401), &json!("session")), "{path}");
    }
    // A logout without a session succeeds, too.
    let response = browser.request(Method::POST, "/api/auth/logout").send().await.unwrap();
    assert_eq!(response.json::<Value>().await.unwrap(), json!({"success": true, "data": {}}));
}

#[actix_web::test]
async fn forged_id_changes_nothing() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let mut mali = Browser::registered(&shop, "021").await;
    mali.set_cookie("cus_id", noy.cookie("cus_id").unwrap());
    assert_eq!(mali.phone().await.as_deref(), Some("021"));
    let body = json!({"fname": "Mali", "lname": "K", "phone": "022", "current_password": PASSWORD});
    assert_eq!(mali.send(Method::PUT, "/api/auth/profile", body).await.status(), 200);
    assert_eq!(noy.phone().await.as_deref(), Some("020"));

    let mut visitor = Browser::new(&shop).await;
    visitor.set_cookie("cus_id", "100");
    assert_eq!(visitor.phone().await, None);
    for forged in ["100", "", "AAAA", &"A".repeat(43), &"A".repeat(4000), "%00", "..%2f"] {
        visitor.set_cookie("heuan_session", forged);
        let body = problem(visitor.get("/api/auth/profile").await).await;
        assert_eq!((&body["status"], &body["reason"]), (&json!(401), &json!("session")), "{forged}");
    }
}

#[actix_web::test]
async fn session_fixation_is_prevented() {
    let shop = shop().await;
    Browser::registered(&shop, "020").await;
    // Mali plants her own session in Noy's browser, and an invalid one.
    let mut mali = Browser::registered(&shop, "021").await;
    let planted = mali.cookie("heuan_session").unwrap().to_owned();
    for text in [planted.as_str(), &"A".repeat(43)] {
        let mut noy = Browser::new(&shop).await;
        noy.set_cookie("heuan_session", text);
        assert_eq!(noy.login("020").await.status(), 200);
        assert_ne!(noy.cookie("heuan_session"), Some(text));
        assert_eq!(noy.phone().await.as_deref(), Some("020"));
        mali.set_cookie("heuan_session", text);
        assert_eq!(mali.phone().await, None, "the planted session is not used");
    }
    assert_eq!(shop.accounts.stored().previous[2].len(), 32, "the service receives it, and ends it");
}

#[actix_web::test]
async fn two_browsers_have_separate_sessions() {
    let shop = shop().await;
    let mut phone = Browser::registered(&shop, "020").await;
    let mut laptop = Browser::new(&shop).await;
    laptop.login("020").await;
    assert_ne!(phone.cookie("heuan_session"), laptop.cookie("heuan_session"));
    let stored = phone.cookies.clone();
    assert_eq!(phone.send(Method::POST, "/api/auth/logout", json!({})).await.status(), 200);
    assert!(phone.cookies.iter().all(|(name, _)| name.starts_with("heuan_device")), "{:?}", phone.cookies);
    phone.cookies = stored;
    assert_eq!((phone.phone().await, laptop.phone().await.as_deref()), (None, Some("020")));
}

#[actix_web::test]
async fn ended_session_is_refused() {
    let shop = shop().await;
    let browser = Browser::registered(&shop, "020").await;
    shop.accounts.expire_all();
    assert_eq!(browser.phone().await, None);
    let response = browser.get("/api/auth/profile").await;
    assert!(!response.headers().contains_key("set-cookie"), "another tab may have signed in meanwhile");
    assert_eq!(problem(response).await["reason"], "session");
}

#[actix_web::test]
async fn cookies_follow_an_extended_session() {
    let shop = shop().await;
    let browser = Browser::registered(&shop, "020").await;
    let count = async |path: &str| {
        let response = browser.get(path).await;
        response
            .headers()
            .get_all("set-cookie")
            .iter()
            .filter(|set| !set.to_str().unwrap().contains("=;"))
            .count()
    };
    assert_eq!(count("/api/auth/profile").await, 0);
    shop.accounts.renew_next();
    assert_eq!(count("/api/auth/profile").await, 2);
    shop.accounts.renew_next();
    assert_eq!(count("/api/v1/verify-token").await, 2);
    assert_eq!(count("/api/v1/verify-token").await, 0);
}

/// Signs in with these cookies, and no others, until it is refused for its rate.
async fn exhaust_sign_ins(shop: &TestShop, cookies: &[(String, String)]) {
    let token = Browser::new(shop).await.token;
    eventually("the rate limit applies", async || {
        let mut browser = Browser::bare(shop);
        (browser.token, browser.cookies) = (token.clone(), cookies.to_vec());
        let response = browser.login("020").await;
        response.status() == 429 && response.headers().contains_key("retry-after")
    })
    .await;
}

#[actix_web::test]
async fn known_browser_signs_in_at_an_address_with_too_many_sign_ins() {
    let shop = shop_with(|config| {
        (config.rate_limit.sign_in_per_second, config.rate_limit.sign_in_burst) = (1, 3);
        (config.rate_limit.expensive_per_second, config.rate_limit.expensive_burst) = (1, 1);
    })
    .await;
    let mut known = Browser::registered(&shop, "020").await;
    known.cookies.retain(|(name, _)| name.starts_with("heuan_device"));
    for _ in 0..3 {
        // Neither a token nor what a browser reports is counted as a sign-in.
        exhaust_sign_ins(&shop, &[]).await;
        let mut unknown = Browser::new(&shop).await;
        let event = json!({"log_type": "logout", "log_value": ""});
        assert_eq!(unknown.send(Method::POST, "/api/auth/log", event).await.status(), 200);
        assert_eq!(known.login("020").await.status(), 200);
    }
    // Reads with a session are not counted.
    for _ in 0..10 {
        assert_eq!(known.send(Method::GET, "/api/auth/profile", json!({})).await.status(), 200);
    }
}

#[actix_web::test]
async fn client_that_invents_devices_and_sessions_is_limited_by_its_address() {
    let shop = shop_with(|config| {
        (config.rate_limit.sign_in_per_second, config.rate_limit.sign_in_burst) = (1, 3);
    })
    .await;
    let token = Browser::new(&shop).await.token;
    let (mut attempt, signature) = (0_u64, Browser::registered(&shop, "020").await);
    let signature = signature.cookie("heuan_device_signature").unwrap().to_owned();
    eventually("the rate limit applies", async || {
        attempt += 1;
        let invented = format!("{attempt:0>42}A");
        let mut browser = Browser::bare(&shop);
        browser.token = token.clone();
        for (name, value) in [
            ("heuan_device", &invented),
            ("heuan_device_signature", &signature),
            ("heuan_session", &invented),
        ] {
            browser.set_cookie(name, value);
        }
        browser.login("020").await.status() == 429
    })
    .await;
}

#[actix_web::test]
async fn too_many_logins_of_a_known_browser_are_refused_with_a_delay() {
    let shop = shop_with(|config| {
        (config.rate_limit.sign_in_per_second, config.rate_limit.sign_in_burst) = (1_000, 1_000);
        (config.rate_limit.known_browser_per_second, config.rate_limit.known_browser_burst) = (1, 2);
    })
    .await;
    let known = Browser::registered(&shop, "020").await;
    exhaust_sign_ins(&shop, &known.cookies).await;
    // Another browser at the same address is not refused for it.
    assert_eq!(Browser::new(&shop).await.login("020").await.status(), 200);
}

#[actix_web::test]
async fn personal_responses_are_neither_cached_nor_public() {
    let shop = shop().await;
    let browser = Browser::registered(&shop, "020").await;
    for path in ["/api/auth/profile", "/api/v1/verify-token"] {
        for response in [browser.get(path).await, shop.get(path).await] {
            assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
            assert!(!response.headers().contains_key("etag"));
        }
    }
    for (method, path) in CHANGES {
        let response = browser.request(method, path).send().await.unwrap();
        assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
    }
}
