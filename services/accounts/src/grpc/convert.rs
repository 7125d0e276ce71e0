use heuan_proto::accounts::v1 as wire;

use crate::{
    customer::{Customer, Role},
    service::IssuedSession,
};

pub fn granted(granted: IssuedSession) -> (Option<wire::Customer>, Option<wire::Session>) {
    let session = wire::Session { token: granted.token.to_bytes(), expires_at_ms: granted.expires_at };
    (Some(granted.customer.into()), Some(session))
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
