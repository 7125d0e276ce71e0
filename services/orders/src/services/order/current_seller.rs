//! Reading of the shop's present data as the seller of an order.

use std::{sync::Arc, time::Duration};

use heuan_cache::SingleFlightCache;

use crate::{clients::Catalog, order::Seller};

/// Time for which the company data of the catalog is reused.
const TTL: Duration = Duration::from_secs(60);
const KEY: &str = "company";

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
