//! Counter of the calls that one piece of work makes, for tests against N+1 calls.
//!
//! [`calls`] counts nested in-process calls as well, so a test can assert that the count does not grow with the items of a list.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

tokio::task_local! {
    static CALLS: Arc<AtomicU64>;
}

/// Runs `work` and returns the number of its calls. Calls of spawned tasks are not counted, except those of
/// [`run_to_completion`](crate::run_to_completion).
pub async fn calls<T>(work: impl Future<Output = T>) -> (T, u64) {
    let calls = Arc::new(AtomicU64::new(0));
    let done = CALLS.scope(Arc::clone(&calls), work).await;
    (done, calls.load(Ordering::Relaxed))
}

pub(crate) fn increment() {
    // An error means that no counter is active on this task.
    let _ = CALLS.try_with(|calls| calls.fetch_add(1, Ordering::Relaxed));
}

/// Makes the calls of `work`, which another task runs, count for the counter of this task.
pub(crate) fn inherit<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let calls = CALLS.try_with(Arc::clone).ok();
    async move {
        match calls {
            Some(calls) => CALLS.scope(calls, work).await,
            None => work.await,
        }
    }
}
