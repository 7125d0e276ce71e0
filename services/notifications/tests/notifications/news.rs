//! News of the shop to customers who agreed.

use heuan_notifications::{NewsCommands, PersonalData};
use heuan_proto::notifications::v1::{
    self as wire, MessageActorRole, news_service_client::NewsServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    config, erased, event,
    mail_server::MailServer,
    provider::Provider,
    tables,
};

const MINUTE_MS: i64 = 60_000;

fn text() -> wire::NewsText {
    wire::NewsText {
        title: "ຫຼຸດລາຄາ".to_owned(),
        body: "ກະເບື້ອງທັງໝົດ".to_owned(),
        title_en: "Sale".to_owned(),
        body_en: "All tiles, until Sunday".to_owned(),
        link: "/promotion".to_owned(),
        ..Default::default()
    }
}

impl Service {
    fn news(&self) -> NewsServiceClient<Transport> {
        NewsServiceClient::new(self.transport.clone())
    }

    async fn send_news(&self, event_id: &str, text: wire::NewsText) -> Result<wire::News, Error> {
        let request = wire::SendNewsRequest {
            actor_role: MessageActorRole::Editor.into(),
            actor_id: 5,
            event_id: event_id.to_owned(),
            text: Some(text),
        };
        Ok(self.news().send_news(request).await?.into_inner().news.unwrap())
    }

    /// Newest first.
    async fn listed(&self) -> Vec<wire::News> {
        let actor_role = MessageActorRole::Manager.into();
        let request = wire::ListNewsRequest { actor_role, before_id: 0, limit: 10 };
        self.news().list_news(request).await.unwrap().into_inner().news
    }

    async fn cancel_news(&self, news_id: i64) -> Result<wire::News, Error> {
        let request = wire::CancelNewsRequest { actor_role: MessageActorRole::Manager.into(), news_id };
        Ok(self.news().cancel_news(request).await?.into_inner().news.unwrap())
    }

    async fn stop(&self, token: &str) -> Result<(), Error> {
        self.news().unsubscribe(wire::UnsubscribeRequest { token: token.to_owned() }).await?;
        Ok(())
    }

    async fn agree(&self, customer_id: i64, channel: &str, wants_news: bool) {
        self.agree_in("en", customer_id, channel, wants_news).await;
    }

    async fn agree_in(&self, language: &str, customer_id: i64, channel: &str, wants_news: bool) {
        let request = wire::SetMessageChannelsRequest {
            customer_id,
            channels: vec![channel.to_owned()],
            language: language.to_owned(),
            wants_news: Some(wants_news),
        };
        self.messages().set_message_channels(request).await.unwrap();
    }

    async fn wants_news(&self, customer_id: i64) -> bool {
        let request = wire::GetMessageChannelsRequest { customer_id };
        let channels = self.messages().get_message_channels(request).await.unwrap().into_inner().channels;
        channels.unwrap().wants_news
    }

