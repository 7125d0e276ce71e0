//! Sessions: validity, renewal and end, on both databases.

use crate::codes::mark_verified;
use crate::support::{DAY, HOUR, NOON, PASSWORD, PHONE, TestAccounts, config, field_reasons};
use heuan_accounts::{Config, customer::Role};
use heuan_proto::accounts::v1::{
    ChangePasswordRequest, EndAllSessionsRequest, EndSessionRequest, GetSessionRequest,
    ListEndedSessionsRequest, ListSessionsRequest, LoginRequest, LogoutRequest, Session,
    UpdateProfileRequest,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

async fn is_over(service: &TestAccounts, session: &Session) -> bool {
    match service.session(session).await {
        Ok(_) => false,
        Err(error) => {
            assert_eq!((error.code, error.detail.reason.as_str()), (Code::Unauthenticated, "session"));
            true
        }
    }
}

#[rstest]
#[tokio::test]
async fn session_lasts_as_long_as_it_is_used(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (_, session) = service.noy().await;
    assert_eq!(session.expires_at_ms, NOON + 30 * DAY);
    for _ in 0..3 {
        service.clock.advance(29 * DAY);
        let seen = service.session(&session).await.unwrap();
        assert!(seen.renewed);
        assert_eq!(seen.expires_at_ms, service.clock.now_ms() + 30 * DAY);
    }
    service.clock.advance(30 * DAY - 1);
    assert!(!is_over(&service, &session).await);
    service.clock.advance(30 * DAY);
    assert!(is_over(&service, &session).await);
}

#[rstest]
#[tokio::test]
async fn peek_does_not_extend_the_session(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (_, session) = service.noy().await;
    service.clock.advance(29 * DAY);
    let look = GetSessionRequest { token: session.token.clone(), peek: true, is_local: false };
    let seen = service.client().get_session(look.clone()).await.unwrap().into_inner();
    assert_eq!((seen.renewed, seen.expires_at_ms), (false, NOON + 30 * DAY));
    assert!(service.session(&session).await.unwrap().renewed, "the next use is the first");
    service.clock.advance(31 * DAY);
    assert!(service.client().get_session(look).await.is_err());
}

#[rstest]
#[tokio::test]
async fn session_use_is_written_once_an_hour(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (_, session) = service.noy().await;
    service.clock.advance(HOUR - 1);
    assert!(!service.session(&session).await.unwrap().renewed);
    service.clock.advance(1);
    let asked = (0..8).map(|_| service.session(&session));
    let answers = futures::future::join_all(asked).await;
    assert_eq!(answers.iter().filter(|answer| answer.as_ref().unwrap().renewed).count(), 1);
    service.clock.advance(HOUR - 1);
    assert!(!service.session(&session).await.unwrap().renewed);
}

#[rstest]
#[tokio::test]
async fn logout_ends_only_its_own_session(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (_, phone) = service.noy().await;
    let (_, laptop) = service.login(PHONE, PASSWORD).await.unwrap();
    for _ in 0..2 {
        service
            .client()
            .logout(LogoutRequest { token: phone.token.clone(), ..Default::default() })
            .await
            .unwrap();
        assert!(is_over(&service, &phone).await && !is_over(&service, &laptop).await);
    }
    service
        .client()
        .logout(LogoutRequest { token: b"none of ours".to_vec(), ..Default::default() })
        .await
        .unwrap();
}

#[tokio::test]
async fn unknown_token_is_refused() {
    let service = TestAccounts::open(Engine::Sqlite).await;
    let (_, session) = service.noy().await;
    let mut near = session.token.clone();
    near[31] ^= 1;
    for token in [Vec::new(), vec![0; 32], vec![0; 5000], near, session.token[..31].to_vec()] {
        let error = service
            .client()
            .get_session(GetSessionRequest { token, peek: false, is_local: false })
            .await
            .unwrap_err();
        assert_eq!(Error::from(error).detail.reason, "session");
    }
}

#[rstest]
#[tokio::test]
async fn login_creates_a_new_token(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    // The browser sends a planted token, or the customer's previous one.
    let (_, before) = service.noy().await;
    let request = LoginRequest {
        identifier: PHONE.to_owned(),
        password: PASSWORD.to_owned(),
        previous_token: before.token.clone(),
        ..Default::default()
    };
    let after = service.client().login(request).await.unwrap().into_inner().session.unwrap();
    assert_ne!(after.token, before.token);
    assert!(is_over(&service, &before).await && !is_over(&service, &after).await);
}

#[rstest]
#[tokio::test]
async fn sessions_of_one_account_are_limited(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::with(engine, Config { sessions_per_account: 2, ..config() }).await;
    let (_, first) = service.noy().await;
    service.clock.advance(HOUR);
    let (_, second) = service.login(PHONE, PASSWORD).await.unwrap();
    service.clock.advance(HOUR);
    // The first is used, so the second is the least recently used.
    service.session(&first).await.unwrap();
    let (_, third) = service.login(PHONE, PASSWORD).await.unwrap();
    assert!(
        !is_over(&service, &first).await
            && is_over(&service, &second).await
            && !is_over(&service, &third).await
    );
}

#[rstest]
#[tokio::test]
async fn new_password_ends_all_other_sessions(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, here) = service.noy().await;
    let (_, elsewhere) = service.login(PHONE, PASSWORD).await.unwrap();
    let change = async |current: &str, new: &str| {
        let request = ChangePasswordRequest {
            customer_id: customer.customer_id,
            current_password: current.to_owned(),
            new_password: new.to_owned(),
            token: here.token.clone(),
            ..Default::default()
        };
        service.client().change_password(request).await.map(drop).map_err(Error::from)
    };
    let error = change("wrong horse", "a better one").await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "current"));
    assert_eq!(field_reasons(&change(PASSWORD, "short").await.unwrap_err()), [("new", "too_short")]);
    assert_eq!(field_reasons(&change(PASSWORD, "Password1").await.unwrap_err()), [("new", "common")]);
    assert_eq!(field_reasons(&change(PASSWORD, PHONE).await.unwrap_err()), [("new", "invalid")]);
    assert!(!is_over(&service, &elsewhere).await);

    change(PASSWORD, "a better one").await.unwrap();
    assert!(!is_over(&service, &here).await && is_over(&service, &elsewhere).await);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().detail.reason, "credentials");
    service.login(PHONE, "a better one").await.unwrap();
}

