//! Customers in the back office.

use heuan_rpc::{Error, Result};
use uuid::Uuid;

use super::{AccountService, CodeRequest, SessionSummary};
use crate::{
    customer::{Customer, Details, Role, name, phone},
    customer_search::CustomerQuery,
    one_time_code::{CodePurpose, IssuedCode, Resend},
    security::{self, Actor, OPERATOR_NAME, SecurityEvent},
    store::{Block, CustomerFilter, CustomerNote, Erasure, ListedCustomer, NewCustomer, store_error},
    validation::{InvalidField, ValidationErrors},
};

/// Roles that may find and read customers.
const READERS: [Role; 2] = [Role::Clerk, Role::Manager];
const MAX_SEARCH: usize = 200;
const MAX_PAGE: i32 = 100;
const MAX_NOTE: usize = 1000;
const MAX_NOTES: i64 = 200;
const MAX_REASON: usize = 500;
/// Customers or audit entries of earlier releases that are prepared for the search in one transaction.
const FILL: i64 = 500;

/// A list as it was requested.
pub struct CustomerList<'a> {
    pub search: &'a str,
    pub blocked_only: bool,
    pub cursor: &'a str,
    pub limit: i32,
}

/// A new customer who orders on the phone.
pub struct CustomerWithoutPassword<'a> {
    pub fname: &'a str,
    /// May be empty.
    pub lname: &'a str,
    pub phone: &'a str,
}

/// A customer as the staff see them.
pub struct CustomerDetails {
    pub customer: Customer,
    pub block: Option<Block>,
    /// Valid sessions, the last used first.
    pub sessions: Vec<SessionSummary>,
    /// Newest first.
    pub notes: Vec<CustomerNote>,
    pub erasure: Option<Erasure>,
}

impl AccountService {
    /// A page of customers, newest first, and the cursor of the next one.
    pub async fn customers_for(
        &self,
        actor_id: i64,
        list: CustomerList<'_>,
    ) -> Result<(Vec<ListedCustomer>, Option<String>)> {
        self.require_role(actor_id, &READERS).await?;
        if list.search.chars().count() > MAX_SEARCH {
            return Err(Error::invalid("search", format!("must have at most {MAX_SEARCH} characters")));
        }
        if !(1..=MAX_PAGE).contains(&list.limit) {
            return Err(Error::invalid("limit", format!("must be 1 to {MAX_PAGE}")));
        }
        let limit = i64::from(list.limit);
        let filter = CustomerFilter {
            query: CustomerQuery::read(list.search),
            blocked_only: list.blocked_only,
            before: read_cursor(list.cursor)?,
            limit: limit + 1,
        };
        let mut page = self.store.customers(&filter).await.map_err(store_error)?;
        let has_more = page.len() as i64 > limit;
        page.truncate(list.limit.unsigned_abs() as usize);
        let last = page.last().filter(|_| has_more).map(|last| last.customer.customer_id.to_string());
        Ok((page, last))
    }

    pub async fn customer_for(&self, actor_id: i64, customer_id: i64) -> Result<CustomerDetails> {
        self.require_role(actor_id, &READERS).await?;
        self.customer_details(customer_id).await
    }

    /// A customer as the staff see them, for the operator's command.
    pub async fn customer_details(&self, customer_id: i64) -> Result<CustomerDetails> {
        Ok(CustomerDetails {
            customer: self.customer(customer_id).await?,
            block: self.store.block_of(customer_id).await.map_err(store_error)?,
            sessions: self.sessions(customer_id, &[]).await?,
            notes: self.store.customer_notes(customer_id, MAX_NOTES).await.map_err(store_error)?,
            erasure: self.erasure(customer_id).await?,
        })
    }

    /// Creates a customer who signs in with a code later. No password matches the stored hash.
    pub async fn create_customer_by(
        &self,
        actor: Actor<'_>,
        from: CustomerWithoutPassword<'_>,
    ) -> Result<Customer> {
        self.require_role(actor.account_id, &READERS).await?;
        self.create_without_password(actor, from).await
    }

    /// Creates such a customer for the operator's command.
    pub async fn create_customer_without_password(
        &self,
        from: CustomerWithoutPassword<'_>,
    ) -> Result<Customer> {
        self.create_without_password(Actor::OPERATOR, from).await
    }

