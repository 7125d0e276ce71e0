//! Chat, inbox and notifications as called by browsers.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

use heuan_proto::{accounts::v1::Role, chat::v1::ChatActorRole, rpc::v1::FieldError};
use heuan_rpc::{Code, Error};
use heuan_testkit::eventually;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    support::{TestShop, problem, shop, shop_with},
};

/// A form with these fields, encoded like a browser's.
async fn upload(browser: &Browser<'_>, path: &str, fields: &[(&str, &[u8])]) -> Response {
    let mut body = Vec::new();
    for (name, value) in fields {
        let file = if *name == "image" { "; filename=\"x.png\"\r\nContent-Type: image/png" } else { "" };
        body.extend(
            format!("--B\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").as_bytes(),
        );
        body.extend(*value);
        body.extend(b"\r\n");
    }
    body.extend(b"--B--\r\n");
    let request =
        browser.request(Method::POST, path).header("content-type", "multipart/form-data; boundary=B");
    request.body(body).send().await.unwrap()
}

async fn staff(shop: &TestShop) -> Browser<'_> {
    let browser = Browser::registered(shop, "030").await;
    shop.accounts.make_staff("030");
    browser
}

async fn json(response: Response) -> Value {
    assert!(response.status().is_success(), "{}", response.status());
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

#[actix_web::test]
async fn customer_writes_as_themselves_and_sees_only_the_staff_s_first_name() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let body = json!({"sms": "ສະບາຍດີ", "client_id": "c-1", "cus_id": 999, "cus_usertype": "staff"});
    let sent = noy.send(Method::POST, "/api/auth/message", body).await;
    assert_eq!(sent.status(), 201);
    let data = json(sent).await["data"].clone();
    assert_eq!(
        (&data["sms"], &data["cus_usertype"], &data["isLiked"]),
        (&"ສະບາຍດີ".into(), &"user".into(), &false.into())
    );
    let (call, received) = shop.chat.take_received().remove(0);
    assert!(
        call == "SendMessage"
            && received.contains("customer_id: 100,")
            && received.contains("account_id: 100"),
        "{received}"
    );
    let again =
        noy.send(Method::POST, "/api/auth/message", json!({"message": "x", "client_id": "again"})).await;
    assert_eq!(again.status(), 200);

    let history = json(noy.get("/api/auth/message?after_seq=3&limit=10").await).await;
    let message = &history["data"][0];
    assert_eq!((&message["cus_usertype"], &message["fname"]), (&"staff".into(), &"Kham".into()));
    assert_eq!((&message["lname"], &message["cus_tel"]), (&"".into(), &"".into()));
    assert_eq!(message["msdate"], "2026-11-21T00:00:00+07:00");
    assert_eq!((&history["conversation"]["unread"], &history["staff_online"]), (&1.into(), &false.into()));
    assert!(history["conversation"]["claimed_by"].get("staff_id").is_none());
    let both = problem(noy.get("/api/auth/message?after_seq=3&before_seq=9").await).await;
    assert_eq!(both["field"], "before_seq");
}

#[actix_web::test]
async fn images_are_accepted_up_to_five_megabytes() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let path = "/api/auth/message/upload";
    let image = vec![7; 5_242_880];
    let sent = upload(&noy, path, &[("image", &image), ("message", b"hi"), ("client_id", b"p-1")]).await;
    assert_eq!(sent.status(), 201);
    let received = shop.chat.take_received().pop().unwrap().1;
    assert_eq!(received, "(5242880, \"hi\", \"p-1\", 0, false)");
    let more = upload(&noy, path, &[("image", &vec![7; 5_242_881])]).await;
    let refusal = problem(more).await;
    assert_eq!((&refusal["status"], &refusal["reason"]), (&413.into(), &"too_large".into()));
    let much_more = upload(&noy, path, &[("image", &vec![7; 6_000_000])]).await;
    assert_eq!(problem(much_more).await["reason"], "too_large");
    for (fields, field) in [
        (&[("message", &b"x"[..])][..], "image"),
        (&[("image", &b"x"[..]), ("image", &b"y"[..])][..], "image"),
        (&[("image", &b"x"[..]), ("message", &[0xFF, 0xFE][..])][..], "message"),
    ] {
        assert_eq!(problem(upload(&noy, path, fields).await).await["field"], field);
    }
    let mut bad = Error::invalid("image", "not an image");
    "type".clone_into(&mut bad.detail.reason);
    shop.chat.fail_next(bad);
    let refusal = problem(upload(&noy, path, &[("image", b"x")]).await).await;
    assert_eq!((&refusal["status"], &refusal["reason"]), (&400.into(), &"type".into()));
}