#[rstest]
#[tokio::test]
async fn changed_phone_or_email_needs_the_password_and_ends_all_other_sessions(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, here) = service.noy().await;
    let (_, elsewhere) = service.login(PHONE, PASSWORD).await.unwrap();
    let update = async |fname: &str, phone: &str, current_password: &str| {
        let request = UpdateProfileRequest {
            customer_id: customer.customer_id,
            fname: fname.to_owned(),
            lname: "Keo".to_owned(),
            phone: phone.to_owned(),
            email: "noy@example.com".to_owned(),
            current_password: current_password.to_owned(),
            token: here.token.clone(),
            ..Default::default()
        };
        let answer = service.client().update_profile(request).await.map_err(Error::from)?;
        Ok::<bool, Error>(answer.into_inner().sessions_ended)
    };
    assert!(!update("Noi", "+856 20 5512 3456", "").await.unwrap(), "the same number needs no password");
    assert_eq!(
        field_reasons(&update("Noi", "020 5599 9999", "").await.unwrap_err()),
        [("current_password", "required")]
    );
    assert_eq!(
        field_reasons(&update("Noi", "020 5599 9999", "wrong horse").await.unwrap_err()),
        [("current_password", "invalid")]
    );
    assert!(!is_over(&service, &elsewhere).await);
    assert!(update("Noi", "020 5599 9999", PASSWORD).await.unwrap());
    assert!(!is_over(&service, &here).await && is_over(&service, &elsewhere).await);
    service.login("020 5599 9999", PASSWORD).await.unwrap();
    assert!(service.login(PHONE, PASSWORD).await.is_err());
}

