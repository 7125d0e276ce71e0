use std::{sync::Arc, time::Duration};

use futures::Stream;
use heuan_proto::notifications::v1::WatchNotificationsResponse;
use heuan_runtime::Shutdown;
use tonic::Status;

use crate::store::Store;

/// A silent stream says at least this often that it lives, so that both ends notice a dead path.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Notifications in one word.
const MOST: i64 = 200;

/// Everything after `place`, then what comes, until the caller leaves or this process shuts down.
pub fn follow(
    store: Arc<Store>,
    place: i64,
    shutdown: Shutdown,
) -> impl Stream<Item = Result<WatchNotificationsResponse, Status>> + Send {
    async_stream::try_stream! {
        let mut news = store.subscribe();
        let newest = store.look_for_news().await?;
        let mut place = if place < 0 { newest } else { place };
        // The first word says where the log is, be there news or not.
        let mut is_first = true;
        loop {
            news.mark_unchanged();
            let found = store.after(place, MOST).await?;
            let more = found.len() as i64 == MOST;
            let newest = if found.is_empty() { store.newest().await? } else { i64::MAX };
            // A place from the future belongs to another database.
            let reset = newest < place;
            let is_silent = found.is_empty() && !is_first && !reset;
            place = found.last().map_or(place.min(newest), |last| last.no_id);
            is_first = false;
            if !is_silent {
                yield WatchNotificationsResponse {
                    notifications: found.into_iter().map(Into::into).collect(),
                    place,
                    reset,
                };
            }
            if more {
                continue;
            }
            tokio::select! {
                changed = news.changed() => if changed.is_err() { break },
                () = tokio::time::sleep(HEARTBEAT) => {
                    yield WatchNotificationsResponse { place, ..WatchNotificationsResponse::default() };
                }
                () = shutdown.requested() => break,
            }
        }
    }
}
