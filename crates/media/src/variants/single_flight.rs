//! Single flight: one of many requests for the same variant creates it, and the others wait.
//!
//! It does not use the single flight of `crates/cache`, which ends the fetch when every caller has left and keeps the value in
//! memory. Here the work goes to a thread pool, outlives its callers, and leaves a file; a job that the full pool refuses
//! completes the flight.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::variant_store::StoredVariant;
use crate::MediaError;

pub(crate) type VariantResult = Result<StoredVariant, MediaError>;
type Open = HashMap<PathBuf, watch::Receiver<Option<VariantResult>>>;

/// Variants being created, by target file.
#[derive(Debug, Clone, Default)]
pub(crate) struct SingleFlight {
    open: Arc<Mutex<Open>>,
}

pub(crate) enum Join {
    /// The caller creates the variant and completes the guard.
    Leader(LeaderGuard),
    Follower(watch::Receiver<Option<VariantResult>>),
}

impl SingleFlight {
    /// Joins the flight of `target`, or opens it.
    ///
    /// A leader must check the disk again, because the previous flight may have completed in the meantime.
    pub(crate) fn join(&self, target: &Path) -> Join {
        let mut open = lock(&self.open);
        if let Some(receiver) = open.get(target) {
            return Join::Follower(receiver.clone());
        }
        let (sender, receiver) = watch::channel(None);
        open.insert(target.to_owned(), receiver);
        Join::Leader(LeaderGuard {
            open: Arc::clone(&self.open),
            target: target.to_owned(),
            sender,
            outcome: None,
        })
    }
}

/// Waits for the leader's result. The work runs on its own thread, so a leader whose client disconnects delays no
/// follower.
pub(crate) async fn wait(mut receiver: watch::Receiver<Option<VariantResult>>) -> VariantResult {
    match receiver.wait_for(Option::is_some).await {
        Ok(outcome) => outcome.clone().unwrap_or(Err(MediaError::Busy)),
        Err(_) => Err(MediaError::Busy),
    }
}

/// Guard of the leader that completes the flight; also on drop, so that a panic or a refused job completes
/// it.
pub(crate) struct LeaderGuard {
    open: Arc<Mutex<Open>>,
    target: PathBuf,
    sender: watch::Sender<Option<VariantResult>>,
    outcome: Option<VariantResult>,
}

impl LeaderGuard {
    pub(crate) fn complete(mut self, outcome: VariantResult) {
        self.outcome = Some(outcome);
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<Option<VariantResult>> {
        self.sender.subscribe()
    }
}

impl Drop for LeaderGuard {
    fn drop(&mut self) {
        lock(&self.open).remove(&self.target);
        let outcome = self.outcome.take().unwrap_or_else(|| {
            let died = std::thread::panicking();
            Err(if died {
                MediaError::Unreadable("the decoder gave up".to_owned())
            } else {
                MediaError::Busy
            })
        });
        self.sender.send_replace(Some(outcome));
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