#[rstest]
#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_or_together(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, first) = service.noy().await;
    let customer_id = customer.customer_id;
    service.clock.advance(HOUR);
    let request = LoginRequest {
        identifier: PHONE.to_owned(),
        password: PASSWORD.to_owned(),
        user_agent: "Mozilla/5.0 (Linux; Android 14) Chrome/142.0.0.0 Mobile Safari/537.36".to_owned(),
        ..Default::default()
    };
    let second = service.client().login(request).await.unwrap().into_inner().session.unwrap();
    let other = register_another(&service).await;
    let list = async || {
        let request = ListSessionsRequest { customer_id, token: first.token.clone() };
        service.client().list_sessions(request).await.unwrap().into_inner().sessions
    };
    let listed = list().await;
    let shown: Vec<(&str, bool)> = listed.iter().map(|one| (one.device.as_str(), one.is_current)).collect();
    assert_eq!(shown, [("Chrome on Android", false), ("", true)]);
    assert_eq!((listed[0].created_at_ms, listed[1].last_used_at_ms), (NOON + HOUR, NOON));

    let end = async |customer_id: i64, session_id: &str| {
        let request =
            EndSessionRequest { customer_id, session_id: session_id.to_owned(), ..Default::default() };
        service.client().end_session(request).await.map(drop).map_err(|error| Error::from(error).code)
    };
    assert_eq!(end(customer_id + 1, &listed[0].session_id).await, Err(Code::NotFound), "another customer's");
    assert_eq!(end(customer_id, "").await, Err(Code::NotFound));
    end(customer_id, &listed[0].session_id).await.unwrap();
    assert!(is_over(&service, &second).await && !is_over(&service, &first).await);
    assert_eq!(end(customer_id, &listed[0].session_id).await, Err(Code::NotFound));
    let (_, third) = service.login(PHONE, PASSWORD).await.unwrap();
    let kept_token = first.token.clone();
    let others = EndAllSessionsRequest { customer_id, kept_token, ..Default::default() };
    service.client().end_all_sessions(others).await.unwrap();
    assert!(is_over(&service, &third).await && !is_over(&service, &first).await);
    let all = EndAllSessionsRequest { customer_id, ..Default::default() };
    service.client().end_all_sessions(all).await.unwrap();
    assert!(is_over(&service, &first).await && list().await.is_empty());
    assert!(!is_over(&service, &other).await);
}

#[rstest]
#[tokio::test]
async fn device_is_new_until_it_has_signed_in(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let registered = service.client().register(crate::support::noy()).await.unwrap().into_inner();
    let login = async |device_token: &[u8]| {
        let request = LoginRequest {
            identifier: PHONE.to_owned(),
            password: PASSWORD.to_owned(),
            user_agent: "Mozilla/5.0 (Linux; Android 14) Chrome/142.0.0.0 Mobile Safari/537.36".to_owned(),
            device_token: device_token.to_vec(),
            ..Default::default()
        };
        service.client().login(request).await.unwrap().into_inner()
    };
    let own = login(&registered.device_token).await;
    assert_eq!(own.new_device, None);
    let new = login(&[]).await;
    assert_eq!(new.new_device.as_deref(), Some("Chrome on Android"));
    assert_eq!(login(&new.device_token).await.new_device, None);
    let replaced = login(&registered.device_token).await;
    assert!(replaced.new_device.is_some(), "each login replaces the token");
}

/// Step that ends all other sessions of a customer.
#[derive(Clone, Copy, Debug)]
enum Ending {
    EndAll,
    Password,
    Profile,
    SignOutEverywhere,
    ByStaff,
}

