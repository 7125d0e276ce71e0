//! Accounts end to end: the real binary with its edge and database.

use crate::support::{
    Browser, Shop,
    tables::{Tables, WITH_SMS, code_for},
};
use heuan_testkit::{Engine, eventually};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

async fn post(browser: &Browser, path: &str, body: Value) -> (u16, Value) {
    let response = browser.send(Method::POST, path, &body).await;
    (response.status().as_u16(), response.json().await.unwrap())
}

async fn name(browser: &Browser) -> Option<String> {
    let response = browser.send(Method::GET, "/api/v1/verify-token?nocache=1", &json!({})).await;
    let body: Value = response.json().await.unwrap();
    body["payload"]["fname"].as_str().map(str::to_owned)
}

async fn shop(engine: Engine) -> Shop {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    shop
}

fn noy() -> Value {
    json!({"fname": "ນ້ອຍ", "lname": "ແກ້ວ", "phone": "020 5512 3456", "password": "ລະຫັດລັບຂອງຂ້ອຍ", "redirect": "/la/cart"})
}

fn login(identifier: &str) -> Value {
    json!({"identifier": identifier, "password": "ລະຫັດລັບຂອງຂ້ອຍ"})
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn account_is_registered_used_and_gets_a_new_password(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open();
    let phone = Browser::new(&open).await;
    assert_eq!(name(&phone).await, None);
    // A role in the body is ignored.
    let mut greedy = noy();
    greedy["role"] = json!("staff");
    let (status, body) = post(&phone, "/api/auth/register", greedy).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(body["data"]["customer"]["phone"], "+8562055123456");
    assert_eq!(body["data"]["customer"]["role"], "customer");
    assert_eq!(name(&phone).await.as_deref(), Some("ນ້ອຍ"));

    let laptop = Browser::new(&open).await;
    let (status, body) = post(&laptop, "/api/auth/register", noy()).await;
    assert_eq!(
        (status, &body["reason"], &body["errors"][0]["field"]),
        (409, &json!("taken"), &json!("phone"))
    );
    let (status, body) = post(&laptop, "/api/auth/login", login("໐໒໐໕໕໑໒໓໔໕໖")).await;
    assert_eq!(status, 200, "{body}");

    // The session survives a restart of the shop.
    assert_eq!(open.end(), Some(0));
    let open = shop.open();
    let (phone, laptop) = (phone.at(&open), laptop.at(&open));
    assert_eq!(name(&phone).await.as_deref(), Some("ນ້ອຍ"));

    let mut profile = json!({"fname": "Noy", "lname": "Keo", "email": "Noy@Example.com"});
    let refused: Value = phone.send(Method::PUT, "/api/auth/profile", &profile).await.json().await.unwrap();
    assert_eq!(refused["errors"][0]["field"], "current_password", "the number signs in");
    profile["current_password"] = json!("ລະຫັດລັບຂອງຂ້ອຍ");
    let response = phone.send(Method::PUT, "/api/auth/profile", &profile).await;
    let body: Value = response.json().await.unwrap();
    assert_eq!((&body["data"]["phone"], &body["data"]["email"]), (&json!(""), &json!("noy@example.com")));
    assert_eq!((name(&phone).await.as_deref(), name(&laptop).await), (Some("Noy"), None));
    assert_eq!(post(&laptop, "/api/auth/login", login("noy@example.com")).await.0, 200);
    assert_eq!(name(&laptop).await.as_deref(), Some("Noy"), "two devices, one customer");

    let change = json!({"current": "ລະຫັດລັບຂອງຂ້ອຍ", "new": "a better one"});
    assert_eq!(post(&phone, "/api/auth/password", change.clone()).await.0, 200);
    assert_eq!((name(&phone).await.as_deref(), name(&laptop).await), (Some("Noy"), None));
    let (status, body) = post(&phone, "/api/auth/password", change).await;
    assert_eq!((status, &body["field"]), (400, &json!("current")));

    assert_eq!(post(&phone, "/api/auth/log", json!({"log_type": "logout", "log_value": "ok"})).await.0, 200);
    assert_eq!(
        post(&phone, "/api/auth/logout", json!({})).await,
        (200, json!({"success": true, "data": {}}))
    );
    assert_eq!(name(&phone).await, None);
    let (status, body) = post(&phone, "/api/auth/login", login("noy@example.com")).await;
    assert_eq!((status, &body["reason"]), (401, &json!("credentials")));

    // Those since the restart.
    let metrics = open.metrics().await;
    for (event, result) in [
        ("sign_in", "success"),
        ("sign_in", "failure"),
        ("identifier_change", "success"),
        ("password_change", "success"),
        ("password_change", "failure"),
        ("sign_out", "success"),
    ] {
        let line = format!("\nsecurity_events_total{{event=\"{event}\",result=\"{result}\"}} 1\n");
        assert!(metrics.contains(&line), "{line} {metrics}");
    }
    assert_eq!(open.end(), Some(0));
}

/// Kinds of the messages to a phone number.
async fn messages_to(shop: &Shop, phone: &str) -> Vec<String> {
    let rows = Tables::open(shop, "notifications").await.rows("outgoing_message").await;
    let kinds = ["security.identifier", "code.verify"];
    let of_number = rows.into_iter().filter(|row| row.contains(phone));
    of_number
        .flat_map(|row| kinds.into_iter().filter(move |kind| row.contains(kind)))
        .map(str::to_owned)
        .collect()
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn changed_number_is_reported_to_the_number_before(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open_with(&WITH_SMS);
    let noy = Browser::new(&open).await;
    let account =
        json!({"fname": "Noy", "lname": "Keo", "phone": "020 5512 3456", "password": "correct horse"});
    assert_eq!(post(&noy, "/api/auth/register", account).await.0, 201);
    let request = json!({"identifier": "020 5599 9999", "purpose": "verify", "language": "en"});
    assert_eq!(post(&noy, "/api/auth/code", request).await.0, 202);
    let code = code_for(&shop, "+8562055999999").await;
    let profile = json!({"fname": "Noy", "lname": "Keo", "phone": "020 5599 9999", "current_password": "correct horse",
        "phone_code": code});
    let changed = noy.send(Method::PUT, "/api/auth/profile", &profile).await;
    assert_eq!(changed.status(), 200, "{}", changed.text().await.unwrap());
    eventually("the number before has a message", async || {
        messages_to(&shop, "+8562055123456").await == ["security.identifier"]
    })
    .await;
    assert_eq!(messages_to(&shop, "+8562055999999").await, ["code.verify"], "and the new one has none");
    eventually("the bell has the notification", async || {
        let notifications = noy.send(Method::GET, "/api/auth/notifications/user", &json!({})).await;
        notifications.text().await.unwrap().contains("Your sign-in details were changed")
    })
    .await;
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn password_guessing_is_refused_with_a_retry_delay(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open_with(&[("HEUAN_ACCOUNTS__FAILED_LOGINS_PER_ACCOUNT_AND_ADDRESS", "3")]);
    let browser = Browser::new(&open).await;
    assert_eq!(post(&browser, "/api/auth/register", noy()).await.0, 201);
    let guess = |identifier: &str| json!({"identifier": identifier, "password": "wrong horse"});
    for identifier in ["020 5512 3456", "020 9999 9999"] {
        for _ in 0..3 {
            let (status, body) = post(&browser, "/api/auth/login", guess(identifier)).await;
            assert_eq!((status, &body["reason"]), (401, &json!("credentials")));
        }
        let response = browser.send(Method::POST, "/api/auth/login", &guess(identifier)).await;
        assert_eq!(response.status(), 429, "{identifier}");
        let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=900).contains(&wait), "{wait}");
    }
    assert_eq!(name(&browser).await.as_deref(), Some("ນ້ອຍ"), "an open session stays valid");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_of_the_command_line_sets_a_new_password() {
    let shop = Shop::new();
    let open = shop.open();
    let browser = Browser::new(&open).await;
    assert_eq!(post(&browser, "/api/auth/register", noy()).await.0, 201);
    let reset = |customer: &str| shop.command(&["customer", "reset", customer]).output().unwrap();
    let output = reset("020 5512 3456");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    let code: String = said.split("code ").nth(1).unwrap().chars().take(6).collect();
    let body = json!({"identifier": "2055123456", "code": code, "password": "battery staple"});
    let (status, body) = post(&browser, "/api/auth/code/verify", body).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(name(&browser).await, None, "all sessions have ended");
    assert_eq!(post(&browser, "/api/auth/login", login("2055123456")).await.0, 401);
    let new = json!({"identifier": "2055123456", "password": "battery staple"});
    assert_eq!(post(&browser, "/api/auth/login", new).await.0, 200);
    assert_eq!(reset("020 5599 9999").status.code(), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn personal_data_is_not_logged() {
    let shop = Shop::new();
    let (open, log) = shop.open_logged("debug");
    let browser = Browser::new(&open).await;
    assert_eq!(post(&browser, "/api/auth/register", noy()).await.0, 201);
    assert_eq!(post(&browser, "/api/auth/login", login("2055123456")).await.0, 200);
    assert_eq!(post(&browser, "/api/auth/login", json!({"identifier": "someone@example.com"})).await.0, 400);
    assert_eq!(open.end(), Some(0));
    let lines = std::fs::read_to_string(log).unwrap();
    assert!(lines.contains("/api/auth/login"), "{lines}");
    // The number as it is stored; a part of it could occur in a timestamp.
    for secret in ["ລະຫັດ", "2055123456", "someone", "ນ້ອຍ", "heuan_session="] {
        assert!(!lines.contains(secret), "{secret} in\n{lines}");
    }
}
