//! Background jobs of the service: changes of other replicas, due push messages and messages outside the shop, deletion of
//! old records.

use std::{sync::Arc, time::Duration};

use heuan_runtime::Shutdown;

use crate::{notification_service::NotificationService, outgoing_message::Channel};

const CLEANUP_INTERVAL: Duration = Duration::from_secs(3600);
/// Interval of the jobs whose work is due by the minute, or whose queue wakes them, as a multiple of the poll interval: 1 s by default.
/// Every poll is a query, also in a shop without visitors.
const SLOW_POLL_FACTOR: u32 = 5;

pub fn start(service: &Arc<NotificationService>, shutdown: &Shutdown) {
    let poll_interval = Duration::from_millis(service.config.poll_ms);
    let slow_interval = poll_interval * SLOW_POLL_FACTOR;
    let for_changes = Arc::clone(service);
    shutdown.spawn_periodic(poll_interval, "reading changes of other replicas", move || {
        let service = Arc::clone(&for_changes);
        async move { service.store.poll_position().await.map(drop) }
    });
    let for_removals = Arc::clone(service);
    shutdown.spawn_periodic(slow_interval, "reading canceled news of other processes", move || {
        let service = Arc::clone(&for_removals);
        async move { service.store.poll_removed().await.map(drop) }
    });
    // A push message in flight at shutdown is canceled: its lease expires, and another replica sends it.
    let for_push = Arc::clone(service);
    shutdown.spawn_periodic(poll_interval, "sending push messages", move || {
        let service = Arc::clone(&for_push);
        async move { service.sender.send_due().await }
    });
    for (channel, job) in [
        (Channel::Email, "sending e-mails"),
        (Channel::Sms, "sending SMS"),
        (Channel::WhatsApp, "sending WhatsApp messages"),
    ] {
        let for_messages = Arc::clone(service);
        let wake = Arc::clone(service.message_sender.has_messages(channel));
        shutdown.spawn_woken(slow_interval, &wake, job, move || {
            let service = Arc::clone(&for_messages);
            async move { service.message_sender.send_due(channel).await }
        });
    }
    let for_answers = Arc::clone(service);
    shutdown.spawn_periodic(slow_interval, "queueing messages of undelivered pushes", move || {
        let service = Arc::clone(&for_answers);
        async move { service.queue_undelivered_answers().await }
    });
    let for_news = Arc::clone(service);
    shutdown.spawn_periodic(slow_interval, "sending news", move || {
        let service = Arc::clone(&for_news);
        async move { service.send_due_news().await }
    });
    let for_cleanup = Arc::clone(service);
    shutdown.spawn_periodic(CLEANUP_INTERVAL, "deleting old records", move || {
        let service = Arc::clone(&for_cleanup);
        async move { service.delete_expired().await }
    });
}
