//! Load shedding at four times the capacity of a service, with callers that do not wait for each other.

use std::{collections::HashMap, time::Duration};

use futures::future::join_all;
use heuan_rpc::{
    Code, Error, GrpcService, Transport,
    priority::{self, RequestPriority},
};

use crate::support::{Does, Fixture, LONG, ask, patient, target};

const WORKERS: usize = 16;
const WORK: Duration = Duration::from_millis(20);
/// Calls that the workers complete in a second.
const CAPACITY: usize = 800;
const PLACES: usize = 64;
const SECONDS: usize = 3;

/// Of ten calls, one is a checkout, one an account page, six browse and two come from bots.
fn class_of(call: usize) -> RequestPriority {
    match call % 10 {
        0 => RequestPriority::Checkout,
        1 => RequestPriority::Account,
        2 | 3 => RequestPriority::Bot,
        _ => RequestPriority::Browse,
    }
}

/// `rate` calls in each of `SECONDS` seconds, evenly.
async fn load(transport: &Transport, rate: usize) -> HashMap<RequestPriority, Vec<Result<i64, Error>>> {
    let calls = (0..rate * SECONDS).map(|call| async move {
        tokio::time::sleep(Duration::from_secs(1) * call as u32 / rate as u32).await;
        let class = class_of(call);
        (class, priority::scope(class, ask(transport)).await)
    });
    let mut by_class: HashMap<RequestPriority, Vec<_>> = HashMap::new();
    for (class, answer) in join_all(calls).await {
        by_class.entry(class).or_default().push(answer);
    }
    by_class
}

fn share_answered(calls: &[Result<i64, Error>]) -> f64 {
    calls.iter().filter(|call| call.is_ok()).count() as f64 / calls.len() as f64
}

#[tokio::test(start_paused = true)]
async fn overloaded_service_serves_checkout_while_browsing_is_shed() {
    let fixture = Fixture::numbered(1, Does::Work(WORK), WORKERS);
    let service = GrpcService::new("fixture", fixture.routes(), LONG, PLACES);
    let transport = Transport::in_process(service.clone(), target(LONG, &patient()));

    let calls = load(&transport, 4 * CAPACITY).await;
    let answered: usize = calls.values().flatten().filter(|call| call.is_ok()).count();
    assert!(answered >= CAPACITY * SECONDS * 8 / 10, "goodput: {answered}");
    assert!(
        share_answered(&calls[&RequestPriority::Checkout]) >= 0.99,
        "checkout: {}",
        share_answered(&calls[&RequestPriority::Checkout])
    );
    assert!(
        share_answered(&calls[&RequestPriority::Account]) >= 0.95,
        "accounts: {}",
        share_answered(&calls[&RequestPriority::Account])
    );
    assert!(share_answered(&calls[&RequestPriority::Browse]) < 0.5);
    assert!(
        share_answered(&calls[&RequestPriority::Bot]) < 0.05,
        "bots: {}",
        share_answered(&calls[&RequestPriority::Bot])
    );
    for error in calls.values().flatten().filter_map(|call| call.as_ref().err()) {
        assert_eq!(error.code, Code::ResourceExhausted);
        assert!(error.is_overload() && error.pushback().is_some(), "{error:?}");
    }

    assert_eq!((fixture.in_flight(), service.in_flight()), (0, 0));
    let calls = load(&transport, CAPACITY / 2).await;
    assert!(calls.values().flatten().all(Result::is_ok), "normal again at once");
}
