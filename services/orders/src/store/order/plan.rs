//! Query that plans the delivery day of an open order under the lock of its row.

use heuan_rpc::Error;
use heuan_store::run;

use super::{
    super::{Store, outbox as table, store_error},
    apply::{OrderLookup, lock, save},
    log::{self, NewLogEntry},
};
use crate::{
    day::Day,
    order::{DeliveryDay, Order, changed_meanwhile},
    outbox::Event,
    staff::{PLAN_DELIVERY, PlanChange},
};

impl Store {
    /// Plans the day and returns the order; `None` if there is no such order. Nothing changes if the order already has this
    /// plan. The customer is notified if they knew another day, or if no later notification names this day.
    pub async fn plan_delivery(
        &self,
        order_id: &str,
        change: &PlanChange<'_>,
        now: i64,
    ) -> Result<Option<Order>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, OrderLookup::Id(order_id)).await? else { return Ok(None) };
        if change.day == order.delivery_day {
            return Ok(Some(order));
        }
        if change.version.is_some_and(|version| version != order.version) {
            return Err(changed_meanwhile());
        }
        PlanChange::check(&order)?;
        if let Some(day) = change.day {
            day.check(Day::of(now))?;
        }
        let needs_notification = PlanChange::needs_notification(&order);
        let note = change.apply(&mut order);
        order.version += 1;
        let (actor, from) = (Some(change.actor), order.state.status);
        let logged = NewLogEntry { action: PLAN_DELIVERY, actor, from, note: &note, detail: "", at: now };
        log::add(&mut tx, &order, &logged).await?;
        if needs_notification {
            // The notification comes after the waiting ones, which name the former day.
            order.undo = None;
            table::send_now(&mut tx, order_id, now).await?;
            table::put(&mut tx, &Event::of_day(&order, now)?, now).await?;
        }
        save(&mut tx, &order, false, now).await?;
        let sql = "UPDATE customer_order SET delivery_slot = $2 WHERE order_id = $1";
        run!(tx, sql, &order.order_id, DeliveryDay::slot(order.delivery_day)).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(Some(order))
    }
}
