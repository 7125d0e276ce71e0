use heuan_proto::accounts::v1 as wire;

use crate::{
    customer::{Customer, Role},
    service::{IssuedSession, SessionSummary},
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

impl From<Customer> for wire::Customer {
    fn from(from: Customer) -> Self {
        let role = match from.role {
            Role::Customer => wire::Role::Customer,
            Role::Staff => wire::Role::Staff,
        };
        Self {
            customer_id: from.customer_id,
            fname: from.details.fname,
            lname: from.details.lname,
            phone: from.details.phone.unwrap_or_default(),
            email: from.details.email.unwrap_or_default(),
            role: role.into(),
            created_at_ms: from.created_at,
        }
    }
}