/// A connection that has sent the head of a form with an image, and `body`.
fn begun(shop: &TestShop, browser: &Browser<'_>, length: &str, body: &[u8]) -> TcpStream {
    let head = format!(
        "POST /api/auth/message/upload HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-api-access-token: {}\r\n\
         cookie: heuan_session={}\r\ncontent-type: multipart/form-data; boundary=B\r\n{length}\r\n\r\n",
        browser.token,
        browser.cookie("heuan_session").unwrap(),
    );
    let mut connection = TcpStream::connect(shop.addr()).unwrap();
    connection.write_all(&[head.as_bytes(), body].concat()).unwrap();
    connection
}

const START: &str = "--B\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x.png\"\r\n\r\n";

/// The response to a small image of unknown length, which needs room for the largest and takes little.
async fn response_to_unknown_length(shop: &TestShop, browser: &Browser<'_>) -> String {
    let form = format!("{START}x\r\n--B--\r\n");
    let chunked = format!("{:x}\r\n{form}\r\n0\r\n\r\n", form.len());
    let mut connection = begun(shop, browser, "transfer-encoding: chunked", chunked.as_bytes());
    let read = tokio::task::spawn_blocking(move || {
        let mut response = String::new();
        connection.read_to_string(&mut response).map(|_| response)
    });
    read.await.unwrap().unwrap()
}

/// One client may use two thirds of 24 MB.
#[actix_web::test]
async fn images_in_transit_take_a_bounded_memory() {
    let shop = shop_with(|config| {
        config.limits.uploads_mb = 24;
        config.limits.upload_idle_timeout_ms = 60_000;
        config.limits.upload_min_kb_s = 0;
    })
    .await;
    let mut noy = Browser::registered(&shop, "020").await;
    let image = [START.as_bytes(), &vec![7; 4_500_000]].concat();
    let held: Vec<TcpStream> =
        (0..3).map(|_| begun(&shop, &noy, "content-length: 4501000", &image)).collect();
    eventually("the images in transit fill the memory", async || {
        let response = response_to_unknown_length(&shop, &noy).await;
        response.starts_with("HTTP/1.1 503")
            && response.contains("retry-after: 2")
            && response.contains("\"overloaded\"")
    })
    .await;
    // Small requests are not concerned.
    let message = json!({"sms": "hi", "client_id": "m1"});
    assert_eq!(noy.send(Method::POST, "/api/auth/message", message).await.status(), 201);
    drop(held);
    eventually("the memory is free again", async || {
        response_to_unknown_length(&shop, &noy).await.starts_with("HTTP/1.1 201")
    })
    .await;
}

#[actix_web::test]
async fn attachment_needs_only_the_cookie() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let address = "/api/auth/message/attachment/abc";
    assert_eq!(problem(shop.get(address).await).await["reason"], "session");
    let cookie = format!("heuan_session={}", noy.cookie("heuan_session").unwrap());
    let shown = shop.get_with(address, "cookie", &cookie).await;
    assert_eq!(shown.headers()["content-type"], "image/webp");
    assert_eq!(shown.headers()["cross-origin-resource-policy"], "same-origin");
    // Cached, but revalidated, so that access is checked each time.
    assert_eq!(shown.headers()["cache-control"], "private, no-cache");
    let etag = shown.headers()["etag"].clone();
    assert!(shop.chat.take_received()[0].1.contains("Actor { role: 1"));
    let again = async || {
        let request = shop.client.get(shop.url(address)).header("cookie", &cookie);
        request.header("if-none-match", &etag).send().await.unwrap()
    };
    let seen = again().await;
    assert_eq!((seen.status(), &seen.headers()["etag"]), (304.try_into().unwrap(), &etag));
    assert!(shop.chat.take_received()[0].1.contains("without_content: true"));
    shop.chat.fail_next(Error::not_found("there is no such image"));
    assert_eq!(again().await.status(), 404);
    shop.accounts.expire_all();
    assert_eq!(again().await.status(), 401);
}

