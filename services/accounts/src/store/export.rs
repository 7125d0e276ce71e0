//! Queries of a customer's rows for their export.

use heuan_store::{Result as StoreResult, read};

use super::{Store, StoredContact};
use crate::audit_log::AuditEntry;

/// A session without its token.
#[derive(Debug, heuan_store::FromRow)]
pub struct SessionRow {
    pub device: String,
    pub created_at: i64,
    pub seen_at: i64,
    pub expires_at: i64,
}

/// An event that a browser reported.
#[derive(Debug, heuan_store::FromRow)]
pub struct EventRow {
    pub at: i64,
    pub log_type: String,
    pub log_value: String,
}

impl Store {
    /// All sessions of a customer, also expired ones, oldest first.
    pub async fn export_sessions(&self, customer_id: i64) -> StoreResult<Vec<SessionRow>> {
        let sql = "SELECT device, created_at, seen_at, expires_at FROM session WHERE customer_id = $1 \
             ORDER BY created_at, token_hash";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?))
    }

    /// Times of the last login of each known browser, oldest first.
    pub async fn export_devices(&self, customer_id: i64) -> StoreResult<Vec<i64>> {
        let sql = "SELECT seen_at FROM device WHERE customer_id = $1 ORDER BY seen_at";
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).bind(customer_id).fetch_all(pool).await?))
    }

    /// Oldest first.
    pub async fn export_events(&self, customer_id: i64) -> StoreResult<Vec<EventRow>> {
        let sql = "SELECT at, log_type, log_value FROM event WHERE customer_id = $1 ORDER BY at, event_id";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?))
    }

    /// Actions of a present or former member of the staff, oldest first.
    pub async fn export_staff_actions(&self, customer_id: i64) -> StoreResult<Vec<AuditEntry>> {
        let sql = "SELECT entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status \
             FROM audit_entry WHERE actor_id = $1 ORDER BY entry_id";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?))
    }

    /// Contact messages that the customer sent when signed in, and messages without a customer that have this phone number or
    /// email address; oldest first.
    pub async fn export_contacts(
        &self,
        customer_id: i64,
        phone: Option<&str>,
        email: Option<&str>,
    ) -> StoreResult<Vec<StoredContact>> {
        let sql = "SELECT contact_id, at, customer_id, sender_type, topic, name, phone, email, message, done_at, \
               done_by FROM contact WHERE customer_id = $1 OR (customer_id IS NULL AND (phone = $2 OR email = $3)) \
             ORDER BY contact_id";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).bind(phone).bind(email).fetch_all(pool).await?
        }))
    }
}
