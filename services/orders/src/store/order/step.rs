//! Steps of the staff, each in one transaction.

use heuan_rpc::Error;
use heuan_store::read;

use super::{
    super::{Store, fault, outbox as table},
    apply::{Cause, EffectTerms, OrderLookup, advance, lock, save},
    log::{self, Logged},
};
use crate::{
    order::{Assignee, Order},
    outbox,
    staff::{CustomerFacts, StaffAction, StaffStep},
};

impl Store {
    /// Does a step of the staff and returns the updated order; `None` if there is no such order.
    pub async fn staff_step(
        &self,
        whose: OrderLookup<'_>,
        step: &StaffStep<'_>,
        point_value: i64,
        now: i64,
    ) -> Result<Option<Order>, Error> {
        let mut tx = self.db.begin().await.map_err(fault)?;
        let Some(mut order) = lock(&mut tx, whose).await? else { return Ok(None) };
        let (action, note) = (step.action, step.note.as_str());
        if let (Some(version), Some(actor)) = (step.version, step.actor)
            && version != order.version
        {
            let (id, made) = (order.order_id.as_str(), version.saturating_add(1));
            if log::is_repetition(&mut tx, id, made, action.into_str(), actor.account_id, note).await? {
                return Ok(Some(order));
            }
            return Err(Error::conflict("order_changed", "the order has changed; look at it again"));
        }
        if step.is_done_before(&order) {
            return Ok(Some(order));
        }
        step.check(&order, now)?;
        let from = order.state.status;
        let logged = Logged { action: action.into_str(), actor: step.actor, from, note, at: now };
        match action {
            StaffAction::Assign => {
                order.assignee = step
                    .actor
                    .map(|actor| Assignee { account_id: actor.account_id, name: actor.name.clone() });
            }
            StaffAction::Unassign => order.assignee = None,
            _ => {}
        }
        if let Some(event) = action.event(&order) {
            if action == StaffAction::Undo {
                let told = outbox::Event::id(&order, &format!("order.{}", from.into_str()));
                if !table::take_back(&mut tx, &told, now).await? {
                    return Err(StaffAction::undo_is_over());
                }
            }
            let cause = Cause { logged, is_fulfilment: action.is_fulfilment() };
            advance(&mut tx, &mut order, event, &cause, EffectTerms { point_value, now }).await?;
        } else {
            order.version += 1;
            log::add(&mut tx, &order, &logged).await?;
        }
        save(&mut tx, &order, false, now).await?;
        tx.commit().await.map_err(fault)?;
        Ok(Some(order))
    }

    /// Orders of this customer, for the staff.
    pub async fn customer_facts(&self, customer_id: i64) -> Result<CustomerFacts, Error> {
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN status = 'completed' THEN 1 ELSE 0 END), 0) AS BIGINT), \
               COALESCE(MIN(created_at), 0) FROM customer_order WHERE customer_id = $1";
        let (order_count, completed_count, since): (i64, i64, i64) = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_one(pool).await.map_err(fault)?
        });
        let points_balance = self.points_balance(customer_id).await?;
        Ok(CustomerFacts { order_count, completed_count, points_balance, since })
    }
}
