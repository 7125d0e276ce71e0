//! A callee fails every call. Retries stay a tenth of the calls, non-idempotent calls are not retried, and backoff is jittered.

use std::{collections::HashSet, time::Duration};

use heuan_proto::branches::v1::ListBranchesRequest;
use heuan_rpc::{BreakerState, Code, Policy, RetryingClient, Transport};
use tokio::time::Instant;

use crate::support::{Client, Does, Fixture, LONG, caller, patient, read, target};

const REQUESTS: usize = 500;

fn set_up(does: Does, policy: &Policy) -> (Fixture, RetryingClient<Client>) {
    let fixture = Fixture::new(does);
    let transport = Transport::in_process(fixture.routes(), target(LONG, policy));
    (fixture, caller(transport))
}

async fn write(caller: &RetryingClient<Client>) -> Result<(), heuan_rpc::Error> {
    caller.write(Client::list_branches, ListBranchesRequest {}).await.map(|_| ())
}

#[tokio::test(start_paused = true)]
async fn retries_are_a_tenth_of_the_calls_when_everything_fails() {
    let (fixture, caller) = set_up(Does::Fail(Code::Unavailable), &patient());
    for _ in 0..REQUESTS {
        assert_eq!(read(&caller).await.unwrap_err().code, Code::Unavailable);
    }
    let calls = fixture.take_seen().len();
    assert!(calls > REQUESTS && calls <= REQUESTS * 11 / 10, "{calls}");
}

#[tokio::test(start_paused = true)]
async fn open_breaker_reduces_retries_further() {
    let (fixture, caller) = set_up(Does::Fail(Code::Unavailable), &Policy::default());
    for _ in 0..REQUESTS {
        assert_eq!(read(&caller).await.unwrap_err().code, Code::Unavailable);
    }
    assert_eq!(caller.target().breaker_state(), BreakerState::Open);
    assert!(fixture.take_seen().len() < 40);
}

#[tokio::test(start_paused = true)]
async fn non_idempotent_calls_are_not_retried() {
    let (fixture, caller) = set_up(Does::Answer, &patient());
    for _ in 0..REQUESTS {
        write(&caller).await.unwrap();
    }
    fixture.now_does(Does::Fail(Code::Unavailable));
    fixture.take_seen();
    for _ in 0..REQUESTS {
        write(&caller).await.unwrap_err();
    }
    assert_eq!(fixture.take_seen().len(), REQUESTS);
    read(&caller).await.unwrap_err();
    assert_eq!(fixture.take_seen().len(), 3, "there was budget, and a read uses it");
}

#[tokio::test(start_paused = true)]
async fn only_transient_failures_are_retried() {
    for code in Code::ALL {
        let (fixture, caller) = set_up(Does::Answer, &patient());
        for _ in 0..50 {
            read(&caller).await.unwrap();
        }
        fixture.now_does(Does::Fail(code));
        fixture.take_seen();
        assert_eq!(read(&caller).await.unwrap_err().code, code);
        let tries = if code == Code::Unavailable { 3 } else { 1 };
        assert_eq!(fixture.take_seen().len(), tries, "{code:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn retry_backoff_is_jittered_and_bounded() {
    let policy = Policy { retries: 1, retry_budget_percent: 100, retry_backoff_ms: 100, ..patient() };
    let (fixture, caller) = set_up(Does::Fail(Code::Unavailable), &policy);
    for _ in 0..100 {
        read(&caller).await.unwrap_err();
    }
    let seen = fixture.take_seen();
    let pauses: Vec<Duration> = seen.chunks(2).map(|tries| tries[1].at - tries[0].at).collect();
    assert!(pauses.iter().all(|pause| *pause <= Duration::from_millis(102)), "{pauses:?}");
    assert!(pauses.iter().collect::<HashSet<_>>().len() > 30, "{pauses:?}");
}

#[tokio::test(start_paused = true)]
async fn transient_failure_is_hidden_by_a_retry() {
    let policy = Policy { retry_budget_percent: 100, retry_backoff_ms: 1000, ..patient() };
    let (fixture, caller) = set_up(Does::Fail(Code::Unavailable), &policy);
    let healed = async {
        while fixture.take_seen().is_empty() {
            tokio::task::yield_now().await;
        }
        fixture.now_does(Does::Answer);
    };
    let (answer, ()) = tokio::join!(read(&caller), healed);
    answer.unwrap();
}

#[tokio::test(start_paused = true)]
async fn retry_stays_within_the_first_deadline() {
    let policy = Policy { retry_budget_percent: 100, retry_backoff_ms: 10_000, retries: 5, ..patient() };
    let fixture = Fixture::new(Does::Fail(Code::Unavailable));
    let budget = Duration::from_secs(3);
    let caller = caller(Transport::in_process(fixture.routes(), target(budget, &policy)));
    let began = Instant::now();
    for _ in 0..20 {
        read(&caller).await.unwrap_err();
    }
    assert!(began.elapsed() <= 20 * budget);
    assert!(fixture.take_seen().iter().all(|seen| seen.left.unwrap() <= budget));
}
