//! Events for the notifications service: written with the change, delivered at once, and never a code that is not valid.

use std::time::Duration;

use heuan_accounts::Config;
use heuan_proto::accounts::v1::{self as wire, CodePurpose, LoginRequest};
use heuan_rpc::{Code, Error, Transport};
use heuan_store::run;
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

use crate::{
    codes::{ask, client, code_for, mark_verified, reset, verified},
    support::{DAY, PASSWORD, PHONE, TestAccounts, config, noy},
};

const NUMBER: &str = "+8562055123456";
const OTHER: &str = "020 5599 9999";
const MINUTE: i64 = 60_000;

/// Delivers to `receiver`, and tries again after ten milliseconds.
async fn delivering(engine: Engine, receiver: &TestEventReceiver) -> TestAccounts {
    let service = TestAccounts::with(engine, Config { outbox_poll_ms: 10, ..config() }).await;
    service.accounts.deliver_to(way_to(receiver));
    service
}

fn way_to(receiver: &TestEventReceiver) -> Transport {
    Transport::in_process(receiver.routes(), Duration::from_secs(120))
}

fn profile(customer_id: i64, phone: &str, email: &str) -> wire::UpdateProfileRequest {
    wire::UpdateProfileRequest {
        customer_id,
        fname: "Noy".to_owned(),
        lname: "Keo".to_owned(),
        phone: phone.to_owned(),
        email: email.to_owned(),
        current_password: PASSWORD.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    }
}

async fn is_empty(service: &TestAccounts) -> bool {
    service.events().await.is_empty()
}

