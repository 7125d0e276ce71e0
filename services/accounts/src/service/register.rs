//! Registration of a customer, rate-limited by client address.

use heuan_rpc::Result;

use super::{AccountService, Client, IssuedSession};
use crate::{
    customer::{Details, Role},
    hashing::Caller,
    password::Password,
    rate_limit::LimitedAction,
    security::{self, EventResult, SecurityEvent},
    store::NewCustomer,
    validation::ValidationErrors,
};

/// A registration form as submitted.
pub struct Registration<'a> {
    pub fname: &'a str,
    pub lname: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    pub password: &'a str,
    pub client: Client<'a>,
}

impl AccountService {
    /// Creates a customer and signs them in. The attempt is counted by address whatever its result, because a conflict
    /// reveals that a number has an account.
    pub async fn register(&self, from: Registration<'_>) -> Result<IssuedSession> {
        let (details, password) = read(from.fname, from.lname, from.phone, from.email, from.password)?;
        let address = self.rate_limit_counter(LimitedAction::RegistrationFromAddress, from.client.address);
        self.store.check(&[&address], self.clock.now_ms()).await?;
        let permit = self.hasher.try_enqueue(Caller::Unknown)?;
        self.increment_or_reject(&[&address]).await?;
        self.store.check_free(&details).await?;

        let password_hash = self.hasher.hash(permit, password).await?;
        let (token, session) = self.new_session(&from.client, Role::Customer)?;
        let (device_token, device) = Self::new_device(&from.client)?;
        let created_at = self.clock.now_ms();
        let role = Role::Customer;
        let new = NewCustomer { details, role, password_hash, has_temporary_password: false, created_at };
        let customer = self.store.create(&new, Some((&session, &device))).await?;
        let account = Some(customer.customer_id);
        security::record(SecurityEvent::Registration, EventResult::Success, account, from.client.address);
        let expires_at = session.expires_at;
        Ok(IssuedSession { customer, token, expires_at, device_token, new_device: None })
    }
}

/// Validates a form and returns all errors.
pub(super) fn read(
    fname: &str,
    lname: &str,
    phone: &str,
    email: &str,
    password: &str,
) -> Result<(Details, Password)> {
    let mut errors = ValidationErrors::default();
    let details = Details::read(fname, lname, phone, email, &mut errors);
    let password = errors.check("password", Password::for_registration(password, details.as_ref()));
    errors.end()?;
    details.zip(password).ok_or_else(|| heuan_rpc::Error::internal("a valid form was not parsed"))
}
