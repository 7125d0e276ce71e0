//! Audit log of staff actions: the start and the result of each action, and pages for managers.

use heuan_rpc::{Error, Result};
use uuid::Uuid;

use super::AccountService;
use crate::{
    audit_log::{AuditEntry, AuditFilter, NewAuditEntry, bounded_detail},
    customer::Role,
};

const MAX_PAGE: i32 = 1000;

impl AccountService {
    /// Stores the begin of an action and returns the id of its entry.
    pub async fn record_audit(&self, new: NewAuditEntry) -> Result<String> {
        let (id, now) = (Uuid::now_v7().simple().to_string(), self.clock.now_ms());
        self.store.insert_audit_entry(&id, now, &new.bounded()).await?;
        Ok(id)
    }

    /// Stores how an action ended.
    pub async fn complete_audit(&self, id: &str, status: i32, detail: &str) -> Result<()> {
        self.store.complete_audit_entry(id, status, &bounded_detail(detail)).await
    }

    /// One page of entries, and whether another follows.
    pub async fn audit_log(
        &self,
        actor_id: i64,
        filter: &AuditFilter,
        limit: i32,
    ) -> Result<(Vec<AuditEntry>, bool)> {
        self.require_role(actor_id, &[Role::Manager]).await?;
        filter.validate()?;
        if !(1..=MAX_PAGE).contains(&limit) {
            return Err(Error::invalid("limit", format!("must be 1 to {MAX_PAGE}")));
        }
        let mut entries = self.store.audit_entries(filter, i64::from(limit) + 1).await?;
        let has_more = entries.len() > limit.unsigned_abs() as usize;
        entries.truncate(limit.unsigned_abs() as usize);
        Ok((entries, has_more))
    }

    /// Number of entries that match `filter`, over all pages. Callers have read a page with it before, which checks the actor.
    pub async fn audit_total(&self, filter: &AuditFilter) -> Result<i64> {
        self.store.audit_total(filter).await
    }
}
