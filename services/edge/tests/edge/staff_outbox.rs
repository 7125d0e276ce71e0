//! Back office: messages to customers; and the choice of channels of a customer.

use heuan_proto::accounts::v1::Role;
use heuan_rpc::{Code, Error};
use heuan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{account_browser::Browser, account_fake::PASSWORD, support::shop};

#[actix_web::test]
async fn outbox_is_filtered_and_a_message_is_sent_again_under_the_audit_log() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.accounts.set_role("020", Role::Clerk);
    let get = async |path: &str| -> Value { noy.get(path).await.json().await.unwrap() };
    let page = get("/api/staff/outbox?state=failed&channel=email&limit=5").await;
    let message = &page["data"][0];
    assert_eq!(
        (&message["channel"], &message["reason"], &message["next_at"], &message["parts"]),
        (&"email".into(), &"invalid_address".into(), &Value::Null, &Value::Null)
    );
    assert_eq!((&page["next_cursor"], &page["counts"]["failed"]), (&"bS43".into(), &1.into()));
    assert_eq!(page["configured_channels"], json!(["email"]));
    let received = shop.chat.take_received();
    let [(_, call)] = &received[..] else { panic!("{received:?}") };
    for part in ["actor_role: Clerk", "state: \"failed\"", "channel: \"email\"", "limit: 5"] {
        assert!(call.contains(part), "{part}: {call}");
    }
    let whole = get("/api/staff/outbox/7").await;
    assert_eq!(whole["data"]["html"], "<p>Your order is ready</p>");
    let resent = noy.request(Method::POST, "/api/staff/outbox/7/resend").send().await.unwrap();
    let resent: Value = resent.json().await.unwrap();
    assert_eq!((&resent["data"]["state"], &resent["data"]["resends"]), (&"waiting".into(), &1.into()));
    eventually("the action is recorded", async || {
        let ended = &shop.accounts.stored().audit_ends;
        ended.iter().any(|entry| entry.status == 200 && entry.detail == "email order.ready N-1")
    })
    .await;
    for (path, field) in [("/api/staff/outbox?limit=0", "limit"), ("/api/staff/outbox/x", "message_id")] {
        assert_eq!(get(path).await["field"], field, "{path}");
    }
}

#[actix_web::test]
async fn report_of_a_provider_is_passed_on_with_its_secret_and_signatures() {
    let shop = shop().await;
    let url = shop.url("/api/messages/sms/report");
    let body = "MessageSid=SM1&MessageStatus=delivered";
    let request = shop.client.post(&url).body(body).basic_auth("heuan", Some("secret"));
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let response = request.header("x-hub-signature-256", "sha256=00").send().await.unwrap();
    assert_eq!(response.json::<Value>().await.unwrap(), json!({"success": true, "data": {}}));
    let received = shop.chat.take_received();
    let [("ReportDelivery", call)] = &received[..] else { panic!("{received:?}") };
    for part in [
        "\"sms\", \"application/x-www-form-urlencoded\", \"Basic aGV1YW46c2VjcmV0\"",
        "[(\"x-hub-signature-256\", \"sha256=00\")]",
        body,
    ] {
        assert!(call.contains(part), "{part}: {call}");
    }
    shop.chat.fail_next(Error::new(Code::Unauthenticated, "the secret or the signature is wrong"));
    assert_eq!(shop.client.post(&url).body(body).send().await.unwrap().status(), 401);
    shop.chat.fail_next(Error::not_found("no such channel"));
    assert_eq!(shop.client.post(&url).body(body).send().await.unwrap().status(), 404);
    let large = shop.client.post(&url).body("a".repeat(100_000)).send().await.unwrap();
    assert_eq!(large.status(), 413);
    assert_eq!(shop.chat.take_received().len(), 2);
}

