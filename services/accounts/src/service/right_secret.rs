//! Attempts with right secrets whose change could not be written, for example on a full disk.

use heuan_rpc::Result;

use super::AccountService;
use crate::store::Counted;

impl AccountService {
    /// Takes attempts with right secrets off their counters if the change that they permit was not written. Otherwise an outage
    /// of the database would lock out customers and staff who repeat their right password or code.
    pub(super) async fn undo_counts_unless_written<T>(&self, written: &Result<T>, counted: &[Counted<'_>]) {
        if written.is_ok() {
            return;
        }
        for attempt in counted {
            if let Err(error) = self.store.undo_attempt(attempt).await {
                tracing::debug!(%error, "counter of an attempt with a right secret not decremented");
            }
        }
    }
}
