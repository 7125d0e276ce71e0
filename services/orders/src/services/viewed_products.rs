//! Commands on the recently viewed products of a customer.

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

use crate::{
    dependencies::Dependencies,
    store::Store,
    viewed_products::{MAX_PRODUCTS, ViewedProduct},
};

/// Application service of recently viewed products.
pub struct ViewedProductsService {
    store: Store,
    clock: Clock,
}

impl ViewedProductsService {
    pub fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, clock, .. } = dependencies.clone();
        Self { store, clock }
    }

    /// The viewed products of a customer, the last viewed first.
    pub async fn viewed_products(&self, customer_id: i64) -> Result<Vec<ViewedProduct>, Error> {
        self.store.viewed_products(customer_id).await
    }

    /// Puts `pro_ids`, the last viewed first, before the stored products.
    pub async fn add_viewed_products(
        &self,
        customer_id: i64,
        pro_ids: &[i64],
    ) -> Result<Vec<ViewedProduct>, Error> {
        if !(1..=MAX_PRODUCTS).contains(&pro_ids.len()) {
            return Err(Error::invalid("pro_ids", format!("must be 1 to {MAX_PRODUCTS} products")));
        }
        if pro_ids.iter().any(|pro_id| *pro_id <= 0) {
            return Err(Error::invalid("pro_ids", "must be positive whole numbers"));
        }
        self.store.add_viewed_products(customer_id, pro_ids, self.clock.now_ms()).await
    }

    pub async fn clear_viewed_products(&self, customer_id: i64) -> Result<(), Error> {
        self.store.clear_viewed_products(customer_id).await
    }
}
