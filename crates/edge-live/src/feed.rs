//! Follows the event logs of chat and notifications, once per process.

use std::{sync::Arc, time::Duration};

use heuan_proto::{
    chat::v1::{ListEventsRequest, WatchEventsRequest, chat_service_client::ChatServiceClient},
    notifications::v1::{
        WatchNotificationsRequest, notifications_service_client::NotificationsServiceClient,
    },
};
use heuan_rpc::{Error, Result, Transport, Watch, keep_watching};
use heuan_runtime::Shutdown;
use tokio::{sync::Notify, time::timeout};

use super::Hub;

/// A stream without a message for this long is broken. The services send one at least every 10 s.
const IDLE_TIMEOUT: Duration = Duration::from_secs(25);
const MAX_EVENTS: i32 = 500;

/// Follows both logs until the shutdown. `poll_now` is notified when another edge caused a write.
pub fn spawn_feeds(
    chat: Transport,
    notifications: Transport,
    hub: &Arc<Hub>,
    poll_now: &Arc<Notify>,
    shutdown: &Shutdown,
) {
    let feed = ChatFeed { chat, hub: Arc::clone(hub), poll_now: Arc::clone(poll_now), position: None };
    spawn(feed, shutdown);
    let feed = NotificationFeed { notifications, hub: Arc::clone(hub), position: None };
    spawn(feed, shutdown);
}

fn spawn(mut feed: impl Watch + 'static, shutdown: &Shutdown) {
    let ending = shutdown.clone();
    shutdown.spawn(async move { keep_watching(&mut feed, &ending).await });
}

struct ChatFeed {
    chat: Transport,
    hub: Arc<Hub>,
    poll_now: Arc<Notify>,
    /// Position to resume from; `None` before the first message.
    position: Option<i64>,
}

impl Watch for ChatFeed {
    const NAME: &'static str = "chat";

    fn disconnected(&mut self) {
        self.hub.set_up(|up| up.chat = false);
    }

    async fn run(&mut self) -> Result<()> {
        let mut client = ChatServiceClient::new(self.chat.clone().without_deadline());
        let request = WatchEventsRequest { after_position: self.position.unwrap_or(-1) };
        let begun = timeout(IDLE_TIMEOUT, client.watch_events(request)).await;
        let mut responses = begun.map_err(|_| Error::unavailable("the stream does not begin"))??.into_inner();
        loop {
            tokio::select! {
                response = timeout(IDLE_TIMEOUT, responses.message()) => {
                    let response = response.map_err(|_| Error::unavailable("the stream is silent"))??;
                    let response = response.ok_or_else(|| Error::unavailable("the stream ended"))?;
                    if response.reset || self.position.is_none() {
                        self.hub.chat_restarts_at(response.position);
                        // The position is set exactly, because it is lower after a backup was restored.
                        self.position = Some(response.position);
                    }
                    response.events.iter().for_each(|event| self.hub.chat(event));
                    self.advance_to(response.position);
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
        let Some(after_position) = self.position else { return Ok(()) };
        let mut client = ChatServiceClient::new(self.chat.clone());
        let rpc_request = ListEventsRequest { after_position, customer_id: 0, limit: MAX_EVENTS };
        let found = client.list_events(rpc_request).await?.into_inner();
        if !found.reset {
            found.events.iter().for_each(|event| self.hub.chat(event));
            self.advance_to(found.position);
        }
        Ok(())
    }

    fn advance_to(&mut self, position: i64) {
        let position = self.position.map_or(position, |before| before.max(position));
        self.position = Some(position);
        self.hub.chat_is_at(position);
    }
}

struct NotificationFeed {
    notifications: Transport,
    hub: Arc<Hub>,
    position: Option<i64>,
}

impl Watch for NotificationFeed {
    const NAME: &'static str = "notifications";

    fn disconnected(&mut self) {
        self.hub.set_up(|up| up.notifications = false);
    }

    async fn run(&mut self) -> Result<()> {
        let mut client = NotificationsServiceClient::new(self.notifications.clone().without_deadline());
        let request = WatchNotificationsRequest { after_position: self.position.unwrap_or(-1) };
        let begun = timeout(IDLE_TIMEOUT, client.watch_notifications(request)).await;
        let mut responses = begun.map_err(|_| Error::unavailable("the stream does not begin"))??.into_inner();
        loop {
            let response = timeout(IDLE_TIMEOUT, responses.message()).await;
            let response = response.map_err(|_| Error::unavailable("the stream is silent"))??;
            let response = response.ok_or_else(|| Error::unavailable("the stream ended"))?;
            // A position before ours means another database.
            if response.reset || self.position.is_none_or(|position| response.position < position) {
                self.hub.notifications_restart_at(response.position);
            }
            response.notifications.iter().for_each(|notification| self.hub.notification(notification));
            response.removed_notification_ids.iter().for_each(|id| self.hub.notification_removed(*id));
            self.hub.notifications_are_at(response.position);
            self.position = Some(response.position);
            self.hub.set_up(|up| up.notifications = true);
        }
    }
}
