//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use std::time::Duration;

use crate::support::{NOY, Service, event};
use heuan_rpc::Code;
use heuan_testkit::{Engine, TestDb, WriteFault};
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn events_are_accepted_once_there_is_space_and_old_ones_are_listed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    service.create(NOY, "a").await;
    let fault = WriteFault::begin(&db.location).await;
    for _ in 0..3 {
        let error = service.deliver(vec![event("o1", "order.placed", NOY)]).await.unwrap_err();
        assert_eq!(
            (error.code, error.pushback()),
            (Code::Unavailable, Some(Duration::from_secs(5))),
            "{error:?}"
        );
    }
    assert_eq!(service.titles(NOY).await, ["T a"]);
    fault.end().await;
    service.deliver(vec![event("o1", "order.placed", NOY)]).await.unwrap();
    assert_eq!(service.list(NOY).await.total, 2);
}
