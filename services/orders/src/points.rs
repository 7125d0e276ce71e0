//! Club points. The ledger says where each point came from and went; the balance beside it is what may be spent.

use heuan_rpc::Error;

use crate::order_service::OrderService;

/// The newest entries that are shown.
const SHOWN: i64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Earned,
    Redeemed,
    /// Redeemed points of an order that came to nothing.
    Returned,
    /// Earned points of one.
    Revoked,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Earned, Self::Redeemed, Self::Returned, Self::Revoked];

    pub fn word(self) -> &'static str {
        match self {
            Self::Earned => "earned",
            Self::Redeemed => "redeemed",
            Self::Returned => "returned",
            Self::Revoked => "revoked",
        }
    }

    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
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
