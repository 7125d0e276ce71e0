//! Notifications that were deleted because their news were canceled, by this process or another one, and the change signal of them for
//! waiting streams.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::read;
use tokio::sync::watch;

use super::{Store, store_error};

/// Maximum ids that are compared. More are not canceled between two polls.
const MAX_REMOVED: i64 = 200;

impl Store {
    /// Polls news canceled by other replicas or by a command, and notifies waiting streams. Returns the ids of the newest notifications
    /// that canceled news had.
    pub async fn poll_removed(&self) -> Result<BTreeSet<i64>, Error> {
        let sql =
            "SELECT no_id FROM news WHERE state = 'cancelled' AND no_id > 0 ORDER BY no_id DESC LIMIT $1";
        let found: Vec<i64> = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(MAX_REMOVED).fetch_all(pool).await.map_err(store_error)?
        });
        let found: BTreeSet<i64> = found.into_iter().collect();
        // A restored database has fewer, and gives out ids again.
        self.removed.send_if_modified(|known| {
            let is_changed = *known != found;
            known.clone_from(&found);
            is_changed
        });
        Ok(found)
    }

    pub fn subscribe_removed(&self) -> watch::Receiver<BTreeSet<i64>> {
        self.removed.subscribe()
    }

    pub(super) fn publish_removed(&self, no_id: i64) {
        self.removed.send_if_modified(|known| known.insert(no_id));
    }
}
