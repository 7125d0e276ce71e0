//! Steps of the staff on the money and the goods of an order, and refunds by payment providers.

use heuan_rpc::Error;
use heuan_store::Tx;

use super::{
    super::{Store, fault, json, outbox as table, points},
    apply::{Cause, EffectTerms, OrderLookup, advance, lock, save},
    log::{self, Logged},
};
use crate::{
    order::{
        Means, MoneyMethod, Order, OrderEvent, OrderReturn, PaymentState, RefundCause, ReturnRequest,
        TELL_REFUND_DUE, TELL_RETURN_DECLINED, TELL_RETURN_REQUESTED, TELL_RETURNED, TELL_UNDERPAID,
    },
    outbox::Event,
    staff::{StaffAction, StaffStep, StepDetail},
};

/// Goods that came back.
#[derive(Clone, Copy)]
pub(super) struct CameBack {
    pub event: OrderEvent,
    /// Kip that became due.
    pub refund: i64,
}

impl Store {
    /// Records that a provider has paid out `sum` kip over all refunds of the leased order. The lease ends.
    pub async fn refunded(&self, order_id: &str, sum: i64, point_value: i64, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(fault)?;
        let Some(mut order) = lock(&mut tx, OrderLookup::Leased(order_id)).await? else { return Ok(()) };
        let paid_now = sum - order.settlement.refunded();
        if order.state.money == PaymentState::RefundDue && sum >= order.refund {
            let event = order.refund_event();
            let from = order.state.status;
            let moved_by = order.method.usual_means();
            let detail = StepDetail { moved: Some(paid_now), moved_by, ..StepDetail::default() };
            let detail = json::write(&detail)?;
            let logged =
                Logged { action: event.log_word(), actor: None, from, note: "", detail: &detail, at: now };
            let means = Means::default();
            let cause = Cause { logged, is_fulfilment: false, amount: Some(paid_now), means };
            advance(&mut tx, &mut order, event, &cause, EffectTerms { point_value, now }).await?;
        } else {
            // More became due meanwhile.
            order.pay_out(paid_now, &Means::default(), now);
        }
        save(&mut tx, &order, true, now).await?;
        tx.commit().await.map_err(fault)
    }
}

/// Records a return with its effects on points and money. The event of the state machine follows from it.
pub(super) async fn receive_return(
    tx: &mut Tx,
    order: &mut Order,
    step: &StaffStep<'_>,
    EffectTerms { point_value, now }: EffectTerms,
) -> Result<CameBack, Error> {
    let StepDetail { lines, delivery_fee, .. } = &step.detail;
    let figures = order.return_figures(lines, *delivery_fee);
    let moved = (figures.points_returned, figures.points_to_revoke);
    let missing = points::move_for_return(tx, order.customer_id, &order.order_id, moved, now).await?;
    let effects = figures.effects(missing, point_value);
    let branch = step.detail.branch.clone().or_else(|| order.return_branch());
    order.earned -= figures.points_to_revoke;
    order.settlement.request = None;
    order.settlement.returns.push(OrderReturn {
        at: now,
        lines: lines.clone(),
        reason: step.note.clone(),
        refund: effects.refund,
        delivery_fee: figures.delivery_fee,
        points_returned: figures.points_returned,
        points_revoked: effects.points_revoked,
        points_missing: missing,
        restocked: figures.to_stock == 0,
        branch,
    });
    order.owe(effects.refund, RefundCause::Return, now);
    let event = OrderEvent::Returned { restocks: figures.to_stock > 0, refunds: effects.refund > 0 };
    Ok(CameBack { event, refund: effects.refund })
}

pub(super) fn request_return(order: &mut Order, step: &StaffStep<'_>, now: i64) {
    let (lines, reason) = (step.detail.lines.clone(), step.note.clone());
    let branch = step.detail.branch.clone().or_else(|| order.return_branch());
    order.settlement.request = Some(ReturnRequest { at: now, lines, reason, branch });
    order.settlement.request_count += 1;
}

/// The detail of a step for the log.
pub(super) fn detail(
    step: &StaffStep<'_>,
    moved: Option<i64>,
    moved_by: Option<MoneyMethod>,
) -> Result<String, Error> {
    let detail = StepDetail { moved, moved_by, ..step.detail.clone() };
    if detail == StepDetail::default() { Ok(String::new()) } else { json::write(&detail) }
}

/// Makes a version for a step that changes neither status nor state of the payment.
pub(super) async fn count_step(tx: &mut Tx, order: &mut Order, logged: &Logged<'_>) -> Result<(), Error> {
    order.version += 1;
    log::add(tx, order, logged).await
}

/// Notifies of a step that may leave the state as it is. One that was notified of with the state is not repeated, because
/// both have the same id.
pub(super) async fn notify(
    tx: &mut Tx,
    order: &mut Order,
    action: StaffAction,
    now: i64,
) -> Result<(), Error> {
    let kind = match action {
        StaffAction::MarkPaid if order.state.money == PaymentState::Underpaid => TELL_UNDERPAID,
        StaffAction::RefundPart => TELL_REFUND_DUE,
        StaffAction::ReceiveReturn => TELL_RETURNED,
        StaffAction::RequestReturn => TELL_RETURN_REQUESTED,
        StaffAction::DeclineReturn => TELL_RETURN_DECLINED,
        _ => return Ok(()),
    };
    order.undo = None;
    table::send_now(tx, &order.order_id, now).await?;
    table::put(tx, &Event::of(order, kind, now)?, now).await
}
