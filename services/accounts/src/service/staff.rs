//! Staff accounts and roles, managed by the operator's command or by managers in the back office.

use heuan_proto::rpc::v1::ExistingAccount;
use heuan_rpc::{Code, Error, Result};
use heuan_runtime::clock::rfc3339;

use super::{AccountService, register, staff_customers::read_cursor};
use crate::{
    customer::{Customer, Details, Identifier, Role, StaffMember},
    hashing::Caller,
    password::Password,
    security::{self, Actor, SecurityEvent},
    store::{Credentials, NewCustomer, store_error},
    token::readable_secret,
    validation::{ValidationErrors, invalid},
};

const MAX_PAGE: i32 = 100;
/// Characters of a temporary password: 80 bits.
const PASSWORD_LENGTH: usize = 16;
/// Characters of a date in RFC 3339, such as `2026-11-21`.
const DAY_LENGTH: usize = 10;

/// A new member of the staff, as given by the operator.
pub struct NewStaff<'a> {
    pub fname: &'a str,
    pub lname: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    pub password: &'a str,
    pub role: Role,
}

/// A role that a manager grants to an existing or a new account.
pub struct StaffGrant<'a> {
    pub fname: &'a str,
    pub lname: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    pub role: Role,
}

/// A member of the staff that a manager added.
pub struct AddedStaff {
    pub customer: Customer,
    /// Password of a new account, which is not stored and must be replaced; empty if the account existed.
    pub temporary_password: String,
}

/// Calls of the operator's command, without an actor.
impl AccountService {
    /// Creates an account with a password that its owner chose.
    pub async fn add_staff(&self, from: NewStaff<'_>) -> Result<Customer> {
        self.create_staff(Actor::OPERATOR, from, false).await
    }

    /// Creates the account of `from`, or sets the password of the account that has its number or address, which keeps
    /// its sessions unless it gets another role. An account with another role and an unconfirmed address is refused.
    pub async fn put_staff(&self, from: NewStaff<'_>) -> Result<Customer> {
        for identifier in [from.phone, from.email] {
            let known = self.store.credentials(&Identifier::read(identifier)).await.map_err(store_error)?;
            let Some(Credentials { customer, .. }) = known else { continue };
            self.check_may_be_served(customer.customer_id).await?;
            if customer.role != from.role {
                self.check_confirmed(&customer, &Identifier::read(identifier)).await?;
            }
            let password = Password::for_registration(from.password, Some(&customer.details));
            let password = password.map_err(|store_error| invalid("password", store_error))?;
            let hash = self.hasher.hash(self.hasher.try_enqueue(Caller::Known)?, password).await?;
            self.store.set_password(customer.customer_id, &hash).await?;
            if customer.role == from.role {
                return Ok(customer);
            }
            return self.change_role(Actor::OPERATOR, customer, from.role, false).await;
        }
        self.add_staff(from).await
    }

    async fn create_staff(
        &self,
        actor: Actor<'_>,
        from: NewStaff<'_>,
        has_temporary_password: bool,
    ) -> Result<Customer> {
        let (details, password) =
            register::read(from.fname, from.lname, from.phone, from.email, from.password)?;
        self.store.check_free(&details).await?;
        let password_hash = self.hasher.hash(self.hasher.try_enqueue(Caller::Known)?, password).await?;
        let created_at = self.clock.now_ms();
        let role = from.role;
        let new = NewCustomer { details, role, password_hash, has_temporary_password, created_at };
        let customer = self.store.create(&new, None).await?;
        security::record_by(actor, SecurityEvent::RoleChange, customer.customer_id);
        Ok(customer)
    }

    pub async fn staff(&self) -> Result<Vec<StaffMember>> {
        self.store.staff(0, i64::MAX).await.map_err(store_error)
    }

    /// Grants or revokes the role of the account that `text` names, which is an id, a phone number or an email address, and
    /// ends all its sessions. Refused for an account that is blocked or being erased, and for an account that is named by an
    /// unconfirmed number or address.
    pub async fn set_role(&self, text: &str, role: Role) -> Result<Customer> {
        let found = self.find_customer(text).await?;
        let customer =
            found.ok_or_else(|| Error::not_found("no account has this id, phone number or address"))?;
        let identifier = Identifier::read(text);
        if role.is_staff() && identifier.is_of(&customer.details) {
            self.check_confirmed(&customer, &identifier).await?;
        }
        self.change_role(Actor::OPERATOR, customer, role, false).await
    }

    /// Refuses a role for an account that is known only by a phone number or address that no code has confirmed: anyone can
    /// register with the number of another person, such as a future manager. The check of roles refuses closed accounts.
    async fn check_confirmed(&self, customer: &Customer, identifier: &Identifier) -> Result<()> {
        let contact = self.contact(customer.customer_id).await?;
        if contact.is_closed || contact.has_verified(identifier) {
            return Ok(());
        }
        Err(identifier_unverified(customer))
    }

    /// Sets or removes the home branch of the member of the staff with this phone number or email address. The caller has looked
    /// the branch up.
    pub async fn set_home_branch(&self, identifier: &str, branch_id: Option<i64>) -> Result<Customer> {
        let known = self.store.credentials(&Identifier::read(identifier)).await.map_err(store_error)?;
        let customer_id = known.ok_or_else(no_such_staff)?.customer.customer_id;
        self.change_home_branch(customer_id, branch_id).await
    }

