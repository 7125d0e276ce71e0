//! Contact form: rate-limited submission, and the messages in the back office.

use heuan_rpc::{Error, Result};

use super::AccountService;
use crate::{
    contact::{Contact, ContactForm},
    customer::Role,
    rate_limit::{LimitedAction, RateLimitCounter},
    store::{Counted, StoredContact, store_error},
    token::Token,
    validation::ValidationErrors,
};

/// Roles that may read messages.
const CONTACT_ROLES: [Role; 2] = [Role::Clerk, Role::Manager];

/// A message and its sender's address.
pub struct ContactSubmission<'a> {
    pub form: ContactForm<'a>,
    pub client_address: &'a str,
    pub token: &'a [u8],
}

impl AccountService {
    /// Stores a message and returns its number. The message of a signed-in customer is linked to the customer. It is counted
    /// for the account and, apart from visitors, for the client address, which others may share behind the NAT of a mobile
    /// network.
    pub async fn submit(&self, letter: ContactSubmission<'_>) -> Result<i64> {
        let mut errors = ValidationErrors::default();
        let contact = Contact::read(&letter.form, &mut errors);
        errors.end()?;
        let contact = contact.ok_or_else(|| Error::internal("an invalid form has no errors"))?;
        let now = self.clock.now_ms();
        let session = match Token::from_bytes(letter.token) {
            Some(token) => self.store.session(&token.digest(), now).await.map_err(store_error)?,
            None => None,
        };
        let customer_id = session.map(|session| session.customer.customer_id);
        let counted = self.counters_of_message(letter.client_address, customer_id);
        let counters: Vec<&RateLimitCounter> = counted.iter().collect();
        self.store.check(&counters, now).await?;
        self.increment_or_reject(&counters).await?;
        let stored = self.store.store_contact(now, customer_id, &contact).await;
        self.undo_counts_unless_written(&stored, &[Counted::Counters(&counted)]).await;
        stored
    }

    /// The counters of a message in the order in which they are counted. The last tenth of the limit of the shop is for
    /// customers who are signed in, so that strangers do not close the form for them.
    fn counters_of_message(&self, client_address: &str, customer_id: Option<i64>) -> Vec<RateLimitCounter> {
        let Some(customer_id) = customer_id else {
            return vec![
                self.rate_limit_counter(LimitedAction::ContactFromAddress, client_address),
                self.rate_limit_counter(LimitedAction::ContactOfShopByVisitor, ""),
            ];
        };
        let account = customer_id.to_string();
        vec![
            self.rate_limit_counter(LimitedAction::ContactFromAccount, &account),
            self.rate_limit_counter(LimitedAction::ContactOfAccountsFromAddress, client_address),
            self.rate_limit_counter(LimitedAction::ContactOfShop, ""),
        ]
    }

    /// A page of messages for the staff, and the number of open ones.
    pub async fn contact_page(
        &self,
        actor_id: i64,
        open_only: bool,
        before: i64,
        limit: i32,
    ) -> Result<(Vec<StoredContact>, i64)> {
        self.require_role(actor_id, &CONTACT_ROLES).await?;
        if !(1..=100).contains(&limit) {
            return Err(Error::invalid("limit", "must be 1 to 100"));
        }
        let messages = self.store.contact_page(open_only, before, i64::from(limit)).await?;
        Ok((messages, self.store.open_contacts().await?))
    }

    /// Marks a message as done, or as open.
    pub async fn set_contact_done(
        &self,
        actor_id: i64,
        contact_id: i64,
        done: bool,
    ) -> Result<StoredContact> {
        let actor = self.require_role(actor_id, &CONTACT_ROLES).await?;
        let name = actor.details.full_name();
        let mark = done.then(|| (self.clock.now_ms(), name.as_str()));
        let marked = self.store.set_contact_done(contact_id, mark).await?;
        marked.ok_or_else(|| Error::not_found("no such message"))
    }

    /// Marks a message as done, or as open, for the operator's command, which has no name.
    pub async fn set_contact_done_by_operator(&self, contact_id: i64, done: bool) -> Result<StoredContact> {
        let mark = done.then(|| (self.clock.now_ms(), ""));
        let marked = self.store.set_contact_done(contact_id, mark).await?;
        marked.ok_or_else(|| Error::not_found("no such message"))
    }

    /// The newest messages, newest first.
    pub async fn contacts(&self, limit: u32) -> Result<Vec<StoredContact>> {
        self.store.contacts(i64::from(limit)).await
    }
}
