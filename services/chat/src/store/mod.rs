//! Database access of this service. Each query text is written once and runs on SQLite and PostgreSQL.

mod answer_reminders;
mod blobs;
pub mod consistency;
mod conversations;
mod events;
mod messages;
mod personal_data;
mod previews;
mod quick_replies;
mod retention;
mod rows;
mod save_message;
mod staff_reminders;

use heuan_rpc::Error;
use heuan_store::{DatabaseUrl, Db, Quota, StoreError, Tx};
use tokio::sync::watch;

pub use conversations::{InboxCursor, InboxPosition, Search};
pub use events::{Event, EventPage, EventPayload};
pub use messages::{MessagePage, Part};
pub use quick_replies::QuickReply;
pub use save_message::{StaffReply, WriteOutcome, WriteRules};

use crate::limits::{Charge, refused};

/// Migrations of this service.
pub static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();

#[derive(Debug)]
pub struct Store {
    db: Db,
    /// The newest position known to this process; other replicas may have written newer ones.
    newest: watch::Sender<i64>,
}

impl Store {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { db: Db::open(location, &MIGRATIONS).await?, newest: watch::Sender::new(0) })
    }

    pub async fn close(&self) {
        self.db.close().await;
    }

    /// Returns the error if a customer's quota is used up, without counting anything.
    pub async fn check_quota(&self, customer_id: i64, quota: Quota, now: i64) -> Result<(), Error> {
        match quota.check(&self.db, &subject(customer_id), now).await.map_err(store_error)? {
            Some(exceeded) => Err(refused(exceeded)),
            None => Ok(()),
        }
    }

    /// Counts an action of a client without a session.
    pub async fn charge_client(&self, client: &str, charges: &[Charge], now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        charge_subject(&mut tx, client, charges, now).await?;
        tx.commit().await.map_err(store_error)
    }

    pub async fn sweep_quotas(&self, now: i64) -> Result<(), Error> {
        self.db.sweep_quotas(now).await.map_err(store_error)
    }

    pub fn subscribe(&self) -> watch::Receiver<i64> {
        self.newest.subscribe()
    }

    /// A lower position is also notified, because the database may have been replaced or restored.
    fn notify_watchers(&self, position: i64) {
        self.newest.send_if_modified(|newest| std::mem::replace(newest, position) != position);
    }
}

/// Maps a failure of the database to an error of this service.
pub(crate) fn store_error(error: impl Into<StoreError>) -> Error {
    let error = error.into();
    let outage = error.outage().map(|outage| (outage.retry_after(), outage.is_disconnected()));
    Error::database_failed("chat database failed", error, outage)
}

/// Counts an action of a customer against `charges`, in their order. After an error the transaction must be dropped.
async fn charge(tx: &mut Tx, customer_id: i64, charges: &[Charge], now: i64) -> Result<(), Error> {
    charge_subject(tx, &subject(customer_id), charges, now).await
}

async fn charge_subject(tx: &mut Tx, subject: &str, charges: &[Charge], now: i64) -> Result<(), Error> {
    for (quota, amount) in charges {
        if let Some(exceeded) = quota.charge(tx, subject, *amount, now).await.map_err(store_error)? {
            return Err(refused(exceeded));
        }
    }
    Ok(())
}

/// Key of a customer in the quota table.
fn subject(customer_id: i64) -> String {
    customer_id.to_string()
}

/// Bounds the number of distinct statements: the last id is repeated up to a power of two.
fn padded<T: Clone>(ids: &[T]) -> Vec<T> {
    let mut padded = ids.to_vec();
    if let Some(last) = ids.last() {
        padded.resize(ids.len().next_power_of_two(), last.clone());
    }
    padded
}
