//! Test service with one method whose behavior each test sets, on any number of ports.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use heuan_proto::branches::v1::{
    Branch, ListBranchesRequest, ListBranchesResponse,
    branches_service_client::BranchesServiceClient,
    branches_service_server::{BranchesService, BranchesServiceServer},
};
use heuan_rpc::{
    Code, Error, GrpcService, Policy, RetryingClient, ServeOptions, Target, Transport, deadline,
    priority::{self, RequestPriority},
    serve,
};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, oneshot},
    task::JoinHandle,
    time::Instant,
};
use tonic::{Request, Response, Status, service::Routes};

pub type Client = BranchesServiceClient<Transport>;

pub const LONG: Duration = Duration::from_secs(20);

/// Behavior of the one handler.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    Answer,
    Stall,
    Panic,
    Fail(Code),
    /// Holds one of the service's few workers for this long.
    Work(Duration),
}

/// Context that arrived with a call.
#[derive(Clone, Copy, Debug)]
pub struct CollectedSpan {
    pub at: Instant,
    pub left: Option<Duration>,
    pub class: RequestPriority,
}

#[derive(Clone)]
pub struct Fixture(Arc<Inner>);

struct Inner {
    id: i64,
    does: Mutex<Does>,
    seen: Mutex<Vec<CollectedSpan>>,
    in_flight: AtomicUsize,
    workers: Semaphore,
}

struct InFlight<'a>(&'a AtomicUsize);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Fixture {
    pub fn new(does: Does) -> Self {
        Self::numbered(1, does, 1)
    }

    /// Answers with its `id`; `workers` calls at once can [`Does::Work`].
    pub fn numbered(id: i64, does: Does, workers: usize) -> Self {
        let (does, seen) = (Mutex::new(does), Mutex::default());
        Self(Arc::new(Inner {
            id,
            does,
            seen,
            in_flight: AtomicUsize::new(0),
            workers: Semaphore::new(workers),
        }))
    }

    pub fn routes(&self) -> Routes {
        Routes::new(BranchesServiceServer::new(self.clone()))
    }

    pub fn now_does(&self, does: Does) {
        *self.0.does.lock().unwrap_or_else(PoisonError::into_inner) = does;
    }

    /// The calls since this was last asked.
    pub fn take_seen(&self) -> Vec<CollectedSpan> {
        std::mem::take(&mut *self.0.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn in_flight(&self) -> usize {
        self.0.in_flight.load(Ordering::SeqCst)
    }

    async fn answer(&self) -> Result<Vec<Branch>, Error> {
        self.0.in_flight.fetch_add(1, Ordering::SeqCst);
        let _in_flight = InFlight(&self.0.in_flight);
        let left = deadline::current().map(|at| at.saturating_duration_since(std::time::Instant::now()));
        let seen = CollectedSpan { at: Instant::now(), left, class: priority::current() };
        self.0.seen.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
        let does = *self.0.does.lock().unwrap_or_else(PoisonError::into_inner);
        match does {
            Does::Answer => {}
            Does::Stall => std::future::pending().await,
            Does::Panic => panic!("on purpose"),
            Does::Fail(code) => return Err(Error::new(code, "on purpose")),
            Does::Work(time) => {
                let _worker = self.0.workers.acquire().await.map_err(Error::internal)?;
                tokio::time::sleep(time).await;
            }
        }
        Ok(vec![Branch { b_id: self.0.id, ..Branch::default() }])
    }
}

#[tonic::async_trait]
impl BranchesService for Fixture {
    async fn list_branches(
        &self,
        _: Request<ListBranchesRequest>,
    ) -> Result<Response<ListBranchesResponse>, Status> {
        Ok(Response::new(ListBranchesResponse { branches: self.answer().await? }))
    }
}

/// A served fixture that can be stopped.
pub struct Replica {
    pub fixture: Fixture,
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

impl Replica {
    pub async fn start(fixture: Fixture) -> Self {
        Self::start_at(fixture, ([127, 0, 0, 1], 0).into(), ServeOptions::default()).await
    }

    pub async fn start_at(fixture: Fixture, address: SocketAddr, options: ServeOptions) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let service = GrpcService::new("fixture", fixture.routes(), LONG, Policy::default().concurrency);
        let served = tokio::spawn(serve(service, listener, options, async {
            let _ = stopped.await;
        }));
        Self { fixture, address, stop: Some(stop), served }
    }

    /// Begins to leave.
    pub fn stop(&mut self) {
        self.stop.take();
    }

    /// Leaves, and waits until it has left.
    pub async fn stopped(mut self) {
        self.stop();
        self.served.await.unwrap();
    }
}

pub fn url(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// A service no breaker protects, so that a test sees the other rules.
pub fn patient() -> Policy {
    Policy { breaker_consecutive_failures: u32::MAX, breaker_failure_rate_percent: 101, ..Policy::default() }
}

pub fn target(budget: Duration, policy: &Policy) -> Target {
    Target::new("fixture", budget, policy)
}

pub fn caller(transport: Transport) -> RetryingClient<Client> {
    RetryingClient::new(transport, BranchesServiceClient::new)
}

/// One call without repeats: the id of the one that answered.
pub async fn ask(transport: &Transport) -> Result<i64, Error> {
    let answer = BranchesServiceClient::new(transport.clone()).list_branches(ListBranchesRequest {}).await?;
    Ok(answer.into_inner().branches[0].b_id)
}

/// One call that may be repeated.
pub async fn read(caller: &RetryingClient<Client>) -> Result<i64, Error> {
    let send = BranchesServiceClient::list_branches;
    Ok(caller.read("ListBranches", send, ListBranchesRequest {}).await?.branches[0].b_id)
}

/// Monitor of the worst delay of timers in this process, which shows the cost of other work on the machine to a test.
pub struct Lateness {
    worst: Arc<Mutex<Duration>>,
    ticks: JoinHandle<()>,
}

const TICK: Duration = Duration::from_millis(5);

impl Lateness {
    pub fn watch() -> Self {
        let worst = Arc::new(Mutex::new(Duration::ZERO));
        let seen = Arc::clone(&worst);
        let ticks = tokio::spawn(async move {
            loop {
                let began = std::time::Instant::now();
                tokio::time::sleep(TICK).await;
                let late = began.elapsed().saturating_sub(TICK);
                let mut worst = seen.lock().unwrap_or_else(PoisonError::into_inner);
                *worst = late.max(*worst);
            }
        });
        Self { worst, ticks }
    }

    /// Also of the tick that is due.
    pub async fn worst(&self) -> Duration {
        tokio::time::sleep(2 * TICK).await;
        *self.worst.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lateness {
    fn drop(&mut self) {
        self.ticks.abort();
    }
}
