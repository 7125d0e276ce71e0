//! Amount and lines of a step, as requested and as they took effect.

use serde::{Deserialize, Serialize};

use crate::order::ReturnedLine;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepDetail {
    /// Kip of the request: received, or to refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// Goods that come back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<ReturnedLine>,
    /// The delivery fee is refunded as well.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub delivery_fee: bool,
    /// Kip that the step received, wrote off, made due or paid out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<i64>,
}

impl StepDetail {
    /// Whether both are of the same request.
    pub fn is_same_request(&self, other: &Self) -> bool {
        (self.amount, &self.lines, self.delivery_fee) == (other.amount, &other.lines, other.delivery_fee)
    }
}