#[rstest]
#[tokio::test]
async fn security_changes_are_reported_to_the_customer_and_to_the_replaced_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let customer_id = customer.customer_id;
    let login = LoginRequest {
        identifier: PHONE.to_owned(),
        password: PASSWORD.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    service.client().login(login).await.unwrap();
    let renamed = wire::UpdateProfileRequest {
        fname: "Noi".to_owned(),
        ..profile(customer_id, PHONE, "noy@example.com")
    };
    service.client().update_profile(renamed).await.unwrap();
    service.client().update_profile(profile(customer_id, OTHER, "noy@example.com")).await.unwrap();
    let change = wire::ChangePasswordRequest {
        customer_id,
        current_password: PASSWORD.to_owned(),
        new_password: "battery staple".to_owned(),
        token: session.token,
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    service.client().change_password(change).await.unwrap();
    let expected = [
        ("security.device", ""),
        ("security.identifier_changed", ""),
        ("security.identifier", NUMBER),
        ("security.password", ""),
    ];
    assert_eq!(service.events().await, expected.map(|(kind, to)| (kind.to_owned(), to.to_owned())));
}

#[rstest]
#[tokio::test]
async fn added_changed_and_removed_address_is_reported_to_the_verified_number_that_stays(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    let update = async |email: &str| {
        service.client().update_profile(profile(customer_id, PHONE, email)).await.unwrap();
    };
    let to_number = async || {
        let events = service.events().await.into_iter();
        events.filter(|(kind, to)| kind == "security.identifier_changed" && to == NUMBER).count()
    };
    // The number may be another person's.
    update("noi@example.com").await;
    assert_eq!(to_number().await, 0);
    mark_verified(&service, customer_id, PHONE).await.unwrap();
    update("").await;
    update("kham@example.com").await;
    update("keo@example.com").await;
    assert_eq!(to_number().await, 3);
    // Nothing that signs in has changed.
    let renamed = wire::UpdateProfileRequest {
        fname: "Noi".to_owned(),
        ..profile(customer_id, PHONE, "keo@example.com")
    };
    service.client().update_profile(renamed).await.unwrap();
    assert_eq!(to_number().await, 3);
}

#[rstest]
#[tokio::test]
async fn verified_number_gets_a_limited_number_of_change_notices_a_day_and_the_shop_shows_all(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { change_notices_per_recipient_and_day: 2, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let customer_id = service.noy().await.0.customer_id;
    mark_verified(&service, customer_id, PHONE).await.unwrap();
    let update = async |phone: &str, email: &str| {
        service.client().update_profile(profile(customer_id, phone, email)).await.unwrap();
    };
    let events = async |kind: &str, to: &str| {
        let events = service.events().await.into_iter();
        events.filter(|event| (event.0.as_str(), event.1.as_str()) == (kind, to)).count()
    };
    for n in 0..4 {
        service.clock.advance(20 * MINUTE);
        update(PHONE, &format!("noy{n}@example.com")).await;
    }
    let change = "security.identifier_changed";
    assert_eq!((events(change, NUMBER).await, events(change, "").await), (2, 4));
    service.clock.advance(DAY);
    update(PHONE, "noi@example.com").await;
    assert_eq!((events(change, NUMBER).await, events(change, "").await), (3, 5));
    // The number that is replaced gets its notice at any limit.
    for n in 5..7 {
        update(PHONE, &format!("noy{n}@example.com")).await;
    }
    update(OTHER, "noy6@example.com").await;
    assert_eq!((events(change, NUMBER).await, events("security.identifier", NUMBER).await), (4, 1));
}

#[rstest]
#[tokio::test]
async fn unverified_number_gets_a_limited_number_of_notices_a_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { change_notices_per_recipient_and_day: 2, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let customer_id = service.noy().await.0.customer_id;
    for _ in 0..4 {
        service.clock.advance(20 * MINUTE);
        for phone in ["", PHONE] {
            let request = profile(customer_id, phone, "noy@example.com");
            service.client().update_profile(request).await.unwrap();
        }
    }
    assert_eq!(notices(&service).await, 2);
    service.clock.advance(DAY);
    service.client().update_profile(profile(customer_id, "", "noy@example.com")).await.unwrap();
    assert_eq!(notices(&service).await, 3);
}

/// Number of written notices to replaced numbers and addresses.
async fn notices(service: &TestAccounts) -> usize {
    service.events().await.iter().filter(|(kind, _)| kind == "security.identifier").count()
}

/// Number of notices that the limits have counted.
async fn counted(service: &TestAccounts) -> i64 {
    let sql = "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM rate_limit WHERE name LIKE 'notice-%'";
    service.count(sql).await
}

#[rstest]
#[case::to_a_number(Config { notices_per_recipient: 2, ..config() })]
#[case::from_an_address(Config { notices_per_address: 2, notices_per_recipient: 10, ..config() })]
#[tokio::test]
async fn notice_to_an_unverified_number_has_limits_of_its_own_and_counts_nowhere_when_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] limits: Config,
) {
    let service = TestAccounts::with(engine, limits).await;
    let customer_id = service.noy().await.0.customer_id;
    // The number belongs to another person, who would get a message at each change away from it.
    for _ in 0..4 {
        for phone in ["", PHONE] {
            let request = profile(customer_id, phone, "noy@example.com");
            service.client().update_profile(request).await.unwrap();
        }
    }
    assert_eq!((notices(&service).await, counted(&service).await), (2, 3 * 2));
    // The owner of the number still gets every code.
    for _ in 0..config().codes_per_recipient {
        ask_only(&service, PHONE).await.unwrap();
        service.clock.advance(MINUTE);
    }
    assert_eq!(ask_only(&service, PHONE).await.unwrap_err().code, Code::ResourceExhausted);
    service.clock.advance(15 * MINUTE);
    service.client().update_profile(profile(customer_id, "", "noy@example.com")).await.unwrap();
    assert_eq!(notices(&service).await, 3);
}