#[rstest]
#[case(Ending::EndAll, [true, false])]
#[case(Ending::Password, [true, false])]
#[case(Ending::Profile, [true, false])]
#[case(Ending::SignOutEverywhere, [true, false])]
#[case(Ending::ByStaff, [false, false])]
#[tokio::test]
async fn other_browsers_are_forgotten_with_their_sessions(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] ending: Ending,
    #[case] known: [bool; 2],
) {
    let service = TestAccounts::open(engine).await;
    let registered = service.client().register(crate::support::noy()).await.unwrap().into_inner();
    let customer_id = registered.customer.unwrap().customer_id;
    let kept_token = registered.session.unwrap().token;
    let here = registered.device_token;
    let elsewhere = service.login_with(&[], PASSWORD).await.unwrap();
    let (mut phone, mut password) = (PHONE.to_owned(), PASSWORD);
    match ending {
        Ending::EndAll | Ending::SignOutEverywhere => {
            let kept_token = if matches!(ending, Ending::EndAll) { kept_token } else { Vec::new() };
            let device_token = here.clone();
            let request =
                EndAllSessionsRequest { customer_id, kept_token, device_token, ..Default::default() };
            service.client().end_all_sessions(request).await.unwrap();
        }
        Ending::Password => {
            password = "battery staple";
            let request = ChangePasswordRequest {
                customer_id,
                current_password: PASSWORD.to_owned(),
                new_password: password.to_owned(),
                token: kept_token,
                device_token: here.clone(),
                ..Default::default()
            };
            service.client().change_password(request).await.unwrap();
        }
        Ending::Profile => {
            phone = "020 5599 9999".to_owned();
            let request = UpdateProfileRequest {
                customer_id,
                fname: "Noy".to_owned(),
                lname: "Keo".to_owned(),
                phone: phone.clone(),
                current_password: PASSWORD.to_owned(),
                token: kept_token,
                device_token: here.clone(),
                ..Default::default()
            };
            service.client().update_profile(request).await.unwrap();
        }
        Ending::ByStaff => {
            service.accounts.service().end_all_sessions(customer_id, (&[], &[]), "").await.unwrap();
        }
    }
    let own = "SELECT COUNT(*) FROM device";
    assert_eq!(service.count(own).await, i64::from(known[0]));
    for (device_token, is_known) in [here, elsewhere].into_iter().zip(known) {
        let before = service.count("SELECT COUNT(*) FROM rate_limit WHERE name LIKE 'login-device:%'").await;
        let request = LoginRequest {
            identifier: phone.clone(),
            password: format!("{password}!"),
            client_address: "10.0.0.1".to_owned(),
            device_token,
            ..Default::default()
        };
        service.client().login(request).await.unwrap_err();
        let after = service.count("SELECT COUNT(*) FROM rate_limit WHERE name LIKE 'login-device:%'").await;
        assert_eq!(after > before, is_known, "only a known browser has a counter of its own");
    }
}

/// The public id of a session, which is the current one of its customer's list.
async fn id_of(service: &TestAccounts, customer_id: i64, session: &Session) -> String {
    let request = ListSessionsRequest { customer_id, token: session.token.clone() };
    let listed = service.client().list_sessions(request).await.unwrap().into_inner().sessions;
    listed.into_iter().find(|one| one.is_current).unwrap().session_id
}

#[rstest]
#[tokio::test]
async fn ended_sessions_are_found_by_their_ids(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, phone) = service.noy().await;
    let (_, laptop) = service.login(PHONE, PASSWORD).await.unwrap();
    let other = register_another(&service).await;
    let other_id = service.session(&other).await.unwrap().customer.unwrap().customer_id;
    let customer_id = customer.customer_id;
    let ids = [
        id_of(&service, customer_id, &phone).await,
        id_of(&service, customer_id, &laptop).await,
        id_of(&service, other_id, &other).await,
    ];
    let ended = async |ids: &[String]| {
        let request = ListEndedSessionsRequest { session_ids: ids.to_vec() };
        let answer = service.client().list_ended_sessions(request).await.map_err(Error::from)?;
        Ok::<Vec<String>, Error>(answer.into_inner().ended_session_ids)
    };
    assert!(ended(&ids).await.unwrap().is_empty() && ended(&[]).await.unwrap().is_empty());
    let unknown = ["0000000000000000".to_owned(), ids[0][..15].to_owned(), "%".to_owned(), String::new()];
    assert_eq!(ended(&unknown).await.unwrap(), unknown);

    service.client().logout(LogoutRequest { token: laptop.token, ..Default::default() }).await.unwrap();
    assert_eq!(ended(&ids).await.unwrap(), ids[1..2]);
    service.clock.advance(29 * DAY);
    service.session(&phone).await.unwrap();
    service.clock.advance(DAY);
    assert_eq!(ended(&ids).await.unwrap(), ids[1..], "the other customer's has expired");
    let all = EndAllSessionsRequest { customer_id, ..Default::default() };
    service.client().end_all_sessions(all).await.unwrap();
    assert_eq!(ended(&ids).await.unwrap(), ids);

    let maximum = vec![ids[0].clone(); 200];
    assert_eq!(ended(&maximum).await.unwrap().len(), 200);
    let refused = ended(&vec![ids[0].clone(); 201]).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.field.as_str()), (Code::InvalidArgument, "session_ids"));
}

