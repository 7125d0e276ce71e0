//! The shop as seller, as an order keeps it for its invoice.

use std::{sync::Arc, time::Duration};

use heuan_cache::SingleFlightCache;
use serde::{Deserialize, Serialize};

use crate::clients::Catalog;

/// How long the company data of the catalog is reused.
const TTL: Duration = Duration::from_secs(60);
const KEY: &str = "company";

/// Name, address, contact and tax number of the shop when an order was placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seller {
    pub name: String,
    pub legal_name_la: String,
    pub legal_name_en: String,
    pub address_la: String,
    pub address_en: String,
    pub tax_number: String,
    /// Absent in orders of earlier versions, and if the shop had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<SellerContact>,
}

/// Telephone numbers and e-mail address of the shop; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SellerContact {
    pub hotline: String,
    pub customer_service: String,
    pub email: String,
}

impl Seller {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Reader of the present company data.
pub struct CurrentSeller(SingleFlightCache);

impl Default for CurrentSeller {
    fn default() -> Self {
        Self(SingleFlightCache::new(1, Some(TTL)))
    }
}

impl CurrentSeller {
    /// The present seller. Empty if the catalog does not answer, because an order must not fail for its invoice.
    pub async fn read(&self, catalog: &Catalog) -> Seller {
        let fetch = async { catalog.seller().await.map(Arc::new) };
        match self.0.get_or_fetch(KEY, |_: &Seller| 1, fetch).await {
            Ok(seller) => (*seller).clone(),
            Err(error) => {
                tracing::warn!(%error, "order placed without the seller's data");
                Seller::default()
            }
        }
    }
}
