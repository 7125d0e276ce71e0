//! Ephemeral events between edge replicas over Redis: typing, cart changes, order steps, picked lines, presence, open orders and
//! revoked sessions.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use heuan_edge_http::session::SessionId;
use heuan_redis::{Event, Events, Redis};
use heuan_runtime::{Shutdown, clock::Clock};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Notify;
use uuid::Uuid;

use super::{
    CartChange, EdgeEvent, Hub, OrderPicked, OrderVisit, OrderVisitor, SessionsRevoked, StaffOrderChange,
    Typing,
    edge_event::{ORDER_PICKED, SESSIONS_REVOKED, STAFF_ORDER_CHANGED, to_json},
    frames::{Frame, LogPosition},
    order_presence::{self, OrderPresence, PublishedVisit},
    presence::{self, EdgePresence, Presence},
};

const TYPING: &str = "live.typing";
const CART: &str = "live.cart";
const PRESENCE: &str = "live.present";
const ORDER_VISIT: &str = "live.order_visit";
/// Event of `heuan staff remove` of the previous release: a member of staff was removed.
const STAFF_CHANGED: &str = "live.staff";
/// Event: another edge caused a write of the chat service.
const CHAT_WRITTEN: &str = "live.wrote";

/// The hub, and the ephemeral events between edges.
pub struct LiveUpdates {
    pub hub: Arc<Hub>,
    /// Notified when the logs should be polled at once.
    pub poll_now: Arc<Notify>,
    events: Events,
    has_redis: bool,
    edge: String,
    presence: Mutex<Presence>,
    order_presence: Mutex<OrderPresence>,
    clock: Clock,
}

#[derive(Serialize, Deserialize)]
struct Cart {
    customer_id: i64,
    change: CartChange,
}

impl LiveUpdates {
    /// Creates the live updates. `max_streams` is the limit per customer. Must be called inside a Tokio
    /// runtime.
    pub fn new(redis: Option<Redis>, max_streams: usize, clock: Clock, shutdown: &Shutdown) -> Arc<Self> {
        Arc::new(Self {
            hub: Hub::new(max_streams),
            poll_now: Arc::default(),
            has_redis: redis.is_some(),
            events: Events::new(redis, shutdown),
            edge: Uuid::new_v4().simple().to_string(),
            presence: Mutex::default(),
            order_presence: Mutex::default(),
            clock,
        })
    }

    /// Handles events of all edges until the shutdown.
    pub fn run(self: &Arc<Self>, shutdown: &Shutdown) {
        let (live, begun) = (Arc::clone(self), shutdown.requested());
        shutdown.spawn(async move {
            tokio::select! {
                () = live.listen() => {}
                () = begun => {}
            }
        });
        let (live, begun) = (Arc::clone(self), shutdown.requested());
        shutdown.spawn(async move {
            tokio::select! {
                () = presence::run(&live) => {}
                () = begun => {}
            }
        });
    }

    /// Announces a write of the chat service to other edges, so that they poll their replica at once.
    pub fn notify_chat_written(&self) {
        if self.has_redis {
            self.publish(CHAT_WRITTEN, Bytes::new());
        }
    }

    /// Announces changed branches to other edges, whose caches have them.
    pub fn branches_changed(&self) {
        if self.has_redis {
            self.publish_event(&EdgeEvent::BranchesChanged);
        }
    }

    pub fn typing(&self, typing: &Typing) {
        self.publish_json(TYPING, typing);
    }

    /// Announces a changed cart to the other devices of the customer.
    pub fn cart(&self, customer_id: i64, change: CartChange) {
        self.publish_json(CART, &Cart { customer_id, change });
    }

    /// Announces a step of the staff on an order to the staff who may see orders.
    pub fn staff_order(&self, change: StaffOrderChange) {
        self.publish_event(&EdgeEvent::StaffOrderChanged(change));
    }

    /// Announces a line of an order that was ticked off, or is to be picked again, to the staff who may see orders.
    pub fn order_picked(&self, picked: OrderPicked) {
        self.publish_event(&EdgeEvent::OrderPicked(picked));
    }

    /// Closes the streams of revoked sessions, here and at other edges.
    pub fn sessions_revoked(&self, ended: SessionsRevoked) {
        self.end(ended);
        if self.has_redis {
            self.publish_event(&EdgeEvent::SessionsRevoked(ended));
        }
    }

    /// Records that a member of the staff has an order open, or has left it, here and at other edges. Returns the people who
    /// have it open.
    pub fn visit_order(&self, visit: OrderVisit) -> Vec<OrderVisitor> {
        let number = visit.number.clone();
        if self.has_redis {
            let (edge, visit) = (self.edge.clone(), visit.clone());
            self.publish_json(ORDER_VISIT, &PublishedVisit { edge, visit });
        }
        self.evict_order_visits();
        self.record_order_visit(visit);
        self.with_order_presence(|presence| presence.visitors(&number))
    }