/// The session of another customer.
async fn register_another(service: &TestAccounts) -> Session {
    let request = heuan_proto::accounts::v1::RegisterRequest {
        phone: "020 5577 7777".to_owned(),
        email: String::new(),
        ..crate::support::noy()
    };
    service.register(request).await.unwrap().1
}

#[rstest]
#[tokio::test]
async fn expired_rows_are_deleted(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::with(engine, Config { cleanup_interval_ms: 20, ..config() }).await;
    service.noy().await;
    let _ = service.login(PHONE, "wrong horse").await;
    let event =
        heuan_proto::accounts::v1::RecordEventRequest { log_type: "logout".to_owned(), ..Default::default() };
    service.client().record_event(event).await.unwrap();
    let rows = "SELECT (SELECT COUNT(*) FROM session) + (SELECT COUNT(*) FROM rate_limit) + (SELECT COUNT(*) FROM event)";
    assert_eq!(service.count(rows).await, 1 + 5 + 1);
    service.clock.advance(91 * DAY);
    eventually("all rows are deleted", async || service.count(rows).await == 0).await;
    assert_eq!(service.count("SELECT COUNT(*) FROM customer").await, 1);
    service.shutdown.trigger();
    assert!(service.shutdown.wait(std::time::Duration::from_secs(60)).await);
}

#[rstest]
#[tokio::test]
async fn operator_grants_and_revokes_a_role(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let operator = service.accounts.service();
    // Anyone can register with the address of another person.
    for unconfirmed in [PHONE, "noy@example.com"] {
        let refused = operator.set_role(unconfirmed, Role::Clerk).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "identifier_unverified"));
    }
    assert!(service.session(&session).await.is_ok(), "nothing is changed");
    mark_verified(&service, customer.customer_id, PHONE).await.unwrap();
    assert_eq!(operator.set_role(PHONE, Role::Clerk).await.unwrap().role, Role::Clerk);
    assert!(is_over(&service, &session).await, "a session does not gain rights");
    let (staff, session) = service.login(PHONE, PASSWORD).await.unwrap();
    assert_eq!(staff.role(), heuan_proto::accounts::v1::Role::Clerk);
    let listed: Vec<i64> =
        operator.staff().await.unwrap().iter().map(|one| one.customer.customer_id).collect();
    assert_eq!(listed, [customer.customer_id]);

    operator.set_role("noy@example.com", Role::Customer).await.unwrap();
    assert!(is_over(&service, &session).await, "nor keep revoked ones");
    assert!(operator.staff().await.unwrap().is_empty());
    let by_id = customer.customer_id.to_string();
    assert_eq!(operator.set_role(&by_id, Role::Clerk).await.unwrap().role, Role::Clerk);
    for unknown in ["020 1111 1111", "7"] {
        assert_eq!(operator.set_role(unknown, Role::Clerk).await.unwrap_err().code, Code::NotFound);
    }
}

#[rstest]
#[tokio::test]
async fn session_survives_a_restart(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    service.accounts.close().await;
    let (db, clock) = (TestDb::at(service.db.location.clone()), service.clock.clone());
    let next = TestAccounts::on(db, config(), clock).await;
    assert_eq!(next.session(&session).await.unwrap().customer.unwrap(), customer);
}
