//! Publish-subscribe hub of the event streams in one process: routing of events to subscribers, and backpressure by
//! disconnecting a slow browser after 64 events.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use heuan_proto::{chat::v1 as chat, notifications::v1 as notifications};
use metrics::{Counter, Gauge};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc;

use super::dto::Audience;
use super::{
    Cursor,
    frames::{Frame, LogPosition, StaffOrderChange},
};
use heuan_edge_http::session::SessionId;

/// Events buffered for a slow browser. One more event disconnects the browser, which resumes from its
/// position.
const FRAME_BUFFER: usize = 64;
/// Topic of broadcasts to all customers.
const TOPIC_ALL_CUSTOMERS: &str = "customers";

/// Subscriber of the event stream.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a property by itself")]
pub struct Subscriber {
    pub customer_id: i64,
    /// Session that authorizes the stream.
    pub session: SessionId,
    pub is_staff: bool,
    /// Role of the account, which notifications checks for staff.
    pub actor_role: notifications::MessageActorRole,
    /// Whether the browser is on the machine of the edge.
    pub is_local: bool,
    /// Subscribed to all conversations: staff with the inbox open.
    pub inbox: bool,
    /// Whether the subscriber gets the changes of all orders: staff who may use the area of orders.
    pub sees_orders: bool,
    /// Topics besides [`TOPIC_ALL_CUSTOMERS`].
    pub topics: Vec<String>,
    /// Earlier broadcasts are not delivered.
    pub member_since_ms: i64,
}

/// Revoked sessions, whose streams are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionsRevoked {
    One(SessionId),
    /// All sessions of a customer.
    All {
        customer_id: i64,
    },
    /// All sessions of a customer except one.
    AllExcept {
        customer_id: i64,
        but: SessionId,
    },
    /// All streams of staff, because a member was removed. The other members reconnect.
    Staff,
}

impl SessionsRevoked {
    /// Whether the session of an account is among the revoked ones.
    pub(crate) fn revokes(self, account_id: i64, session: SessionId, is_staff: bool) -> bool {
        match self {
            Self::One(revoked) => session == revoked,
            Self::All { customer_id } => account_id == customer_id,
            Self::AllExcept { customer_id, but } => account_id == customer_id && session != but,
            Self::Staff => is_staff,
        }
    }
}

/// Publish-subscribe hub of the browsers that are connected to this process.
pub struct Hub {
    inner: Mutex<Inner>,
    /// Maximum streams of one customer; one more closes the oldest.
    max_streams: usize,
    next: AtomicU64,
    streams: Gauge,
    dropped: Counter,
}

#[derive(Default)]
struct Inner {
    listeners: HashMap<u64, Listener>,
    by_customer: HashMap<i64, Vec<u64>>,
    inbox: HashSet<u64>,
    cursor: Cursor,
    up: FeedStatus,
    pub staff_online: bool,
}

/// Whether each of the two logs is being followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeedStatus {
    pub chat: bool,
    pub notifications: bool,
}

struct Listener {
    who: Subscriber,
    frames: mpsc::Sender<Frame>,
}

/// Subscription to the hub, ended when dropped.
pub struct Subscription {
    hub: Arc<Hub>,
    id: u64,
    pub frames: mpsc::Receiver<Frame>,
    /// Positions of the logs when the subscription began. Later events go into `frames`.
    pub cursor: Cursor,
    pub up: FeedStatus,
    pub staff_online: bool,
}

impl Hub {
    /// Creates a hub. `max_streams` is the limit per customer.
    pub fn new(max_streams: usize) -> Arc<Self> {
        Arc::new(Self {
            inner: Mutex::default(),
            max_streams,
            next: AtomicU64::new(1),
            streams: metrics::gauge!("live_streams"),
            dropped: metrics::counter!("live_streams_dropped_total"),
        })
    }

