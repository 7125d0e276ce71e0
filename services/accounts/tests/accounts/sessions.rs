//! Sessions: validity, renewal and end, on both databases.

use crate::support::{DAY, HOUR, NOON, PASSWORD, PHONE, TestAccounts, config, faults};
use heuan_accounts::{Config, customer::Role};
use heuan_proto::accounts::v1::{
    ChangePasswordRequest, GetSessionRequest, LoginRequest, LogoutRequest, Session,
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
    let look = GetSessionRequest { token: session.token.clone(), peek: true };
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
        service.client().logout(LogoutRequest { token: phone.token.clone() }).await.unwrap();
        assert!(is_over(&service, &phone).await && !is_over(&service, &laptop).await);
    }
    service.client().logout(LogoutRequest { token: b"none of ours".to_vec() }).await.unwrap();
}

#[tokio::test]
async fn unknown_token_is_refused() {
    let service = TestAccounts::open(Engine::Sqlite).await;
    let (_, session) = service.noy().await;
    let mut near = session.token.clone();
    near[31] ^= 1;
    for token in [Vec::new(), vec![0; 32], vec![0; 5000], near, session.token[..31].to_vec()] {
        let error = service.client().get_session(GetSessionRequest { token, peek: false }).await.unwrap_err();
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
        };
        service.client().change_password(request).await.map(drop).map_err(Error::from)
    };
    let error = change("wrong horse", "a better one").await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "current"));
    assert_eq!(faults(&change(PASSWORD, "short").await.unwrap_err()), [("new", "too_short")]);
    assert_eq!(faults(&change(PASSWORD, PHONE).await.unwrap_err()), [("new", "invalid")]);
    assert!(!is_over(&service, &elsewhere).await);

    change(PASSWORD, "a better one").await.unwrap();
    assert!(!is_over(&service, &here).await && is_over(&service, &elsewhere).await);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().detail.reason, "credentials");
    service.login(PHONE, "a better one").await.unwrap();
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
    assert_eq!(service.count(rows).await, 1 + 4 + 1);
    service.clock.advance(91 * DAY);
    eventually("all rows are deleted", async || service.count(rows).await == 0).await;
    assert_eq!(service.count("SELECT COUNT(*) FROM customer").await, 1);
    service.shutdown.trigger();
    assert!(service.shutdown.wait(std::time::Duration::from_secs(60)).await);
}

#[rstest]
#[tokio::test]
async fn staff_are_created_only_by_the_operator(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let operator = service.accounts.service();
    assert_eq!(operator.set_role("noy@example.com", Role::Staff).await.unwrap().role, Role::Staff);
    assert!(is_over(&service, &session).await, "a session does not gain rights");
    let (staff, session) = service.login(PHONE, PASSWORD).await.unwrap();
    assert_eq!(staff.role(), heuan_proto::accounts::v1::Role::Staff);
    let listed: Vec<i64> = operator.staff().await.unwrap().iter().map(|one| one.customer_id).collect();
    assert_eq!(listed, [customer.customer_id]);

    operator.set_role(PHONE, Role::Customer).await.unwrap();
    assert!(is_over(&service, &session).await, "nor keep revoked ones");
    assert!(operator.staff().await.unwrap().is_empty());
    assert_eq!(operator.set_role("020 1111 1111", Role::Staff).await.unwrap_err().code, Code::NotFound);
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
