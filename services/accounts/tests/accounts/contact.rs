//! Contact form: validation, numbering, rate limit and retention; on both databases.

use std::time::Duration;

use crate::support::{self, DAY, NOON, TestAccounts, config, field_reasons};
use heuan_accounts::Config;
use heuan_proto::accounts::v1::{
    RegisterRequest, SubmitMessageRequest, contact_service_client::ContactServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_testkit::Engine;
use rstest::rstest;

pub fn letter() -> SubmitMessageRequest {
    SubmitMessageRequest {
        sender_type: 1,
        topic: 3,
        name: " Noy ".to_owned(),
        phone: "020 5512 3456".to_owned(),
        email: "Noy@Example.com".to_owned(),
        message: "ມີກະເບື້ອງບໍ່?\r\nຂອບໃຈ ".to_owned(),
        client_address: "10.0.0.1".to_owned(),
        token: Vec::new(),
    }
}

pub async fn submit(service: &TestAccounts, letter: SubmitMessageRequest) -> Result<i64, Error> {
    let transport = Transport::in_process(service.accounts.routes(), Duration::from_secs(120));
    let answer = ContactServiceClient::new(transport).submit_message(letter).await?;
    Ok(answer.into_inner().contact_id)
}

#[rstest]
#[tokio::test]
async fn message_is_stored_under_its_number_with_its_customer(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    assert_eq!(submit(&service, letter()).await.unwrap(), 1);
    let signed = SubmitMessageRequest { phone: String::new(), token: session.token, ..letter() };
    assert_eq!(submit(&service, signed).await.unwrap(), 2);

    let kept = service.accounts.service().contacts(10).await.unwrap();
    let [second, first] = &kept[..] else { panic!("two messages") };
    assert_eq!((second.customer_id, &second.phone), (Some(customer.customer_id), &None));
    assert_eq!((first.customer_id, first.at, first.sender_type, first.topic), (None, NOON, 1, 3));
    assert_eq!((first.name.as_str(), first.message.as_str()), ("Noy", "ມີກະເບື້ອງບໍ່?\nຂອບໃຈ"));
    assert_eq!(first.phone.as_deref(), Some("+8562055123456"));
    assert_eq!(first.email.as_deref(), Some("noy@example.com"));
    assert_eq!(service.accounts.service().contacts(1).await.unwrap().len(), 1);
    // One event for each, without anything about the sender.
    let events =
        "SELECT COUNT(*) FROM outbox WHERE kind = 'contact.received' AND customer_id = 0 AND payload = '{}'";
    assert_eq!(service.count(events).await, 2);
}

#[rstest]
#[case::nothing(
    SubmitMessageRequest::default(),
    &[("sender_type", "invalid"), ("topic", "invalid"), ("name", "required"), ("phone", "required"), ("message", "required")]
)]
#[case::beyond(SubmitMessageRequest { sender_type: 5, topic: 4, ..letter() }, &[("sender_type", "invalid"), ("topic", "invalid")])]
#[case::negative(SubmitMessageRequest { sender_type: -1, ..letter() }, &[("sender_type", "invalid")])]
#[case::phone(SubmitMessageRequest { phone: "12".to_owned(), ..letter() }, &[("phone", "invalid")])]
#[case::email(SubmitMessageRequest { email: "noy@".to_owned(), ..letter() }, &[("email", "invalid")])]
#[case::long(SubmitMessageRequest { message: "ກ".repeat(2001), ..letter() }, &[("message", "too_long")])]
#[case::strange(SubmitMessageRequest { message: "a\u{7}b".to_owned(), ..letter() }, &[("message", "invalid")])]
#[tokio::test]
async fn all_invalid_fields_are_reported_together(
    #[case] letter: SubmitMessageRequest,
    #[case] expected: &[(&str, &str)],
) {
    let service = TestAccounts::open(Engine::Sqlite).await;
    let error = submit(&service, letter).await.unwrap_err();
    assert_eq!((error.code, field_reasons(&error)), (Code::InvalidArgument, expected.to_vec()));
    assert!(service.accounts.service().contacts(1).await.unwrap().is_empty());
}

