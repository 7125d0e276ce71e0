//! Server stream of chat events (`WatchEvents`) from a log position, with a heartbeat every 10 s.

use std::{sync::Arc, time::Duration};

use futures::Stream;
use heuan_proto::chat::v1::WatchEventsResponse;
use heuan_runtime::Shutdown;
use tonic::Status;

use super::convert;
use crate::chat_service::ChatService;

/// Heartbeat interval of an idle stream, so that both ends detect a dead connection.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Maximum events in one message.
const MAX_EVENTS: i64 = 200;

/// Sends all events after `position`, then new ones, until the client disconnects or this process shuts down.
pub fn follow(
    service: Arc<ChatService>,
    position: i64,
    shutdown: Shutdown,
) -> impl Stream<Item = Result<WatchEventsResponse, Status>> + Send {
    async_stream::try_stream! {
        let store = &service.store;
        let mut positions = store.subscribe();
        let newest = store.poll_events().await?;
        let mut position = if position < 0 { newest } else { position };
        // The first message carries the position of the log, even without events.
        let mut is_first = true;
        loop {
            positions.mark_unchanged();
            let found = store.stretch(position, None, MAX_EVENTS).await?;
            let is_silent = found.events.is_empty() && !found.reset && !is_first;
            (position, is_first) = (found.position, false);
            let more = found.has_more;
            if !is_silent {
                let now = service.clock.now_ms();
                yield WatchEventsResponse {
                    events: found.events.into_iter().map(|one| convert::event(one, now)).collect(),
                    position,
                    reset: found.reset,
                };
            }
            if more {
                continue;
            }
            tokio::select! {
                changed = positions.changed() => if changed.is_err() { break },
                () = tokio::time::sleep(HEARTBEAT) => {
                    yield WatchEventsResponse { position, ..WatchEventsResponse::default() };
                }
                () = shutdown.requested() => break,
            }
        }
    }
}