    async fn ended(&self) -> wire::News {
        eventually("the news have ended", async || self.listed().await[0].state != "sending").await;
        self.listed().await.remove(0)
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn agreement_to_news_is_no_choice_of_channels(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    let save = async |wants_news: Option<bool>| -> Result<wire::MessageChannels, Error> {
        let request = wire::SetMessageChannelsRequest { customer_id: NOY, wants_news, ..Default::default() };
        let saved = service.messages().set_message_channels(request).await?.into_inner();
        Ok(saved.channels.unwrap())
    };
    for wants_news in [true, false] {
        let saved = save(Some(wants_news)).await.unwrap();
        assert_eq!((saved.wants_news, saved.is_chosen), (wants_news, false));
        assert_eq!(saved.channels, ["email", "sms"]);
    }
    let nothing = save(None).await.unwrap_err();
    assert_eq!((nothing.code, nothing.detail.field.as_str()), (Code::InvalidArgument, "channels"));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn news_are_in_the_reader_s_language_where_they_have_a_text_in_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| config.sms = sms.config()).await;
    service.agree_in("th", NOY, "sms", true).await;
    service.agree_in("vn", KHAM, "sms", true).await;
    let title_th = "ลดราคา".to_owned();
    let half = wire::NewsText { title_th: title_th.clone(), ..text() };
    let error = service.send_news("n1", half.clone()).await.unwrap_err();
    assert_eq!((error.detail.field.as_str(), error.code), ("body_th", Code::InvalidArgument));
    let thai =
        wire::NewsText { body_th: "กระเบื้องทั้งหมด".to_owned(), ..half };
    let request =
        wire::PreviewNewsRequest { actor_role: MessageActorRole::Editor.into(), text: Some(thai.clone()) };
    let previews = service.news().preview_news(request).await.unwrap().into_inner().previews;
    assert_eq!(previews.iter().map(|one| one.language.as_str()).collect::<Vec<_>>(), ["la", "en", "th"]);
    assert_eq!(previews[2].subject, title_th);
    let news = service.send_news("n1", thai.clone()).await.unwrap();
    assert_eq!(news.text, Some(thai));
    assert_eq!(service.ended().await.sent, 2);
    let texts: Vec<String> = sms.calls().iter().map(|call| call.body["text"].to_string()).collect();
    assert!(texts.iter().any(|text| text.contains("ลดราคา") && text.contains("กระเบื้องทั้งหมด")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("Sale")), "{texts:?}");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn news_reach_each_customer_who_agreed_once_and_the_link_stops_them(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    assert!(!service.wants_news(NOY).await, "off by default");
    service.agree(NOY, "email", true).await;
    service.agree(KHAM, "sms", true).await;
    let news = service.send_news("n1", text()).await.unwrap();
    assert_eq!((news.recipients, news.state.as_str()), (2, "sending"));
    assert_eq!(service.send_news("n1", text()).await.unwrap().news_id, news.news_id);
    let ended = service.ended().await;
    assert_eq!((ended.written, ended.sent, ended.failed, ended.pending), (2, 2, 0, 0));
    assert_eq!(service.listed().await.len(), 1);
    assert_eq!(service.titles(NOY).await, ["ຫຼຸດລາຄາ"]);

    let [received] = mail.received().try_into().unwrap();
    assert_eq!((received.to[0].as_str(), received.header("Subject")), ("noy@example.com", "Sale".to_owned()));
    assert_eq!(received.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    for part in ["All tiles, until Sunday", "https://shop.example/en/promotion", "Stop news from the shop"] {
        assert!(received.content.contains(part), "{part}: {}", received.content);
    }
    let [call] = sms.calls().try_into().unwrap();
    let short = call.body["text"].as_str().unwrap();
    assert!(
        short.starts_with("Heuan: Sale\nAll tiles") && short.contains("Stop: https://shop.example/stop/")
    );

    let link = received.header("List-Unsubscribe");
    let token = link.strip_prefix("<https://shop.example/stop/").unwrap().split('?').next().unwrap();
    for _ in 0..2 {
        service.stop(token).await.unwrap();
    }
    assert!(!service.wants_news(NOY).await && service.wants_news(KHAM).await);
    assert_eq!(service.stop("AAAA").await.unwrap_err().detail.field, "token");
    service.send_news("n2", text()).await.unwrap();
    assert_eq!(service.ended().await.sent, 1);
    assert_eq!((mail.received().len(), sms.calls().len()), (1, 2));
    // Messages about orders still arrive.
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("the order's e-mail arrives", async || mail.received().len() == 2).await;
    assert_eq!(mail.received()[1].header("List-Unsubscribe-Post"), "");
}

/// Time at which the next push is due; `None` if none waits.
async fn next_push_at(db: &TestDb) -> Option<i64> {
    waiting_pushes(db).await.1
}

async fn push_count(db: &TestDb) -> i64 {
    waiting_pushes(db).await.0
}

/// Number of pushes, and when the next one is due.
async fn waiting_pushes(db: &TestDb) -> (i64, Option<i64>) {
    let tables = tables(db).await;
    let sql = "SELECT COUNT(*), MIN(next_at) FROM push";
    let waiting = heuan_store::read!(tables, |pool| sqlx::query_as(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    waiting
}

fn paths(push: &PushService) -> Vec<String> {
    push.pushes().into_iter().map(|push| push.path).collect()
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn push_of_news_reaches_only_customers_who_agree_when_it_is_sent(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let push = PushService::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    for (seed, customer_id, name) in [(1, NOY, "noy"), (2, KHAM, "kham")] {
        let subscription = Browser::new(seed).subscription(customer_id, push.endpoint(name));
        service.client().save_push_subscription(subscription).await.unwrap();
    }
    service.agree(KHAM, "sms", true).await;
    service.send_news("n1", text()).await.unwrap();
    eventually("it is pushed", async || paths(&push) == ["/push/kham"]).await;
    assert_eq!(service.titles(NOY).await, ["ຫຼຸດລາຄາ"], "it is in the shop");
    service.broadcast_in("promotion", "customers", "p1").await.unwrap();
    eventually("the promotion is pushed", async || paths(&push).len() == 2).await;
    service.broadcast("customers", "closed-on-friday").await.unwrap();
    eventually("an announcement is for all", async || paths(&push).len() == 4).await;
    eventually("nothing waits", async || next_push_at(&db).await.is_none()).await;
    assert_eq!(paths(&push).iter().filter(|path| path.as_str() == "/push/noy").count(), 1);

    // Of pushes that are to be tried again, none is sent after the withdrawal.
    push.set_answer("503 Unavailable");
    service.broadcast_in("promotion", "customers", "p2").await.unwrap();
    eventually("it was tried", async || paths(&push).len() > 4).await;
    eventually("it waits", async || next_push_at(&db).await == Some(NOON + 5000)).await;
    service.send_news("n2", text()).await.unwrap();
    eventually("both wait", async || push_count(&db).await == 2).await;
    assert_eq!(next_push_at(&db).await, Some(NOON + 5000));
    let tried = paths(&push).len();
    service.agree(KHAM, "sms", false).await;
    push.set_answer("201 Created");
    service.clock.advance(60_000);
    eventually("they are dropped", async || next_push_at(&db).await.is_none()).await;
    assert_eq!(paths(&push).len(), tried);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn push_of_cancelled_news_is_not_sent_after_the_quiet_hours(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (push, sms) = (PushService::start().await, Provider::start().await);
    // 22:00 in Laos: SMS and pushes wait for the morning.
    let night = NOON + 10 * 60 * MINUTE_MS;
    let morning = night + 9 * 60 * MINUTE_MS;
    let service = Service::open_messages(&db, Clock::fixed(night), |config| config.sms = sms.config()).await;
    let subscription = Browser::new(1).subscription(NOY, push.endpoint("noy"));
    service.client().save_push_subscription(subscription).await.unwrap();
    service.agree(NOY, "sms", true).await;
    let news = service.send_news("n1", text()).await.unwrap();
    eventually("it waits for the morning", async || next_push_at(&db).await == Some(morning)).await;
    assert_eq!(service.titles(NOY).await, [text().title]);
    let shown = service.list(NOY).await.notifications[0].notification_id;
    let cancelled = service.cancel_news(news.news_id).await.unwrap();
    assert_eq!((cancelled.state.as_str(), cancelled.notification_id), ("cancelled", shown));
    assert_eq!(next_push_at(&db).await, None);
    // Nor is it in anyone's bell.
    for customer_id in [NOY, KHAM] {
        let list = service.list(customer_id).await;
        assert_eq!((list.notifications.len(), list.unread), (0, 0));
    }
    service.clock.advance(morning - night);
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("the order is pushed", async || !paths(&push).is_empty()).await;
    assert_eq!(paths(&push), ["/push/noy"]);
}

#[rstest]
#[case::back_office(false)]
#[case::command_line(true)]
#[tokio::test(flavor = "multi_thread")]
async fn stream_removes_the_notification_of_cancelled_news(
    #[case] is_by_command: bool,
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    // 22:00 in Laos: the SMS waits for the morning, so that the news can be canceled.
    let night = NOON + 10 * 60 * MINUTE_MS;
    let service = Service::open_messages(&db, Clock::fixed(night), |config| config.sms = sms.config()).await;
    service.agree(NOY, "sms", true).await;
    let send = async |event_id: &str| {
        let news = service.send_news(event_id, text()).await.unwrap();
        eventually("the notification is written", async || service.listed().await[0].notification_id > 0)
            .await;
        (news.news_id, service.listed().await[0].notification_id)
    };
    let (earlier, _) = send("n1").await;
    service.cancel_news(earlier).await.unwrap();
    let (news_id, shown) = send("n2").await;
    let asked = wire::WatchNotificationsRequest { after_position: -1 };
    let mut stream = service.client().watch_notifications(asked).await.unwrap().into_inner();
    let first = stream.message().await.unwrap().unwrap();
    assert!(first.removed_notification_ids.is_empty(), "{first:?}");
    if is_by_command {
        // The command opens the tables in a process of its own.
        let commands = NewsCommands::open(&config(), &db.location, service.clock.clone()).await.unwrap();
        commands.cancel(news_id).await.unwrap();
        commands.close().await;
    } else {
        service.cancel_news(news_id).await.unwrap();
    }
    let removed = loop {
        let update = stream.message().await.unwrap().unwrap();
        if !update.removed_notification_ids.is_empty() {
            break update.removed_notification_ids;
        }
    };
    assert_eq!(removed, [shown]);
    assert!(service.titles(NOY).await.is_empty());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn cancelled_news_send_nothing_more_and_do_not_delay_orders(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        config.sms = sms.config();
        // One message of news in a minute.
        config.sms.per_minute = 2;
    })
    .await;
    for customer_id in [NOY, KHAM, 21, 22, 23] {
        if customer_id > 20 {
            service.accounts.add_customer(customer_id).await;
        }
        service.agree(customer_id, "sms", true).await;
    }
    let news = service.send_news("n1", text()).await.unwrap();
    eventually("the rate of news is used", async || {
        let found = service.listed().await.remove(0);
        sms.calls().len() == 1 && (found.written, found.sent, found.pending) == (5, 1, 4)
    })
    .await;
    service.deliver(vec![event("o1", "order.delivering", NOY)]).await.unwrap();
    eventually("the order does not wait", async || sms.calls().len() == 2).await;
    service.clock.advance(MINUTE_MS);
    eventually("the next is sent", async || service.listed().await[0].sent == 2).await;
    let cancelled = service.cancel_news(news.news_id).await.unwrap();
    assert_eq!((cancelled.state.as_str(), cancelled.sent, cancelled.pending), ("cancelled", 2, 0));
    assert_eq!(service.cancel_news(news.news_id).await.unwrap().state, "cancelled");
    service.clock.advance(10 * MINUTE_MS);
    service.deliver(vec![event("o2", "order.delivering", KHAM)]).await.unwrap();
    eventually("the order is sent", async || sms.calls().len() == 4).await;
    let of_news = sms.calls().iter().filter(|call| call.body["template"] == "news_shop").count();
    assert_eq!(of_news, 2);
    for unknown in [99, i64::MAX] {
        assert_eq!(service.cancel_news(unknown).await.unwrap_err().code, Code::NotFound);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn news_continue_after_a_restart_without_repeating_a_message() {
    let db = TestDb::new(Engine::Sqlite).await;
    let sms = Provider::start().await;
    let open = async |at: i64| {
        Service::open_messages(&db, Clock::fixed(at), |config| {
            config.sms = sms.config();
            config.sms.per_minute = 2;
        })
        .await
    };
    let service = open(NOON).await;
    for customer_id in [NOY, KHAM] {
        service.agree(customer_id, "sms", true).await;
    }
    service.send_news("n1", text()).await.unwrap();
    eventually("one is sent", async || service.listed().await[0].sent == 1).await;
    service.close().await;
    let service = open(NOON + 5 * MINUTE_MS).await;
    assert_eq!(service.ended().await.sent, 2);
    assert_eq!(sms.accepted().values().copied().collect::<Vec<_>>(), [1, 1]);
    service.close().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn news_that_were_begun_wait_while_the_shop_has_no_address_for_the_link_that_stops_them(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let open = async |at: i64, url: &str| {
        Service::open_messages(&db, Clock::fixed(at), |config| {
            (config.sms, config.shop.url) = (sms.config(), url.to_owned());
        })
        .await
    };
    // 22:00 in Laos: SMS wait for the morning.
    let night = NOON + 10 * 60 * MINUTE_MS;
    let morning = night + 9 * 60 * MINUTE_MS;
    let service = open(night, "https://shop.example").await;
    service.agree(NOY, "sms", true).await;
    service.send_news("n1", text()).await.unwrap();
    let next_at_is = async |service: &Service, next_at: i64| {
        eventually("it waits", async || {
            service.of_channel("sms").await.iter().any(|message| message.next_at_ms == next_at)
        })
        .await;
    };
    next_at_is(&service, morning).await;
    service.close().await;

    let service = open(morning, "").await;
    next_at_is(&service, morning + 15 * MINUTE_MS).await;
    let message = service.of_channel("sms").await.remove(0);
    assert_eq!(message.state, "waiting");
    assert!(message.detail.contains("edge.public_url"), "{}", message.detail);
    // Messages about orders need no such link.
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    // Before the service closes: a message whose response is not recorded is sent again.
    eventually("the order message is sent", async || {
        service.of_channel("sms").await.iter().any(|message| message.state == "sent")
    })
    .await;
    assert_eq!(sms.calls().len(), 1);
    service.close().await;

    let service = open(morning + 15 * MINUTE_MS, "https://shop.example").await;
    assert_eq!(service.ended().await.sent, 1);
    let last = sms.calls().pop().unwrap().body["text"].to_string();
    assert!(last.contains("https://shop.example/stop/"), "{last}");
    service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn customer_who_is_blocked_or_has_withdrawn_gets_no_news() {
    let db = TestDb::new(Engine::Sqlite).await;
    let sms = Provider::start().await;
    // 22:00 in Laos: SMS wait for the morning.
    let night = NOON + 10 * 60 * MINUTE_MS;
    let service = Service::open_messages(&db, Clock::fixed(night), |config| config.sms = sms.config()).await;
    for customer_id in [NOY, KHAM, 21] {
        if customer_id > 20 {
            service.accounts.add_customer(customer_id).await;
        }
        service.agree(customer_id, "sms", true).await;
    }
    service.send_news("n1", text()).await.unwrap();
    // A message that is being prepared was checked already.
    let morning = night + 9 * 60 * MINUTE_MS;
    eventually("all wait for the morning", async || {
        let messages = service.of_channel("sms").await;
        messages.len() == 3 && messages.iter().all(|message| message.next_at_ms == morning)
    })
    .await;
    service.agree(NOY, "sms", false).await;
    service.accounts.block(KHAM, night).await;
    service.clock.advance(morning - night);
    let ended = service.ended().await;
    assert_eq!((ended.written, ended.sent), (1, 1));
    let data = PersonalData::open(&db.location).await.unwrap();
    assert!(data.export(21).await.unwrap().news_consented_at.is_some());
    data.erase(&erased(21)).await.unwrap();
    assert!(data.export(21).await.unwrap().news_consented_at.is_none());
    data.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn news_are_for_editors_and_managers_and_name_every_invalid_field() {
    let db = TestDb::new(Engine::Sqlite).await;
    let sms = Provider::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    for role in [MessageActorRole::Unspecified, MessageActorRole::Customer, MessageActorRole::Clerk] {
        let request = wire::ListNewsRequest { actor_role: role.into(), before_id: 0, limit: 1 };
        let denied: Error = service.news().list_news(request).await.unwrap_err().into();
        assert_eq!((denied.code, denied.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    }
    for actor_role in [MessageActorRole::Customer as i32, MessageActorRole::Clerk as i32, 99] {
        let request = wire::BroadcastRequest {
            title: "Sale".to_owned(),
            body: "All tiles".to_owned(),
            topic: "customers".to_owned(),
            actor_role,
            ..Default::default()
        };
        let denied: Error = service.client().broadcast(request).await.unwrap_err().into();
        assert_eq!((denied.code, denied.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    }
    let invalid = wire::NewsText { title: String::new(), link: "promotion".to_owned(), ..text() };
    let error = service.send_news("n1", invalid).await.unwrap_err();
    let fields: Vec<_> = error.detail.errors.iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(fields, ["title", "link"]);
    service.agree(NOY, "sms", true).await;
    let request =
        wire::PreviewNewsRequest { actor_role: MessageActorRole::Editor.into(), text: Some(text()) };
    let preview = service.news().preview_news(request).await.unwrap().into_inner();
    let [lao, english] = &preview.previews[..] else { panic!("{preview:?}") };
    assert_eq!((lao.subject.as_str(), english.subject.as_str()), ("ຫຼຸດລາຄາ", "Sale"));
    assert!(
        english.text.contains("/stop/")
            && english.html.contains("Stop news")
            && english.short_text.contains("All tiles")
            && lao.parts > 1
    );
    assert_eq!(preview.recipients, 1);
    service.close().await;

    // Messages without a link that stops them are not sent.
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        config.sms = sms.config();
        config.shop.url.clear();
    })
    .await;
    let error = service.send_news("n2", text()).await.unwrap_err();
    assert_eq!(error.detail.reason, "no_public_url");
}