#[rstest]
#[tokio::test]
async fn one_address_is_limited_and_others_are_not(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { contacts_per_address: 2, ..config() }).await;
    submit(&service, letter()).await.unwrap();
    submit(&service, letter()).await.unwrap();
    let error = submit(&service, letter()).await.unwrap_err();
    assert_eq!(error.code, Code::ResourceExhausted);
    assert!(error.detail.retry_after_ms > 0);
    let other = SubmitMessageRequest { client_address: "10.0.0.2".to_owned(), ..letter() };
    assert_eq!(submit(&service, other).await.unwrap(), 3);
}

#[rstest]
#[tokio::test]
async fn one_account_is_limited_from_all_addresses_together(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { contacts_per_account: 2, ..config() }).await;
    let token = service.noy().await.1.token;
    let from = |n: u8, token: &[u8]| SubmitMessageRequest {
        client_address: format!("10.0.0.{n}"),
        token: token.to_vec(),
        ..letter()
    };
    for n in 1..3 {
        submit(&service, from(n, &token)).await.unwrap();
    }
    let error = submit(&service, from(3, &token)).await.unwrap_err();
    assert_eq!(error.code, Code::ResourceExhausted);
    assert!(error.detail.retry_after_ms > 0);
    assert_eq!(submit(&service, from(3, &[])).await.unwrap(), 3, "a visitor at the same address");
}

#[rstest]
#[tokio::test]
async fn networks_of_one_ipv6_line_are_one_visitor_and_use_up_nothing_of_the_customers_behind_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { contacts_per_address: 2, contacts_per_shop: 12, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let noy = service.noy().await.1.token;
    let phone = "020 5577 7777".to_owned();
    let request = RegisterRequest { phone, email: String::new(), ..support::noy() };
    let noi = service.register(request).await.unwrap().1.token;
    let from = |network: u8, token: &[u8]| SubmitMessageRequest {
        client_address: format!("2001:db8:1:{network}::"),
        token: token.to_vec(),
        ..letter()
    };
    for network in 1..3 {
        submit(&service, from(network, &[])).await.unwrap();
    }
    assert_eq!(submit(&service, from(3, &[])).await.unwrap_err().code, Code::ResourceExhausted);
    // The customers have a quarter of those of the shop together.
    for token in [&noy, &noi, &noy] {
        submit(&service, from(3, token)).await.unwrap();
    }
    assert_eq!(submit(&service, from(4, &noi)).await.unwrap_err().code, Code::ResourceExhausted);
    let elsewhere = SubmitMessageRequest { client_address: "2001:db8:2:1::".to_owned(), ..from(1, &noi) };
    submit(&service, elsewhere).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn last_tenth_of_the_messages_of_the_shop_is_for_customers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { contacts_per_shop: 10, contacts_per_address: 1, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let token = service.noy().await.1.token;
    let from = |n: u8, token: &[u8]| SubmitMessageRequest {
        client_address: format!("10.0.0.{n}"),
        token: token.to_vec(),
        ..letter()
    };
    for n in 0..9 {
        submit(&service, from(n, &[])).await.unwrap();
    }
    assert_eq!(submit(&service, from(9, &[])).await.unwrap_err().code, Code::ResourceExhausted);
    // A refused message counts for nothing, so the address has its own left.
    assert_eq!(submit(&service, from(9, &token)).await.unwrap(), 10);
    assert_eq!(submit(&service, from(10, &token)).await.unwrap_err().code, Code::ResourceExhausted);
    service.clock.advance(i64::from(config().rate_limit_window_s) * 1000);
    assert_eq!(submit(&service, from(9, &[])).await.unwrap(), 11);
}

#[tokio::test]
async fn messages_are_deleted_after_two_years() {
    let service = TestAccounts::open(Engine::Sqlite).await;
    submit(&service, letter()).await.unwrap();
    service.clock.advance(730 * DAY);
    service.accounts.service().delete_expired().await.unwrap();
    assert_eq!(service.accounts.service().contacts(1).await.unwrap().len(), 1);
    service.clock.advance(1);
    service.accounts.service().delete_expired().await.unwrap();
    assert!(service.accounts.service().contacts(1).await.unwrap().is_empty());
}
