/// The two sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParticipantRole {
    Customer,
    Staff,
}

impl ParticipantRole {
    /// The text in the tables.
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

/// Who does something, as the session says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    pub role: ParticipantRole,
    pub account_id: i64,
    pub fname: String,
    pub lname: String,
    pub phone: String,
}

impl Actor {
    /// Customers see their own conversation and no other; the staff sees all.
    pub fn may_see(&self, customer_id: i64) -> bool {
        self.role == ParticipantRole::Staff || self.account_id == customer_id
    }
}
