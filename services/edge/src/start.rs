//! Start of the edge: its workers connect to the services of a checkout before `/readyz` is green.

use std::time::Duration;

use heuan_edge_http::backends::Backends;
use tokio::{sync::watch, time::timeout};

/// Number of workers that have reached accounts and orders. Each worker has connections of its own.
#[derive(Clone)]
pub(crate) struct ReachedWorkers {
    count: watch::Sender<usize>,
    workers: usize,
}

impl ReachedWorkers {
    pub(crate) fn new(workers: usize) -> Self {
        Self { count: watch::Sender::new(0), workers }
    }

    /// Counts the worker of `backends` once it has reached accounts and orders and their circuit breakers admit calls. Must be called inside its runtime.
    pub(crate) fn count_when_reached(&self, backends: &Backends) {
        let (accounts, orders, count) =
            (backends.accounts.clone(), backends.orders.clone(), self.count.clone());
        tokio::spawn(async move {
            tokio::join!(accounts.ready(), orders.ready());
            count.send_modify(|count| *count += 1);
        });
    }

    /// Waits until every worker is counted, for at most `wait`.
    pub(crate) async fn wait_for_all(&self, wait: Duration) {
        let mut count = self.count.subscribe();
        if timeout(wait, count.wait_for(|count| *count >= self.workers)).await.is_err() {
            tracing::warn!(
                waited_ms = wait.as_millis(),
                "accounts or orders not reached; the edge becomes ready without them"
            );
        }
    }
}
