//! Live event stream: contents, resumption, and separation of customers.

use std::time::Duration;

use heuan_proto::{accounts::v1::Role, chat::v1::ParticipantRole};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    support::{TestShop, eventually, problem, shop, shop_with},
};

/// An event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub name: String,
    pub data: Value,
}

pub struct Stream {
    response: Response,
    text: String,
    /// The id that a browser would send back.
    pub last_id: String,
}

impl Stream {
    pub async fn open(request: RequestBuilder) -> Self {
        let response = request.timeout(Duration::from_secs(300)).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { response, text: String::new(), last_id: String::new() }
    }

    /// The next event; `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let block = self.text[..end].to_owned();
                self.text.drain(..end + 2);
                let line = |name: &str| {
                    block
                        .lines()
                        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned))
                };
                if let Some(id) = line("id") {
                    self.last_id = id;
                }
                if let (Some(name), Some(data)) = (line("event"), line("data")) {
                    return Some(Event { name, data: serde_json::from_str(&data).unwrap() });
                }
                continue;
            }
            let chunk = tokio::time::timeout(Duration::from_secs(60), self.response.chunk());
            let chunk = chunk.await.expect("the stream is silent").ok()??;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The next event with this name; others are skipped.
    pub async fn until(&mut self, name: &str) -> Event {
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("the stream ended before {name}"));
            if event.name == name {
                return event;
            }
        }
    }

    async fn texts(&mut self, count: usize) -> Vec<String> {
        let mut texts = Vec::new();
        while texts.len() < count {
            texts.push(self.until("message").await.data["sms"].as_str().unwrap().to_owned());
        }
        texts
    }
}

fn listen(shop: &TestShop, browser: &Browser<'_>, query: &str) -> RequestBuilder {
    let cookie = format!("heuan_session={}", browser.cookie("heuan_session").unwrap());
    shop.client.get(shop.url(&format!("/api/auth/events{query}"))).header("cookie", cookie)
}

async fn followed(shop: &TestShop) {
    let noy = Browser::registered(shop, "099").await;
    eventually("both logs are followed", async || {
        let hello = Stream::open(listen(shop, &noy, "")).await.next().await.unwrap().data;
        hello["chat"] == true && hello["notifications"] == true
    })
    .await;
}

#[actix_web::test]
async fn each_customer_receives_only_their_own_events() {
    let shop = shop().await;
    followed(&shop).await;
    let (noy, kham) = (Browser::registered(&shop, "020").await, Browser::registered(&shop, "030").await);
    shop.accounts.make_staff("030");
    let vilay = Browser::registered(&shop, "040").await;
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    let mut hers = Stream::open(listen(&shop, &noy, "")).await;
    let mut inbox = Stream::open(listen(&shop, &kham, "?inbox=true")).await;
    let mut others = Stream::open(listen(&shop, &vilay, "")).await;
    for stream in [&mut hers, &mut inbox, &mut others] {
        assert_eq!(stream.next().await.unwrap().name, "hello");
    }
    shop.chat.write(id, "one", ParticipantRole::Staff);
    let message = hers.until("message").await.data;
    assert_eq!((&message["sms"], &message["lname"]), (&"one".into(), &"".into()));
    assert_eq!(inbox.until("message").await.data["lname"], "Secret");
    // Written only now, because events of two logs may be sent in either order.
    shop.chat.send_notification(id, "order is ready");
    shop.chat.send_notification(0, "news for all");
    assert_eq!(hers.until("order").await.data["order_id"], "o-1");
    assert_eq!(hers.until("notification").await.data["no_title"], "order is ready");
    // The first event that others receive is the broadcast.
    let first = loop {
        let event = others.next().await.unwrap();
        if event.name != "presence" {
            break event;
        }
    };
    assert_eq!((first.name.as_str(), &first.data["no_title"]), ("notification", &"news for all".into()));
}

