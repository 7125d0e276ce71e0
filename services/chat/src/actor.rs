/// The two sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Customer,
    Staff,
}

impl Side {
    /// The word in the tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
        }
    }

    pub fn parse(word: &str) -> Self {
        if word == "staff" { Self::Staff } else { Self::Customer }
    }
}

/// Who does something, as the session says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    pub side: Side,
    pub account_id: i64,
    pub fname: String,
    pub lname: String,
    pub phone: String,
}

impl Actor {
    /// Customers see their own conversation and no other; the staff sees all.
    pub fn may_see(&self, customer_id: i64) -> bool {
        self.side == Side::Staff || self.account_id == customer_id
    }
}