/// Due times of notices to replaced numbers and addresses, soonest first, in minutes from now.
async fn due_minutes(service: &TestAccounts) -> Vec<i64> {
    let db = service.tables().await;
    let sql = "SELECT next_at FROM outbox WHERE kind = 'security.identifier' ORDER BY next_at";
    let due: Vec<i64> = heuan_store::read!(db, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    db.close().await;
    due.into_iter().map(|at| (at - service.clock.now_ms()) / MINUTE).collect()
}

#[rstest]
#[tokio::test]
async fn notice_beyond_the_limit_of_the_shop_is_put_off_to_a_window_with_room(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { notices_per_shop: 2, notices_per_recipient: 10, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let customer_id = service.noy().await.0.customer_id;
    // A stranger uses up the limit, and then some of the next window.
    for _ in 0..3 {
        for phone in ["", PHONE] {
            let request = profile(customer_id, phone, "noy@example.com");
            service.client().update_profile(request).await.unwrap();
        }
    }
    assert_eq!((due_minutes(&service).await, counted(&service).await), (vec![0, 0, 15], 3 * 2 + 2));
    // The owner of an unverified number that another one replaces gets a notice, however late.
    let request =
        wire::RegisterRequest { phone: OTHER.to_owned(), email: "noi@example.com".to_owned(), ..noy() };
    let owner = service.register(request).await.unwrap().0;
    let changed = profile(owner.customer_id, "020 5577 7777", "");
    service.client().update_profile(changed).await.unwrap();
    assert_eq!(due_minutes(&service).await, [0, 0, 15, 15, 30]);
}

#[rstest]
#[tokio::test]
async fn notices_of_one_change_are_limited_one_by_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { notices_per_recipient: 1, ..config() }).await;
    let customer_id = service.noy().await.0.customer_id;
    for (phone, email) in [(OTHER, "noy@example.com"), (PHONE, "noy@example.com"), (OTHER, "noi@example.com")]
    {
        service.client().update_profile(profile(customer_id, phone, email)).await.unwrap();
    }
    // The last change replaced a number that had its notice, and an address that had none.
    assert_eq!((notices(&service).await, counted(&service).await), (3, 3 * 3));
}

#[rstest]
#[tokio::test]
async fn concurrent_changes_write_as_many_notices_as_the_limits_allow(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { notices_per_address: 9, ..config() }).await;
    let mut changes = Vec::new();
    for n in 0..8 {
        let (phone, email) = (format!("020 5500 000{n}"), format!("noy{n}@example.com"));
        let request = wire::RegisterRequest { phone, email, ..noy() };
        let customer_id = service.register(request).await.unwrap().0.customer_id;
        let (phone, email) = (format!("020 5500 001{n}"), format!("noi{n}@example.com"));
        changes.push(profile(customer_id, &phone, &email));
    }
    let changed = changes.into_iter().map(|request| {
        let mut client = service.client();
        async move { client.update_profile(request).await }
    });
    for changed in futures::future::join_all(changed).await {
        changed.unwrap();
    }
    assert_eq!((notices(&service).await, counted(&service).await), (9, 3 * 9));
}