#[actix_web::test]
async fn cancelled_news_leave_the_open_pages_of_all_customers() {
    let shop = shop().await;
    followed(&shop).await;
    let (noy, vilay) = (Browser::registered(&shop, "020").await, Browser::registered(&shop, "030").await);
    shop.accounts.set_role("020", Role::Editor);
    let mut open = Stream::open(listen(&shop, &vilay, "")).await;
    open.until("hello").await;
    let cancel = noy.request(Method::POST, "/api/staff/news/3/cancel").send().await.unwrap();
    assert_eq!(cancel.status(), 200);
    assert_eq!(open.until("notification_removed").await.data, json!({"no_id": 77}));
}

#[actix_web::test]
async fn reconnecting_browser_receives_missed_events_once_and_in_order() {
    let shop = shop().await;
    followed(&shop).await;
    let noy = Browser::registered(&shop, "020").await;
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    let mut stream = Stream::open(listen(&shop, &noy, "")).await;
    stream.until("hello").await;
    let mut received = Vec::new();
    for round in 0..6 {
        shop.chat.write(id, &format!("{round}a"), ParticipantRole::Staff);
        shop.chat.write(9999, "another customer's", ParticipantRole::Staff);
        received.extend(stream.texts(1).await);
        let last = stream.last_id.clone();
        drop(stream);
        if round % 2 == 0 {
            // The edge loses its connection to the log meanwhile.
            shop.chat.cut();
        }
        shop.chat.write(id, &format!("{round}b"), ParticipantRole::Staff);
        shop.chat.write(id, &format!("{round}c"), ParticipantRole::Customer);
        stream = if round % 3 == 0 {
            Stream::open(listen(&shop, &noy, &format!("?last_event_id={last}"))).await
        } else {
            Stream::open(listen(&shop, &noy, "").header("Last-Event-ID", last)).await
        };
        received.extend(stream.texts(2).await);
    }
    let wanted: Vec<String> =
        (0..6).flat_map(|round| ["a", "b", "c"].map(|letter| format!("{round}{letter}"))).collect();
    assert_eq!(received, wanted);
}

#[actix_web::test]
async fn cursor_that_is_too_old_or_unknown_causes_a_reset() {
    let shop = shop().await;
    followed(&shop).await;
    let noy = Browser::registered(&shop, "020").await;
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    for n in 0..250 {
        shop.chat.write(id, &format!("{n}"), ParticipantRole::Staff);
    }
    for cursor in ["c0-n0", "c99999-n0"] {
        let mut stream = Stream::open(listen(&shop, &noy, "").header("Last-Event-ID", cursor)).await;
        assert_eq!(stream.next().await.unwrap().data["resumed"], false);
        assert_eq!(stream.until("reset").await.data["chat"], true, "{cursor}");
    }
    // An invalid cursor is ignored: the stream starts now, after all earlier events.
    eventually("the log was read", async || {
        let mut stream = Stream::open(listen(&shop, &noy, "")).await;
        stream.until("hello").await;
        stream.last_id.starts_with("c250-")
    })
    .await;
    let mut stream = Stream::open(listen(&shop, &noy, "").header("Last-Event-ID", "rubbish")).await;
    assert_eq!(stream.next().await.unwrap().data["resumed"], false);
    shop.chat.write(id, "now", ParticipantRole::Staff);
    assert_eq!(stream.texts(1).await, ["now"]);
}

