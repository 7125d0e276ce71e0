//! What goes on beside the callers: news of other replicas, old records to forget.

use std::{sync::Arc, time::Duration};

use heuan_runtime::Shutdown;

use crate::desk::Desk;

const TIDY: Duration = Duration::from_secs(3600);

pub fn start(desk: &Arc<Desk>, shutdown: &Shutdown) {
    let poll = Duration::from_millis(desk.config.poll_ms);
    let looking = Arc::clone(desk);
    shutdown.every(poll, "looking for news", move || {
        let desk = Arc::clone(&looking);
        async move { desk.store.look_for_news().await.map(drop) }
    });
    let forgetting = Arc::clone(desk);
    shutdown.every(TIDY, "forgetting old records", move || {
        let desk = Arc::clone(&forgetting);
        async move { desk.forget().await }
    });
}