#[rstest]
#[tokio::test]
async fn notice_to_a_verified_number_is_sent_at_any_limit(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { notices_per_address: 1, notices_per_shop: 1, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let request =
        wire::RegisterRequest { phone: OTHER.to_owned(), email: "noi@example.com".to_owned(), ..noy() };
    let other = service.register(request).await.unwrap().0;
    // The notice to an unverified number uses up both limits.
    service.client().update_profile(profile(other.customer_id, "", "noi@example.com")).await.unwrap();
    assert_eq!(notices(&service).await, 1);
    let owner = verified(&service, PHONE).await.customer.unwrap();
    let code = service.accounts.service().issue_reset_code(owner.customer_id).await.unwrap().code;
    reset(&service, PHONE, &code).await.unwrap();
    let request = wire::UpdateProfileRequest {
        current_password: "battery staple".to_owned(),
        ..profile(owner.customer_id, "020 5577 7777", "")
    };
    service.client().update_profile(request).await.unwrap();
    assert_eq!(notices(&service).await, 2);
}

const SECURITY_NOTICES: &str =
    "SELECT COUNT(*) FROM outbox WHERE kind IN ('security.device', 'security.password')";
const SHOWN_IN_SHOP_ONLY: &str = "SELECT COUNT(*) FROM outbox WHERE payload LIKE '%\"in_shop_only\":true%'";

/// Number of notices of new devices and changed passwords, and of those of them without messages.
async fn security_notices(service: &TestAccounts) -> (i64, i64) {
    (service.count(SECURITY_NOTICES).await, service.count(SHOWN_IN_SHOP_ONLY).await)
}

#[rstest]
#[tokio::test]
async fn sign_ins_without_cookies_leave_five_notices_a_day_and_one_message_to_an_unverified_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    for _ in 0..50 {
        service.login(PHONE, PASSWORD).await.unwrap();
    }
    assert_eq!(security_notices(&service).await, (5, 4));
    service.clock.advance(DAY);
    service.login(PHONE, PASSWORD).await.unwrap();
    assert_eq!(security_notices(&service).await, (6, 4));
    // The owner of a verified number gets a message with each.
    mark_verified(&service, customer_id, PHONE).await.unwrap();
    for _ in 0..10 {
        service.login(PHONE, PASSWORD).await.unwrap();
    }
    assert_eq!(security_notices(&service).await, (10, 4));
}

#[rstest]
#[tokio::test]
async fn password_that_is_changed_again_and_again_leaves_five_notices_a_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let passwords = [PASSWORD, "battery staple"];
    for n in 0..20 {
        let change = wire::ChangePasswordRequest {
            customer_id: customer.customer_id,
            current_password: passwords[n % 2].to_owned(),
            new_password: passwords[(n + 1) % 2].to_owned(),
            token: session.token.clone(),
            client_address: "10.0.0.1".to_owned(),
            ..Default::default()
        };
        service.client().change_password(change).await.unwrap();
    }
    assert_eq!(security_notices(&service).await, (5, 4));
    // Those of new devices count apart.
    service.login(PHONE, PASSWORD).await.unwrap();
    assert_eq!(security_notices(&service).await, (6, 5));
}

#[rstest]
#[case::of_the_recipient(config(), PHONE)]
#[case::of_the_client_address(Config { notices_per_address: 1, ..config() }, "020 5577 7777")]
#[case::of_the_shop(Config { notices_per_shop: 1, ..config() }, "020 5577 7777")]
#[tokio::test]
async fn message_to_an_unverified_number_is_limited_over_all_accounts(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] limits: Config,
    #[case] second: &'static str,
) {
    let service = TestAccounts::with(engine, limits).await;
    let request = wire::RegisterRequest { email: String::new(), ..noy() };
    let first = service.register(request.clone()).await.unwrap().0.customer_id;
    service.login(PHONE, PASSWORD).await.unwrap();
    assert_eq!(security_notices(&service).await, (1, 0));
    // The number is free again. The limits do not end with the account.
    service.accounts.service().begin_erasure(first).await.unwrap();
    service.accounts.service().erase(first).await.unwrap();
    service.register(wire::RegisterRequest { phone: second.to_owned(), ..request }).await.unwrap();
    service.login(second, PASSWORD).await.unwrap();
    // The notices of the first account were deleted with it.
    assert_eq!(security_notices(&service).await, (1, 1));
    let sql =
        "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM rate_limit WHERE name LIKE 'security-notice-%'";
    assert_eq!(service.count(sql).await, 3, "a refused message counts in no limit");
}

