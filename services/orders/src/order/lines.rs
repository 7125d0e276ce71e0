//! Changed lines and delivery of an open order: effects on money and points, and the pending change.
//!
//! A change takes additional units from the stock first, then changes the order, then gives back the units that the order no
//! longer has. So no step after the change of the order can fail because of missing stock, and a refused change only gives
//! units back.

use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

use super::{Delivery, LinesBalance, MAX_ENTRIES, Order, OrderLine, PaymentState, Status, StockState};
use crate::{money::Totals, product::StockLine};

/// The change of goods that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineWork {
    pub change_id: String,
    pub phase: LinePhase,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinePhase {
    /// Additional units are to be taken. `lines` are all lines of the reservation afterwards; empty if there are no
    /// units to take.
    Take { lines: Vec<(i64, i64)>, total: i64 },
    /// Additional units are to be taken for a change that also changes the delivery. A release that does not
    /// know this phase leaves the work to one that does.
    Move { lines: Vec<(i64, i64)>, total: i64 },
    /// The reservation is to have the lines of the order.
    Give,
    /// A phase of a newer release, which is stored as it was read.
    #[serde(untagged)]
    Other(serde_json::Value),
}

/// Goods and totals of an order, and its delivery if that changes with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goods {
    pub lines: Vec<OrderLine>,
    pub totals: Totals,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
}

/// Effects of a change of goods on money and points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinesEffects {
    pub balance: LinesBalance,
    /// Kip that become due for a refund.
    pub refund: i64,
    /// Kip that are due for a refund and not paid out, and are now needed for the new goods.
    pub taken_back: i64,
    /// Kip that are to be paid after the change.
    pub due: i64,
    /// Redeemed points that are given back.
    pub points_returned: i64,
    /// Earned points that are given; negative if they are to be taken.
    pub points_earned: i64,
    /// Earned points to take that the customer has spent, and their value, which reduces the refund.
    pub points_missing: i64,
    pub missing_value: i64,
}

/// Reason why the goods of an order cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum LinesBlocked {
    /// The status of the order does not allow it.
    Status,
    /// The units are not yet taken from the stock, or the provider has not made a refund yet.
    StockPending,
    /// The payment differs from the total.
    DifferenceOpen,
}

impl Goods {
    pub fn of(order: &Order) -> Self {
        Self { lines: order.body.lines.clone(), totals: order.body.totals.clone(), delivery: None }
    }
}

/// Lines for the catalog, one for each product.
pub fn stock_lines(lines: &[OrderLine]) -> Vec<StockLine> {
    lines.iter().map(|line| StockLine { pro_id: line.pro_id, quantity: line.quantity }).collect()
}

impl Order {
    /// Reason why the goods of the order cannot be changed now. `None` if they can.
    pub fn lines_blocked(&self) -> Option<LinesBlocked> {
        let is_changing = self.line_work.is_some() && self.state.status.is_open() && self.is_known();
        if is_changing { Some(LinesBlocked::StockPending) } else { self.lines_refused() }
    }

    /// Reason why the pending change of the goods is not possible.
    pub fn lines_refused(&self) -> Option<LinesBlocked> {
        match (self.state.units, self.state.money) {
            _ if !self.state.status.is_open() || !self.is_known() => Some(LinesBlocked::Status),
            // The provider may have paid out already what a change would take back.
            (_, PaymentState::RefundDue) if self.provider_refund().is_some() => {
                Some(LinesBlocked::StockPending)
            }
            (StockState::Held | StockState::Committed, PaymentState::Overpaid) => {
                Some(LinesBlocked::DifferenceOpen)
            }
            (StockState::Held | StockState::Committed, _) => None,
            _ => Some(LinesBlocked::StockPending),
        }
    }