#[actix_web::test]
async fn typing_presence_and_carts_reach_the_concerned_customers() {
    let shop = shop().await;
    followed(&shop).await;
    let mut noy = Browser::registered(&shop, "020").await;
    let mut kham = Browser::registered(&shop, "030").await;
    shop.accounts.make_staff("030");
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    let mut hers = Stream::open(listen(&shop, &noy, "")).await;
    assert_eq!(hers.until("hello").await.data["staff_online"], false);
    let mut inbox = Stream::open(listen(&shop, &kham, "?inbox=true")).await;
    while hers.until("presence").await.data != json!({"staff_online": true}) {}
    let online = inbox.until("hello").await.data["online"].clone();
    assert!(online.as_array().unwrap().contains(&id.into()), "{online}");

    noy.send(Method::POST, "/api/auth/message/typing", json!({"typing": true})).await;
    let typing = inbox.until("typing").await.data;
    assert_eq!(typing, json!({"cus_id": id, "side": "user", "fname": "Noy", "typing": true}));
    let path = format!("/api/auth/staff/conversations/{id}/typing");
    kham.send(Method::POST, &path, json!({"typing": true})).await;
    assert_eq!(hers.until("typing").await.data["side"], "staff");

    noy.send(Method::DELETE, "/api/auth/cart", json!({})).await;
    assert_eq!(hers.until("cart").await.data, json!({"type": "clear"}));
    drop(hers);
    while inbox.until("presence").await.data != json!({"cus_id": id, "online": false}) {}
}

#[actix_web::test]
async fn streams_need_a_session_and_end_with_bye_at_shutdown() {
    let shop = shop().await;
    let refusal = problem(shop.get("/api/auth/events").await).await;
    assert_eq!((&refusal["status"], &refusal["reason"]), (&401.into(), &"session".into()));
    let noy = Browser::registered(&shop, "020").await;
    let mut stream = Stream::open(listen(&shop, &noy, "")).await;
    stream.until("hello").await;
    shop.shutdown.trigger();
    stream.until("bye").await;
    assert_eq!(stream.next().await, None);
}

#[actix_web::test]
async fn stream_ends_with_its_session_and_with_its_role() {
    let shop = shop_with(|config| config.session_recheck_ms = 20).await;
    followed(&shop).await;
    let noy = Browser::registered(&shop, "020").await;
    let kham = Browser::registered(&shop, "030").await;
    shop.accounts.make_staff("030");
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    let mut hers = Stream::open(listen(&shop, &noy, "")).await;
    let mut inbox = Stream::open(listen(&shop, &kham, "?inbox=true")).await;
    let mut own = Stream::open(listen(&shop, &kham, "")).await;
    // While sessions cannot be checked, streams continue.
    shop.accounts.set_down(true);
    for n in 0..3 {
        shop.chat.write(id, &format!("{n}"), ParticipantRole::Staff);
        assert_eq!(hers.texts(1).await, [format!("{n}")]);
    }
    shop.accounts.set_down(false);
    shop.accounts.make_customer("030");
    for stream in [&mut inbox, &mut own] {
        stream.until("bye").await;
        assert_eq!(stream.next().await, None);
    }
    shop.chat.write(id, "still", ParticipantRole::Staff);
    assert_eq!(hers.texts(1).await, ["still"]);
    shop.accounts.expire_all();
    hers.until("bye").await;
    assert_eq!(hers.next().await, None);
}

/// Streams of customers are checked every ten minutes here, so that only the interval of the staff can end this one.
#[actix_web::test]
async fn inbox_of_a_removed_member_ends_by_the_recheck_interval_of_the_staff() {
    let shop = shop_with(|config| {
        (config.session_recheck_ms, config.staff_session_recheck_ms) = (600_000, 20);
    })
    .await;
    let kham = Browser::registered(&shop, "030").await;
    shop.accounts.make_staff("030");
    let mut inbox = Stream::open(listen(&shop, &kham, "?inbox=true")).await;
    inbox.until("hello").await;
    shop.accounts.make_customer("030");
    let ended = tokio::time::timeout(Duration::from_secs(60), inbox.until("bye")).await;
    ended.expect("the stream of a removed member stays open");
    assert_eq!(inbox.next().await, None);
}

