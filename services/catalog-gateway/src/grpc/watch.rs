//! Server stream of catalog changes (`WatchProducts`): all changes after a revision, then new ones, with a heartbeat
//! every 15 s.

use std::{sync::Arc, time::Duration};

use futures::Stream;
use heuan_proto::catalog::v1::WatchProductsResponse;
use heuan_runtime::Shutdown;
use tonic::Status;

use super::convert::all;
use crate::store::{Cursor, Store, store_error};

/// Heartbeat interval of an idle stream, so that both ends detect a dead connection.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Maximum ids of removed products in one message, which is less than a megabyte.
const REMOVED: usize = 100_000;

/// Lists the changes after `from`, then follows until the client disconnects or this process shuts down.
pub fn follow(
    store: Arc<Store>,
    from: i64,
    shutdown: Shutdown,
) -> impl Stream<Item = Result<WatchProductsResponse, Status>> + Send {
    async_stream::try_stream! {
        let mut revisions = store.subscribe();
        let newest = store.poll_revision().await.map_err(store_error)?;
        // A revision greater than the newest belongs to another database, so the client has to start over.
        let reset = from > newest;
        let mut cursor = Cursor::after(if reset { 0 } else { from });
        let (mut reset, mut is_snapshot_sent) = (reset, false);
        loop {
            revisions.mark_unchanged();
            let resume_from = cursor.done;
            let (changes, next) = store.changes(cursor).await.map_err(store_error)?;
            cursor = next;
            let has_more = changes.has_more;
            let mut removed = changes.removed;
            while removed.len() > REMOVED {
                let rest = removed.split_off(removed.len() - REMOVED);
                // A client that is interrupted here receives all removed ids again.
                yield WatchProductsResponse {
                    revision: resume_from,
                    reset: std::mem::take(&mut reset),
                    removed_pro_ids: rest,
                    ..WatchProductsResponse::default()
                };
            }
            let snapshot_complete = !has_more && !is_snapshot_sent;
            is_snapshot_sent |= snapshot_complete;
            yield WatchProductsResponse {
                revision: changes.revision,
                reset: std::mem::take(&mut reset),
                snapshot_complete,
                changed: all(changes.products),
                removed_pro_ids: removed,
                changed_sections: changes.sections,
                has_more,
            };
            if has_more {
                continue;
            }
            tokio::select! {
                changed = revisions.changed() => if changed.is_err() { break },
                () = tokio::time::sleep(HEARTBEAT) => {}
                () = shutdown.requested() => break,
            }
        }
    }
}
