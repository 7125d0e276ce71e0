//! Club points. The ledger records each change; the balance is the number that may be spent.

use heuan_rpc::Error;

use crate::order_service::OrderService;

/// Maximum entries returned.
const SHOWN: i64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Kind {
    Earned,
    Redeemed,
    /// Redeemed points of a canceled order.
    Returned,
    /// Earned points of a canceled order.
    Revoked,
    /// The remaining points of a customer whose data was erased; belongs to their newest entry's order.
    Closed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub at: i64,
    pub kind: Kind,
    /// Negative for deductions.
    pub points: i64,
    pub order_id: String,
}

impl OrderService {
    /// The balance, and the newest entries.
    pub async fn points(&self, customer_id: i64) -> Result<(i64, Vec<Entry>), Error> {
        let entries = self.store.points_entries(customer_id, SHOWN).await?;
        Ok((self.store.points_balance(customer_id).await?, entries))
    }
}