#[actix_web::test]
async fn like_is_attributed_to_the_caller_s_side() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let body = json!({"messageId": 1, "liked": true});
    let like = "/api/auth/message/like";
    assert_eq!(kham.send(Method::POST, like, body.clone()).await.status(), 200);
    let received = shop.chat.take_received();
    assert!(
        received.len() == 1 && received[0].1.contains("Actor { role: 1"),
        "their own conversation: {received:?}"
    );
    let staffs = "/api/auth/staff/conversations/7/messages/like";
    assert_eq!(kham.send(Method::POST, staffs, body.clone()).await.status(), 200);
    let received = shop.chat.take_received();
    assert!(received.len() == 1 && received[0].1.contains("Actor { role: 2"), "a customer's: {received:?}");
    // A message outside the staff member's own conversation is liked as staff, also by the customer's call.
    shop.chat.fail_next(Error::not_found("there is no such message"));
    assert_eq!(kham.send(Method::POST, like, body.clone()).await.status(), 200);
    assert!(shop.chat.take_received()[1].1.contains("Actor { role: 2"));
    let mut noy = Browser::registered(&shop, "020").await;
    shop.chat.fail_next(Error::not_found("there is no such message"));
    assert_eq!(noy.send(Method::POST, like, body).await.status(), 404);
}

#[actix_web::test]
async fn preview_is_in_the_envelope_and_beside_it() {
    let shop = shop().await;
    let mut browser = Browser::new(&shop).await;
    let body =
        json(browser.send(Method::POST, "/api/link-preview", json!({"url": "https://a.example/x"})).await)
            .await;
    assert_eq!((&body["title"], &body["data"]["title"]), (&"Title".into(), &"Title".into()));
    let image = body["image"].as_str().unwrap();
    assert!(image.starts_with("/api/link-preview/image/"));
    assert_eq!(shop.get(image).await.headers()["content-type"], "image/webp");
    shop.chat.fail_next(Error::not_found("the page has no preview"));
    let without = browser.send(Method::POST, "/api/link-preview", json!({"url": "https://b.example/"})).await;
    assert_eq!(without.status(), 200);
    let without = json(without).await;
    assert_eq!((&without["url"], &without["title"]), (&"https://b.example/".into(), &"".into()));
    let long = format!("https://a.example/{}", "x".repeat(2_048));
    for url in ["http://10.0.0.1/", &long] {
        let mut refused = Error::invalid("url", "it is not fetched");
        "address".clone_into(&mut refused.detail.reason);
        shop.chat.fail_next(refused);
        let without = browser.send(Method::POST, "/api/link-preview", json!({"url": url})).await;
        assert_eq!(without.status(), 200);
        let without = json(without).await;
        assert_eq!((&without["url"], &without["title"]), (&json!(url), &json!("")));
    }
    // A reader who has followed many links sees this one without a preview.
    for reason in ["preview_rate", "preview_quota"] {
        let mut exhausted = Error::new(Code::ResourceExhausted, "too many previews");
        reason.clone_into(&mut exhausted.detail.reason);
        shop.chat.fail_next(exhausted);
        let without =
            browser.send(Method::POST, "/api/link-preview", json!({"url": "https://a.example/x"})).await;
        let body = json(without).await;
        assert_eq!(
            (&body["data"]["url"], &body["data"]["title"]),
            (&json!("https://a.example/x"), &json!(""))
        );
    }
    let gone = shop.get("/api/link-preview/image/b").await;
    assert_eq!(
        (gone.status().as_u16(), &gone.headers()["cache-control"]),
        (204, &"no-store".parse().unwrap())
    );
    let mut bare = Browser::bare(&shop);
    let refused = bare.send(Method::POST, "/api/link-preview", json!({"url": "x"})).await;
    assert_eq!(problem(refused).await["reason"], "api_token");
}

#[actix_web::test]
async fn staff_reply_names_the_version_it_has_seen() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = "/api/auth/staff/conversations/7/messages";
    let sent = kham.send(Method::POST, path, json!({"sms": "ok", "client_id": "a", "version": 3})).await;
    assert_eq!(sent.status(), 201);
    let body = json(sent).await;
    assert_eq!(
        (&body["data"]["conversation"]["version"], &body["data"]["message"]["cus_usertype"]),
        (&3.into(), &"staff".into())
    );
    assert_eq!(body["data"]["conversation"]["claimed_by"]["staff_id"], 5);
    let received = shop.chat.take_received().pop().unwrap().1;
    assert!(received.contains("Actor { role: 2") && received.contains("version: 3"), "{received}");
    let unseen = kham.send(Method::POST, path, json!({"sms": "ok"})).await;
    assert_eq!(unseen.status(), 400);

    shop.chat.fail_next(Error::conflict("claimed", "conversation is claimed by another member of the staff"));
    let refusal = problem(kham.send(Method::POST, path, json!({"sms": "ok", "version": 2})).await).await;
    assert_eq!((&refusal["status"], &refusal["reason"]), (&409.into(), &"claimed".into()));
    assert_eq!(
        (&refusal["conversation"]["version"], &refusal["conversation"]["unread"]),
        (&3.into(), &2.into())
    );

    let sent = upload(
        &kham,
        &format!("{path}/upload"),
        &[("image", b"x"), ("version", b"3"), ("take_over", b"true")],
    )
    .await;
    assert_eq!(sent.status(), 201);
    let received = shop.chat.take_received().pop().unwrap().1;
    assert!(received.starts_with("(1, \"\", ") && received.ends_with(", 3, true)"), "{received}");
}

