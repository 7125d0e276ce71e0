//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Refused writes are no failed logins. Both databases.

use std::time::Duration;

use crate::{
    codes::{ask, code_for, sign_in},
    support::{PASSWORD, PHONE, TestAccounts, accept_writes, config, refuse_writes},
};
use heuan_proto::accounts::v1::CodePurpose;
use heuan_rpc::Code;
use heuan_testkit::{Engine, WriteFault};
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn login_waits_for_space_and_sessions_are_readable(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (noy, session) = service.noy().await;
    let fault = WriteFault::begin(&service.db.location).await;
    for _ in 0..3 {
        let error = service.login(PHONE, PASSWORD).await.unwrap_err();
        assert_eq!(
            (error.code, error.pushback()),
            (Code::Unavailable, Some(Duration::from_secs(5))),
            "{error:?}"
        );
        assert_eq!(error.origin_service(), Some("accounts database failed"), "it is not an internal error");
    }
    // The session would be extended now, which fails, too.
    service.clock.advance(2 * crate::support::HOUR);
    assert_eq!(service.session(&session).await.unwrap().customer.unwrap(), noy);
    fault.end().await;
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn right_password_whose_session_is_not_written_is_no_failed_login(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    refuse_writes(&service, engine, "INSERT", "session").await;
    for _ in 0..=config().failed_logins_per_account_and_address {
        let error = service.login(PHONE, PASSWORD).await.unwrap_err();
        assert_ne!(error.code, Code::ResourceExhausted, "{error:?}");
    }
    accept_writes(&service, engine, "session").await;
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn right_code_whose_session_is_not_written_can_be_entered_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    refuse_writes(&service, engine, "INSERT", "session").await;
    for _ in 0..=config().code_tries {
        let error = sign_in(&service, PHONE, &sent.code).await.unwrap_err();
        assert!(matches!(error.code, Code::Unavailable | Code::Internal), "{error:?}");
    }
    accept_writes(&service, engine, "session").await;
    sign_in(&service, PHONE, &sent.code).await.unwrap();
}
