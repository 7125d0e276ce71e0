//! Background jobs: polling revisions written by other processes, publishing stock changes, expiring reservations and deleting old
//! ones, showing and hiding scheduled products, publishing scheduled drafts, indexing codes of products, and ending abandoned imports.

use std::{sync::Arc, time::Duration};

use heuan_runtime::OnShutdown;
use heuan_staff_content::DueDrafts;

use crate::{
    import::ImportJobs,
    store::{StaffContent, store_error},
};

/// Interval at which abandoned imports are looked for.
const IMPORT_CLEANUP_INTERVAL: Duration = Duration::from_secs(10);
/// Interval at which reservations that ended long ago are deleted.
const RESERVATION_CLEANUP_INTERVAL: Duration = Duration::from_secs(3600);

/// Starts the jobs. Running work is completed at the shutdown, because its steps belong together.
pub(crate) fn start(jobs: &Arc<ImportJobs>, poll: Duration) {
    let (polling, drafts) = (Arc::clone(jobs), Arc::new(DueDrafts::default()));
    jobs.shutdown.spawn_periodic_with(OnShutdown::Finish, poll, "catalog background task", move || {
        let (jobs, drafts) = (Arc::clone(&polling), Arc::clone(&drafts));
        async move { run_once(&jobs, &drafts).await }
    });
    // This is a job of its own, because after a large import it takes seconds and many transactions.
    let indexed = Arc::clone(&jobs.store);
    jobs.shutdown.spawn_periodic(poll, "indexing codes of products", move || {
        let store = Arc::clone(&indexed);
        async move { store.index_codes().await }
    });
    let cleaning = Arc::clone(jobs);
    jobs.shutdown.spawn_periodic_with(
        OnShutdown::Finish,
        IMPORT_CLEANUP_INTERVAL,
        "ending abandoned imports",
        move || {
            let jobs = Arc::clone(&cleaning);
            async move { jobs.delete_expired().await }
        },
    );
    let ended = Arc::clone(jobs);
    jobs.shutdown.spawn_periodic(RESERVATION_CLEANUP_INTERVAL, "deleting ended reservations", move || {
        let jobs = Arc::clone(&ended);
        async move { jobs.store.delete_ended_reservations(jobs.clock.now_ms()).await.map(drop) }
    });
}

async fn run_once(jobs: &ImportJobs, drafts: &DueDrafts) -> Result<(), heuan_rpc::Error> {
    let store = &jobs.store;
    store.expire(jobs.clock.now_ms()).await?;
    store.apply_schedules(jobs.clock.now_ms()).await?;
    store.publish_stock().await.map_err(store_error)?;
    store.poll_revision().await.map_err(store_error)?;
    // This comes last, so that its failure delays nothing else.
    let media = jobs.place.as_ref().map(|place| place.media.clone());
    let content = StaffContent::new(Arc::clone(store), media);
    drafts.publish(&content, &jobs.clock.today(), jobs.clock.now_ms()).await?;
    Ok(())
}
