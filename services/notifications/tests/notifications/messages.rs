//! Messages outside the shop, against an SMTP server and an HTTP provider.

use heuan_notifications::{Config, EmailTls, PersonalData};
use heuan_proto::notifications::v1::{
    self as wire, MessageActorRole, message_service_client::MessageServiceClient,
};
use heuan_rpc::{Code, Error};
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    KHAM, NOON, NOY, Service,
    accounts::TestAccounts,
    config, erased, event,
    mail_server::MailServer,
    provider::{Answer, Provider},
};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 3_600_000;
const PHONE: &str = "+8562055512345";
const EMAIL: &str = "noy@example.com";

impl Service {
    pub async fn open_messages(db: &TestDb, clock: Clock, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config();
        "https://shop.example".clone_into(&mut config.shop.url);
        (config.shop.name, config.shop.name_la) = ("Heuan".to_owned(), "ເຮືອນ".to_owned());
        change(&mut config);
        config.validate().unwrap();
        let shutdown = Shutdown::new();
        let accounts = TestAccounts::open(clock.clone(), shutdown.clone()).await;
        accounts.set_person(NOY, "Noy", PHONE, EMAIL).await;
        let transport = accounts.transport();
        Self::open_configured(config, &db.location, clock, shutdown, accounts, transport).await
    }

    pub fn messages(&self) -> MessageServiceClient<heuan_rpc::Transport> {
        MessageServiceClient::new(self.transport.clone())
    }

    async fn outbox(
        &self,
        state: &str,
        cursor: &str,
        limit: i32,
    ) -> Result<wire::ListOutgoingMessagesResponse, Error> {
        let request = wire::ListOutgoingMessagesRequest {
            actor_role: MessageActorRole::Clerk.into(),
            state: state.to_owned(),
            cursor: cursor.to_owned(),
            limit,
            ..Default::default()
        };
        Ok(self.messages().list_outgoing_messages(request).await?.into_inner())
    }

    /// The messages of a channel, oldest first.
    pub async fn of_channel(&self, channel: &str) -> Vec<wire::OutgoingMessage> {
        let mut messages = self.outbox("", "", 100).await.unwrap().messages;
        messages.retain(|message| message.channel == channel);
        messages.reverse();
        messages
    }

    pub async fn choose(&self, customer_id: i64, channels: &[&str], language: &str) -> Result<(), Error> {
        let request = wire::SetMessageChannelsRequest {
            customer_id,
            channels: channels.iter().map(|word| (*word).to_owned()).collect(),
            language: language.to_owned(),
            wants_news: None,
        };
        self.messages().set_message_channels(request).await?;
        Ok(())
    }

    pub async fn resend(&self, message_id: i64) -> Result<wire::OutgoingMessage, Error> {
        let request =
            wire::ResendOutgoingMessageRequest { actor_role: MessageActorRole::Manager.into(), message_id };
        Ok(self.messages().resend_outgoing_message(request).await?.into_inner().message.unwrap())
    }