#[actix_web::test]
async fn role_of_the_session_reaches_the_chat() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    for (role, passed_on) in [(Role::Clerk, ChatActorRole::Clerk), (Role::Manager, ChatActorRole::Manager)] {
        shop.accounts.set_role("030", role);
        shop.chat.take_received();
        json(kham.get("/api/auth/staff/conversations").await).await;
        let reply = json!({"sms": "ok", "version": 3});
        let sent = kham.send(Method::POST, "/api/auth/staff/conversations/7/messages", reply).await;
        assert_eq!(sent.status(), 201);
        let received = shop.chat.take_received();
        let expected = format!("account_role: {}", i32::from(passed_on));
        for call in ["ListConversations", "SendMessage"] {
            let (_, sent) = received.iter().find(|(name, _)| *name == call).unwrap();
            assert!(sent.contains(&expected), "{call}: {sent}");
        }
    }
}

#[actix_web::test]
async fn inbox_is_listed_and_quick_replies_are_complete() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let list =
        json(kham.get("/api/auth/staff/conversations?search=noy&unread=true&mine=true&page=2").await).await;
    assert_eq!(
        (&list["total"], &list["page"], &list["unread_conversations"]),
        (&1.into(), &2.into(), &1.into())
    );
    assert_eq!(list["next_cursor"], "1795237200000.7");
    let received = shop.chat.take_received().pop().unwrap().1;
    assert!(
        received.contains("\"noy\"")
            && received.contains("unread_only: true")
            && received.contains("claimed_by: 100"),
        "{received}"
    );
    assert_eq!(kham.get("/api/auth/staff/conversations?cursor=1795237200000.7").await.status(), 200);
    let received = shop.chat.take_received().pop().unwrap().1;
    assert!(received.contains("cursor: \"1795237200000.7\""), "{received}");
    for (method, path, body) in [
        (Method::POST, "/api/auth/staff/conversations/7/claim", json!({"version": 3})),
        (Method::DELETE, "/api/auth/staff/conversations/7/claim", json!({})),
        (Method::POST, "/api/auth/staff/conversations/7/read", json!({"seq": 3})),
        (Method::POST, "/api/auth/staff/conversations/7/typing", json!({"typing": true})),
        (Method::POST, "/api/auth/staff/quick-replies", json!({"title": "a", "text": "b"})),
        (Method::PUT, "/api/auth/staff/quick-replies/1", json!({"title": "a", "text": "b"})),
        (Method::DELETE, "/api/auth/staff/quick-replies/1", json!({})),
    ] {
        assert_eq!(kham.send(method.clone(), path, body).await.status(), 200, "{method} {path}");
    }
    let replies = json(kham.get("/api/auth/staff/quick-replies").await).await;
    assert_eq!(replies["data"][0]["title"], "Hello");
}

