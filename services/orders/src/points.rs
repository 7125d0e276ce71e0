//! Club points. The ledger says where each point came from and went; the balance beside it is what may be spent.

use heuan_rpc::Error;

use crate::order_service::OrderService;

/// The newest entries that are shown.
const SHOWN: i64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Kind {
    Earned,
    Redeemed,
    /// Redeemed points of an order that came to nothing.
    Returned,
    /// Earned points of one.
    Revoked,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub at: i64,
    pub kind: Kind,
    /// Negative when points went away.
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
