//! Money and returns: payments, refunds, accepted differences, goods that came back, and their corrections.

use heuan_rpc::Error;

use super::super::return_hold::StockHold;
use super::{OrderSummary, StaffCommands, StepBasis};
use crate::{
    order::{Booking, MovementDetails, NotCorrectable, ReturnBranch, ReturnedLine},
    staff::{StaffAction, StaffStep, StepDetail},
};

/// Goods that came back, each as product and units.
#[derive(Clone, Debug, Default)]
pub struct ReturnedGoods {
    pub to_stock: Vec<(i64, i64)>,
    pub to_waste: Vec<(i64, i64)>,
    /// Branch that receives the goods; `None` is the usual branch of the order.
    pub branch: Option<ReturnBranch>,
    pub delivery_fee: bool,
}

/// Units that leave the stock with a return that is taken back. They must be reserved before.
#[derive(Clone, Debug)]
pub struct ReturnStock {
    order_id: String,
    /// Version of the order.
    version: i64,
    hold_key: i64,
    /// Id of their reservation.
    pub hold_id: String,
    /// By product.
    pub units: Vec<(i64, i64)>,
}

impl StaffCommands {
    /// Records a payment of `amount` kip, or of all that is not paid. A payment with a reference is recorded once.
    /// `repeats_reference`: it is another payment with the same bank number, and is recorded at each call. The rest is as in
    /// `apply_by`.
    pub async fn paid(
        &self,
        number: &str,
        amount: Option<i64>,
        (method, reference): (&str, &str),
        repeats_reference: bool,
    ) -> Result<OrderSummary, Error> {
        let (method, reference) = MovementDetails::read(method, reference)?;
        let detail = StepDetail { amount, method, reference, repeats_reference, ..StepDetail::default() };
        self.step(number, StaffAction::MarkPaid, String::new(), detail).await
    }

    /// Like `apply`, for a payment or a refund. An empty method is the usual way of the order's payment method.
    pub async fn apply_by(
        &self,
        number: &str,
        action: StaffAction,
        method: &str,
        reference: &str,
    ) -> Result<OrderSummary, Error> {
        let (method, reference) = MovementDetails::read(method, reference)?;
        let detail = StepDetail { method, reference, ..StepDetail::default() };
        self.step(number, action, String::new(), detail).await
    }

    /// The units that leave the stock when the last return is taken back. An error if it cannot be taken back now.
    pub async fn stock_of_last_return(&self, number: &str) -> Result<ReturnStock, Error> {
        let order = self.after_former_change(number).await?;
        let corrected = order.clone().correct(Booking::Return, &MovementDetails::default(), 0);
        corrected.map_err(NotCorrectable::error)?;
        let hold = StockHold::of(&order)?;
        Ok(ReturnStock {
            units: order.units_to_take_out(&[]),
            version: order.version,
            order_id: order.order_id,
            hold_key: hold.key,
            hold_id: hold.id,
        })
    }

    /// Takes back the last return, which is of `amount` kip. Refused if the order has changed since its `stock` was read.
    /// `is_held` is whether the units were reserved.
    pub async fn take_return_back(
        &self,
        number: &str,
        (amount, reason): (i64, &str),
        stock: &ReturnStock,
        is_held: bool,
    ) -> Result<OrderSummary, Error> {
        let basis = StepBasis { version: Some(stock.version), hold_key: is_held.then_some(stock.hold_key) };
        self.correct_step(number, (Booking::Return, amount), reason, basis).await
    }

    /// Whether the return was taken back with the reserved units.
    pub async fn has_taken_back(&self, stock: &ReturnStock) -> Result<bool, Error> {
        self.store.has_stock_hold(&stock.order_id, stock.hold_key).await
    }

    /// Takes back the last booking of this kind, which is of `amount` kip.
    pub async fn correct(
        &self,
        number: &str,
        booking: Booking,
        amount: i64,
        reason: &str,
    ) -> Result<OrderSummary, Error> {
        self.correct_step(number, (booking, amount), reason, StepBasis::default()).await
    }

    async fn correct_step(
        &self,
        number: &str,
        (booking, amount): (Booking, i64),
        reason: &str,
        basis: StepBasis,
    ) -> Result<OrderSummary, Error> {
        let note = StaffStep::text(StaffAction::Correct, reason, "")?;
        let detail = StepDetail { booking: Some(booking), amount: Some(amount), ..StepDetail::default() };
        self.after_former_change(number).await?;
        self.step_from(number, StaffAction::Correct, (note, detail), basis).await
    }

    /// Records goods that came back. The running shop adds those for the stock.
    pub async fn receive_return(
        &self,
        number: &str,
        goods: ReturnedGoods,
        reason: &str,
    ) -> Result<OrderSummary, Error> {
        let note = StaffStep::text(StaffAction::ReceiveReturn, reason, "")?;
        let ReturnedGoods { to_stock, to_waste, branch, delivery_fee } = goods;
        let mut lines: Vec<ReturnedLine> = Vec::new();
        let units = to_stock.iter().map(|&(pro_id, units)| (pro_id, units, 0));
        let units = units.chain(to_waste.iter().map(|&(pro_id, units)| (pro_id, 0, units)));
        for (pro_id, to_stock, to_waste) in units {
            match lines.iter_mut().find(|line| line.pro_id == pro_id) {
                Some(line) => {
                    line.to_stock = line.to_stock.saturating_add(to_stock);
                    line.to_waste = line.to_waste.saturating_add(to_waste);
                }
                None => lines.push(ReturnedLine { pro_id, to_stock, to_waste, note: String::new() }),
            }
        }
        let detail = StepDetail { lines, delivery_fee, branch, ..StepDetail::default() };
        self.step(number, StaffAction::ReceiveReturn, note, detail).await
    }

    /// Accepts the difference between payment and total: a missing rest is written off, which needs a reason, or an excess
    /// becomes due for a refund.
    pub async fn accept_difference(&self, number: &str, reason: &str) -> Result<OrderSummary, Error> {
        self.step_now(number, StaffAction::AcceptDifference, reason, StepDetail::default()).await
    }

    /// Makes a part of the paid amount due for a refund, without a return.
    pub async fn refund_part(&self, number: &str, amount: i64, reason: &str) -> Result<OrderSummary, Error> {
        let detail = StepDetail { amount: Some(amount), ..StepDetail::default() };
        self.step_now(number, StaffAction::RefundPart, reason, detail).await
    }

    /// Records goods, each as product and units, that the customer of a completed order wants to return.
    pub async fn request_return(
        &self,
        number: &str,
        goods: &[(i64, i64)],
        branch: Option<ReturnBranch>,
        reason: &str,
    ) -> Result<OrderSummary, Error> {
        let line = |&(pro_id, to_stock)| ReturnedLine { pro_id, to_stock, to_waste: 0, note: String::new() };
        let detail = StepDetail { lines: goods.iter().map(line).collect(), branch, ..StepDetail::default() };
        self.step_now(number, StaffAction::RequestReturn, reason, detail).await
    }
}
