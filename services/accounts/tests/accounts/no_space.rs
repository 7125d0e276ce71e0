//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Refused writes are no failed logins. Both databases.

use std::time::Duration;

use crate::{
    codes::{ask, code_for, sign_in},
    support::{PASSWORD, PHONE, TestAccounts, config},
};
use heuan_proto::accounts::v1::CodePurpose;
use heuan_rpc::Code;
use heuan_store::run;
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

/// Refuses every new row of the table of sessions, as a full disk does that has room for changes of existing rows.
async fn refuse_sessions(service: &TestAccounts, engine: Engine) {
    let statements = match engine {
        Engine::Sqlite => {
            ["CREATE TRIGGER refuse BEFORE INSERT ON session BEGIN SELECT RAISE(ABORT, 'full'); END"]
                .as_slice()
        }
        Engine::Postgres => &[
            "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$ \
               LANGUAGE plpgsql",
            "CREATE TRIGGER refuse BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse()",
        ],
    };
    execute(service, statements).await;
}

async fn accept_sessions(service: &TestAccounts, engine: Engine) {
    let statement = match engine {
        Engine::Sqlite => "DROP TRIGGER refuse",
        Engine::Postgres => "DROP TRIGGER refuse ON session",
    };
    execute(service, &[statement]).await;
}

async fn execute(service: &TestAccounts, statements: &[&'static str]) {
    let tables = service.tables().await;
    let mut tx = tables.begin().await.unwrap();
    for &statement in statements {
        run!(tx, statement).unwrap();
    }
    tx.commit().await.unwrap();
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn right_password_whose_session_is_not_written_is_no_failed_login(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    refuse_sessions(&service, engine).await;
    for _ in 0..=config().failed_logins_per_account_and_address {
        let error = service.login(PHONE, PASSWORD).await.unwrap_err();
        assert_ne!(error.code, Code::ResourceExhausted, "{error:?}");
    }
    accept_sessions(&service, engine).await;
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn right_code_whose_session_is_not_written_can_be_entered_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    refuse_sessions(&service, engine).await;
    for _ in 0..=config().code_tries {
        let error = sign_in(&service, PHONE, &sent.code).await.unwrap_err();
        assert!(matches!(error.code, Code::Unavailable | Code::Internal), "{error:?}");
    }
    accept_sessions(&service, engine).await;
    sign_in(&service, PHONE, &sent.code).await.unwrap();
}
