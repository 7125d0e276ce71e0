use heuan_rpc::{Error, Result};

use super::AccountService;
use crate::{
    customer::{Customer, Details},
    rate_limit::LimitedAction,
    validation::ValidationErrors,
};

impl AccountService {
    /// Updates name, phone number and email address. Counted, because a conflict reveals that a number has an account.
    pub async fn update_profile(
        &self,
        customer_id: i64,
        (fname, lname, phone, email): (&str, &str, &str, &str),
    ) -> Result<Customer> {
        let mut faults = ValidationErrors::default();
        let details = Details::read(fname, lname, phone, email, &mut faults);
        faults.end()?;
        let details = details.ok_or_else(|| Error::internal("a valid form was not parsed"))?;
        self.increment_or_reject(&[
            &self.rate_limit_counter(LimitedAction::ProfileChangeOfAccount, &customer_id.to_string())
        ])
        .await?;
        self.store.update_details(customer_id, &details).await
    }
}
