use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use futures::StreamExt as _;
use heuan_runtime::Shutdown;
use tokio::sync::broadcast::{self, error::RecvError};
use uuid::Uuid;

use crate::Redis;

const CHANNEL: &str = "heuan:events";
/// Events a slow subscriber may be behind before it is told of a gap.
const BACKLOG: usize = 1024;
/// Larger ones are not for this: send what to look up, not the thing itself.
const LARGEST: usize = 64 * 1024;
const PAUSE: Duration = Duration::from_millis(500);

/// What a subscriber hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Something happened, here or on another replica.
    Message { topic: Arc<str>, payload: Bytes },
    /// Something may have been missed: look again at what matters.
    Gap,
}

/// Events between the replicas of one kind; within this process alone when there is no Redis.
///
/// At most once: whoever needs every event keeps them in a table and uses these only to hear sooner.
#[derive(Clone)]
pub struct Events {
    local: broadcast::Sender<Event>,
    redis: Option<Redis>,
    /// Whose echo we skip.
    own: Uuid,
}

/// Events from the moment of subscribing on.
pub struct Subscription(broadcast::Receiver<Event>);

impl Events {
    pub fn new(redis: Option<Redis>, shutdown: &Shutdown) -> Self {
        let events = Self { local: broadcast::channel(BACKLOG).0, redis, own: Uuid::new_v4() };
        if events.redis.is_some() {
            let (listener, begun) = (events.clone(), shutdown.begun());
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

    /// Tells this process at once and the others as soon as Redis does. Says whether it reached Redis, where there is one.
    pub async fn publish(&self, topic: &str, payload: Bytes) -> bool {
        let heard = Event::Message { topic: topic.into(), payload: payload.clone() };
        // No subscriber is no failure.
        let _ = self.local.send(heard);
        let Some(redis) = &self.redis else { return true };
        let Some(message) = pack(self.own, topic, &payload) else { return false };
        let published = redis.run("publish", |mut connection| async move {
            redis::cmd("PUBLISH").arg(CHANNEL).arg(message).query_async::<()>(&mut connection).await
        });
        published.await.is_ok()
    }

    /// Says one thing to all replicas from a process that is none of them and will not stay. Says whether it was said.
    pub async fn tell(redis: &Redis, topic: &str) -> bool {
        let Some(message) = pack(Uuid::new_v4(), topic, &[]) else { return false };
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
                // Whatever was said while we did not listen is lost.
                let _ = self.local.send(Event::Gap);
                let mut messages = connection.on_message();
                while let Some(message) = messages.next().await {
                    self.hear(message.get_payload_bytes());
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn hear(&self, message: &[u8]) {
        if let Some((from, topic, payload)) = unpack(message)
            && from != self.own
        {
            let _ = self.local.send(Event::Message { topic: topic.into(), payload });
        }
    }
}

impl Subscription {
    /// The next event; `None` when the process ends.
    pub async fn next(&mut self) -> Option<Event> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(RecvError::Lagged(_)) => Some(Event::Gap),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Sender, length of the topic, topic, payload.
fn pack(own: Uuid, topic: &str, payload: &[u8]) -> Option<Vec<u8>> {
    let length = u8::try_from(topic.len()).ok()?;
    if payload.len() > LARGEST {
        return None;
    }
    let mut message = Vec::with_capacity(17 + topic.len() + payload.len());
    message.extend_from_slice(own.as_bytes());
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
    fn what_is_packed_is_read_back_and_rubbish_is_ignored() {
        let own = Uuid::new_v4();
        let message = pack(own, "branches", b"4").unwrap();
        assert_eq!(unpack(&message), Some((own, "branches", Bytes::from_static(b"4"))));
        for end in 0..17 + "branches".len() {
            assert_eq!(unpack(&message[..end]), None, "cut at {end}");
        }
        assert_eq!(pack(own, &"t".repeat(256), b""), None);
    }
}
