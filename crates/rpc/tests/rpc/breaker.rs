//! A service that is down is asked seldom, and found when it is back.

use std::time::Duration;

use heuan_rpc::{BreakerState, Code, Policy, Transport, deadline};

use crate::support::{Does, Fixture, LONG, ask, target};

const PAUSE: Duration = Duration::from_secs(2);

fn set_up(does: Does) -> (Fixture, Transport) {
    let fixture = Fixture::new(does);
    let transport = Transport::in_process(fixture.routes(), target(LONG, &Policy::default()));
    (fixture, transport)
}

#[tokio::test(start_paused = true)]
async fn a_service_that_is_down_is_left_alone_and_found_again() {
    let (fixture, transport) = set_up(Does::Fail(Code::Unavailable));
    for _ in 0..200 {
        assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
    }
    assert_eq!(fixture.take_seen().len(), 10);
    let error = ask(&transport).await.unwrap_err();
    assert!(error.pushback().is_some_and(|pause| pause <= PAUSE), "{error:?}");

    tokio::time::sleep(PAUSE).await;
    fixture.now_does(Does::Answer);
    for _ in 0..5 {
        ask(&transport).await.unwrap();
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);
}

#[tokio::test(start_paused = true)]
async fn a_stall_is_a_failure_too() {
    let (fixture, transport) = set_up(Does::Stall);
    for _ in 0..10 {
        assert_eq!(ask(&transport).await.unwrap_err().code, Code::DeadlineExceeded);
    }
    assert_eq!(ask(&transport).await.unwrap_err().code, Code::Unavailable);
    assert_eq!(fixture.take_seen().len(), 10);
}

#[tokio::test(start_paused = true)]
async fn callers_in_a_hurry_and_faults_of_the_request_open_nothing() {
    let (fixture, transport) = set_up(Does::Stall);
    for _ in 0..50 {
        let hurry = Duration::from_millis(20);
        let error = deadline::within(hurry, ask(&transport)).await.unwrap_err();
        assert_eq!(error.code, Code::DeadlineExceeded);
    }
    for code in
        [Code::NotFound, Code::InvalidArgument, Code::Conflict, Code::Internal, Code::ResourceExhausted]
    {
        fixture.now_does(Does::Fail(code));
        for _ in 0..50 {
            assert_eq!(ask(&transport).await.unwrap_err().code, code);
        }
    }
    assert_eq!(transport.target().breaker_state(), BreakerState::Closed);
}