    async fn create_without_password(
        &self,
        actor: Actor<'_>,
        from: CustomerWithoutPassword<'_>,
    ) -> Result<Customer> {
        let details = from.details()?;
        self.store.check_free(&details).await?;
        let password_hash = self.hasher.unmatchable_hash().to_owned();
        let created_at = self.clock.now_ms();
        let role = Role::Customer;
        let new = NewCustomer { details, role, password_hash, has_temporary_password: false, created_at };
        let customer = self.store.create(&new, None).await?;
        security::record_by(actor, SecurityEvent::Registration, customer.customer_id);
        Ok(customer)
    }

    /// Adds a note that only the staff see.
    pub async fn add_customer_note(
        &self,
        actor_id: i64,
        customer_id: i64,
        text: &str,
    ) -> Result<CustomerNote> {
        let actor = self.require_role(actor_id, &READERS).await?;
        self.add_note(customer_id, (actor_id, actor.details.full_name()), text).await
    }

    /// Adds a note for the operator's command.
    pub async fn add_customer_note_by_operator(&self, customer_id: i64, text: &str) -> Result<CustomerNote> {
        self.add_note(customer_id, (Actor::OPERATOR.account_id, OPERATOR_NAME.to_owned()), text).await
    }

    async fn add_note(
        &self,
        customer_id: i64,
        (actor_id, actor_name): (i64, String),
        text: &str,
    ) -> Result<CustomerNote> {
        let mut errors = ValidationErrors::default();
        let text = errors.check("text", plain_text(text, MAX_NOTE));
        errors.end()?;
        self.customer(customer_id).await?;
        let note = CustomerNote {
            note_id: Uuid::now_v7().simple().to_string(),
            at: self.clock.now_ms(),
            actor_name,
            note: text.unwrap_or_default(),
        };
        if self.store.insert_customer_note(customer_id, actor_id, &note, MAX_NOTES).await? {
            Ok(note)
        } else {
            Err(Error::conflict("too_many_notes", format!("the customer has {MAX_NOTES} notes")))
        }
    }

    /// Blocks a customer and ends all sessions, or unblocks one. Returns the block.
    pub async fn set_customer_block(
        &self,
        actor: Actor<'_>,
        customer_id: i64,
        reason: Option<&str>,
    ) -> Result<Option<Block>> {
        let manager = self.require_role(actor.account_id, &[Role::Manager]).await?;
        self.set_block(actor, manager.details.full_name(), customer_id, reason).await
    }

    /// Blocks or unblocks a customer for the operator's command.
    pub async fn set_customer_block_by_operator(
        &self,
        customer_id: i64,
        reason: Option<&str>,
    ) -> Result<Option<Block>> {
        self.set_block(Actor::OPERATOR, OPERATOR_NAME.to_owned(), customer_id, reason).await
    }

    async fn set_block(
        &self,
        actor: Actor<'_>,
        actor_name: String,
        customer_id: i64,
        reason: Option<&str>,
    ) -> Result<Option<Block>> {
        let Some(reason) = reason else {
            self.customer(customer_id).await?;
            self.store.unblock(customer_id).await?;
            security::record_by(actor, SecurityEvent::Unblock, customer_id);
            return Ok(None);
        };
        let mut errors = ValidationErrors::default();
        let reason = errors.check("reason", plain_text(reason, MAX_REASON));
        errors.end()?;
        if self.customer(customer_id).await?.role.is_staff() {
            return Err(is_staff());
        }
        let block = Block { at: self.clock.now_ms(), reason: reason.unwrap_or_default(), by: actor_name };
        if self.store.block(customer_id, &block).await? {
            security::record_by(actor, SecurityEvent::Block, customer_id);
        }
        self.store.block_of(customer_id).await.map_err(store_error)
    }

    pub async fn end_customer_sessions(&self, actor: Actor<'_>, customer_id: i64) -> Result<()> {
        self.account_to_help(actor.account_id, customer_id).await?;
        self.end_sessions_of(actor, customer_id).await
    }

    /// Ends the sessions of a customer for the operator's command.
    pub async fn end_customer_sessions_by_operator(&self, customer_id: i64) -> Result<()> {
        self.customer(customer_id).await?;
        self.end_sessions_of(Actor::OPERATOR, customer_id).await
    }

    async fn end_sessions_of(&self, actor: Actor<'_>, customer_id: i64) -> Result<()> {
        self.store.end_all_sessions(customer_id, "", "").await?;
        security::record_by(actor, SecurityEvent::SessionEnded, customer_id);
        Ok(())
    }

