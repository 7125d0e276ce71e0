//! Protobuf messages of the orders that the lines of a bank statement may pay.

use heuan_proto::orders::v1 as wire;

use super::staff::summary;
use crate::staff::{Candidate, MatchedLine};

impl From<MatchedLine> for wire::StatementLine {
    fn from(from: MatchedLine) -> Self {
        let MatchedLine { number, text, result } = from;
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        match result {
            Err(unread) => {
                let unread_reason = unread.into_str().to_owned();
                Self { number, text, unread_reason, ..Self::default() }
            }
            Ok(found) => Self {
                number,
                text,
                unread_reason: String::new(),
                amount: found.amount,
                reference: found.bank_number,
                derived_reference: found.derived_reference,
                fit: found.fit.into_str().to_owned(),
                candidate_count: found.candidate_count,
                candidates: found.candidates.into_iter().map(Into::into).collect(),
            },
        }
    }
}

impl From<Candidate> for wire::TransferCandidate {
    fn from(from: Candidate) -> Self {
        let Candidate { order, difference, has_name } = from;
        Self { order: Some(summary(order)), difference, has_name }
    }
}
