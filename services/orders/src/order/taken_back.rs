//! Returns that were recorded by mistake and are taken back while their refund is not paid out.
//!
//! The entry of the return stays, so that the ids and the numbers of the others do not change, but has no units and no amounts
//! any more. The recorded values are in the order's log.

use serde::{Deserialize, Serialize};

use super::{
    Corrected, NotCorrectable, Order, OrderReturn, RefundCause, ReturnedLine, Settlement, StockState,
};
use crate::product::StockLine;

/// A return that was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    pub at: i64,
    /// Whether its units are still to be taken out of the stock.
    pub takes_stock: bool,
    /// Key of the reservation of the units that leave the stock, so that no customer buys them. `None` without such units, and in
    /// returns that an earlier release took back.
    #[serde(default, rename = "held_at", skip_serializing_if = "Option::is_none")]
    pub hold_key: Option<i64>,
    /// Index of the return that replaces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<usize>,
}

/// Points that a return moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReturnPoints {
    /// Redeemed points that the return gave back.
    pub returned: i64,
    /// Earned points that the return revoked.
    pub revoked: i64,
}

impl OrderReturn {
    /// Whether the return counts: it was not taken back.
    pub const fn is_valid(&self) -> bool {
        self.taken_back.is_none()
    }

    fn takes_stock(&self) -> bool {
        self.taken_back.is_some_and(|taken| taken.takes_stock)
    }
}

impl Settlement {
    /// The returns that were not taken back, each with its place, oldest first.
    pub fn valid_returns(&self) -> impl Iterator<Item = (usize, &OrderReturn)> {
        self.returns.iter().enumerate().filter(|(_, one)| one.is_valid())
    }

    pub fn has_valid_returns(&self) -> bool {
        self.valid_returns().next().is_some()
    }

    /// Places of the returns whose units are still to be taken out of the stock.
    pub fn returns_to_take(&self) -> Vec<usize> {
        let returns = self.returns.iter().enumerate();
        returns.filter(|(_, one)| one.takes_stock()).map(|(place, _)| place).collect()
    }

    /// Records how the units of the return at `place`, which was taken back, leave the stock. A later return replaces
    /// it.
    pub fn note_stock(&mut self, place: usize, hold_key: Option<i64>) {
        let last = self.returns.len().checked_sub(1);
        let taken = self.returns.get_mut(place).and_then(|one| one.taken_back.as_mut());
        if let Some(taken) = taken {
            taken.hold_key = hold_key;
            taken.replaced_by = last.filter(|last| *last > place);
        }
    }

    /// Whether a return was taken back with the units of the reservation with this key.
    pub fn has_hold(&self, hold_key: i64) -> bool {
        self.returns.iter().filter_map(|one| one.taken_back).any(|taken| taken.hold_key == Some(hold_key))
    }

    /// Records that the units of these returns were taken out of the stock.
    pub fn taken_out(&mut self, places: &[usize]) {
        for place in places {
            let taken = self.returns.get_mut(*place).and_then(|one| one.taken_back.as_mut());
            if let Some(taken) = taken {
                taken.takes_stock = false;
            }
        }
    }
}

impl Order {
    /// Id of the return at this place for the stock.
    pub fn stock_return_id(&self, place: usize) -> String {
        format!("{}-r{}", self.order_id, place + 1)
    }

    /// Id of the reservation of units that leave the stock with a return that is taken back.
    pub fn stock_hold_id(&self, hold_key: i64) -> String {
        format!("{}-h{hold_key}", self.order_id)
    }

    /// Id and units of the return at this place that come back to the stock, unless they have come back
    /// already.
    pub fn units_to_restock(&self, place: usize) -> Option<(String, Vec<StockLine>)> {
        let one = self.settlement.returns.get(place).filter(|one| one.is_valid() && !one.restocked)?;
        let lines = one.lines.iter().filter(|line| line.to_stock > 0);
        let lines: Vec<StockLine> =
            lines.map(|line| StockLine { pro_id: line.pro_id, quantity: line.to_stock }).collect();
        (!lines.is_empty()).then(|| (self.stock_return_id(place), lines))
    }

    /// Number of the credit note of the return at this place. It is never given to another one.
    pub fn credit_note_number(&self, place: usize) -> String {
        format!("{}-C{}", self.number, place + 1)
    }

    /// Units by product that leave the stock when the last return is corrected to `lines`, or taken back without any.
    pub fn units_to_take_out(&self, lines: &[ReturnedLine]) -> Vec<(i64, i64)> {
        let Some((_, last)) = self.settlement.valid_returns().last() else { return Vec::new() };
        let stays = |pro_id| lines.iter().find(|line| line.pro_id == pro_id).map_or(0, |line| line.to_stock);
        let less = last.lines.iter().map(|line| (line.pro_id, line.to_stock - stays(line.pro_id)));
        less.filter(|(_, units)| *units > 0).collect()
    }

    /// Takes the last return back. The caller must move the returned points the other way.
    pub(super) fn correct_return(&mut self, now: i64) -> Result<Corrected, NotCorrectable> {
        if !self.settlement.has_valid_returns() {
            return Err(NotCorrectable::NothingToCorrect);
        }
        if self.state.units == StockState::ReturnDue {
            return Err(NotCorrectable::StockPending);
        }
        if self.provider_refund().is_some() {
            return Err(NotCorrectable::ProviderRefunds);
        }
        let due = self.refund_due();
        let last = self.settlement.returns.iter_mut().rfind(|one| one.is_valid());
        let last = last.ok_or(NotCorrectable::NothingToCorrect)?;
        let refund = last.refund;
        if refund > due {
            return Err(NotCorrectable::RefundMade);
        }
        let points = ReturnPoints { returned: last.points_returned, revoked: last.points_revoked };
        let missing = last.points_missing;
        let request = last.empty(now);
        self.settlement.request = self.settlement.request.take().or(request);
        let dues = self.settlement.dues.iter_mut();
        let of_return = dues.rev().find(|one| one.cause == RefundCause::Return && one.amount > 0);
        if let Some(one) = of_return.filter(|_| refund > 0) {
            one.amount -= refund;
        }
        self.refund -= refund;
        self.earned += points.revoked + missing;
        Ok(Corrected { points, ..self.corrected(refund, None) })
    }
}

impl OrderReturn {
    /// Takes the return back, and returns the request that it had answered.
    fn empty(&mut self, now: i64) -> Option<super::ReturnRequest> {
        let takes_stock = self.lines.iter().any(|line| line.to_stock > 0);
        self.taken_back = Some(TakenBack { at: now, takes_stock, hold_key: None, replaced_by: None });
        self.lines.clear();
        (self.refund, self.delivery_fee) = (0, 0);
        (self.points_returned, self.points_revoked) = (0, 0);
        (self.points_missing, self.missing_value) = (0, 0);
        self.request.take()
    }
}
