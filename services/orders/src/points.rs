//! Club points. The ledger records each change; the balance is the number that may be spent.

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Kind {
    Earned,
    Redeemed,
    /// Redeemed points of a canceled order, or of returned goods.
    Returned,
    /// Earned points of a canceled order, or of returned goods.
    Revoked,
    /// A correction by a manager; it has no order.
    Corrected,
    /// The remaining points of a customer whose data was erased; belongs to the order of their newest entry, or to
    /// none.
    Closed,
    /// A word of a newer release.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub at: i64,
    pub kind: Kind,
    /// Negative for deductions.
    pub points: i64,
    /// Empty for a correction.
    pub order_id: String,
}
