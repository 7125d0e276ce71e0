//! Address book of a customer: validated and rate-limited changes.

use heuan_rpc::{Error, Result};
use uuid::Uuid;

use super::AccountService;
use crate::{
    address::{Address, AddressForm},
    rate_limit::LimitedAction,
    store::{StoredAddress, store_error},
    validation::ValidationErrors,
};

impl AccountService {
    /// The address book of a customer, the default address first.
    pub async fn addresses(&self, customer_id: i64) -> Result<Vec<StoredAddress>> {
        self.store.addresses(customer_id).await.map_err(store_error)
    }

    /// Adds an address; the second value says whether the book did not have an equal one.
    pub async fn add_address(
        &self,
        customer_id: i64,
        form: &AddressForm<'_>,
    ) -> Result<(StoredAddress, bool)> {
        let address = read(form)?;
        self.count_address_change(customer_id).await?;
        let address_id = Uuid::now_v7().simple().to_string();
        let now = self.clock.now_ms();
        self.store.add_address(customer_id, address_id, address, form.is_default, now).await
    }

    /// Replaces the fields of an address.
    pub async fn update_address(
        &self,
        customer_id: i64,
        address_id: &str,
        form: &AddressForm<'_>,
    ) -> Result<StoredAddress> {
        let address = read(form)?;
        self.count_address_change(customer_id).await?;
        let now = self.clock.now_ms();
        self.store.update_address(customer_id, address_id, address, form.is_default, now).await
    }

    /// Deletes an address.
    pub async fn delete_address(&self, customer_id: i64, address_id: &str) -> Result<()> {
        self.count_address_change(customer_id).await?;
        self.store.delete_address(customer_id, address_id).await
    }

    async fn count_address_change(&self, customer_id: i64) -> Result<()> {
        let subject = customer_id.to_string();
        let counter = self.rate_limit_counter(LimitedAction::AddressChangeOfAccount, &subject);
        self.increment_or_reject(&[&counter]).await
    }
}

fn read(form: &AddressForm<'_>) -> Result<Address> {
    let mut errors = ValidationErrors::default();
    let address = Address::read(form, &mut errors);
    errors.end()?;
    address.ok_or_else(|| Error::internal("a valid form was not parsed"))
}
