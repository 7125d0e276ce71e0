//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use std::time::Duration;

use crate::support::{PASSWORD, PHONE, TestAccounts};
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
