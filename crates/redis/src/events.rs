//! Publish-subscribe between replicas over one Redis channel, `heuan:events`, with at-most-once delivery. Without
//! Redis the events stay in this process.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use futures::StreamExt as _;
use heuan_runtime::Shutdown;
use tokio::sync::broadcast::{self, error::RecvError};
use uuid::Uuid;

use crate::Redis;

const CHANNEL: &str = "heuan:events";
/// Events buffered for a slow subscriber before it receives [`Event::Gap`].
const BACKLOG: usize = 1024;
/// Maximum bytes of a payload. Publish a key to look up instead of the data.
const MAX_PAYLOAD_BYTES: usize = 64 * 1024;
const PAUSE: Duration = Duration::from_millis(500);

/// An event of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message published here or by another replica.
    Message { topic: Arc<str>, payload: Bytes },
    /// Messages may have been missed, so the subscriber should reload its state.
    Gap,
}

/// Publish-subscribe between replicas of a service; without Redis, only within this process.
///
/// Delivery is at most once. A service that needs every event stores them in a table and uses these to poll sooner.
#[derive(Clone)]
pub struct Events {
    local: broadcast::Sender<Event>,
    redis: Option<Redis>,
    /// Id of this process, whose own messages are skipped.
    instance_id: Uuid,
}

/// Events since the subscription.
pub struct Subscription(broadcast::Receiver<Event>);

impl Events {
    pub fn new(redis: Option<Redis>, shutdown: &Shutdown) -> Self {
        let events = Self { local: broadcast::channel(BACKLOG).0, redis, instance_id: Uuid::new_v4() };
        if events.redis.is_some() {
            let (listener, begun) = (events.clone(), shutdown.requested());
            shutdown.spawn(async move {
                tokio::select! {
                    () = listener.listen() => {}
                    () = begun => {}
                }
            });
        }
        events
    }

    pub fn subscribe(&self) -> Subscription {
        Subscription(self.local.subscribe())
    }

    /// Publishes to this process at once and to others through Redis. Returns whether Redis accepted it, if there is one.
    pub async fn publish(&self, topic: &str, payload: Bytes) -> bool {
        let event = Event::Message { topic: topic.into(), payload: payload.clone() };
        // Having no subscriber is not a failure.
        let _ = self.local.send(event);
        let Some(redis) = &self.redis else { return true };
        let Some(message) = pack(self.instance_id, topic, &payload) else { return false };
        let published = redis.run("publish", |mut connection| async move {
            redis::cmd("PUBLISH").arg(CHANNEL).arg(message).query_async::<()>(&mut connection).await
        });
        published.await.is_ok()
    }

    /// Publishes one message from a process that is not a replica, such as a command. Returns whether Redis accepted it.
    pub async fn publish_once(redis: &Redis, topic: &str, payload: &[u8]) -> bool {
        let Some(message) = pack(Uuid::new_v4(), topic, payload) else { return false };
        let said = async {
            let mut connection = redis.client().get_multiplexed_async_connection().await?;
            redis::cmd("PUBLISH").arg(CHANNEL).arg(message).query_async::<()>(&mut connection).await
        };
        matches!(tokio::time::timeout(PAUSE, said).await, Ok(Ok(())))
    }

    async fn listen(&self) {
        let Some(redis) = &self.redis else { return };
        loop {
            if let Ok(mut connection) = redis.client().get_async_pubsub().await
                && connection.subscribe(CHANNEL).await.is_ok()
            {
                // Messages published while disconnected are lost.
                let _ = self.local.send(Event::Gap);
                let mut messages = connection.on_message();
                while let Some(message) = messages.next().await {
                    self.forward(message.get_payload_bytes());
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn forward(&self, message: &[u8]) {
        if let Some((from, topic, payload)) = unpack(message)
            && from != self.instance_id
        {
            let _ = self.local.send(Event::Message { topic: topic.into(), payload });
        }
    }
}

impl Subscription {
    /// Returns the next event; `None` when the process ends.
    pub async fn next(&mut self) -> Option<Event> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(RecvError::Lagged(_)) => Some(Event::Gap),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Encodes sender, topic length, topic and payload.
fn pack(instance_id: Uuid, topic: &str, payload: &[u8]) -> Option<Vec<u8>> {
    let length = u8::try_from(topic.len()).ok()?;
    if payload.len() > MAX_PAYLOAD_BYTES {
        return None;
    }
    let mut message = Vec::with_capacity(17 + topic.len() + payload.len());
    message.extend_from_slice(instance_id.as_bytes());
    message.push(length);
    message.extend_from_slice(topic.as_bytes());
    message.extend_from_slice(payload);
    Some(message)
}

fn unpack(message: &[u8]) -> Option<(Uuid, &str, Bytes)> {
    let (from, rest) = message.split_first_chunk::<16>()?;
    let (length, rest) = rest.split_first()?;
    let (topic, payload) = rest.split_at_checked(usize::from(*length))?;
    Some((Uuid::from_bytes(*from), std::str::from_utf8(topic).ok()?, Bytes::copy_from_slice(payload)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_round_trips_and_malformed_bytes_are_ignored() {
        let instance_id = Uuid::new_v4();
        let message = pack(instance_id, "branches", b"4").unwrap();
        assert_eq!(unpack(&message), Some((instance_id, "branches", Bytes::from_static(b"4"))));
        for end in 0..17 + "branches".len() {
            assert_eq!(unpack(&message[..end]), None, "cut at {end}");
        }
        assert_eq!(pack(instance_id, &"t".repeat(256), b""), None);
    }
}
