//! Addresses that a server or a provider reports as invalid: later messages avoid them.

use heuan_notifications::PersonalData;
use heuan_proto::notifications::v1::{self as wire, MessageActorRole};
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    KHAM, NOON, NOY, Service, erased, event,
    mail_server::MailServer,
    provider::{ACCEPTED, Answer, Provider},
};

const UNKNOWN_NUMBER: Answer = Answer::Json(400, r#"{"code": 21211}"#);
const PHONE: &str = "+8562055512345";

impl Service {
    pub async fn undeliverable(&self, customer_id: i64) -> Vec<wire::UndeliverableAddress> {
        let actor_role = MessageActorRole::Clerk.into();
        let request = wire::ListUndeliverableAddressesRequest { actor_role, customer_id };
        self.messages().list_undeliverable_addresses(request).await.unwrap().into_inner().addresses
    }

    pub async fn clear(&self, actor_role: MessageActorRole, channel: &str) -> Result<(), Error> {
        let request = wire::ClearUndeliverableAddressRequest {
            actor_role: actor_role.into(),
            customer_id: NOY,
            channel: channel.to_owned(),
        };
        self.messages().clear_undeliverable_address(request).await?;
        Ok(())
    }

    /// Channel and state of the messages, oldest first.
    async fn outcomes(&self) -> Vec<(String, String)> {
        let mut messages = Vec::new();
        for channel in ["email", "sms", "whatsapp"] {
            messages.extend(self.of_channel(channel).await);
        }
        messages.sort_by_key(|message| message.message_id);
        messages.into_iter().map(|message| (message.channel, message.state)).collect()
    }

    async fn comes_to(&self, expected: &[(&str, &str)]) {
        let expected: Vec<_> =
            expected.iter().map(|(channel, state)| ((*channel).to_owned(), (*state).to_owned())).collect();
        eventually(&format!("{expected:?}"), async || self.outcomes().await == expected).await;
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_avoids_an_invalid_number_until_it_is_verified_or_cleared(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    sms.set_answer(UNKNOWN_NUMBER);
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("sms", "failed")]).await;
    let marked = service.undeliverable(NOY).await;
    let [mark] = &marked[..] else { panic!("{marked:?}") };
    assert_eq!((mark.channel.as_str(), mark.recipient.as_str(), mark.marked_at_ms), ("sms", PHONE, NOON));
    assert!(mark.detail.contains("21211"), "{}", mark.detail);
    assert!(service.of_channel("sms").await[0].is_undeliverable);
    let channels = wire::GetMessageChannelsRequest { customer_id: NOY };
    let channels = service.messages().get_message_channels(channels).await.unwrap().into_inner();
    let seen = channels.channels.unwrap().undeliverable;
    assert_eq!((seen[0].channel.as_str(), seen[0].detail.as_str()), ("sms", ""));

    sms.set_answer(ACCEPTED);
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("sms", "failed"), ("email", "sent")]).await;
    service.accounts.verify_phone(NOY, NOON + 1).await;
    service.deliver(vec![event("o3", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("sms", "failed"), ("email", "sent"), ("sms", "sent")]).await;
    assert!(service.undeliverable(NOY).await.is_empty());

    service.clock.advance(60_000);
    sms.set_answer(UNKNOWN_NUMBER);
    service.deliver(vec![event("o4", "order.ready", NOY)]).await.unwrap();
    eventually("it is marked again", async || service.undeliverable(NOY).await.len() == 1).await;
    sms.set_answer(ACCEPTED);
    for role in [MessageActorRole::Customer, MessageActorRole::Editor] {
        assert_eq!(service.clear(role, "sms").await.unwrap_err().code, Code::PermissionDenied);
    }
    assert_eq!(service.clear(MessageActorRole::Clerk, "fax").await.unwrap_err().detail.field, "channel");
    service.clear(MessageActorRole::Clerk, "sms").await.unwrap();
    assert_eq!(service.clear(MessageActorRole::Clerk, "sms").await.unwrap_err().code, Code::NotFound);
    service.deliver(vec![event("o5", "order.ready", NOY)]).await.unwrap();
    service
        .comes_to(&[
            ("sms", "failed"),
            ("email", "sent"),
            ("sms", "sent"),
            ("sms", "failed"),
            ("sms", "sent"),
        ])
        .await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn mark_belongs_to_one_address_and_is_erased_with_the_customer(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let mail = MailServer::start().await;
    let service =
        Service::open_messages(&db, Clock::fixed(NOON), |config| config.email = mail.config()).await;
    service.accounts.set_person(NOY, "Noy", "", "unknown@example.com").await;
    service.choose(NOY, &["email"], "en").await.unwrap();
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("email", "failed")]).await;
    // Without another address the message fails without an attempt.
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("email", "failed"), ("email", "failed")]).await;
    let second = service.of_channel("email").await.remove(1);
    assert_eq!((second.reason.as_str(), second.tries), ("invalid_address", 0));

    let data = PersonalData::open(&db.location).await.unwrap();
    let export = data.export(NOY).await.unwrap();
    assert_eq!(export.undeliverable_addresses[0].recipient, "unknown@example.com");
    service.accounts.set_person(NOY, "Noy", "", "noy@example.com").await;
    service.deliver(vec![event("o3", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("email", "failed"), ("email", "failed"), ("email", "sent")]).await;
    data.erase(&erased(NOY)).await.unwrap();
    assert!(data.export(NOY).await.unwrap().undeliverable_addresses.is_empty());
    data.close().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn number_of_a_customer_who_is_erased_during_the_attempt_is_not_marked(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let sms = Provider::start().await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| config.sms = sms.config()).await;
    service.choose(NOY, &["sms"], "en").await.unwrap();
    service.choose(KHAM, &["sms"], "en").await.unwrap();
    sms.set_answer_to(PHONE, Answer::SlowRefusal(400, r#"{"code": 21211}"#));
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("the provider has the message", async || sms.called() == [PHONE]).await;

    let data = PersonalData::open(&db.location).await.unwrap();
    data.erase(&erased(NOY)).await.unwrap();
    sms.respond();
    // The channel has one job, so that the attempt before is recorded when this message is sent.
    service.deliver(vec![event("o2", "order.ready", KHAM)]).await.unwrap();
    service.comes_to(&[("sms", "sent")]).await;
    assert!(data.export(NOY).await.unwrap().undeliverable_addresses.is_empty());
    data.close().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn whatsapp_as_the_only_provider_reaches_customers_who_chose_no_channel(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let whatsapp = Provider::start().await;
    let service =
        Service::open_messages(&db, Clock::fixed(NOON), |config| config.whatsapp = whatsapp.config()).await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("whatsapp", "sent")]).await;
    let channels = wire::GetMessageChannelsRequest { customer_id: NOY };
    let channels = service.messages().get_message_channels(channels).await.unwrap().into_inner();
    assert_eq!(channels.channels.unwrap().channels, ["whatsapp"]);
    // A choice is respected: the message stays on the outbox page.
    service.choose(NOY, &["email"], "en").await.unwrap();
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("whatsapp", "sent"), ("email", "not_configured")]).await;
    assert_eq!(whatsapp.called(), [PHONE]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn customer_without_an_address_in_a_default_channel_that_sends_is_reached_by_another_channel(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, whatsapp) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.whatsapp) = (mail.config(), whatsapp.config());
    })
    .await;
    service.accounts.set_person(NOY, "Noy", PHONE, "").await;
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    service.comes_to(&[("whatsapp", "sent")]).await;
    assert_eq!(whatsapp.called(), [PHONE]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn order_message_goes_to_verified_addresses_where_there_is_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    service.choose(NOY, &["email", "sms"], "en").await.unwrap();
    let states = async |channel: &str| {
        let messages = service.of_channel(channel).await;
        messages.into_iter().map(|message| message.state).collect::<Vec<_>>()
    };
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("both are sent, because none is verified", async || {
        (states("email").await, states("sms").await) == (vec!["sent".into()], vec!["sent".into()])
    })
    .await;
    service.accounts.verify_phone(NOY, NOON + 1).await;
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("only the verified number gets it", async || {
        states("email").await.len() == 1 && states("sms").await == ["sent", "sent"]
    })
    .await;
    assert_eq!((mail.received().len(), sms.calls().len()), (1, 2));
    service.accounts.verify_email(NOY, NOON + 1).await;
    service.deliver(vec![event("o3", "order.ready", NOY)]).await.unwrap();
    eventually("both are sent, because both are verified", async || {
        states("email").await == ["sent", "sent"] && states("sms").await.len() == 3
    })
    .await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_goes_to_an_unverified_address_if_the_verified_one_is_invalid(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (mail, sms) = (MailServer::start().await, Provider::start().await);
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        (config.email, config.sms) = (mail.config(), sms.config());
    })
    .await;
    service.choose(NOY, &["sms", "email"], "en").await.unwrap();
    service.accounts.verify_phone(NOY, NOON - 1).await;
    sms.set_answer(UNKNOWN_NUMBER);
    service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
    eventually("the number is marked", async || service.undeliverable(NOY).await.len() == 1).await;
    service.deliver(vec![event("o2", "order.ready", NOY)]).await.unwrap();
    eventually("the e-mail is sent", async || !mail.received().is_empty()).await;
    assert_eq!(sms.calls().len(), 1);
}
