//! Erasure of a former member of the staff: their name in the ledger and the drafts of branches. Customers have no data in this service.

use std::sync::Arc;

use heuan_proto::privacy::v1::PersonalAttachment;
use heuan_rpc::{ErasedCustomer, Error, PersonalDataStore};
use heuan_store::{DatabaseUrl, StoreError};

use crate::store::{Store, store_error};

/// Database access for erasures, beside the running shop.
pub struct PersonalData {
    store: Arc<Store>,
}

impl PersonalData {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { store: Arc::new(Store::open(location).await?) })
    }

    /// Personal data access of a running service.
    pub(crate) fn from_store(store: Arc<Store>) -> Self {
        Self { store }
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Removes the name of the customer from changes of branches that they made as a member of the staff. The entries stay
    /// under the id. It may be repeated.
    pub async fn erase(&self, customer_id: i64) -> Result<(), Error> {
        self.store.erase_actor(customer_id).await.map_err(store_error)
    }

    /// Empties the write-ahead log, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.store.empty_log().await.map_err(store_error)
    }
}

impl PersonalDataStore for PersonalData {
    /// Returns an empty object: changes by the staff are in the audit log, which accounts exports.
    async fn export_json(&self, _: i64) -> Result<(Vec<u8>, Vec<PersonalAttachment>), Error> {
        Ok((b"{}".to_vec(), Vec::new()))
    }

    async fn erase(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        Self::erase(self, customer.customer_id).await?;
        self.empty_log().await.map(drop)
    }
}
