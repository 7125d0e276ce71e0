//! Sign-in by a code, a changed number, and one's own data, over HTTP.

use std::io::Cursor;

use heuan_proto::privacy::v1::PersonalAttachment;
use heuan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    account_fake::PASSWORD,
    support::{problem, shop, shop_with},
};

const CODE: &str = "/api/auth/code";

#[actix_web::test]
async fn code_is_sent_alike_to_known_and_unknown_numbers_and_signs_in_once_entered() {
    let shop = shop().await;
    Browser::registered(&shop, "020").await;
    let mut visitor = Browser::new(&shop).await;
    let channels: Value = visitor.get(CODE).await.json().await.unwrap();
    assert_eq!(channels["data"], json!({"phone": true, "email": false}));
    let mut answers = Vec::new();
    for phone in ["020", "021"] {
        let body = json!({"identifier": phone, "purpose": "sign_in", "language": "en"});
        let response = visitor.send(Method::POST, CODE, body).await;
        assert_eq!(
            (response.status().as_u16(), &response.headers()["cache-control"]),
            (202, &"no-store".parse().unwrap())
        );
        let answer: Value = response.json().await.unwrap();
        let fields: Vec<String> = answer["data"].as_object().unwrap().keys().cloned().collect();
        answers.push(fields);
    }
    assert_eq!(answers[0], answers[1]);
    let requested: Vec<(String, String)> = {
        let stored = shop.accounts.stored();
        stored.codes.iter().map(|one| (one.identifier.clone(), one.language.clone())).collect()
    };
    assert_eq!(requested, ["020", "021"].map(|phone| (phone.to_owned(), "en".to_owned())));
    let verify = |code: &str| json!({"identifier": "021", "code": code});
    let wrong = visitor.send(Method::POST, "/api/auth/code/verify", verify("000000")).await;
    assert_eq!(problem(wrong).await["field"], "code");
    assert_eq!(visitor.cookie("heuan_session"), None);
    let response = visitor.send(Method::POST, "/api/auth/code/verify", verify("012345")).await;
    let body: Value = response.json().await.unwrap();
    assert_eq!((&body["data"]["is_new"], &body["data"]["customer"]["fname"]), (&true.into(), &"".into()));
    assert_eq!(visitor.phone().await.as_deref(), Some("021"));
}

#[actix_web::test]
async fn code_for_an_unconfirmed_account_needs_its_password_or_opens_a_new_one() {
    let shop = shop().await;
    let maker = Browser::registered(&shop, "020").await;
    let mut owner = Browser::new(&shop).await;
    let path = "/api/auth/code/verify";
    let refused =
        problem(owner.send(Method::POST, path, json!({"identifier": "020", "code": "012345"})).await);
    let refused = refused.await;
    assert_eq!((&refused["status"], &refused["reason"]), (&409.into(), &"unverified_account".into()));
    assert_eq!(owner.cookie("heuan_session"), None);
    let with = |account_password: &str| json!({"identifier": "020", "code": "012345", "account_password": account_password});
    let wrong = problem(owner.send(Method::POST, path, with("wrong horse")).await).await;
    assert_eq!((&wrong["status"], &wrong["field"]), (&400.into(), &"account_password".into()));
    let anew = json!({"identifier": "020", "code": "012345", "starts_new_account": true});
    let body: Value = owner.send(Method::POST, path, anew).await.json().await.unwrap();
    assert_eq!(body["data"]["is_new"], true);
    assert_ne!(owner.cookie("cus_id"), maker.cookie("cus_id"));
    assert_eq!(maker.phone().await.as_deref(), Some("020"), "the session of the maker stays");

    let shop = self::shop().await;
    Browser::registered(&shop, "020").await;
    let mut customer = Browser::new(&shop).await;
    let body: Value = customer.send(Method::POST, path, with(PASSWORD)).await.json().await.unwrap();
    assert_eq!(body["data"]["is_new"], false);
}

