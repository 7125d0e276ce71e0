//! Background tasks: polling events of other replicas, deleting expired records.

use std::{sync::Arc, time::Duration};

use heuan_runtime::Shutdown;

use crate::chat_service::ChatService;

const CLEANUP_INTERVAL: Duration = Duration::from_secs(3600);
/// Interval at which due reminders are looked for, as a multiple of the poll interval: 1 s by default. They are due by the minute.
const REMINDER_FACTOR: u32 = 5;

pub fn start(service: &Arc<ChatService>, shutdown: &Shutdown) {
    let poll = Duration::from_millis(service.config.poll_ms);
    let looking = Arc::clone(service);
    shutdown.spawn_periodic(poll, "polling the event log", move || {
        let service = Arc::clone(&looking);
        async move { service.store.poll_events().await.map(drop) }
    });
    let reminding = Arc::clone(service);
    shutdown.spawn_periodic(poll * REMINDER_FACTOR, "sending reminders of unread answers", move || {
        let service = Arc::clone(&reminding);
        async move { service.send_reminders().await }
    });
    let ringing = Arc::clone(service);
    shutdown.spawn_periodic(
        poll * REMINDER_FACTOR,
        "sending reminders of unread messages to the staff",
        move || {
            let service = Arc::clone(&ringing);
            async move { service.send_staff_reminders().await }
        },
    );
    let cleaning = Arc::clone(service);
    shutdown.spawn_periodic(CLEANUP_INTERVAL, "deleting expired records", move || {
        let service = Arc::clone(&cleaning);
        async move { service.delete_expired().await }
    });
}
