//! Background job: publishing of the due drafts of branches.

use std::{sync::Arc, time::Duration};

use heuan_runtime::{OnShutdown, Shutdown, clock::Clock};
use heuan_staff_content::DueDrafts;

use crate::store::Store;

/// Interval at which due drafts are looked for. Their days begin at midnight.
const INTERVAL: Duration = Duration::from_secs(5);

/// Starts the job. Running work is completed at the shutdown.
pub(crate) fn start(store: &Arc<Store>, clock: &Clock, shutdown: &Shutdown) {
    let (store, clock, drafts) = (Arc::clone(store), clock.clone(), Arc::new(DueDrafts::default()));
    shutdown.spawn_periodic_with(OnShutdown::Finish, INTERVAL, "publishing drafts of branches", move || {
        let (store, clock, drafts) = (Arc::clone(&store), clock.clone(), Arc::clone(&drafts));
        async move { drafts.publish(&*store, &clock.today(), clock.now_ms()).await.map(drop) }
    });
}
