//! Export and erasure of a customer's data: their search history and counted searches.

use heuan_proto::privacy::v1::PersonalAttachment;
use heuan_rpc::{ErasedCustomer, Error, PersonalDataStore};
use heuan_runtime::clock::rfc3339;
use heuan_store::{DatabaseUrl, StoreError};
use serde::Serialize;

use crate::store::{Store, store_error};

/// Entries of an export, read by one query.
const ALL: i64 = i64::MAX;

/// Database access for exports and erasures, beside the running shop.
pub struct PersonalData {
    store: Store,
}

/// Data of a customer in this service. Quotas are not part of it. Searches without a session are stored without a customer.
#[derive(Debug, Serialize)]
pub struct SearchExport {
    pub history: Vec<ExportedSearch>,
    /// Searches that count for the popular searches.
    pub counted: Vec<ExportedSearch>,
}

#[derive(Debug, Serialize)]
pub struct ExportedSearch {
    pub text: String,
    pub at: String,
}

impl PersonalData {
    pub async fn open(location: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await? })
    }

    /// Personal data access of a running service.
    pub(crate) fn from_store(store: Store) -> Self {
        Self { store }
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// All data of a customer in this service. Changes nothing.
    pub async fn export(&self, customer_id: i64) -> Result<SearchExport, Error> {
        let exported = |text, at| ExportedSearch { text, at: rfc3339(at) };
        let history = self.store.history(customer_id, ALL).await.map_err(store_error)?;
        let counted = self.store.owned_searches(customer_id).await.map_err(store_error)?;
        Ok(SearchExport {
            history: history.into_iter().map(|entry| exported(entry.text, entry.at)).collect(),
            counted: counted.into_iter().map(|search| exported(search.text, search.at)).collect(),
        })
    }

    /// Erases the data of a customer: history and counted searches. A repetition erases data that was written
    /// meanwhile.
    pub async fn erase(&self, customer_id: i64) -> Result<(), Error> {
        self.store.erase_customer(customer_id).await.map_err(store_error)
    }

    /// Empties the write-ahead log, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.store.empty_log().await.map_err(store_error)
    }
}

impl PersonalDataStore for PersonalData {
    async fn export_json(&self, customer_id: i64) -> Result<(Vec<u8>, Vec<PersonalAttachment>), Error> {
        let export = self.export(customer_id).await?;
        Ok((serde_json::to_vec(&export).map_err(Error::internal)?, Vec::new()))
    }

    async fn erase(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        Self::erase(self, customer.customer_id).await?;
        self.empty_log().await.map(drop)
    }
}
