//! Steps of the staff, each in one transaction.

use heuan_rpc::Error;
use heuan_store::{Tx, read};

use super::{
    super::{Store, outbox as table, store_error},
    apply::{Cause, EffectTerms, OrderLookup, advance, lock, save},
    bank_numbers, lines,
    log::{self, NewLogEntry},
    settle::{self, ReceivedGoods},
};
use crate::{
    order::{Assignee, Order, RefundCause, changed_meanwhile},
    outbox,
    staff::{Actor, ClerkGrants, CustomerFacts, StaffAction, StaffStep},
};

/// Whether the request repeats a step that was done. Otherwise a step on another version is refused.
async fn is_repetition(tx: &mut Tx, order: &Order, step: &StaffStep<'_>) -> Result<bool, Error> {
    let Some(version) = step.version.filter(|version| *version != order.version) else { return Ok(false) };
    // The command line does not repeat a request.
    let Some(actor) = step.actor else { return Err(changed_meanwhile()) };
    let (id, made) = (order.order_id.as_str(), version.saturating_add(1));
    let of_request = (step.action.into_str(), step.note.as_str(), &step.detail);
    if log::is_repetition(tx, id, made, actor.account_id, of_request).await? {
        return Ok(true);
    }
    Err(changed_meanwhile())
}

impl Store {
    /// Does a step of the staff and returns the updated order; `None` if there is no such order. `clerks` limits the amount
    /// that a clerk gives away; the command line has no limit.
    pub async fn staff_step(
        &self,
        whose: OrderLookup<'_>,
        step: &StaffStep<'_>,
        clerks: Option<&ClerkGrants>,
        point_value: i64,
        now: i64,
    ) -> Result<Option<Order>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, whose).await? else { return Ok(None) };
        let (action, note) = (step.action, step.note.as_str());
        if is_repetition(&mut tx, &order, step).await? || step.is_done_before(&order) {
            return Ok(Some(order));
        }
        if let (Some(clerks), Some(actor)) = (clerks, step.actor) {
            clerks.check_step(actor, &order, step)?;
        }
        step.check(&order, now)?;
        let new_numbers = step.new_bank_numbers(&order);
        bank_numbers::refuse_recorded(&mut tx, &new_numbers).await?;
        let payments = order.settlement.payments.len();
        let from = order.state.status;
        assign(&mut order, step);
        let terms = EffectTerms { point_value, now };
        let came_back = match action {
            StaffAction::ReceiveReturn => {
                let goods = ReceivedGoods::of(step, &order);
                Some(settle::receive_return(&mut tx, &mut order, goods, terms).await?)
            }
            _ => None,
        };
        let last_return = order.settlement.valid_returns().last().map(|(place, _)| place);
        let goods_of_correction = ReceivedGoods::corrected(step, &order);
        let corrected = match action {
            StaffAction::Correct => Some(settle::correct(&mut tx, &mut order, step, now).await?),
            _ => None,
        };
        let amount = came_back.map(|one| one.refund).or(corrected.as_ref().map(|one| one.amount));
        let moved_by = corrected.as_ref().map_or_else(|| step.moves_by(&order), |one| one.method.clone());
        let detail = settle::detail(step, amount.or_else(|| step.moved(&order)), moved_by)?;
        let logged = NewLogEntry {
            action: action.into_str(),
            actor: step.actor,
            from,
            note,
            detail: &detail,
            at: now,
        };
        let (seen, dues) = (order.version, order.settlement.dues.len());
        match action {
            StaffAction::RefundPart => {
                order.owe(step.detail.amount.unwrap_or_default(), RefundCause::Goodwill, now);
            }
            StaffAction::RequestReturn => settle::request_return(&mut order, step, now),
            StaffAction::DeclineReturn => order.settlement.request = None,
            StaffAction::Undo => {
                let event_id = outbox::Event::id(&order, &format!("order.{}", from.into_str()));
                if !table::withdraw_event(&mut tx, &event_id, now).await? {
                    return Err(StaffAction::undo_is_over());
                }
            }
            _ => {}
        }
        let event = came_back.map(|one| one.event).or(corrected.map(|one| one.event));
        if let Some(event) = event.or_else(|| step.event(&order)) {
            let amount = step.detail.amount.filter(|_| action == StaffAction::MarkPaid);
            let cause = Cause {
                logged,
                is_fulfilment: action.is_fulfilment(),
                amount,
                details: step.movement_details(),
            };
            advance(&mut tx, &mut order, event, &cause, terms).await?;
            if order.version == seen {
                settle::count_step(&mut tx, &mut order, &cause.logged).await?;
            }
        } else {
            settle::count_step(&mut tx, &mut order, &logged).await?;
        }
        if let Some(goods) = goods_of_correction {
            settle::receive_again(&mut tx, &mut order, step, goods, terms).await?;
        }
        if let Some(place) = last_return.filter(|_| step.corrects_return()) {
            order.settlement.note_stock(place, step.hold_key);
        }
        if action == StaffAction::MarkPaid {
            settle::open_code(&mut order);
        }
        if order.settlement.payments.len() > payments {
            bank_numbers::write(&mut tx, &order, &new_numbers).await?;
        }
        settle::notify(&mut tx, &mut order, step, dues, now).await?;
        save(&mut tx, &order, false, now).await?;
        if action == StaffAction::ReceiveReturn || step.corrects_return() {
            lines::rewrite(&mut tx, &order).await?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(Some(order))
    }

    /// Whether a step took a return back with the units of the reservation with this key. Waits for a step that is being
    /// written.
    pub async fn has_stock_hold(&self, order_id: &str, hold_key: i64) -> Result<bool, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let order = lock(&mut tx, OrderLookup::Id(order_id)).await?;
        Ok(order.is_some_and(|order| order.settlement.has_hold(hold_key)))
    }

    /// Orders of this customer, for the staff.
    pub async fn customer_facts(&self, customer_id: i64) -> Result<CustomerFacts, Error> {
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN status = 'completed' THEN 1 ELSE 0 END), 0) AS BIGINT), \
               COALESCE(MIN(created_at), 0) FROM customer_order WHERE customer_id = $1";
        let (order_count, completed_count, since): (i64, i64, i64) = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_one(pool).await.map_err(store_error)?
        });
        let points_balance = self.points_balance(customer_id).await?;
        Ok(CustomerFacts { order_count, completed_count, points_balance, since })
    }
}

/// Assigns the order to the member of the staff who does the step `assign`; `unassign` removes the assignment.
fn assign(order: &mut Order, step: &StaffStep<'_>) {
    let assignee = |actor: &Actor| Assignee { account_id: actor.account_id, name: actor.name.clone() };
    match step.action {
        StaffAction::Assign => order.assignee = step.actor.map(assignee),
        StaffAction::Unassign => order.assignee = None,
        _ => {}
    }
}
