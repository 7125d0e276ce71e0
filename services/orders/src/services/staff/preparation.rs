//! Preparation of open orders: the plan of the delivery day, ticks of lines, and units that wait to be handed over.

use heuan_rpc::Error;

use super::StaffOrderService;
use crate::{
    order::{DeliveryDay, Order, no_such_order},
    staff::{
        Actor, PICK_LINE, PLAN_DELIVERY, PickChange, PickedLine, PlanChange, StaffOrder,
        security::record_order,
    },
};

impl StaffOrderService {
    /// Plans the day of an open order, or deletes the plan.
    pub async fn plan_for_staff(
        &self,
        caller: &Actor,
        order_id: &str,
        version: i64,
        day: Option<DeliveryDay>,
    ) -> Result<StaffOrder, Error> {
        let order = self.find_for_staff(order_id).await?;
        let change = PlanChange { actor: caller, version: Some(version), day };
        let planned = self.store.plan_delivery(&order.order_id, &change, self.clock.now_ms()).await?;
        let order = planned.ok_or_else(no_such_order)?;
        record_order(PLAN_DELIVERY, caller, &order);
        self.with_details(order, caller).await
    }

    /// Ticks a line off, or undoes its tick. Returns the order and its ticks.
    pub async fn pick_line(
        &self,
        order_id: &str,
        change: PickChange<'_>,
    ) -> Result<(Order, Vec<PickedLine>), Error> {
        let order = self.find_for_staff(order_id).await?;
        let picked = self.store.pick_line(&order.order_id, &change, self.clock.now_ms()).await?;
        let (order, picked) = picked.ok_or_else(no_such_order)?;
        record_order(PICK_LINE, change.actor, &order);
        Ok((order, picked))
    }

    /// Units of a product that orders have taken from the stock and not handed over yet.
    pub async fn units_awaiting_handover(&self, pro_id: i64) -> Result<i64, Error> {
        self.store.units_awaiting_handover(pro_id).await
    }
}
