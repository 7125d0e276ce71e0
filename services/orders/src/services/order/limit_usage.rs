//! Reading of the values that the limits compare an order with: usage and units on hand, both of the same
//! moment.

use std::{collections::HashMap, time::Duration};

use heuan_rpc::Error;

use super::OrderService;
use crate::order::{OrderCandidate, OrderLimits, ReservedUnits, Usage};

/// Maximum readings of stock and sold units until both are of the same moment.
const MAX_USAGE_READS: usize = 20;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl OrderService {
    /// Reads the units on hand and the usage before them into the attempt. Returns the usage after them.
    ///
    /// The catalog takes sold units from the stock before their order records the sale. If they were read in between, such
    /// units would be in neither number, and an order within the share would be refused. So this waits for such sales, for
    /// a second at most: for sales to the customer, and, if the order would be refused, for sales to other customers.
    pub(super) async fn read_usage(
        &self,
        limits: &OrderLimits,
        candidate: &mut OrderCandidate,
    ) -> Result<Usage, Error> {
        let ids: Vec<i64> = candidate.lines.iter().map(|line| line.pro_id).collect();
        let mut reads = 0;
        loop {
            candidate.usage_before = self.store.usage(candidate).await?;
            candidate.on_hand = self.catalog.on_hand(&ids).await?;
            let usage = self.store.usage(candidate).await?;
            let before = &candidate.usage_before;
            let waits = is_selling(&ids, &before.reserved, &usage.reserved)
                || is_selling(&ids, &before.reserved_without_history, &usage.reserved_without_history)
                    && !limits.has_stock_for(candidate, &usage);
            reads += 1;
            if reads == MAX_USAGE_READS || !waits {
                return Ok(usage);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

/// Whether units of a product are being sold, or were sold between the two readings.
fn is_selling(ids: &[i64], before: &HashMap<i64, ReservedUnits>, now: &HashMap<i64, ReservedUnits>) -> bool {
    let of = |reserved: &HashMap<i64, ReservedUnits>, id: &i64| reserved.get(id).copied().unwrap_or_default();
    ids.iter().any(|id| of(now, id).selling > 0 || of(before, id).sold != of(now, id).sold)
}