#[actix_web::test]
async fn present_number_is_confirmed_in_the_profile() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let is_verified = async |browser: &Browser<'_>| {
        let profile: Value = browser.get("/api/auth/profile").await.json().await.unwrap();
        (profile["data"]["phone_verified"].clone(), profile["data"]["email_verified"].clone())
    };
    assert_eq!(is_verified(&noy).await, (false.into(), false.into()));
    let path = "/api/auth/profile/verify";
    let enter = |code: &str| json!({"identifier": "020", "code": code});
    let wrong = problem(noy.send(Method::POST, path, enter("000000")).await).await;
    assert_eq!((&wrong["status"], &wrong["field"]), (&400.into(), &"code".into()));
    let body: Value = noy.send(Method::POST, path, enter("012345")).await.json().await.unwrap();
    assert_eq!((&body["data"]["phone"], &body["data"]["phone_verified"]), (&"020".into(), &true.into()));
    assert_eq!(is_verified(&noy).await, (true.into(), false.into()));
    let mut visitor = Browser::new(&shop).await;
    let refused = problem(visitor.send(Method::POST, path, enter("012345")).await).await;
    assert_eq!(refused["reason"], "session");
}

#[actix_web::test]
async fn device_cookie_is_passed_on_with_requests_for_codes_and_with_new_passwords() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let mut stranger = Browser::new(&shop).await;
    for browser in [&mut noy, &mut stranger] {
        let body = json!({"identifier": "020", "purpose": "reset"});
        assert_eq!(browser.send(Method::POST, CODE, body).await.status(), 202);
        let body = json!({"identifier": "020", "code": "012345", "password": "battery staple"});
        assert_eq!(browser.send(Method::POST, "/api/auth/code/verify", body).await.status(), 200);
    }
    let stored = shop.accounts.stored();
    let devices = stored.codes.iter().map(|one| one.device_token.clone());
    let expected = [vec![9; 32], Vec::new()];
    assert_eq!((devices.collect::<Vec<_>>(), &stored.reset_devices), (expected.to_vec(), &expected.to_vec()));
}

#[actix_web::test]
async fn code_is_requested_during_an_outage_of_notifications_that_has_answered_before() {
    let shop = shop().await;
    let mut visitor = Browser::new(&shop).await;
    let body = json!({"identifier": "021", "purpose": "sign_in"});
    assert_eq!(visitor.get(CODE).await.status(), 200);
    shop.chat.set_messages_down();
    assert_eq!(visitor.send(Method::POST, CODE, body.clone()).await.status(), 202);
    assert_eq!(shop.accounts.stored().codes.len(), 1);

    let shop = self::shop().await;
    shop.chat.set_messages_down();
    let mut visitor = Browser::new(&shop).await;
    assert!(visitor.send(Method::POST, CODE, body).await.status().is_server_error());
    assert!(shop.accounts.stored().codes.is_empty());
}

#[actix_web::test]
async fn account_without_a_name_gives_one_before_its_first_order() {
    let shop = shop().await;
    let mut visitor = Browser::new(&shop).await;
    let verify = json!({"identifier": "021", "code": "012345"});
    visitor.send(Method::POST, "/api/auth/code/verify", verify).await;
    let order = json!({"phone": "021", "delivery": {"method": "pickup", "branch_id": 1}, "payment": {"method": "cod"}});
    let place =
        || visitor.request(Method::POST, "/api/auth/orders").header("idempotency-key", "a".repeat(20));
    let refused = problem(place().json(&order).send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["field"]), (&400.into(), &"fname".into()));
}

#[actix_web::test]
async fn code_to_verify_or_confirm_needs_a_session() {
    let shop = shop().await;
    let mut visitor = Browser::new(&shop).await;
    for purpose in ["verify", "confirm"] {
        let body = json!({"identifier": "021", "purpose": purpose});
        let refused = problem(visitor.send(Method::POST, CODE, body).await).await;
        assert_eq!((&refused["status"], &refused["reason"]), (&401.into(), &"session".into()));
    }
    assert!(shop.accounts.stored().codes.is_empty());
    let unknown = visitor.send(Method::POST, CODE, json!({"identifier": "021", "purpose": "x"})).await;
    assert_eq!(problem(unknown).await["field"], "purpose");
}

#[actix_web::test]
async fn answer_names_the_recipient_of_a_code_to_confirm_alone() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    for (purpose, recipient) in [("confirm", "noy@example.com"), ("verify", ""), ("sign_in", "")] {
        let body = json!({"identifier": "021", "purpose": purpose});
        let answer: Value = noy.send(Method::POST, CODE, body).await.json().await.unwrap();
        assert_eq!(answer["data"]["recipient"], recipient, "{answer}");
    }
}