#[rstest]
#[tokio::test]
async fn change_that_cannot_be_reported_is_not_made(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let db = service.tables().await;
    let mut tx = db.begin().await.unwrap();
    run!(tx, "ALTER TABLE outbox RENAME TO outbox_away").unwrap();
    tx.commit().await.unwrap();
    let change = wire::ChangePasswordRequest {
        customer_id: customer.customer_id,
        current_password: PASSWORD.to_owned(),
        new_password: "battery staple".to_owned(),
        token: session.token,
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    service.client().change_password(change).await.unwrap_err();
    assert!(ask_only(&service, PHONE).await.is_err());
    assert_eq!(service.count("SELECT COUNT(*) FROM sent_code").await, 0);
    let mut tx = db.begin().await.unwrap();
    run!(tx, "ALTER TABLE outbox_away RENAME TO outbox").unwrap();
    tx.commit().await.unwrap();
    service.login(PHONE, PASSWORD).await.unwrap();
}

async fn ask_only(service: &TestAccounts, identifier: &str) -> Result<(), Error> {
    client(service).request_code(code_for(CodePurpose::SignIn, identifier)).await?;
    Ok(())
}

#[rstest]
#[tokio::test]
async fn code_leaves_at_once_and_is_not_stored_afterwards(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    // Longer than the test may take, so that only the commit can have woken the delivery.
    let service = TestAccounts::with(engine, Config { outbox_poll_ms: 3_600_000, ..config() }).await;
    service.accounts.deliver_to(way_to(&receiver));
    ask_only(&service, PHONE).await.unwrap();
    eventually("the code is delivered", async || receiver.deliveries() == 1).await;
    let [event] = receiver.events().try_into().unwrap();
    let payload: serde_json::Value = serde_json::from_str(&event.payload).unwrap();
    assert_eq!((event.kind.as_str(), event.customer_id), ("code.sign_in", 0));
    assert_eq!((payload["recipient"].as_str(), payload["code"].as_str().unwrap().len()), (Some(NUMBER), 6));
    eventually("it is deleted", async || is_empty(&service).await).await;
}

#[rstest]
#[tokio::test]
async fn code_with_a_lost_response_is_delivered_again_under_its_id(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    let service = delivering(engine, &receiver).await;
    receiver.set_loses_answers(true);
    ask_only(&service, PHONE).await.unwrap();
    eventually("it was delivered", async || receiver.deliveries() == 1).await;
    receiver.set_loses_answers(false);
    service.clock.advance(1000);
    eventually("it is deleted", async || is_empty(&service).await).await;
    assert_eq!((receiver.events().len(), receiver.deliveries()), (1, 2));
}

#[rstest]
#[tokio::test]
async fn after_an_outage_the_valid_code_is_delivered_and_no_other(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    receiver.set_down(true);
    let service = delivering(engine, &receiver).await;
    let replaced = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    ask_only(&service, OTHER).await.unwrap();
    service.clock.advance(9 * MINUTE);
    let valid = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    service.clock.advance(MINUTE);
    // An attempt that began before the expiry may be on its way. The next one deletes the code.
    eventually("the code of the other number is deleted", async || service.events().await.len() == 1).await;
    receiver.set_down(false);
    service.clock.advance(MINUTE);
    eventually("nothing waits", async || is_empty(&service).await).await;
    let [event] = receiver.events().try_into().unwrap();
    assert!(event.payload.contains(&valid.code), "not {}", replaced.code);
}

#[rstest]
#[tokio::test]
async fn events_of_a_customer_are_not_delivered_after_an_erasure_began(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, _) = service.noy().await;
    let customer_id = customer.customer_id;
    service.client().update_profile(profile(customer_id, OTHER, "noy@example.com")).await.unwrap();
    ask_only(&service, OTHER).await.unwrap();
    assert_eq!(service.events().await.len(), 3);
    service.accounts.service().begin_erasure(customer_id).await.unwrap();
    assert!(is_empty(&service).await);
    // A code that was requested meanwhile is deleted with the account.
    service.clock.advance(MINUTE);
    ask_only(&service, OTHER).await.unwrap();
    service.accounts.service().erase(customer_id).await.unwrap();
    assert!(is_empty(&service).await);
}