    pub fn subscribe(self: &Arc<Self>, who: Subscriber) -> Subscription {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, frames) = mpsc::channel(FRAME_BUFFER);
        let mut inner = self.lock();
        let theirs = inner.by_customer.entry(who.customer_id).or_default();
        theirs.push(id);
        if theirs.len() > self.max_streams {
            let oldest = theirs[0];
            inner.disconnect(oldest, "streams");
        }
        if who.inbox {
            inner.inbox.insert(id);
        }
        inner.listeners.insert(id, Listener { who, frames: sender });
        self.streams.set(inner.listeners.len() as f64);
        let (cursor, up, staff_online) = (inner.cursor, inner.up, inner.staff_online);
        Subscription { hub: Arc::clone(self), id, frames, cursor, up, staff_online }
    }

    /// Delivers a chat event.
    pub fn chat(&self, event: &chat::Event) {
        let mut inner = self.lock();
        if event.position <= inner.cursor.chat {
            return;
        }
        inner.cursor.chat = event.position;
        let (customers, staff) = (inner.of_customer(event.customer_id, false), inner.inbox());
        for (ids, audience) in [(customers, Audience::Customer), (staff, Audience::Staff)] {
            if ids.is_empty() {
                continue;
            }
            match Frame::from_chat_event(event, audience) {
                Ok(Some(frame)) => self.send(&mut inner, &ids, &frame),
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(%error, position = event.position, "live hub: event not delivered");
                }
            }
        }
    }

    /// Delivers a notification to one customer or to a topic.
    pub fn notification(&self, notification: &notifications::Notification) {
        let mut inner = self.lock();
        if notification.notification_id <= inner.cursor.notifications {
            return;
        }
        inner.cursor.notifications = notification.notification_id;
        let ids = if notification.customer_id > 0 {
            inner.of_customer(notification.customer_id, true)
        } else {
            let follows = |who: &Subscriber| {
                notification.topic == TOPIC_ALL_CUSTOMERS || who.topics.contains(&notification.topic)
            };
            inner.listeners.iter().filter(|(_, one)| follows(&one.who)).map(|(id, _)| *id).collect()
        };
        if let Some(change) = StaffOrderChange::of(notification) {
            let ids = inner.order_viewers();
            self.send(&mut inner, &ids, &change.frame());
        }
        match Frame::from_notification(notification) {
            Ok(frames) => frames.iter().for_each(|frame| self.send(&mut inner, &ids, frame)),
            Err(error) => tracing::error!(%error, "live hub: notification not delivered"),
        }
    }

    /// Announces a deleted notification to all customers, whose open pages then remove it.
    pub fn notification_removed(&self, notification_id: i64) {
        let data = json!({"no_id": notification_id});
        self.broadcast(&Frame::new(LogPosition::None, "notification_removed", &data));
    }

    /// Sets the position of the chat log. Earlier events are not delivered.
    pub fn chat_is_at(&self, position: i64) {
        let mut inner = self.lock();
        inner.cursor.chat = inner.cursor.chat.max(position);
    }

    pub fn notifications_are_at(&self, position: i64) {
        let mut inner = self.lock();
        inner.cursor.notifications = inner.cursor.notifications.max(position);
    }

    /// Sends all subscribers the request to reload, because a log restarted at another position.
    pub fn chat_restarts_at(&self, position: i64) {
        let mut inner = self.lock();
        inner.cursor.chat = position;
        let frame =
            Frame::new(LogPosition::Chat(position), "reset", &json!({"chat": true, "notifications": false}));
        self.send_to_all(&mut inner, &frame);
    }

    pub fn notifications_restart_at(&self, position: i64) {
        let mut inner = self.lock();
        inner.cursor.notifications = position;
        let data = json!({"chat": false, "notifications": true});
        let frame = Frame::new(LogPosition::Notifications(position), "reset", &data);
        self.send_to_all(&mut inner, &frame);
    }

    /// Updates which logs are followed.
    pub fn set_up(&self, change: impl FnOnce(&mut FeedStatus)) {
        let mut inner = self.lock();
        let before = inner.up;
        change(&mut inner.up);
        let up = inner.up;
        if up != before {
            let data = json!({"chat": up.chat, "notifications": up.notifications});
            self.send_to_all(&mut inner, &Frame::new(LogPosition::None, "status", &data));
        }
    }

    /// Sends an ephemeral frame to a customer.
    pub fn send_to_customer(&self, customer_id: i64, frame: &Frame) {
        let mut inner = self.lock();
        let ids = inner.of_customer(customer_id, true);
        self.send(&mut inner, &ids, frame);
    }

    pub fn send_to_inbox(&self, frame: &Frame) {
        let mut inner = self.lock();
        let ids = inner.inbox();
        self.send(&mut inner, &ids, frame);
    }

    /// Sends an ephemeral frame to everyone.
    pub fn broadcast(&self, frame: &Frame) {
        let mut inner = self.lock();
        self.send_to_all(&mut inner, frame);
    }

    /// Sends an ephemeral frame about an order to the staff who may see it.
    pub fn send_to_order_viewers(&self, frame: &Frame) {
        let mut inner = self.lock();
        let ids = inner.order_viewers();
        self.send(&mut inner, &ids, frame);
    }

    pub fn set_staff_online(&self, online: bool) {
        let mut inner = self.lock();
        if inner.staff_online != online {
            inner.staff_online = online;
            let frame = Frame::new(LogPosition::None, "presence", &json!({"staff_online": online}));
            self.send_to_all(&mut inner, &frame);
        }
    }

    pub fn is_staff_online(&self) -> bool {
        self.lock().staff_online
    }

    /// Returns whether staff are connected here, and the connected customers.
    pub fn present(&self) -> (bool, HashSet<i64>) {
        let inner = self.lock();
        let customers = inner.listeners.values().filter(|one| !one.who.inbox).map(|one| one.who.customer_id);
        (!inner.inbox.is_empty(), customers.collect())
    }

    /// Closes the streams of revoked sessions.
    pub fn end(&self, ended: SessionsRevoked) {
        let mut inner = self.lock();
        let is_over = |who: &Subscriber| ended.revokes(who.customer_id, who.session, who.is_staff);
        let over = inner.listeners.iter().filter(|(_, one)| is_over(&one.who)).map(|(id, _)| *id);
        for id in over.collect::<Vec<_>>() {
            inner.disconnect(id, "session");
        }
        self.streams.set(inner.listeners.len() as f64);
    }

    fn send_to_all(&self, inner: &mut Inner, frame: &Frame) {
        let ids: Vec<u64> = inner.listeners.keys().copied().collect();
        self.send(inner, &ids, frame);
    }

    fn send(&self, inner: &mut Inner, ids: &[u64], frame: &Frame) {
        for id in ids {
            let full = inner.listeners.get(id).is_some_and(|one| one.frames.try_send(frame.clone()).is_err());
            if full {
                // The stream of the browser ends after the buffered frames, and it resumes from its
                // position.
                self.dropped.increment(1);
                inner.remove(*id);
            }
        }
        self.streams.set(inner.listeners.len() as f64);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Returns the subscribers of a customer. Subscribers with the inbox open get conversations as staff.
    fn of_customer(&self, customer_id: i64, with_inbox: bool) -> Vec<u64> {
        let ids = self.by_customer.get(&customer_id).into_iter().flatten();
        ids.filter(|id| with_inbox || !self.inbox.contains(*id)).copied().collect()
    }

    fn order_viewers(&self) -> Vec<u64> {
        self.listeners.iter().filter(|(_, one)| one.who.sees_orders).map(|(id, _)| *id).collect()
    }

    fn inbox(&self) -> Vec<u64> {
        self.inbox.iter().copied().collect()
    }

    /// Sends the last frame, if the buffer has room.
    fn disconnect(&mut self, id: u64, reason: &str) {
        if let Some(one) = self.listeners.get(&id) {
            let _ = one.frames.try_send(Frame::new(LogPosition::None, "bye", &json!({"reason": reason})));
        }
        self.remove(id);
    }

    fn remove(&mut self, id: u64) {
        let Some(gone) = self.listeners.remove(&id) else { return };
        self.inbox.remove(&id);
        if let Some(ids) = self.by_customer.get_mut(&gone.who.customer_id) {
            ids.retain(|one| *one != id);
            if ids.is_empty() {
                self.by_customer.remove(&gone.who.customer_id);
            }
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut inner = self.hub.lock();
        inner.remove(self.id);
        self.hub.streams.set(inner.listeners.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heuan_edge_http::session::Token;

    const MAX_STREAMS: usize = 20;

    fn who(customer_id: i64, inbox: bool) -> Subscriber {
        let session = Token::new(&[customer_id as u8; 32]).unwrap().id();
        let topics = vec!["sellers".to_owned()];
        let actor_role = if inbox {
            notifications::MessageActorRole::Clerk
        } else {
            notifications::MessageActorRole::Customer
        };
        Subscriber {
            customer_id,
            session,
            is_staff: inbox,
            actor_role,
            is_local: true,
            inbox,
            sees_orders: inbox,
            topics,
            member_since_ms: 0,
        }
    }

    fn has_ended(subscription: &mut Subscription) -> bool {
        let last = std::iter::from_fn(|| subscription.frames.try_recv().ok()).last();
        subscription.frames.is_closed() && last.is_some_and(|frame| frame.text.starts_with("event: bye\n"))
    }

    #[test]
    fn streams_of_a_session_end_with_it() {
        let hub = Hub::new(MAX_STREAMS);
        let mut phone = hub.subscribe(who(7, false));
        let here = who(7, false).session;
        let laptop = Subscriber { session: who(8, false).session, ..who(7, false) };
        let (mut laptop, mut kham) = (hub.subscribe(laptop), hub.subscribe(who(9, false)));
        hub.end(SessionsRevoked::AllExcept { customer_id: 7, but: here });
        assert!(has_ended(&mut laptop) && !has_ended(&mut phone) && !has_ended(&mut kham));
        hub.end(SessionsRevoked::One(here));
        assert!(has_ended(&mut phone) && !has_ended(&mut kham));
        hub.chat(&message(1, 7));
        assert!(received(&mut phone).is_empty());
        assert_eq!(hub.present().1, HashSet::from([9]));
    }

    #[test]
    fn staff_streams_reconnect_when_a_role_is_revoked() {
        let hub = Hub::new(MAX_STREAMS);
        let (mut noy, mut staff) = (hub.subscribe(who(7, false)), hub.subscribe(who(9, true)));
        hub.end(SessionsRevoked::Staff);
        assert!(has_ended(&mut staff) && !has_ended(&mut noy) && !hub.present().0);
    }

    #[test]
    fn stream_limit_per_customer_closes_the_oldest() {
        let hub = Hub::new(MAX_STREAMS);
        let mut kham = hub.subscribe(who(8, false));
        let mut subscriptions: Vec<Subscription> =
            (0..MAX_STREAMS + 2).map(|_| hub.subscribe(who(7, false))).collect();
        let ended: Vec<bool> = subscriptions.iter_mut().map(has_ended).collect();
        assert!(ended[0] && ended[1] && !ended[2..].contains(&true) && !has_ended(&mut kham));
        assert_eq!(hub.lock().by_customer[&7].len(), MAX_STREAMS);
    }

    fn message(position: i64, customer_id: i64) -> chat::Event {
        let message =
            chat::Message { message_id: position, customer_id, seq: position, ..Default::default() };
        chat::Event {
            position,
            customer_id,
            payload: Some(chat::event::Payload::Message(message)),
            ..Default::default()
        }
    }

    fn received(subscription: &mut Subscription) -> Vec<LogPosition> {
        std::iter::from_fn(|| subscription.frames.try_recv().ok()).map(|frame| frame.position).collect()
    }

    #[test]
    fn events_reach_their_recipients_once_and_in_order() {
        let hub = Hub::new(MAX_STREAMS);
        let (mut noy, mut kham, mut staff) =
            (hub.subscribe(who(7, false)), hub.subscribe(who(8, false)), hub.subscribe(who(9, true)));
        for position in [1, 2, 2, 1, 3] {
            hub.chat(&message(position, 7));
        }
        let all = [LogPosition::Chat(1), LogPosition::Chat(2), LogPosition::Chat(3)];
        assert_eq!(received(&mut noy), all);
        assert_eq!(received(&mut staff), all);
        assert!(received(&mut kham).is_empty());
    }

    #[test]
    fn broadcasts_reach_subscribers_of_their_topic() {
        let hub = Hub::new(MAX_STREAMS);
        let mut noy = hub.subscribe(who(7, false));
        let broadcast = |id, topic: &str| notifications::Notification {
            notification_id: id,
            topic: topic.to_owned(),
            ..Default::default()
        };
        for (id, topic) in [(1, "customers"), (2, "sellers"), (3, "others")] {
            hub.notification(&broadcast(id, topic));
        }
        assert_eq!(received(&mut noy), [LogPosition::Notifications(1), LogPosition::Notifications(2)]);
    }

    #[test]
    fn slow_subscriber_is_disconnected_and_a_closed_one_is_removed() {
        let hub = Hub::new(MAX_STREAMS);
        let mut noy = hub.subscribe(who(7, false));
        for position in 1..=FRAME_BUFFER as i64 + 5 {
            hub.chat(&message(position, 7));
        }
        assert_eq!(received(&mut noy).len(), FRAME_BUFFER);
        assert!(noy.frames.is_closed());
        drop(noy);
        assert_eq!(hub.present().1.len(), 0);
        assert!(hub.lock().by_customer.is_empty());
    }
}
