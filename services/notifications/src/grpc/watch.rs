//! Server stream of `WatchNotifications`: notifications after a position of the log, then new ones and deleted ones of canceled news, with
//! heartbeats.

use std::{sync::Arc, time::Duration};

use futures::Stream;
use heuan_proto::notifications::v1::WatchNotificationsResponse;
use heuan_runtime::Shutdown;
use tonic::Status;

use crate::store::Store;

/// Heartbeat interval of an idle stream, so that both ends detect a dead connection.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Maximum notifications in one message.
const MAX_NOTIFICATIONS: i64 = 200;

/// Sends all notifications after `position`, then new ones, and the ids of those that are deleted from now on, until the client
/// disconnects or this process shuts down.
pub fn follow(
    store: Arc<Store>,
    position: i64,
    shutdown: Shutdown,
) -> impl Stream<Item = Result<WatchNotificationsResponse, Status>> + Send {
    async_stream::try_stream! {
        let (mut news, mut removals) = (store.subscribe(), store.subscribe_removed());
        let newest = store.poll_position().await?;
        let mut position = if position < 0 { newest } else { position };
        let mut known_removals = store.poll_removed().await?;
        // The first message carries the position of the log, even without notifications.
        let mut is_first = true;
        loop {
            news.mark_unchanged();
            // Read before the notifications, so that no response has a notification that it removes.
            let removed_notification_ids: Vec<i64> =
                removals.borrow_and_update().difference(&known_removals).copied().collect();
            known_removals.extend(&removed_notification_ids);
            let found = store.after(position, MAX_NOTIFICATIONS).await?;
            let more = found.len() as i64 == MAX_NOTIFICATIONS;
            let newest = if found.is_empty() { store.newest().await? } else { i64::MAX };
            // A position beyond the log belongs to another database.
            let reset = newest < position;
            if reset {
                // It gives out the ids again.
                known_removals = store.poll_removed().await?;
            }
            let is_silent =
                found.is_empty() && removed_notification_ids.is_empty() && !is_first && !reset;
            position = found.last().map_or(position.min(newest), |last| last.no_id);
            is_first = false;
            if !is_silent {
                yield WatchNotificationsResponse {
                    notifications: found.into_iter().map(Into::into).collect(),
                    position,
                    reset,
                    removed_notification_ids,
                };
            }
            if more {
                continue;
            }
            tokio::select! {
                changed = news.changed() => if changed.is_err() { break },
                changed = removals.changed() => if changed.is_err() { break },
                () = tokio::time::sleep(HEARTBEAT) => {
                    yield WatchNotificationsResponse { position, ..WatchNotificationsResponse::default() };
                }
                () = shutdown.requested() => break,
            }
        }
    }
}
