//! Audit log of staff actions: the start and the result of each action, and pages for managers.

use heuan_rpc::{Error, Result};
use uuid::Uuid;

use super::AccountService;
use crate::{
    audit_log::{AuditEntry, AuditFilter, NewAuditEntry, bounded_detail},
    customer::Role,
    security::{Actor, OPERATOR_NAME},
};

const MAX_PAGE: i32 = 1000;
/// Status of a command that was carried out.
const DONE: i32 = 200;

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

    /// Carries out a change of the operator's command, with the action and the subject of the call that does the same in the back office.
    /// Its begin is in the audit log before it, as that of an action of the staff is; `detail` describes its result.
    pub async fn audited<T>(
        &self,
        (action, subject): (&'static str, &str),
        change: impl Future<Output = Result<T>>,
        detail: impl FnOnce(&T) -> String,
    ) -> Result<T> {
        let entry = NewAuditEntry {
            actor_id: Actor::OPERATOR.account_id,
            actor_name: OPERATOR_NAME.to_owned(),
            role: Role::Manager.into_str(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            client_address: Actor::OPERATOR.client_address.to_owned(),
        };
        let id = self.record_audit(entry).await?;
        let changed = Box::pin(change).await;
        let (status, detail) = match &changed {
            Ok(result) => (DONE, detail(result)),
            Err(error) => (i32::from(error.code.http_status()), String::new()),
        };
        if let Err(error) = self.complete_audit(&id, status, &detail).await {
            tracing::warn!(%error, "the end of an operator's command was not recorded");
        }
        changed
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