#[actix_web::test]
async fn customer_chooses_the_channels_of_messages() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let found: Value = noy.get("/api/auth/notifications/channels").await.json().await.unwrap();
    assert_eq!(
        found["data"],
        json!({"channels": ["email", "sms"], "is_chosen": false, "language": "la", "available": ["email", "sms"],
            "undeliverable": ["sms"], "wants_news": false})
    );
    shop.chat.take_received();
    let body = json!({"channels": ["sms"], "language": "la", "wants_news": true});
    let request = noy.request(Method::PUT, "/api/auth/notifications/channels").json(&body);
    assert_eq!(request.send().await.unwrap().status(), 200);
    let received = shop.chat.take_received();
    assert!(
        received[0].1.contains("channels: [\"sms\"], language: \"la\", wants_news: Some(true)"),
        "{received:?}"
    );
    let save = |body: Value| noy.request(Method::PUT, "/api/auth/notifications/channels").json(&body).send();
    assert_eq!(save(json!({"wants_news": false})).await.unwrap().status(), 200);
    let received = shop.chat.take_received();
    assert!(received[0].1.contains("channels: [], language: \"\", wants_news: Some(false)"), "{received:?}");
    let none: Value = save(json!({"channels": [], "wants_news": true})).await.unwrap().json().await.unwrap();
    assert_eq!((&none["status"], &none["field"]), (&400.into(), &"channels".into()));
}

/// The page is that of the `Referer`, which browsers send with each request of the storefront.
#[actix_web::test]
async fn order_and_sign_in_record_the_language_of_their_page() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let order = json!({"items": [{"pro_id": 1, "quantity": 2}], "buyNow": true, "phone": "020 5512 3456",
        "delivery": {"method": "pickup", "branch_id": 1}, "payment": {"method": "qr"}});
    let login = json!({"identifier": "020", "password": PASSWORD});
    for (path, body, status, language) in
        [("/api/auth/orders", order, 201, "th"), ("/api/auth/login", login, 200, "en")]
    {
        let request = noy.request(Method::POST, path).header("idempotency-key", "key-1");
        let request = request.header("referer", shop.url(&format!("/{language}/checkout")));
        assert_eq!(request.json(&body).send().await.unwrap().status(), status, "{path}");
        let recorded = format!("language: {language}");
        eventually("the language is recorded", async || {
            let calls = shop.chat.take_received();
            calls.iter().any(|(name, call)| *name == "SetPageLanguage" && call.contains(&recorded))
        })
        .await;
    }
}

#[actix_web::test]
async fn clerk_sees_undeliverable_addresses_and_clears_one_under_the_audit_log() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.accounts.set_role("020", Role::Clerk);
    let path = "/api/staff/customers/12/undeliverable";
    let listed: Value = noy.get(path).await.json().await.unwrap();
    let address = &listed["data"][0];
    assert_eq!(
        (&address["channel"], &address["detail"]),
        (&"sms".into(), &"400 no such number".into()),
        "{listed}"
    );
    shop.chat.take_received();
    let cleared = noy.request(Method::DELETE, &format!("{path}/sms")).send().await.unwrap();
    assert_eq!(cleared.status(), 200);
    let received = shop.chat.take_received();
    let [(_, call)] = &received[..] else { panic!("{received:?}") };
    for part in ["actor_role: Clerk", "customer_id: 12", "channel: \"sms\""] {
        assert!(call.contains(part), "{part}: {call}");
    }
    eventually("the action is recorded", async || {
        shop.accounts.stored().audit_ends.iter().any(|entry| entry.status == 200 && entry.detail == "sms")
    })
    .await;
}

#[actix_web::test]
async fn manager_sees_the_templates_with_sample_values_and_faults() {
    let shop = shop().await;
    let kham = Browser::registered(&shop, "020").await;
    shop.accounts.make_staff("020");
    let found: Value = kham.get("/api/staff/message-templates?language=en").await.json().await.unwrap();
    assert_eq!(
        found["data"],
        json!({
            "templates": [{
                "kind": "order.ready", "variant": null, "subject": "Order 1 is ready", "text": "Hello",
                "html": "<p>Hello</p>", "short_text": null, "parts": null, "own_parts": ["text"],
            }],
            "faults": [{"template": "en/order.ready/short", "message": "there is no variable nmae"}],
            "folder": "/etc/heuan/messages",
            "is_changed": true,
        })
    );
    let received = shop.chat.take_received();
    let [("PreviewMessageTemplates", call)] = &received[..] else { panic!("{received:?}") };
    assert!(call.contains("actor_role: Manager") && call.contains("language: \"en\""), "{call}");
}