    /// Makes a code with which the customer sets a new password.
    pub async fn issue_reset_code_by(&self, actor: Actor<'_>, customer_id: i64) -> Result<IssuedCode> {
        let customer = self.account_to_help(actor.account_id, customer_id).await?;
        self.issue_code_of_staff(actor, &customer).await
    }

    /// Makes such a code for the operator's command.
    pub async fn issue_reset_code(&self, customer_id: i64) -> Result<IssuedCode> {
        let customer = self.customer(customer_id).await?;
        self.issue_code_of_staff(Actor::OPERATOR, &customer).await
    }

    async fn issue_code_of_staff(&self, actor: Actor<'_>, customer: &Customer) -> Result<IssuedCode> {
        let customer_id = customer.customer_id;
        self.check_may_be_served(customer_id).await?;
        let request = CodeRequest {
            customer_id,
            role: customer.role,
            purpose: CodePurpose::ResetPassword,
            sent_to: "",
            resend: Resend::Now,
        };
        let issued = self.issue_code(request).await?;
        security::record_by(actor, SecurityEvent::ResetCode, customer_id);
        Ok(issued)
    }

    /// Refuses a customer who is blocked, or whose data is being erased.
    pub async fn check_may_be_served(&self, customer_id: i64) -> Result<()> {
        if self.store.block_of(customer_id).await.map_err(store_error)?.is_some() {
            return Err(Error::conflict("blocked", "the customer is blocked; unblock them first"));
        }
        if self.erasure(customer_id).await?.is_some() {
            return Err(Error::conflict("erasing", "the customer's data is being erased"));
        }
        Ok(())
    }

    /// The account of a customer, or, for managers only, of a member of the staff, so that a clerk cannot take over another
    /// role.
    async fn account_to_help(&self, actor_id: i64, customer_id: i64) -> Result<Customer> {
        let actor = self.require_role(actor_id, &READERS).await?;
        let customer = self.customer(customer_id).await?;
        if customer.role.is_staff() && actor.role != Role::Manager { Err(is_staff()) } else { Ok(customer) }
    }

    /// Prepares the customers and the audit entries of earlier releases for the search.
    pub(crate) async fn fill_search(&self) -> Result<()> {
        while self.store.fill_search(FILL).await? as i64 == FILL {}
        self.fill_audit_search().await
    }

    /// Prepares the audit entries that have no searched text.
    pub(super) async fn fill_audit_search(&self) -> Result<()> {
        while self.store.fill_audit_search(FILL).await? as i64 == FILL {}
        Ok(())
    }
}

impl CustomerWithoutPassword<'_> {
    fn details(&self) -> Result<Details> {
        let mut errors = ValidationErrors::default();
        let fname = errors.check("fname", name(self.fname));
        let lname = match self.lname.trim() {
            "" => Some(String::new()),
            lname => errors.check("lname", name(lname)),
        };
        let phone = match self.phone.trim() {
            "" => errors.check("phone", Err(InvalidField::required())),
            text => errors.check("phone", phone(text)),
        };
        errors.end()?;
        let valid = fname.zip(lname).map(|(fname, lname)| Details { fname, lname, phone, email: None });
        valid.ok_or_else(|| Error::internal("a valid form was not parsed"))
    }
}

fn is_staff() -> Error {
    Error::conflict("is_staff", "the account has the staff role")
}

/// The id in a cursor.
pub(super) fn read_cursor(cursor: &str) -> Result<Option<i64>> {
    if cursor.is_empty() {
        return Ok(None);
    }
    let id =
        cursor.parse().ok().filter(|id: &i64| *id > 0 && cursor.bytes().all(|byte| byte.is_ascii_digit()));
    id.map(Some).ok_or_else(|| Error::invalid("cursor", "must be the next_cursor of an earlier response"))
}

/// A text of the staff: trimmed, with line breaks and without other control characters.
fn plain_text(text: &str, limit: usize) -> Result<String, InvalidField> {
    let text = text.trim();
    if text.is_empty() {
        Err(InvalidField::required())
    } else if text.chars().count() > limit {
        Err(InvalidField::too_long(limit))
    } else if text.chars().any(|one| one.is_control() && one != '\n') {
        Err(InvalidField::invalid("has a control character"))
    } else {
        Ok(text.to_owned())
    }
}
