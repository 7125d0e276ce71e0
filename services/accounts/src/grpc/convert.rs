//! Conversion of domain types to protobuf messages: customers, sessions, roles, audit entries and contact messages.

use heuan_proto::accounts::v1 as wire;

use crate::{
    audit_log::AuditEntry,
    customer::{Customer, Role},
    second_factor::SecondFactor,
    service::{IssuedSession, SessionSummary},
    store::StoredContact,
};

/// The customer, the session and the device token of a login.
pub fn issued(issued: IssuedSession) -> (Option<wire::Customer>, Option<wire::Session>, Vec<u8>) {
    let session = wire::Session { token: issued.token.to_bytes(), expires_at_ms: issued.expires_at };
    (Some(issued.customer.into()), Some(session), issued.device_token.to_bytes())
}

impl From<SessionSummary> for wire::SessionSummary {
    fn from(from: SessionSummary) -> Self {
        Self {
            session_id: from.session_id,
            device: from.device,
            created_at_ms: from.created_at,
            last_used_at_ms: from.last_used_at,
            is_current: from.is_current,
        }
    }
}

impl From<SecondFactor> for wire::SecondFactor {
    fn from(second_factor: SecondFactor) -> Self {
        match second_factor {
            SecondFactor::NotRequired => Self::NotRequired,
            SecondFactor::Missing => Self::Missing,
            SecondFactor::Pending => Self::Pending,
            SecondFactor::Verified => Self::Verified,
        }
    }
}

impl From<Role> for wire::Role {
    fn from(role: Role) -> Self {
        match role {
            Role::Customer => Self::Customer,
            Role::Clerk => Self::Clerk,
            Role::Editor => Self::Editor,
            Role::Manager => Self::Manager,
        }
    }
}

impl From<AuditEntry> for wire::AuditEntry {
    fn from(from: AuditEntry) -> Self {
        Self {
            entry_id: from.entry_id,
            at_ms: from.at,
            actor_id: from.actor_id,
            actor_name: from.actor_name,
            role: wire::Role::from(Role::from_name(&from.role)).into(),
            action: from.action,
            subject: from.subject,
            detail: from.detail,
            client_address: from.client_address,
            status: i32::try_from(from.status).unwrap_or_default(),
        }
    }
}

impl From<StoredContact> for wire::ContactMessage {
    fn from(from: StoredContact) -> Self {
        Self {
            contact_id: from.contact_id,
            at_ms: from.at,
            customer_id: from.customer_id.unwrap_or_default(),
            sender_type: i32::try_from(from.sender_type).unwrap_or_default(),
            topic: i32::try_from(from.topic).unwrap_or_default(),
            name: from.name,
            phone: from.phone.unwrap_or_default(),
            email: from.email.unwrap_or_default(),
            message: from.message,
            done_at_ms: from.done_at.unwrap_or_default(),
            done_by: from.done_by,
        }
    }
}

impl From<Customer> for wire::Customer {
    fn from(from: Customer) -> Self {
        Self {
            customer_id: from.customer_id,
            fname: from.details.fname,
            lname: from.details.lname,
            phone: from.details.phone.unwrap_or_default(),
            email: from.details.email.unwrap_or_default(),
            role: wire::Role::from(from.role).into(),
            created_at_ms: from.created_at,
        }
    }
}