    async fn change_home_branch(&self, customer_id: i64, branch_id: Option<i64>) -> Result<Customer> {
        if branch_id.is_some_and(|id| id <= 0) {
            let message = "must be the id of a branch of the shop, or absent for none";
            return Err(Error::invalid("branch_id", message));
        }
        let changed = self.store.set_home_branch(customer_id, branch_id, self.clock.now_ms()).await?;
        changed.ok_or_else(no_such_staff)
    }

    async fn change_role(
        &self,
        actor: Actor<'_>,
        customer: Customer,
        role: Role,
        leaves_manager: bool,
    ) -> Result<Customer> {
        self.store.set_role(customer.customer_id, role, leaves_manager).await?;
        security::record_by(actor, SecurityEvent::RoleChange, customer.customer_id);
        Ok(Customer { role, ..customer })
    }
}

/// Calls of managers in the back office.
impl AccountService {
    /// The account `actor_id`, if its role is one of `roles`.
    pub async fn require_role(&self, actor_id: i64, roles: &[Role]) -> Result<Customer> {
        let actor = self.store.customer(actor_id).await.map_err(store_error)?;
        actor.filter(|actor| roles.contains(&actor.role)).ok_or_else(role_denied)
    }

    /// A page of the staff, ordered by id, and the cursor of the next one. All further members if `limit` is 0.
    pub async fn staff_for(
        &self,
        actor_id: i64,
        cursor: &str,
        limit: i32,
    ) -> Result<(Vec<StaffMember>, Option<String>)> {
        self.require_role(actor_id, &[Role::Manager]).await?;
        if !(0..=MAX_PAGE).contains(&limit) {
            return Err(Error::invalid("limit", format!("must be 1 to {MAX_PAGE}")));
        }
        let after = read_cursor(cursor)?.unwrap_or_default();
        if limit == 0 {
            return Ok((self.store.staff(after, i64::MAX).await.map_err(store_error)?, None));
        }
        let mut page = self.store.staff(after, i64::from(limit) + 1).await.map_err(store_error)?;
        let has_more = page.len() as i64 > i64::from(limit);
        page.truncate(limit.unsigned_abs() as usize);
        let last = page.last().filter(|_| has_more).map(|last| last.customer.customer_id.to_string());
        Ok((page, last))
    }

    /// Grants a role to the account with this phone number or email address, or creates an account. Refused for an account that
    /// is blocked or being erased. An account that never confirmed the number or address is a conflict with the reason
    /// `identifier_unverified`; [`AccountService::set_role_by`] grants it a role by its id.
    pub async fn grant_role(&self, actor: Actor<'_>, grant: StaffGrant<'_>) -> Result<AddedStaff> {
        self.require_role(actor.account_id, &[Role::Manager]).await?;
        if !grant.role.is_staff() {
            return Err(Error::invalid("role", "must be clerk, editor or manager"));
        }
        let mut errors = ValidationErrors::default();
        let details = Details::read(grant.fname, grant.lname, grant.phone, grant.email, &mut errors);
        errors.end()?;
        let details = details.ok_or_else(|| Error::internal("a valid form was not parsed"))?;
        for identifier in [&details.phone, &details.email].into_iter().flatten() {
            let identifier = Identifier::read(identifier);
            let known = self.store.credentials(&identifier).await.map_err(store_error)?;
            if let Some(known) = known {
                self.check_confirmed(&known.customer, &identifier).await?;
                let customer = self.change_role(actor, known.customer, grant.role, true).await?;
                return Ok(AddedStaff { customer, temporary_password: String::new() });
            }
        }
        let temporary_password = readable_secret(PASSWORD_LENGTH)?;
        let StaffGrant { fname, lname, phone, email, role } = grant;
        let new = NewStaff { fname, lname, phone, email, password: &temporary_password, role };
        let customer = self.create_staff(actor, new, true).await?;
        Ok(AddedStaff { customer, temporary_password })
    }

    /// Changes or revokes the role of an account.
    pub async fn set_role_by(&self, actor: Actor<'_>, customer_id: i64, role: Role) -> Result<Customer> {
        self.require_role(actor.account_id, &[Role::Manager]).await?;
        let customer = self.customer(customer_id).await?;
        self.change_role(actor, customer, role, true).await
    }

    /// Sets or removes the home branch of a member of the staff, whose sessions stay. The caller has looked the branch up.
    pub async fn set_home_branch_by(
        &self,
        actor_id: i64,
        customer_id: i64,
        branch_id: Option<i64>,
    ) -> Result<Customer> {
        self.require_role(actor_id, &[Role::Manager]).await?;
        self.change_home_branch(customer_id, branch_id).await
    }
}

fn no_such_staff() -> Error {
    Error::not_found("no member of staff has this account; add the person to the staff first")
}

/// The error of a role for an account whose phone number or address no code has confirmed. Its detail has the name, which the message omits, because
/// messages are logged.
fn identifier_unverified(customer: &Customer) -> Error {
    let Customer { customer_id, details, created_at, .. } = customer;
    let day: String = rfc3339(*created_at).chars().take(DAY_LENGTH).collect();
    let mut error = Error::conflict(
        "identifier_unverified",
        format!(
            "account {customer_id} was registered with this phone number or email address on {day}, and no code has confirmed it, so the \
             account may be another person's; let its owner confirm the number or address, or grant the role to the account by its id \
             {customer_id} if you know whose it is"
        ),
    );
    let name = details.full_name();
    let account = ExistingAccount { customer_id: *customer_id, name, created_at_ms: *created_at };
    error.detail.account = Some(account);
    error
}

fn role_denied() -> Error {
    let mut error = Error::new(Code::PermissionDenied, "your role does not allow this");
    "role".clone_into(&mut error.detail.reason);
    error
}