#[actix_web::test]
async fn sign_out_and_new_password_end_streams_at_once() {
    let shop = shop().await;
    followed(&shop).await;
    let mut phone = Browser::registered(&shop, "020").await;
    let id: i64 = phone.cookie("cus_id").unwrap().parse().unwrap();
    let (mut laptop, mut tablet) = (Browser::new(&shop).await, Browser::new(&shop).await);
    for browser in [&mut laptop, &mut tablet] {
        assert_eq!(browser.login("020").await.status(), 200);
    }
    let mut streams = Vec::new();
    for browser in [&phone, &laptop, &tablet] {
        let mut stream = Stream::open(listen(&shop, browser, "")).await;
        stream.until("hello").await;
        streams.push(stream);
    }
    let [on_phone, on_laptop, on_tablet] = streams.as_mut_slice() else { unreachable!() };
    tablet.send(Method::POST, "/api/auth/logout", json!({})).await;
    assert_eq!(on_tablet.until("bye").await.data, json!({"reason": "session"}));
    assert_eq!(on_tablet.next().await, None);
    shop.chat.send_notification(id, "hers");
    for stream in [&mut *on_phone, &mut *on_laptop] {
        stream.until("notification").await;
    }
    let body = json!({"current": crate::account_fake::PASSWORD, "new": "another horse"});
    assert_eq!(phone.send(Method::POST, "/api/auth/password", body).await.status(), 200);
    on_laptop.until("bye").await;
    assert_eq!(on_laptop.next().await, None);
    shop.chat.send_notification(id, "still hers");
    on_phone.until("notification").await;
    // A new login makes the previous streams obsolete.
    assert_eq!(phone.login("020").await.status(), 200);
    on_phone.until("bye").await;
}

#[actix_web::test]
async fn restored_database_is_followed_from_its_position() {
    let shop = shop().await;
    followed(&shop).await;
    let noy = Browser::registered(&shop, "020").await;
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    for n in 0..5 {
        shop.chat.write(id, &format!("{n}"), ParticipantRole::Staff);
        shop.chat.send_notification(id, &format!("{n}"));
    }
    let mut stream = Stream::open(listen(&shop, &noy, "")).await;
    eventually("both logs were read", async || {
        let mut stream = Stream::open(listen(&shop, &noy, "")).await;
        stream.until("hello").await;
        stream.last_id == "c5-n5"
    })
    .await;
    let before = "c5-n5";
    shop.chat.restore(2);
    let both = [stream.until("reset").await.data, stream.until("reset").await.data];
    for log in ["chat", "notifications"] {
        assert!(both.iter().any(|data| data[log] == true), "{log}");
    }
    for n in 0..2 {
        shop.chat.write(id, &format!("after {n}"), ParticipantRole::Staff);
        assert_eq!(stream.texts(1).await, [format!("after {n}")]);
        shop.chat.send_notification(id, &format!("after {n}"));
        assert_eq!(stream.until("notification").await.data["no_title"], format!("after {n}"));
    }
    // A browser that was away all the time gets a reset, and new events.
    let mut late = Stream::open(listen(&shop, &noy, "").header("Last-Event-ID", before)).await;
    assert_eq!(late.until("reset").await.data, json!({"chat": true, "notifications": true}));
    shop.chat.send_notification(id, "last");
    assert_eq!(late.until("notification").await.data["no_title"], "last");
}

#[actix_web::test]
async fn author_of_a_like_is_visible_only_to_authorized_readers() {
    let shop = shop().await;
    followed(&shop).await;
    let noy = Browser::registered(&shop, "020").await;
    let kham = Browser::registered(&shop, "030").await;
    shop.accounts.make_staff("030");
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    let mut hers = Stream::open(listen(&shop, &noy, "")).await;
    let mut inbox = Stream::open(listen(&shop, &kham, "?inbox=true")).await;
    for stream in [&mut hers, &mut inbox] {
        stream.until("hello").await;
    }
    shop.chat.like(id, ParticipantRole::Staff, 77);
    let like = |account: Value, place: i64, by: &str| json!({"msdtid": place, "cus_id": id, "seq": place, "likes": 0, "by": by, "account_id": account});
    assert_eq!(hers.until("like").await.data, like(Value::Null, 1, "staff"));
    assert_eq!(inbox.until("like").await.data, like(77.into(), 1, "staff"));
    shop.chat.like(id, ParticipantRole::Customer, id);
    assert_eq!(hers.until("like").await.data, like(id.into(), 2, "user"));
}
