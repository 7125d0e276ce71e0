//! Units of a return that is taken back: they are reserved before the order changes, so that no customer buys them until the reconciler
//! has taken them out of the stock.

use heuan_rpc::{Code, Error};

use super::StaffOrderService;
use crate::{
    clients::ReservationOutcome,
    order::{Order, changed_meanwhile},
    product::StockLine,
    reconcile::RESERVATION_MS,
    staff::StaffStep,
};

/// Ids of one moment that are tried: those of refused steps of the same millisecond are used up.
const MAX_IDS: i64 = 10;

impl StaffOrderService {
    /// Reserves the units that leave the stock with a return that the step takes back. Returns the moment in the id of their
    /// reservation; `None` without such units. Refused with `stock_short` if they were sold again.
    pub(super) async fn hold_returned_units(
        &self,
        order_id: &str,
        step: &StaffStep<'_>,
    ) -> Result<Option<i64>, Error> {
        if !step.corrects_return() {
            return Ok(None);
        }
        let order = self.find_for_staff(order_id).await?;
        match step.version {
            // The order may come to this version before the step, which would then take units that nothing holds.
            Some(version) if version > order.version => return Err(changed_meanwhile()),
            // Refused by the step, or repeated because it made the present version.
            Some(version) if version < order.version => return Ok(None),
            _ => {}
        }
        let now = self.clock.now_ms();
        step.check(&order, now)?;
        let units = order.units_to_take_out(&step.detail.lines);
        let ids: Vec<i64> = units.iter().map(|(pro_id, _)| *pro_id).collect();
        let counted = self.catalog.available(&ids).await?;
        // A product without counted stock has none to take.
        let units = units.into_iter().filter(|(pro_id, _)| counted.contains_key(pro_id));
        let lines: Vec<StockLine> = units.map(|(pro_id, quantity)| StockLine { pro_id, quantity }).collect();
        if lines.is_empty() {
            return Ok(None);
        }
        for at in now..now + MAX_IDS {
            match self.catalog.reserve(&order.stock_hold_id(at), &lines, RESERVATION_MS).await {
                Ok(ReservationOutcome::Reserved) => return Ok(Some(at)),
                Err(error) if error.code != Code::Conflict || error.detail.reason == "stock_short" => {
                    return Err(error);
                }
                _ => {}
            }
        }
        Err(Error::unavailable("the units cannot be reserved now; try again"))
    }

    /// Releases units that were reserved for a step which was refused, or was done before.
    pub(super) async fn release_unless_done(
        &self,
        order_id: &str,
        held_at: Option<i64>,
        done: &Result<Option<Order>, Error>,
    ) -> Result<(), Error> {
        let Some(held_at) = held_at else { return Ok(()) };
        if matches!(done, Ok(Some(order)) if order.settlement.has_hold(held_at)) {
            return Ok(());
        }
        let order = self.find_for_staff(order_id).await?;
        self.catalog.release(&order.stock_hold_id(held_at)).await
    }
}
