//! Caller of the chat: a customer or a member of the staff, and the conversations open to them.

/// The two sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParticipantRole {
    Customer,
    Staff,
}

impl ParticipantRole {
    /// The value stored in the tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
        }
    }

    pub fn parse(text: &str) -> Self {
        if text == "staff" { Self::Staff } else { Self::Customer }
    }
}

/// The acting user, as identified by the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    pub role: ParticipantRole,
    pub account_id: i64,
    pub fname: String,
    pub lname: String,
    pub phone: String,
}

impl Actor {
    /// Customers may see only their own conversation; the staff may see all.
    pub fn may_see(&self, customer_id: i64) -> bool {
        self.role == ParticipantRole::Staff || self.account_id == customer_id
    }
}
