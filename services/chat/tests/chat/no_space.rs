//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use std::time::Duration;

use crate::support::{NOY, Service, customer, text};
use heuan_rpc::Code;
use heuan_testkit::{Engine, TestDb, WriteFault};
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn messages_are_sent_once_there_is_space_and_old_ones_are_readable(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    service.say(NOY, "one").await;
    let fault = WriteFault::begin(&db.location).await;
    for _ in 0..3 {
        let error = service.send(text(NOY, customer(NOY), "two")).await.unwrap_err();
        assert_eq!(
            (error.code, error.pushback()),
            (Code::Unavailable, Some(Duration::from_secs(5))),
            "{error:?}"
        );
    }
    assert_eq!(service.messages(NOY, customer(NOY)).await.unwrap().len(), 1);
    fault.end().await;
    service.say(NOY, "two").await;
    assert_eq!(service.messages(NOY, customer(NOY)).await.unwrap().len(), 2);
}
