//! Benchmark of calls in one process and over loopback: `cargo bench -p heuan-rpc`.
//!
//! CPU time of the one thread that does both sides, so that other work on the machine changes little.

use std::{fs, time::Duration};

use futures::future::join_all;
use heuan_proto::branches::v1::{
    ListBranchesRequest, ListBranchesResponse,
    branches_service_client::BranchesServiceClient,
    branches_service_server::{BranchesService, BranchesServiceServer},
};
use heuan_rpc::{GrpcService, Policy, RetryingClient, ServeOptions, Target, Transport, serve};
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tonic::{Request, Response, Status, service::Routes};

const ROUNDS: usize = 9;
const BUDGET: Duration = Duration::from_secs(10);

struct Empty;

#[tonic::async_trait]
impl BranchesService for Empty {
    async fn list_branches(
        &self,
        _: Request<ListBranchesRequest>,
    ) -> Result<Response<ListBranchesResponse>, Status> {
        Ok(Response::new(ListBranchesResponse::default()))
    }
}

fn routes() -> Routes {
    Routes::new(BranchesServiceServer::new(Empty))
}

/// CPU time that this thread has used. Only Linux provides it.
fn cpu() -> Duration {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux machine");
    let nanos = stat.split(' ').next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.expect("schedstat begins with nanoseconds"))
}

/// As the house makes calls: named, counted, repeated when that helps.
fn caller(transport: Transport) -> RetryingClient<BranchesServiceClient<Transport>> {
    RetryingClient::new(transport, BranchesServiceClient::new)
}

/// Prints the median of some rounds of `calls` calls, `at_once` of them in flight.
async fn measure(
    what: &str,
    caller: &RetryingClient<BranchesServiceClient<Transport>>,
    calls: usize,
    at_once: usize,
) {
    let mut each: Vec<f64> = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let began = cpu();
        let callers = (0..at_once).map(|_| async {
            for _ in 0..calls / at_once {
                let send = BranchesServiceClient::list_branches;
                caller.read("ListBranches", send, ListBranchesRequest {}).await.expect("the service answers");
            }
        });
        join_all(callers).await;
        each.push(cpu().saturating_sub(began).as_secs_f64() * 1e6 / calls as f64);
    }
    each.sort_by(f64::total_cmp);
    println!("{what:<34} {:>8.2} µs a call (best {:.2})", each[ROUNDS / 2], each[0]);
}

/// The service and a way to it, with figures of their own.
fn local(policy: &Policy) -> (GrpcService, Target) {
    let service = GrpcService::new("bench", routes(), BUDGET, policy.concurrency);
    (service, Target::new("bench", BUDGET, policy))
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let policy = Policy::default();
    let (service, target) = local(&policy);
    measure("in process, without a recorder", &caller(Transport::in_process(service, target)), 50_000, 1)
        .await;

    let recorder = PrometheusBuilder::new().install_recorder().expect("the first recorder");
    let (service, target) = local(&policy);
    measure("in process", &caller(Transport::in_process(service.clone(), &target)), 50_000, 1).await;
    recorder.run_upkeep();

    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("a bound listener has an address");
    tokio::spawn(serve(service, listener, ServeOptions::default(), std::future::pending()));
    let network = Transport::connect(&format!("http://{address}"), &target).expect("an address");
    let network = caller(network);
    measure("network, one at a time", &network, 5_000, 1).await;
    measure("network, 32 at once", &network, 5_000, 32).await;
}
