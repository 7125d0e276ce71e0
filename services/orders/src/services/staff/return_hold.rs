//! Units of a return that is taken back: they are reserved before the order changes, so that no customer buys them until the reconciler
//! has taken them out of the stock. Reservation, step and release run to their end even if the caller goes away.

use std::sync::Arc;

use heuan_rpc::{Code, Error, run_to_completion};

use super::{StaffOrderService, service::is_id};
use crate::{
    clients::ReservationOutcome,
    order::{Order, changed_meanwhile, no_such_order, reference},
    product::StockLine,
    reconcile::RESERVATION_MS,
    staff::{StaffStep, security::record_step},
    store::OrderLookup,
};

/// Reservation of the units of a return that is taken back.
pub(super) struct StockHold {
    pub order_id: String,
    /// Random key, so that only one step has it.
    pub key: i64,
    /// Id of the reservation.
    pub id: String,
}

impl StockHold {
    pub fn of(order: &Order) -> Result<Self, Error> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(Error::internal)?;
        let key = i64::from_be_bytes(random) & i64::MAX;
        Ok(Self { order_id: order.order_id.clone(), key, id: order.stock_hold_id(key) })
    }
}

impl StaffOrderService {
    /// Does a step, and records it in the security log.
    pub(super) async fn do_step(
        self: &Arc<Self>,
        order_id: &str,
        step: &StaffStep<'_>,
    ) -> Result<Order, Error> {
        let (service, order_id) = (Arc::clone(self), order_id.to_owned());
        let StaffStep { action, actor, version, note, detail, hold_key } = step.clone();
        let actor = actor.cloned();
        run_to_completion(async move {
            let step = StaffStep { action, actor: actor.as_ref(), version, note, detail, hold_key };
            service.hold_and_do_step(&order_id, &step).await
        })
        .await
    }

    async fn hold_and_do_step(&self, order_id: &str, step: &StaffStep<'_>) -> Result<Order, Error> {
        let hold = self.hold_returned_units(order_id, step).await?;
        let step = &StaffStep { hold_key: hold.as_ref().map(|hold| hold.key), ..step.clone() };
        let typed = reference(order_id);
        let whose = if is_id(order_id) { OrderLookup::Id(order_id) } else { OrderLookup::Reference(&typed) };
        let (point_value, now) = (self.config.point_value, self.clock.now_ms());
        let done = self.store.staff_step(whose, step, Some(&self.config.clerks), point_value, now).await;
        if let Some(hold) = &hold {
            self.release_unless_done(hold, &done).await;
        }
        let order = done?.ok_or_else(no_such_order)?;
        record_step(step, &order);
        Ok(order)
    }

    /// Reserves the units that leave the stock with a return that the step takes back. `None` without such units. Refused with
    /// `stock_short` if they were sold again.
    async fn hold_returned_units(
        &self,
        order_id: &str,
        step: &StaffStep<'_>,
    ) -> Result<Option<StockHold>, Error> {
        if !step.corrects_return() {
            return Ok(None);
        }
        let order = self.find_for_staff(order_id).await?;
        match step.version {
            // The order may reach this version before the step, which would then take units that are not
            // reserved.
            Some(version) if version > order.version => return Err(changed_meanwhile()),
            // The step refuses this version, or is a repetition that made the present version.
            Some(version) if version < order.version => return Ok(None),
            _ => {}
        }
        let now = self.clock.now_ms();
        step.check(&order, now)?;
        let units = order.units_to_take_out(&step.detail.lines);
        let ids: Vec<i64> = units.iter().map(|(pro_id, _)| *pro_id).collect();
        let counted = self.catalog.available(&ids).await?;
        // A product whose stock is not counted has no units to take.
        let units = units.into_iter().filter(|(pro_id, _)| counted.contains_key(pro_id));
        let lines: Vec<StockLine> = units.map(|(pro_id, quantity)| StockLine { pro_id, quantity }).collect();
        if lines.is_empty() {
            return Ok(None);
        }
        let hold = StockHold::of(&order)?;
        match self.catalog.reserve(&hold.id, &lines, RESERVATION_MS).await {
            Ok(ReservationOutcome::Reserved) => Ok(Some(hold)),
            Ok(ReservationOutcome::Committed | ReservationOutcome::Ended) => {
                Err(Error::unavailable("the units cannot be reserved now; try again"))
            }
            Err(error) => {
                // The catalog may have reserved them, and only its response was lost.
                if is_in_doubt(&error) {
                    self.release_hold(&hold).await;
                }
                Err(error)
            }
        }
    }

    /// Releases units that were reserved for a step that was refused, or was done before. After an error of the database the
    /// order shows whether the step was done.
    async fn release_unless_done(&self, hold: &StockHold, done: &Result<Option<Order>, Error>) {
        let is_done = match done {
            Ok(order) => Ok(order.as_ref().is_some_and(|order| order.settlement.has_hold(hold.key))),
            Err(error) if !is_in_doubt(error) => Ok(false),
            Err(_) => self.store.has_stock_hold(&hold.order_id, hold.key).await,
        };
        match is_done {
            Ok(true) => {}
            Ok(false) => self.release_hold(hold).await,
            Err(error) => {
                tracing::warn!(order_id = hold.order_id, %error, "units of a return not released; their reservation expires later");
            }
        }
    }

    /// Releases the units. If the call fails, their reservation expires.
    async fn release_hold(&self, hold: &StockHold) {
        if let Err(error) = self.catalog.release_held(&hold.id).await {
            tracing::warn!(order_id = hold.order_id, %error, "units of a return not released; their reservation expires later");
        }
    }
}

/// Whether a call that failed may have taken effect.
const fn is_in_doubt(error: &Error) -> bool {
    matches!(error.code, Code::Unavailable | Code::DeadlineExceeded | Code::Internal)
}
