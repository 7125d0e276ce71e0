//! Reading of the orders that a pasted bank statement may pay.

use std::collections::BTreeSet;

use heuan_rpc::Error;

use super::StaffOrderService;
use crate::staff::{Entry, MatchedLine, match_lines, read_statement};

impl StaffOrderService {
    /// The orders that the lines of a pasted bank statement may pay.
    pub async fn match_transfers(&self, text: &str) -> Result<Vec<MatchedLine>, Error> {
        let lines = read_statement(text)?;
        let entries = || lines.iter().filter_map(|line| line.read.as_ref().ok());
        let references: BTreeSet<&str> =
            entries().flat_map(|entry| &entry.references).map(String::as_str).collect();
        let amounts: BTreeSet<i64> = entries().flat_map(|entry| &entry.amounts).copied().collect();
        let numbers = entries().flat_map(Entry::recorded_references);
        let found = self.store.statement_orders(&references, &numbers.collect(), &amounts).await?;
        Ok(match_lines(lines, found))
    }
}
