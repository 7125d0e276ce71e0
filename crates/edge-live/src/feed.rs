//! Follows the event logs of chat and notifications, once per process.

use std::{sync::Arc, time::Duration};

use heuan_proto::{
    chat::v1::{ListEventsRequest, WatchEventsRequest, chat_service_client::ChatServiceClient},
    notifications::v1::{
        WatchNotificationsRequest, notifications_service_client::NotificationsServiceClient,
    },
};
use heuan_rpc::{Error, Result, Transport};
use heuan_runtime::Shutdown;
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};

use super::Hub;

/// A stream without a message for this long is broken. The services send one at least every 10 s.
const IDLE_TIMEOUT: Duration = Duration::from_secs(25);
const MIN_BACKOFF: Duration = Duration::from_millis(100);
const MAX_BACKOFF: Duration = Duration::from_secs(5);
const MAX_EVENTS: i32 = 500;

/// Follows both logs until the shutdown. `poll_now` is notified when another edge caused a write.
pub fn spawn_feeds(
    chat: Transport,
    notifications: Transport,
    hub: &Arc<Hub>,
    poll_now: &Arc<Notify>,
    shutdown: &Shutdown,
) {
    let feed = ChatFeed { chat, hub: Arc::clone(hub), poll_now: Arc::clone(poll_now), place: None };
    shutdown.spawn(reconnect_loop(feed, shutdown.clone()));
    let feed = NotificationFeed { notifications, hub: Arc::clone(hub), place: None };
    shutdown.spawn(reconnect_loop(feed, shutdown.clone()));
}

/// An event log that is followed.
trait Feed: Send {
    const NAME: &'static str;

    /// Follows the log over one connection from the last position.
    fn run(&mut self) -> impl Future<Output = Result<()>> + Send;

    /// Called when the connection broke.
    fn disconnected(&self);
}

/// Runs a feed, and reconnects it with exponential backoff until the shutdown.
async fn reconnect_loop<F: Feed>(mut feed: F, shutdown: Shutdown) {
    let mut pause = MIN_BACKOFF;
    let mut is_silent = false;
    while !shutdown.is_triggered() {
        let began = Instant::now();
        let ended = tokio::select! {
            // The shutdown is checked first, because in one process the log ends at the same moment.
            biased;
            () = shutdown.requested() => return,
            ended = feed.run() => ended,
        };
        feed.disconnected();
        if began.elapsed() > MAX_BACKOFF {
            (pause, is_silent) = (MIN_BACKOFF, false);
        }
        if let Err(error) = ended
            && !is_silent
        {
            tracing::warn!(%error, log = F::NAME, "event log not followed; reconnecting");
            is_silent = true;
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = shutdown.requested() => return,
        }
        pause = (pause * 2).min(MAX_BACKOFF);
    }
}

struct ChatFeed {
    chat: Transport,
    hub: Arc<Hub>,
    poll_now: Arc<Notify>,
    /// Position to resume from; `None` before the first message.
    place: Option<i64>,
}

impl Feed for ChatFeed {
    const NAME: &'static str = "chat";

    fn disconnected(&self) {
        self.hub.set_up(|up| up.chat = false);
    }

    async fn run(&mut self) -> Result<()> {
        let mut client = ChatServiceClient::new(self.chat.clone().without_deadline());
        let request = WatchEventsRequest { after_position: self.place.unwrap_or(-1) };
        let begun = timeout(IDLE_TIMEOUT, client.watch_events(request)).await;
        let mut words = begun.map_err(|_| Error::unavailable("the stream does not begin"))??.into_inner();
        loop {
            tokio::select! {
                word = timeout(IDLE_TIMEOUT, words.message()) => {
                    let word = word.map_err(|_| Error::unavailable("the stream is silent"))??;
                    let word = word.ok_or_else(|| Error::unavailable("the stream ended"))?;
                    if word.reset || self.place.is_none() {
                        self.hub.chat_restarts_at(word.position);
                        // Set exactly, because it is lower after a restored backup.
                        self.place = Some(word.position);
                    }
                    word.events.iter().for_each(|event| self.hub.chat(event));
                    self.advance_to(word.position);
                    self.hub.set_up(|up| up.chat = true);
                }
                // Events that a failed poll misses arrive with the stream.
                () = self.poll_now.notified() => if let Err(error) = self.poll().await {
                    tracing::debug!(%error, "poll of the chat log failed");
                },
            }
        }
    }
}

impl ChatFeed {
    /// Polls at once, because the followed replica may not know yet what another one wrote.
    async fn poll(&mut self) -> Result<()> {
        let Some(after_position) = self.place else { return Ok(()) };
        let mut client = ChatServiceClient::new(self.chat.clone());
        let rpc_request = ListEventsRequest { after_position, customer_id: 0, limit: MAX_EVENTS };
        let found = client.list_events(rpc_request).await?.into_inner();
        if !found.reset {
            found.events.iter().for_each(|event| self.hub.chat(event));
            self.advance_to(found.position);
        }
        Ok(())
    }

    fn advance_to(&mut self, place: i64) {
        let place = self.place.map_or(place, |before| before.max(place));
        self.place = Some(place);
        self.hub.chat_is_at(place);
    }
}

struct NotificationFeed {
    notifications: Transport,
    hub: Arc<Hub>,
    place: Option<i64>,
}

impl Feed for NotificationFeed {
    const NAME: &'static str = "notifications";

    fn disconnected(&self) {
        self.hub.set_up(|up| up.notifications = false);
    }

    async fn run(&mut self) -> Result<()> {
        let mut client = NotificationsServiceClient::new(self.notifications.clone().without_deadline());
        let request = WatchNotificationsRequest { after_position: self.place.unwrap_or(-1) };
        let begun = timeout(IDLE_TIMEOUT, client.watch_notifications(request)).await;
        let mut words = begun.map_err(|_| Error::unavailable("the stream does not begin"))??.into_inner();
        loop {
            let word = timeout(IDLE_TIMEOUT, words.message()).await;
            let word = word.map_err(|_| Error::unavailable("the stream is silent"))??;
            let word = word.ok_or_else(|| Error::unavailable("the stream ended"))?;
            // A position before ours means another database.
            if word.reset || self.place.is_none_or(|place| word.position < place) {
                self.hub.notifications_restart_at(word.position);
            }
            word.notifications.iter().for_each(|notification| self.hub.notification(notification));
            self.hub.notifications_are_at(word.position);
            self.place = Some(word.position);
            self.hub.set_up(|up| up.notifications = true);
        }
    }
}
