use heuan_rpc::{Error, Result};

use super::{AccountService, register};
use crate::{
    customer::{Customer, Identifier, Role},
    security::{self, EventResult, SecurityEvent},
    store::{NewCustomer, fault},
};

/// A new member of the staff, as given by the operator.
pub struct NewStaff<'a> {
    pub fname: &'a str,
    pub lname: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    pub password: &'a str,
}

/// Called only by the operator's command, not by gRPC.
impl AccountService {
    pub async fn add_staff(&self, from: NewStaff<'_>) -> Result<Customer> {
        let (details, password) =
            register::read(from.fname, from.lname, from.phone, from.email, from.password)?;
        self.store.check_free(&details).await?;
        let password_hash = self.hasher.hash(self.hasher.try_enqueue()?, password).await?;
        let created_at = self.clock.now_ms();
        let new = NewCustomer { details, role: Role::Staff, password_hash, created_at };
        let customer = self.store.create(&new, None).await?;
        security::record(SecurityEvent::RoleChange, EventResult::Success, Some(customer.customer_id), "");
        Ok(customer)
    }

    pub async fn staff(&self) -> Result<Vec<Customer>> {
        self.store.staff().await.map_err(fault)
    }

    /// Grants or revokes the role of the account with this phone number or email address, and ends all its sessions.
    pub async fn set_role(&self, identifier: &str, role: Role) -> Result<Customer> {
        let known = self.store.credentials(&Identifier::read(identifier)).await.map_err(fault)?;
        let customer =
            known.ok_or_else(|| Error::not_found("no account has this phone number or address"))?.customer;
        self.store.set_role(customer.customer_id, role).await?;
        security::record(SecurityEvent::RoleChange, EventResult::Success, Some(customer.customer_id), "");
        Ok(Customer { role, ..customer })
    }
}
