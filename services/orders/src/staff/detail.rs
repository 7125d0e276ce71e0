//! Amount and lines of a step, as requested and as they took effect.

use serde::{Deserialize, Serialize};

use crate::order::{MoneyMethod, ReturnBranch, ReturnedLine};

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
    /// That receives them. `None` is the usual one of the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<ReturnBranch>,
    /// How the money of the request moves. `None` is the usual way of the order's payment method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<MoneyMethod>,
    /// Such as the number of a bank's transaction.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// Kip that the step received, wrote off, made due or paid out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<i64>,
    /// How `moved` was received or paid out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_by: Option<MoneyMethod>,
}

impl StepDetail {
    /// Whether both are of the same request.
    pub fn is_same_request(&self, other: &Self) -> bool {
        let branch = |of: &Self| of.branch.as_ref().map(|branch| branch.branch_id);
        let request = |of: &Self| (of.amount, of.delivery_fee, branch(of));
        request(self) == request(other)
            && (&self.lines, &self.method, &self.reference) == (&other.lines, &other.method, &other.reference)
    }
}
