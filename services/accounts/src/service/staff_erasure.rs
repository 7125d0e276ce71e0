//! Export and erasure of a customer, called by managers in the back office.

use heuan_rpc::{Error, Result};

use super::{AccountExport, AccountService};
use crate::{
    customer::Role,
    security::Actor,
    store::{Erasure, store_error},
};

/// Longest name of a service.
const MAX_SERVICE: usize = 40;
/// Maximum unfinished erasures of one response.
const MAX_UNFINISHED: i64 = 100;

impl AccountService {
    pub async fn export_by(&self, actor_id: i64, customer_id: i64) -> Result<AccountExport> {
        if actor_id != customer_id {
            self.require_role(actor_id, &[Role::Manager]).await?;
            return self.export(customer_id).await;
        }
        // Customers do not see what the staff write about them.
        let export = self.export(customer_id).await?;
        Ok(AccountExport { staff_notes: Vec::new(), block: None, ..export })
    }

    pub async fn begin_erasure_by(&self, actor: Actor<'_>, customer_id: i64) -> Result<Erasure> {
        self.require_role(actor.account_id, &[Role::Manager]).await?;
        self.begin_erasure_as(actor, customer_id).await
    }

    pub async fn confirm_erasure_by(&self, actor_id: i64, customer_id: i64, service: &str) -> Result<()> {
        self.require_eraser(actor_id, customer_id).await?;
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        if service.is_empty() || service.len() > MAX_SERVICE || !service.bytes().all(is_name) {
            return Err(Error::invalid("service", "must be the name of a service"));
        }
        self.confirm_erasure(customer_id, service).await
    }

    /// Deletes a customer whose erasure was begun.
    pub async fn complete_erasure_by(&self, actor_id: i64, customer_id: i64) -> Result<()> {
        self.require_eraser(actor_id, customer_id).await?;
        self.erase(customer_id).await?;
        self.empty_log().await?;
        Ok(())
    }

    /// The erasures that are not complete, oldest first.
    pub async fn unfinished_erasures(&self) -> Result<Vec<Erasure>> {
        self.store.unfinished_erasures(MAX_UNFINISHED).await.map_err(store_error)
    }

    /// Refuses a caller who is neither a manager nor the customer who closes the account, for an erasure that
    /// was begun.
    async fn require_eraser(&self, actor_id: i64, customer_id: i64) -> Result<()> {
        if actor_id != customer_id {
            self.require_role(actor_id, &[Role::Manager]).await?;
        }
        self.begun(customer_id).await.map(drop)
    }

    async fn begun(&self, customer_id: i64) -> Result<Erasure> {
        let erasure = self.erasure(customer_id).await?;
        erasure.ok_or_else(|| Error::conflict("not_begun", "the erasure was not begun"))
    }
}
