//! How many calls one request makes.
//!
//! A list that calls once for each of its items is fast in a demo and slow in a shop. [`calls`] counts what a piece of
//! work calls, nested in-process calls included, so that a test can show the count does not grow with the items.

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

/// Runs `work` and tells how many calls it made. Spawned tasks are not counted.
pub async fn calls<T>(work: impl Future<Output = T>) -> (T, u64) {
    let calls = Arc::new(AtomicU64::new(0));
    let done = CALLS.scope(Arc::clone(&calls), work).await;
    (done, calls.load(Ordering::Relaxed))
}

pub(crate) fn increment() {
    // Outside a count there is nothing to count for.
    let _ = CALLS.try_with(|calls| calls.fetch_add(1, Ordering::Relaxed));
}
