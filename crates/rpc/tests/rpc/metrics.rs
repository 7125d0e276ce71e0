//! Metrics of calls, under the names that dashboards use.

use std::collections::BTreeSet;

use heuan_rpc::{Code, GrpcService, Policy, Target, Transport, priority};
use metrics_util::debugging::{DebugValue, DebuggingRecorder, Snapshotter};

use crate::support::{Does, Fixture, LONG, ask, caller, read};

/// Names with labels, and gauges and counters with their values.
fn shown(snapshots: &Snapshotter) -> BTreeSet<String> {
    let show = |(key, _, _, value): (metrics_util::CompositeKey, _, _, DebugValue)| {
        let labels: Vec<String> =
            key.key().labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        let value = match value {
            DebugValue::Histogram(_) => String::new(),
            DebugValue::Counter(count) => format!(" {count}"),
            DebugValue::Gauge(value) => format!(" {value}"),
        };
        format!("{}{{{}}}{value}", key.key().name(), labels.join(","))
    };
    snapshots.snapshot().into_vec().into_iter().map(show).collect()
}

#[tokio::test(start_paused = true)]
async fn calls_retries_rejections_and_breakers_are_counted() {
    let recorder = DebuggingRecorder::new();
    let snapshots = recorder.snapshotter();
    let _recording = metrics::set_default_local_recorder(&recorder);

    let policy = Policy { retry_budget_percent: 50, ..Policy::default() };
    let fixture = Fixture::new(Does::Answer);
    let service = GrpcService::new("shop", fixture.routes(), LONG, 4);
    let caller = caller(Transport::in_process(service.clone(), Target::new("shop", LONG, &policy)));
    for _ in 0..4 {
        read(&caller).await.unwrap();
    }
    fixture.now_does(Does::Fail(Code::Unavailable));
    while read(&caller).await.unwrap_err().pushback().is_none() {}

    let other = Target::new("other", LONG, &policy);
    fixture.now_does(Does::Stall);
    let full = Transport::in_process(service, &other);
    let waiting = (0..3).map(|_| ask(&full));
    let waiting = futures::future::join_all(waiting);
    tokio::pin!(waiting);
    assert!(futures::poll!(&mut waiting).is_pending());
    assert!(priority::scope(priority::RequestPriority::Bot, ask(&full)).await.unwrap_err().is_overload());

    let shown = shown(&snapshots);
    for line in [
        "rpc_client_call_duration_seconds{target=shop,method=ListBranches,code=ok}",
        "rpc_client_call_duration_seconds{target=shop,method=ListBranches,code=unavailable}",
        "rpc_server_call_duration_seconds{service=shop,method=ListBranches,code=ok}",
        "rpc_server_call_duration_seconds{service=shop,method=ListBranches,code=unavailable}",
        "rpc_server_in_flight{service=shop} 3",
        "rpc_server_shed_total{service=shop,class=bot} 1",
        "rpc_breaker_state{target=shop} 2",
    ] {
        assert!(shown.contains(line), "{line} is not in {shown:#?}");
    }
    for name in [
        "rpc_client_retries_total{target=shop,method=ListBranches}",
        "rpc_client_retry_budget_exhausted_total{target=shop}",
    ] {
        assert!(shown.iter().any(|line| line.starts_with(name)), "{name} is not in {shown:#?}");
    }
}

#[tokio::test]
async fn endpoints_are_counted_by_state() {
    let recorder = DebuggingRecorder::new();
    let snapshots = recorder.snapshotter();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let replica = crate::support::Replica::start(Fixture::new(Does::Answer)).await;
    let transport = Transport::connect(&crate::support::url(replica.address), LONG).unwrap();
    ask(&transport).await.unwrap();
    let shown = shown(&snapshots);
    assert!(shown.contains("rpc_client_endpoints{target=unnamed,state=ready} 1"), "{shown:#?}");
    assert!(shown.contains("rpc_client_endpoints{target=unnamed,state=connecting} 0"), "{shown:#?}");
}