#[actix_web::test]
async fn notification_has_the_specified_field_names() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    shop.chat.send_notification(100, "hi");
    let list = json(noy.get("/api/auth/notifications/user").await).await;
    assert_eq!((&list["unread"], &list["limit"]), (&1.into(), &50.into()));
    let one = &list["data"][0];
    for field in [
        "no_id",
        "no_title",
        "no_body",
        "imageurl",
        "no_actionurl",
        "no_websiteurl",
        "not_name",
        "isread_user",
        "no_cratedat",
        "no_updatedat",
    ] {
        assert!(one.get(field).is_some(), "{field}");
    }
    shop.chat.take_received();
    for (body, arguments) in [
        (json!({"id": 4, "isRead": true}), "[4], all: false, is_read: true"),
        (json!({"ids": [1, 2]}), "[1, 2], all: false, is_read: true"),
        (json!({"all": true}), "[], all: true, is_read: true"),
    ] {
        let marked = json(noy.send(Method::PUT, "/api/auth/notifications/user", body).await).await;
        assert_eq!(marked["data"], json!({"changed": 1, "unread": 4}));
        let received = shop.chat.take_received().pop().unwrap().1;
        assert!(received.contains(arguments) && received.contains("customer_id: 100"), "{received}");
    }
    for (body, field) in [
        (json!({}), "id"),
        (json!({"id": -1, "all": true}), "id"),
        (json!({"ids": vec![1; 501], "all": true}), "ids"),
    ] {
        let refused = noy.send(Method::PUT, "/api/auth/notifications/user", body).await;
        let refused = problem(refused).await;
        assert_eq!((&refused["status"], &refused["field"]), (&400.into(), &field.into()));
    }
    let own =
        json!({"no_title": "T", "no_body": "B", "not_id": 9, "category": "order", "is_send_user": true});
    let own = noy.send(Method::POST, "/api/auth/notifications/user", own).await;
    assert_eq!(own.status(), 201);
    let received = shop.chat.take_received().remove(0).1;
    assert!(received.contains("category: \"general\"") && received.contains("own: true"), "{received}");
    let empty = json!({"no_title": "T", "no_body": "B", "imageurl": null, "no_actionurl": null,
        "no_websiteurl": null, "msdtid": null, "ord_number": null, "isRead_admin": null});
    assert_eq!(noy.send(Method::POST, "/api/auth/notifications/user", empty).await.status(), 201);
    shop.chat.take_received();
    let mut wrong = Error::invalid("title", "is needed");
    for field in ["title", "body", "imageUrl", "actionUrl", "websiteUrl", "ord_number"] {
        let (field, message) = (field.to_owned(), "is wrong".to_owned());
        wrong.detail.errors.push(FieldError { field, message, reason: "invalid".to_owned() });
    }
    shop.chat.fail_next(wrong);
    let refusal =
        problem(noy.send(Method::POST, "/api/auth/notifications/user", json!({"no_title": ""})).await).await;
    let fields: Vec<&Value> = refusal["errors"].as_array().unwrap().iter().map(|one| &one["field"]).collect();
    assert_eq!(refusal["field"], "no_title");
    assert_eq!(fields, ["no_title", "no_body", "imageurl", "no_actionurl", "no_websiteurl", "ord_number"]);
    shop.chat.take_received();

    let subscription = json!({"endpoint": "https://push.example/1", "keys": {"p256dh": "k", "auth": "a"}, "expirationTime": null});
    assert_eq!(
        noy.send(Method::PUT, "/api/auth/push/subscription", subscription.clone()).await.status(),
        200
    );
    assert!(shop.chat.take_received()[0].1.contains("expires_at_ms: 0, staff: false"));
    let mut ends = subscription;
    ends["expirationTime"] = 1_795_194_000_000.5.into();
    assert_eq!(noy.send(Method::PUT, "/api/auth/push/subscription", ends).await.status(), 200);
    assert!(shop.chat.take_received()[0].1.contains("expires_at_ms: 1795194000000, staff: false"));
    assert_eq!(noy.send(Method::DELETE, "/api/auth/push/subscription", json!({})).await.status(), 200);
    assert_eq!(shop.get("/api/v1/push/key").await.json::<Value>().await.unwrap()["data"]["key"], "BKey");
}

#[actix_web::test]
async fn push_subscription_has_the_id_of_its_session() {
    let shop = shop().await;
    let mut here = Browser::registered(&shop, "020").await;
    Browser::new(&shop).await.login("020").await;
    let sessions = json(here.get("/api/auth/sessions").await).await;
    let listed = sessions["data"].as_array().unwrap();
    let current = listed.iter().find(|one| one["is_current"] == true).unwrap()["session_id"].clone();
    let body = json!({"endpoint": "https://push.example/1", "keys": {"p256dh": "k", "auth": "a"}, "session_id": "0"});
    assert_eq!(here.send(Method::PUT, "/api/auth/push/subscription", body).await.status(), 200);
    let received = shop.chat.take_received().pop().unwrap().1;
    assert!(received.contains(&format!("session_id: {}", current.as_str().unwrap())), "{received}");
    assert!(received.contains("actor_role: Customer"), "{received}");
}

#[actix_web::test]
async fn staff_broadcast_is_sent_once_for_each_key() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let send = async |body: Value| {
        let request =
            kham.request(Method::POST, "/api/v1/notifications/broadcast").header("Idempotency-Key", "k1");
        request.json(&body).send().await.unwrap()
    };
    let body = json!({"title": "T", "body": "B", "topicName": "sellers", "deliveryMethod": "topic", "priority": "normal",
        "category": "general", "actionUrl": "", "imageUrl": "", "mobileUrl": "", "websiteUrl": ""});
    assert_eq!(send(body.clone()).await.status(), 201);
    let received = shop.chat.take_received().pop().unwrap().1;
    assert!(received.contains("broadcast.100.k1") && received.contains("sellers"), "{received}");
    let mut other = body;
    other["deliveryMethod"] = "mail".into();
    assert_eq!(problem(send(other).await).await["field"], "deliveryMethod");
}