    /// Whether a tab of the staff has an order open, as far as this edge knows.
    pub fn has_order_open(&self, number: &str, session: SessionId, tab: &str) -> bool {
        self.with_order_presence(|presence| presence.has(number, session, tab))
    }

    /// Ends the visits without a recent heartbeat.
    pub(super) fn evict_order_visits(&self) {
        let now_ms = self.clock.now_ms();
        self.change_order_presence(|presence| presence.evict(now_ms));
    }

    fn record_order_visit(&self, visit: OrderVisit) {
        let now_ms = self.clock.now_ms();
        self.change_order_presence(|presence| presence.record(visit, now_ms));
    }

    /// Reports the visitors of the orders that `change` returns. The lock is held during the report, so that the last
    /// report is the newest one.
    fn change_order_presence(&self, change: impl FnOnce(&mut OrderPresence) -> Vec<String>) {
        self.with_order_presence(|presence| {
            for number in change(presence) {
                let frame = order_presence::frame(&number, &presence.visitors(&number));
                self.hub.send_to_order_viewers(&frame);
            }
        });
    }

    fn with_order_presence<T>(&self, work: impl FnOnce(&mut OrderPresence) -> T) -> T {
        work(&mut self.order_presence.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn end(&self, ended: SessionsRevoked) {
        self.hub.end(ended);
        self.change_order_presence(|presence| presence.revoke(ended));
    }

    /// Publishes the presence of this edge.
    pub(super) fn broadcast_presence(&self, present: &EdgePresence) {
        if self.has_redis {
            self.publish_json(PRESENCE, present);
        }
    }

    pub(super) fn edge(&self) -> &str {
        &self.edge
    }

    pub(super) fn with_presence<T>(&self, work: impl FnOnce(&mut Presence) -> T) -> T {
        work(&mut self.presence.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn publish_event(&self, event: &EdgeEvent) {
        let (topic, payload) = event.encode();
        self.publish(topic, payload);
    }

    fn publish_json(&self, topic: &'static str, what: &impl Serialize) {
        self.publish(topic, to_json(what));
    }

    /// Publishes in the background, so that no response waits for Redis.
    fn publish(&self, topic: &'static str, payload: Bytes) {
        let events = self.events.clone();
        tokio::spawn(async move { events.publish(topic, payload).await });
    }

    async fn listen(&self) {
        let mut subscription = self.events.subscribe();
        while let Some(event) = subscription.next().await {
            match event {
                Event::Message { topic, payload } => self.dispatch(&topic, &payload),
                // Missed ephemeral events are lost; missed chat writes are found by a poll.
                Event::Gap => self.poll_now.notify_one(),
            }
        }
    }

    /// Handles one event. A payload that cannot be parsed is ignored.
    fn dispatch(&self, topic: &str, payload: &[u8]) {
        match topic {
            CHAT_WRITTEN => self.poll_now.notify_one(),
            TYPING => {
                if let Ok(typing) = serde_json::from_slice::<Typing>(payload) {
                    let frame = Frame::new(LogPosition::None, "typing", &typing);
                    if typing.side == "staff" {
                        self.hub.send_to_customer(typing.cus_id, &frame);
                    }
                    self.hub.send_to_inbox(&frame);
                }
            }
            CART => {
                if let Ok(Cart { customer_id, change }) = serde_json::from_slice(payload) {
                    let frame = Frame::new(LogPosition::None, "cart", &json!({"type": change}));
                    self.hub.send_to_customer(customer_id, &frame);
                }
            }
            STAFF_ORDER_CHANGED => {
                if let Ok(change) = serde_json::from_slice::<StaffOrderChange>(payload) {
                    self.hub.send_to_order_viewers(&change.frame());
                }
            }
            ORDER_PICKED => {
                if let Ok(picked) = serde_json::from_slice::<OrderPicked>(payload) {
                    self.hub.send_to_order_viewers(&picked.frame());
                }
            }
            SESSIONS_REVOKED => {
                if let Ok(ended) = serde_json::from_slice::<SessionsRevoked>(payload) {
                    self.end(ended);
                }
            }
            STAFF_CHANGED => self.end(SessionsRevoked::Staff),
            ORDER_VISIT => {
                if let Ok(PublishedVisit { edge, visit }) = serde_json::from_slice(payload)
                    && edge != self.edge
                {
                    self.record_order_visit(visit);
                }
            }
            PRESENCE => {
                if let Ok(present) = serde_json::from_slice::<EdgePresence>(payload)
                    && present.edge != self.edge
                {
                    self.with_presence(|presence| presence.record(present));
                }
            }
            _ => {}
        }
    }
}
