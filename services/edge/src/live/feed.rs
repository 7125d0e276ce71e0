//! Follows the logs of chat and notifications, once for the process.

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

/// The services speak at least every 10 s; a silence of two is a lost connection.
const SILENCE: Duration = Duration::from_secs(25);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
const MOST: i32 = 500;

/// Follows both until the shutdown begins. `nudge` says that another edge has written something.
pub fn follow(
    chat: Transport,
    notifications: Transport,
    hub: &Arc<Hub>,
    nudge: &Arc<Notify>,
    shutdown: &Shutdown,
) {
    let feed = ChatFeed { chat, hub: Arc::clone(hub), nudge: Arc::clone(nudge), place: None };
    shutdown.spawn(keep(feed, shutdown.clone()));
    let feed = NotificationFeed { notifications, hub: Arc::clone(hub), place: None };
    shutdown.spawn(keep(feed, shutdown.clone()));
}

/// A log that is followed.
trait Feed: Send {
    const NAME: &'static str;

    /// One connection, from the last place until it breaks.
    fn run(&mut self) -> impl Future<Output = Result<()>> + Send;

    /// It has broken.
    fn lost(&self);
}

/// Follows again and again, with pauses that grow while it fails.
async fn keep<F: Feed>(mut feed: F, shutdown: Shutdown) {
    let mut pause = FIRST_PAUSE;
    let mut is_silent = false;
    while !shutdown.is_triggered() {
        let began = Instant::now();
        let ended = tokio::select! {
            // First: in one process the log ends at the same moment, and in order.
            biased;
            () = shutdown.begun() => return,
            ended = feed.run() => ended,
        };
        feed.lost();
        if began.elapsed() > LONGEST_PAUSE {
            (pause, is_silent) = (FIRST_PAUSE, false);
        }
        if let Err(error) = ended
            && !is_silent
        {
            tracing::warn!(%error, log = F::NAME, "what happens is not told; trying again");
            is_silent = true;
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = shutdown.begun() => return,
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

struct ChatFeed {
    chat: Transport,
    hub: Arc<Hub>,
    nudge: Arc<Notify>,
    /// Where to resume; none before the first word.
    place: Option<i64>,
}

impl Feed for ChatFeed {
    const NAME: &'static str = "chat";

    fn lost(&self) {
        self.hub.set_up(|up| up.chat = false);
    }

    async fn run(&mut self) -> Result<()> {
        let mut client = ChatServiceClient::new(self.chat.clone().without_deadline());
        let request = WatchEventsRequest { after_place: self.place.unwrap_or(-1) };
        let begun = timeout(SILENCE, client.watch_events(request)).await;
        let mut words = begun.map_err(|_| Error::unavailable("the stream does not begin"))??.into_inner();
        loop {
            tokio::select! {
                word = timeout(SILENCE, words.message()) => {
                    let word = word.map_err(|_| Error::unavailable("the stream is silent"))??;
                    let word = word.ok_or_else(|| Error::unavailable("the stream ended"))?;
                    if word.reset || self.place.is_none() {
                        self.hub.chat_restarts_at(word.place);
                        // Exactly: after a restored backup it is a lower one.
                        self.place = Some(word.place);
                    }
                    word.events.iter().for_each(|event| self.hub.chat(event));
                    self.at(word.place);
                    self.hub.set_up(|up| up.chat = true);
                }
                // What this misses comes with the stream.
                () = self.nudge.notified() => if let Err(error) = self.look().await {
                    tracing::debug!(%error, "what another edge has written cannot be read at once");
                },
            }
        }
    }
}

impl ChatFeed {
    /// Asks at once, because the replica we follow may not know yet what another has written.
    async fn look(&mut self) -> Result<()> {
        let Some(after_place) = self.place else { return Ok(()) };
        let mut client = ChatServiceClient::new(self.chat.clone());
        let asked = ListEventsRequest { after_place, customer_id: 0, limit: MOST };
        let found = client.list_events(asked).await?.into_inner();
        if !found.reset {
            found.events.iter().for_each(|event| self.hub.chat(event));
            self.at(found.place);
        }
        Ok(())
    }

    fn at(&mut self, place: i64) {
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

    fn lost(&self) {
        self.hub.set_up(|up| up.notifications = false);
    }

    async fn run(&mut self) -> Result<()> {
        let mut client = NotificationsServiceClient::new(self.notifications.clone().without_deadline());
        let request = WatchNotificationsRequest { after_place: self.place.unwrap_or(-1) };
        let begun = timeout(SILENCE, client.watch_notifications(request)).await;
        let mut words = begun.map_err(|_| Error::unavailable("the stream does not begin"))??.into_inner();
        loop {
            let word = timeout(SILENCE, words.message()).await;
            let word = word.map_err(|_| Error::unavailable("the stream is silent"))??;
            let word = word.ok_or_else(|| Error::unavailable("the stream ended"))?;
            // From further back than we were: another database.
            if word.reset || self.place.is_none_or(|place| word.place < place) {
                self.hub.notifications_restart_at(word.place);
            }
            word.notifications.iter().for_each(|told| self.hub.notification(told));
            self.hub.notifications_are_at(word.place);
            self.place = Some(word.place);
            self.hub.set_up(|up| up.notifications = true);
        }
    }
}
