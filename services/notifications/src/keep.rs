//! What goes on beside the callers: news of other replicas, pushes that are due, old records to forget.

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
    // A push under way at the shutdown is nobody's to wait for: its lease ends, and it is tried again.
    let sending = Arc::clone(desk);
    shutdown.every(poll, "sending pushes", move || {
        let desk = Arc::clone(&sending);
        async move { desk.sender.send_due().await }
    });
    let forgetting = Arc::clone(desk);
    shutdown.every(TIDY, "forgetting old records", move || {
        let desk = Arc::clone(&forgetting);
        async move { desk.forget().await }
    });
}