#[actix_web::test]
async fn customer_downloads_their_data_and_closes_the_account() {
    let shop = shop_with(|config| config.deadline_ms = 200).await;
    let mut noy = Browser::registered(&shop, "020").await;
    let image = PersonalAttachment {
        attachment_id: "0a1b".to_owned(),
        side: "customer".to_owned(),
        at: "2026-11-21T09:00:00+07:00".to_owned(),
    };
    shop.accounts.stored().attachments = vec![image.clone()];
    let response = noy.get("/api/auth/export").await;
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"my-data.json\"");
    let exported: Value = response.json().await.unwrap();
    assert_eq!(exported["format"], "heuan-customer-export/1");
    assert_eq!(exported["accounts"]["profile"]["fname"], "Noy");
    let mut attachment = json!({"attachment_id": "0a1b", "side": "customer", "at": "2026-11-21T09:00:00+07:00",
        "media_type": "image/webp", "content": "UklGRg=="});
    assert_eq!(exported["attachments"], json!([attachment]));

    shop.accounts.stored().attachments = vec![image];
    let response = noy.get("/api/auth/export.zip").await;
    assert_eq!(response.headers()["content-type"], "application/zip");
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"my-data.zip\"");
    let mut archive = zip::ZipArchive::new(Cursor::new(response.bytes().await.unwrap())).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert_eq!(names, ["my-data.json", "invoices/261121-7K3M9QTX.html", "chat/0a1b.webp"]);
    let data: Value = serde_json::from_reader(archive.by_name("my-data.json").unwrap()).unwrap();
    assert_eq!((&data["format"], &data["orders"]), (&exported["format"], &exported["orders"]));
    attachment.as_object_mut().unwrap().remove("content");
    attachment["file"] = json!("chat/0a1b.webp");
    assert_eq!(data["attachments"], json!([attachment]));
    assert_eq!(std::io::read_to_string(archive.by_name("chat/0a1b.webp").unwrap()).unwrap(), "RIFF");
    let invoice = std::io::read_to_string(archive.by_name(&names[1]).unwrap()).unwrap();
    for part in ["Heuan", "#261121-7K3M9QTX", "Noy Keo", "Headquarters", "Cement", "₭116,000.00"] {
        assert!(invoice.contains(part), "{part}: {invoice}");
    }

    let close = "/api/auth/account";
    let wrong = noy.send(Method::DELETE, close, json!({"password": "x"})).await;
    assert_eq!(problem(wrong).await["field"], "password");
    let closed = noy.send(Method::DELETE, close, json!({"password": PASSWORD})).await;
    assert_eq!(closed.status(), 202);
    assert_eq!(noy.cookie("heuan_session"), None);
    eventually("all services have erased", async || {
        shop.accounts.stored().erased
            == [
                "orders",
                "search",
                "chat",
                "notifications",
                "catalog-gateway",
                "weather-branches",
                "accounts",
            ]
    })
    .await;
    // No code has verified the number. Each service erases twice: it may get new data while another one is retried.
    let erasures = shop.accounts.stored().erasures.clone();
    assert_eq!(erasures.len(), 12);
    assert!(erasures.iter().all(|erased| erased.is_by_customer && erased.identifiers().count() == 0));
}

#[actix_web::test]
async fn closed_account_with_a_verified_number_erases_by_the_number() {
    let shop = shop_with(|config| config.deadline_ms = 200).await;
    let mut noy = Browser::registered(&shop, "020").await;
    let customer_id = noy.cookie("cus_id").unwrap().parse().unwrap();
    shop.accounts.stored().verified.push(customer_id);
    let closed = noy.send(Method::DELETE, "/api/auth/account", json!({"password": PASSWORD})).await;
    assert_eq!(closed.status(), 202);
    eventually("all services have erased", async || {
        shop.accounts.stored().erased.last().is_some_and(|service| service == "accounts")
    })
    .await;
    let erasures = shop.accounts.stored().erasures.clone();
    assert!(erasures.iter().all(|erased| erased.is_by_customer && erased.phone == "020"));
}

#[actix_web::test]
async fn account_with_open_orders_is_not_closed() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    *shop.orders.has_open_order() = true;
    let refused = noy.send(Method::DELETE, "/api/auth/account", json!({"password": PASSWORD})).await;
    let refused = problem(refused).await;
    assert_eq!((&refused["status"], &refused["reason"]), (&409.into(), &"open_orders".into()));
    assert!(noy.phone().await.is_some());
}