    pub async fn state_is(&self, channel: &str, state: &str) {
        eventually(&format!("{channel} is {state}"), async || {
            self.of_channel(channel).await.iter().any(|message| message.state == state)
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refund_of_a_part_names_the_amount_of_that_part() {
    let db = TestDb::new(Engine::Sqlite).await;
    let sms = Provider::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| config.sms = sms.config()).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    let payload = r#"{"number":"N-o1","status":"completed","total":500000,"method":"transfer",
        "payment_status":"refunded","refund":150000,"amount":50000}"#;
    let refunded = wire::Event { payload: payload.to_owned(), ..event("o1", "order.refunded", NOY) };
    service.deliver(vec![refunded]).await.unwrap();
    service.state_is("sms", "sent").await;
    let text = sms.calls()[0].body["text"].to_string();
    assert!(text.contains("₭50,000.00 for order N-o1 has been refunded"), "{text}");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn order_event_is_sent_once_in_each_channel_and_in_the_customer_s_language(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    service.choose(NOY, &["email", "sms"], "en").await.unwrap();
    for _ in 0..2 {
        service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    }
    service.state_is("email", "sent").await;
    service.state_is("sms", "sent").await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();

    let [received] = mail.received().try_into().unwrap();
    assert!(received.was_encrypted);
    assert_eq!((received.from.as_str(), received.to), ("orders@shop.example", vec![EMAIL.to_owned()]));
    let mail = mail.received().remove(0);
    assert!(mail.header("From").contains("orders@shop.example"), "{}", mail.content);
    assert_eq!(mail.header("Subject"), "Order N-o1 is ready");
    assert_eq!(mail.header("List-Unsubscribe"), "<https://shop.example/en/account/profile>");
    assert!(mail.header("Message-ID").ends_with("@shop.example>"), "{}", mail.content);
    for part in ["text/plain", "text/html", "Hello Noy,", "https://shop.example/en/account/orders/o1"] {
        assert!(mail.content.contains(part), "{part}: {}", mail.content);
    }
    let [call] = sms.calls().try_into().unwrap();
    assert!(call.head.contains("authorization: bearer secret"), "{}", call.head);
    assert_eq!(call.body["to"], PHONE);
    assert_eq!(call.body["text"], "Heuan: Order N-o1 is ready. https://shop.example/en/account/orders/o1");
    assert_eq!((&call.body["template"], &call.body["number"]), (&"order_ready".into(), &"N-o1".into()));
    let [sent] = service.of_channel("sms").await.try_into().unwrap();
    assert_eq!(
        (sent.recipient.as_str(), sent.parts, sent.tries, sent.order_id.as_str()),
        (PHONE, 1, 1, "o1")
    );
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_without_provider_is_in_the_outbox_and_can_be_sent_later(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    for order in ["o1", "o2", "o3"] {
        service.deliver(vec![event(order, "order.placed", NOY)]).await.unwrap();
    }
    eventually("all are prepared", async || {
        service.outbox("", "", 1).await.unwrap().not_configured_count == 6
    })
    .await;
    let first = service.outbox("not_configured", "", 4).await.unwrap();
    let rest = service.outbox("not_configured", &first.next_cursor, 4).await.unwrap();
    assert_eq!((first.messages.len(), rest.messages.len(), rest.next_cursor.as_str()), (4, 2, ""));
    let ids: Vec<i64> =
        first.messages.iter().chain(&rest.messages).map(|message| message.message_id).collect();
    assert_eq!(ids, [6, 5, 4, 3, 2, 1]);
    let text = service.of_channel("sms").await.remove(0);
    assert!(text.text.starts_with("ເຮືອນ: ຄຳສັ່ງຊື້ N-o1 ຊຳລະແລ້ວ") && text.parts > 1, "{}", text.text);
    assert!(first.configured_channels.is_empty());
    let html = wire::GetOutgoingMessageRequest { actor_role: MessageActorRole::Clerk.into(), message_id: 1 };
    let html =
        service.messages().get_outgoing_message(html).await.unwrap().into_inner().message.unwrap().html;
    assert!(html.contains("<html lang=\"lo\">") && html.contains("ສະບາຍດີ Noy"), "{html}");
    assert_eq!(service.outbox("", "!", 4).await.unwrap_err().detail.field, "cursor");
    assert_eq!(service.outbox("lost", "", 4).await.unwrap_err().detail.field, "state");
    for role in [MessageActorRole::Unspecified, MessageActorRole::Customer, MessageActorRole::Editor] {
        let request =
            wire::ListOutgoingMessagesRequest { actor_role: role.into(), limit: 1, ..Default::default() };
        let denied: Error = service.messages().list_outgoing_messages(request).await.unwrap_err().into();
        assert_eq!((denied.code, denied.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    }
    service.close().await;

    let sms = Provider::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| config.sms = sms.config()).await;
    let id = text.message_id;
    service.resend(id).await.unwrap();
    eventually("it is sent", async || sms.calls().len() == 1).await;
    service.state_is("sms", "sent").await;
    assert_eq!(service.resend(id).await.unwrap().resends, 2);
    eventually("it is sent again", async || sms.accepted().len() == 2).await;
    assert_eq!(service.resend(99).await.unwrap_err().code, Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_address_and_refused_message_fail_permanently() {
    let db = TestDb::new(Engine::Sqlite).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    service.accounts.set_person(NOY, "Noy", PHONE, "unknown@example.com").await;
    sms.set_answer(Answer::Json(400, r#"{"code": 21211, "message": "Invalid 'To' Phone Number"}"#));
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("email", "failed").await;
    service.state_is("sms", "failed").await;
    for channel in ["email", "sms"] {
        let message = service.of_channel(channel).await.remove(0);
        assert_eq!((message.reason.as_str(), message.tries), ("invalid_address", 1), "{}", message.detail);
    }
    // The customer proves the number, so that messages go there again.
    service.accounts.verify_phone(NOY, NOON + 1).await;
    sms.set_answer(Answer::Json(422, r#"{"error": "text not allowed"}"#));
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("it is refused", async || {
        service.of_channel("sms").await.iter().any(|message| message.reason == "refused")
    })
    .await;
    let refused = service.of_channel("sms").await.remove(1);
    assert!(refused.detail.contains("text not allowed"), "{}", refused.detail);
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_provider_is_awaited_and_called_once() {
    let db = TestDb::new(Engine::Sqlite).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    sms.set_answer(Answer::Slow);
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("it is called", async || sms.calls().len() == 1).await;
    service.state_is("email", "sent").await;
    // Other e-mails go meanwhile, and the attempt in flight is not repeated.
    service.choose(KHAM, &["email"], "en").await.unwrap();
    service.accounts.set_person(KHAM, "Kham", "", "kham@example.com").await;
    service.deliver(vec![event("o2", "order.ready", KHAM)]).await.unwrap();
    eventually("the other e-mail is sent", async || mail.received().len() == 2).await;
    let waiting = service.of_channel("sms").await.remove(0);
    assert_eq!((waiting.state.as_str(), sms.calls().len()), ("waiting", 1));
    sms.respond();
    service.state_is("sms", "sent").await;
    assert_eq!(sms.calls().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_server_with_tls_from_the_first_byte_gets_the_message_encrypted() {
    let db = TestDb::new(Engine::Sqlite).await;
    let mail = MailServer::start_with(EmailTls::Tls).await;
    let service =
        Service::open_messages(&db, Clock::fixed(NOON), |config| config.email = mail.config()).await;
    service.choose(NOY, &["email"], "en").await.unwrap();
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.state_is("email", "sent").await;
    let [received] = mail.received().try_into().unwrap();
    assert!(received.was_encrypted);
    assert_eq!(received.to, [EMAIL]);
    assert_eq!(received.header("Subject"), "Order N-o1 is ready");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_and_the_night_delay_messages() {
    let db = TestDb::new(Engine::Sqlite).await;
    let sms = Provider::start().await;
    // 22:00 in Laos.
    let night = NOON + 10 * HOUR_MS;
    let service = Service::open_messages(&db, Clock::fixed(night), |config| {
        config.sms = sms.config();
        config.messages.per_customer_hour = 2;
    })
    .await;
    service.choose(NOY, &["sms"], "la").await.unwrap();
    service.deliver(vec![event("o0", "order.completed", NOY)]).await.unwrap();
    eventually("it waits for the morning", async || {
        service.of_channel("sms").await[0].next_at_ms == night + 9 * HOUR_MS
    })
    .await;
    for order in ["o1", "o2", "o3"] {
        service.deliver(vec![event(order, "order.delivering", NOY)]).await.unwrap();
    }
    eventually("two are sent", async || sms.calls().len() == 2).await;
    eventually("the third waits for an hour", async || {
        let messages = service.of_channel("sms").await;
        messages.iter().any(|message| message.state == "waiting" && message.next_at_ms == night + HOUR_MS)
    })
    .await;
    // Another customer is not affected.
    service.choose(KHAM, &["sms"], "la").await.unwrap();
    service.deliver(vec![event("o4", "order.delivering", KHAM)]).await.unwrap();
    eventually("it is sent", async || sms.calls().len() == 3).await;
    service.clock.advance(HOUR_MS);
    eventually("the third is sent", async || sms.calls().len() == 4).await;
    service.clock.advance(8 * HOUR_MS);
    eventually("the one of the night is sent", async || sms.calls().len() == 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_about_orders_of_all_customers_share_the_rate_of_the_channel() {
    let (db, sms) = (TestDb::new(Engine::Sqlite).await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        config.sms = sms.config();
        config.sms.per_minute = 2;
    })
    .await;
    service.accounts.set_person(KHAM, "Kham", "+8562055598765", "").await;
    for customer_id in [NOY, KHAM] {
        service.choose(customer_id, &["sms"], "en").await.unwrap();
    }
    let orders = [("o1", NOY), ("o2", KHAM), ("o3", NOY), ("o4", KHAM)];
    for (order, customer_id) in orders {
        service.deliver(vec![event(order, "order.ready", customer_id)]).await.unwrap();
    }
    eventually("two wait for a minute", async || {
        let messages = service.of_channel("sms").await;
        let waits = |message: &&wire::OutgoingMessage| message.next_at_ms == NOON + MINUTE_MS;
        sms.calls().len() == 2 && messages.iter().filter(waits).count() == 2
    })
    .await;
    service.clock.advance(MINUTE_MS - 1);
    assert_eq!(sms.calls().len(), 2);
    service.clock.advance(1);
    eventually("all are sent", async || sms.calls().len() == 4).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_is_in_the_language_of_the_page_until_the_customer_chooses_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    let set = async |language: &str| {
        let request = wire::SetPageLanguageRequest { customer_id: NOY, language: language.to_owned() };
        service.messages().set_page_language(request).await.map_err(Error::from)
    };
    let preferred = async || {
        let request = wire::GetMessageChannelsRequest { customer_id: NOY };
        let found = service.messages().get_message_channels(request).await.unwrap().into_inner();
        let channels = found.channels.unwrap();
        (channels.language, channels.is_chosen)
    };
    assert_eq!(preferred().await, ("la".to_owned(), false));
    for language in ["th", "en"] {
        set(language).await.unwrap();
        assert_eq!(preferred().await, (language.to_owned(), false));
    }
    assert_eq!(set("fr").await.unwrap_err().detail.field, "language");
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("the message is in English", async || {
        service.of_channel("email").await.iter().any(|message| message.subject == "Order N-o1 is ready")
    })
    .await;

    service.choose(NOY, &["email"], "vn").await.unwrap();
    set("en").await.unwrap();
    assert_eq!(preferred().await, ("vn".to_owned(), true));

    let data = PersonalData::open(&db.location).await.unwrap();
    let languages = async || {
        let export = data.export(NOY).await.unwrap();
        (export.message_language, export.page_language)
    };
    assert_eq!(languages().await, (Some("vn".to_owned()), Some("en".to_owned())));
    data.erase(&erased(NOY)).await.unwrap();
    assert_eq!(languages().await, (None, None));
    data.close().await;
    assert_eq!(preferred().await, ("la".to_owned(), false));
}

#[tokio::test(flavor = "multi_thread")]
async fn message_goes_where_the_customer_can_be_reached_and_nowhere_after_erasure() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    service.accounts.set_person(NOY, "Noy", PHONE, "").await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("one by SMS", async || service.outbox("", "", 9).await.unwrap().not_configured_count == 1)
        .await;
    eventually("none by e-mail", async || service.of_channel("email").await.is_empty()).await;
    service.choose(NOY, &["email"], "vn").await.unwrap();
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("also by SMS", async || service.of_channel("sms").await.len() == 2).await;
    eventually("in the chosen language", async || {
        service.of_channel("sms").await[1].text.contains("Đơn hàng N-o2")
    })
    .await;
    for (channels, language, field) in
        [(&[][..], "la", "channels"), (&["pigeon"], "la", "channels"), (&["sms"], "fr", "language")]
    {
        assert_eq!(service.choose(NOY, channels, language).await.unwrap_err().detail.field, field);
    }

    let data = PersonalData::open(&db.location).await.unwrap();
    let export = data.export(NOY).await.unwrap();
    assert_eq!((export.messages.len(), export.messages[0].recipient.as_str()), (2, PHONE));
    assert_eq!(export.message_channels, Some(vec!["email".to_owned()]));
    data.erase(&erased(NOY)).await.unwrap();
    let export = data.export(NOY).await.unwrap();
    assert!(export.messages.is_empty() && export.message_channels.is_none());
    data.close().await;
    // An event that arrives after the account is gone leaves no message.
    service.accounts.remove_customer(NOY).await;
    service.deliver(vec![event("o3", "order.ready", NOY)]).await.unwrap();
    eventually("it is dropped", async || service.outbox("", "", 9).await.unwrap().messages.is_empty()).await;
}

#[test]
fn timeout_of_an_email_that_outlasts_its_lease_is_refused_at_the_start() {
    let mut config = crate::support::config();
    config.email.timeout_s = 50;
    config.validate().unwrap();
    config.email.timeout_s = 51;
    let error = config.validate().unwrap_err();
    assert!(error.contains("notifications.email.timeout_s must be 1 to 50: "), "{error}");
    config.email.timeout_s = 20;
    // A call to a provider has one timeout for all.
    config.sms.timeout_s = 120;
    config.validate().unwrap();
    config.sms.timeout_s = 121;
    assert!(config.validate().unwrap_err().contains("notifications.sms must have"));
}
