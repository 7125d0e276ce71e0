//! Background jobs: polling revisions written by other processes, publishing stock changes, expiring reservations, showing and
//! hiding scheduled products, and ending abandoned imports.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{import::ImportJobs, store::fault};

/// Interval at which abandoned imports are looked for.
const TIDY_IMPORTS: Duration = Duration::from_secs(10);

/// Runs the jobs at each interval. A failure is logged once until it is over.
pub(crate) async fn run(jobs: Arc<ImportJobs>, poll: Duration) {
    let (mut failing, mut tidied) = (false, None::<Instant>);
    let shutdown = &jobs.shutdown;
    loop {
        tokio::select! {
            () = tokio::time::sleep(poll) => {}
            () = shutdown.requested() => break,
        }
        let is_due = tidied.is_none_or(|at| at.elapsed() >= TIDY_IMPORTS);
        if is_due {
            tidied = Some(Instant::now());
        }
        match run_once(&jobs, is_due).await {
            Ok(()) => failing = false,
            Err(error) if !failing => {
                tracing::warn!(%error, "catalog background task failed; retrying");
                failing = true;
            }
            Err(_) => {}
        }
    }
}

async fn run_once(jobs: &ImportJobs, tidy_imports: bool) -> Result<(), heuan_rpc::Error> {
    let store = &jobs.store;
    store.expire(jobs.clock.now_ms()).await?;
    store.apply_schedules(jobs.clock.now_ms()).await?;
    store.publish_stock().await.map_err(fault)?;
    store.poll_revision().await.map_err(fault)?;
    if tidy_imports {
        jobs.tidy().await?;
    }
    Ok(())
}