    /// Refuses another delivery method for goods that are on their way. Goods of a failed delivery are back, and can be picked
    /// up.
    pub fn check_method(&self, is_pickup: bool) -> Result<(), Error> {
        if is_pickup == self.is_pickup() || self.state.status != Status::Delivering {
            return Ok(());
        }
        let text = "the goods are on their way, so that the delivery method stays; record first that the delivery failed";
        Err(Error::conflict("action_not_possible", text))
    }

    /// The lines of the reservation with the additional units of `target`; empty without additional units.
    pub fn lines_to_take(&self, target: &[OrderLine]) -> Vec<(i64, i64)> {
        let before = &self.body.lines;
        let units = |lines: &[OrderLine], pro_id| {
            lines.iter().find(|line| line.pro_id == pro_id).map_or(0, |line| line.quantity)
        };
        if target.iter().all(|line| line.quantity <= units(before, line.pro_id)) {
            return Vec::new();
        }
        let kept = before.iter().map(|line| (line.pro_id, line.quantity.max(units(target, line.pro_id))));
        let added = target.iter().filter(|line| units(before, line.pro_id) == 0);
        kept.chain(added.map(|line| (line.pro_id, line.quantity))).collect()
    }

    /// Effects of a change to goods with `totals`. `balance` is the customer's number of points.
    pub fn lines_effects(
        &self,
        totals: &Totals,
        balance: i64,
        point_value: i64,
    ) -> Result<LinesEffects, Error> {
        let points_returned = self.body.totals.points_used - totals.points_used;
        let none = LinesEffects {
            balance: LinesBalance::Kept,
            refund: 0,
            taken_back: 0,
            due: totals.total,
            points_returned,
            points_earned: 0,
            points_missing: 0,
            missing_value: 0,
        };
        if self.state.money.is_unpaid() {
            let is_free = totals.total == 0;
            return Ok(if is_free { LinesEffects { balance: LinesBalance::Settled, ..none } } else { none });
        }
        let price = (totals.total - self.settlement.waived).max(0);
        let mut excess = self.settlement.credit() - price;
        let mut taken_back = 0;
        if excess < 0 && self.state.money.is_settled() {
            if self.settlement.has_reduced_price() {
                let text = "a part of the price was given back; take another order for more goods";
                return Err(Error::conflict("part_refunded", text));
            }
            taken_back = self.refund_due().min(-excess);
            excess += taken_back;
        }
        let none = LinesEffects { taken_back, due: 0, ..none };
        if excess < 0 {
            return Ok(LinesEffects { balance: LinesBalance::Short, due: -excess, ..none });
        }
        // An order that is fully paid this way becomes placed.
        let kept = (self.settlement.credit() + taken_back).min(price) - self.reductions();
        let points_earned = totals.points_for(kept) - self.earned;
        let points_missing = (-points_earned - balance - points_returned).max(0);
        let missing_value = points_missing.saturating_mul(point_value).min(excess);
        let refund = (excess - missing_value).min(self.refundable());
        if (refund > 0 || missing_value > 0) && self.settlement.dues.len() >= MAX_ENTRIES {
            let text = format!("an order has at most {MAX_ENTRIES} payments, refunds or returns");
            return Err(Error::conflict("settlement_full", text));
        }
        let is_cleared = self.state.money == PaymentState::RefundDue && self.refund_due() == taken_back;
        let balance = if refund > 0 {
            LinesBalance::Excess
        } else if self.state.money == PaymentState::Underpaid || is_cleared {
            LinesBalance::Settled
        } else {
            LinesBalance::Kept
        };
        Ok(LinesEffects { balance, refund, points_earned, points_missing, missing_value, ..none })
    }
}

impl LinesBlocked {
    pub fn error(self, order: &Order) -> Error {
        let text = match self {
            Self::Status => format!("the order is {}", order.state.status.into_str()),
            Self::StockPending => "its stock or payment is not updated yet; try again".to_owned(),
            Self::DifferenceOpen => {
                "the payment differs from the total; receive the rest, or accept the difference".to_owned()
            }
        };
        Error::conflict("action_not_possible", text)
    }
}
