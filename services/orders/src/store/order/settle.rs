//! Steps of the staff on the money and the goods of an order, and refunds by payment providers.

use heuan_rpc::Error;
use heuan_store::Tx;

use super::{
    super::{Store, json, outbox as table, points, store_error},
    apply::{Cause, EffectTerms, Lease, OrderLookup, advance, lock, save},
    log::{self, NewLogEntry},
};
use crate::{
    order::{
        Corrected, MoneyMethod, MovementDetails, NOTIFY_REFUND_DUE, NOTIFY_RETURN_CORRECTED,
        NOTIFY_RETURN_DECLINED, NOTIFY_RETURN_REQUESTED, NOTIFY_RETURNED, NOTIFY_UNDERPAID, NotCorrectable,
        OpenCode, Order, OrderEvent, OrderReturn, PaymentMethod, PaymentState, RefundCause, ReportedPayment,
        ReturnBranch, ReturnRequest, ReturnedLine,
    },
    outbox::Event,
    staff::{StaffAction, StaffStep, StepDetail},
};

/// The log's word for a refund that the provider does not make.
const REFUND_REFUSED: &str = "refund_refused";

/// Effect of a return on the order.
#[derive(Clone, Copy)]
pub(super) struct RecordedReturn {
    pub event: OrderEvent,
    /// Kip that became due.
    pub refund: i64,
}

impl Store {
    /// Records that a provider has paid out `sum` kip over all refunds of the leased order. The lease ends.
    pub async fn refunded(
        &self,
        lease: Lease<'_>,
        sum: i64,
        point_value: i64,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, OrderLookup::Leased(lease)).await? else { return Ok(()) };
        let paid_now = sum - order.provider_refunded();
        let details = MovementDetails::of_provider();
        if order.state.money == PaymentState::RefundDue && paid_now >= order.refund_due() {
            let (event, from) = (order.refund_event(), order.state.status);
            let detail = moved_by_provider(paid_now)?;
            let logged = NewLogEntry {
                action: event.log_word(),
                actor: None,
                from,
                note: "",
                detail: &detail,
                at: now,
            };
            let cause = Cause { logged, is_fulfilment: false, amount: Some(paid_now), details };
            advance(&mut tx, &mut order, event, &cause, EffectTerms { point_value, now }).await?;
        } else {
            // The sum may be less than the due amount: more became due meanwhile, or the staff refund the
            // rest.
            order.pay_out(paid_now, &details, now);
        }
        save(&mut tx, &order, true, now).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Leaves the refund of the leased order to the staff, because its provider does not make it. The lease ends.
    pub async fn refund_refused(&self, lease: Lease<'_>, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, OrderLookup::Leased(lease)).await? else { return Ok(()) };
        order.settlement.provider_refused = true;
        let from = order.state.status;
        let logged = NewLogEntry { action: REFUND_REFUSED, actor: None, from, note: "", detail: "", at: now };
        count_step(&mut tx, &mut order, &logged).await?;
        save(&mut tx, &order, true, now).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Books a payment of `amount` kip that the provider reports, once, and returns the updated order; `None` if there is no such
    /// order.
    pub async fn provider_paid(
        &self,
        whose: OrderLookup<'_>,
        amount: i64,
        point_value: i64,
        now: i64,
    ) -> Result<Option<Order>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, whose).await? else { return Ok(None) };
        match order.reported_payment(amount) {
            ReportedPayment::Known => {}
            ReportedPayment::Confirms(index) => {
                if let Some(payment) = order.settlement.payments.get_mut(index) {
                    payment.details.provider = Some(true);
                }
            }
            ReportedPayment::New => {
                let terms = EffectTerms { point_value, now };
                book_report(&mut tx, &mut order, amount, terms).await?;
            }
        }
        order.settlement.open_code = None;
        save(&mut tx, &order, matches!(whose, OrderLookup::Leased(_)), now).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(Some(order))
    }

    /// Records that the provider has taken back the code of the leased order, or cannot take it back. The
    /// lease ends.
    pub async fn code_answered(&self, lease: Lease<'_>, is_closed: bool, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, OrderLookup::Leased(lease)).await? else { return Ok(()) };
        order.settlement.open_code = (!is_closed).then_some(OpenCode::Watched);
        save(&mut tx, &order, true, now).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Records that the units of the returns at these places of the leased order were taken out of the stock. The lease ends.
    pub async fn returns_taken_out(&self, lease: Lease<'_>, places: &[usize], now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, OrderLookup::Leased(lease)).await? else { return Ok(()) };
        order.settlement.taken_out(places);
        save(&mut tx, &order, true, now).await?;
        tx.commit().await.map_err(store_error)
    }
}

/// Books a reported payment that the order does not have yet.
async fn book_report(tx: &mut Tx, order: &mut Order, amount: i64, terms: EffectTerms) -> Result<(), Error> {
    let (event, from) = (order.payment_event(amount), order.state.status);
    let (seen, dues) = (order.version, order.settlement.dues.len());
    let detail = moved_by_provider(amount)?;
    let logged =
        NewLogEntry { action: event.log_word(), actor: None, from, note: "", detail: &detail, at: terms.now };
    let details = MovementDetails::of_provider();
    let cause = Cause { logged, is_fulfilment: false, amount: Some(amount), details };
    advance(tx, order, event, &cause, terms).await?;
    if order.version == seen {
        count_step(tx, order, &cause.logged).await?;
    }
    notify_of_payment(tx, order, dues, terms.now).await
}

/// The detail of a log entry for an amount that a provider moved.
fn moved_by_provider(amount: i64) -> Result<String, Error> {
    json::write(&StepDetail {
        moved: Some(amount),
        moved_by: PaymentMethod::Qr.usual_money_method(),
        ..StepDetail::default()
    })
}

/// Records that the payment code of an order may still be paid, after the staff have booked a payment of it.
pub(super) fn open_code(order: &mut Order) {
    let may_be_paid = order.method == PaymentMethod::Qr && order.provider_received() == 0;
    order.settlement.open_code = may_be_paid.then_some(OpenCode::ToClose);
}

/// Notifies the customer of a payment that leaves the state of the order unchanged. `dues` is the number of
/// due refunds before it.
async fn notify_of_payment(tx: &mut Tx, order: &mut Order, dues: usize, now: i64) -> Result<(), Error> {
    let kind = match order.state.money {
        PaymentState::Underpaid => NOTIFY_UNDERPAID,
        _ if order.settlement.dues.len() > dues => NOTIFY_REFUND_DUE,
        _ => return Ok(()),
    };
    send(tx, order, kind, now).await
}

/// Sends a notification at once, after the waiting ones. A notification with the same id is not sent again.
async fn send(tx: &mut Tx, order: &mut Order, kind: &str, now: i64) -> Result<(), Error> {
    order.undo = None;
    table::send_now(tx, &order.order_id, now).await?;
    table::put(tx, &Event::of(order, kind, now)?, now).await
}

/// Goods that come back.
pub(super) struct ReceivedGoods {
    pub lines: Vec<ReturnedLine>,
    pub delivery_fee: bool,
    pub branch: Option<ReturnBranch>,
    pub reason: String,
}

impl ReceivedGoods {
    pub(super) fn of(step: &StaffStep<'_>, order: &Order) -> Self {
        let StepDetail { lines, delivery_fee, branch, .. } = step.detail.clone();
        let branch = branch.or_else(|| order.return_branch());
        Self { lines, delivery_fee, branch, reason: step.note.clone() }
    }

    /// The goods that a correction changes the last return to, if it names any. Branch and reason stay.
    pub(super) fn corrected(step: &StaffStep<'_>, order: &Order) -> Option<Self> {
        let last = order.settlement.valid_returns().last().filter(|_| step.changes_return());
        last.map(|(_, last)| Self {
            lines: step.detail.lines.clone(),
            delivery_fee: step.detail.delivery_fee,
            branch: last.branch.clone(),
            reason: last.reason.clone(),
        })
    }
}

/// Records a return with its effects on points and money. Returns the effect, from which the event of the
/// state machine follows.
pub(super) async fn receive_return(
    tx: &mut Tx,
    order: &mut Order,
    ReceivedGoods { lines, delivery_fee, branch, reason }: ReceivedGoods,
    EffectTerms { point_value, now }: EffectTerms,
) -> Result<RecordedReturn, Error> {
    let figures = order.return_figures(&lines, delivery_fee);
    let moved = (figures.points_returned, figures.points_to_revoke);
    let missing = points::move_for_return(tx, order.customer_id, &order.order_id, moved, now).await?;
    let effects = figures.effects(missing, point_value);
    order.earned -= figures.points_to_revoke;
    let request = order.settlement.request.take();
    order.settlement.returns.push(OrderReturn {
        at: now,
        lines,
        reason,
        refund: effects.refund,
        delivery_fee: figures.delivery_fee,
        points_returned: figures.points_returned,
        points_revoked: effects.points_revoked,
        points_missing: missing,
        missing_value: effects.missing_value,
        restocked: figures.to_stock == 0,
        branch,
        request,
        taken_back: None,
    });
    order.owe(effects.refund, RefundCause::Return, now);
    let event = OrderEvent::Returned { restocks: figures.to_stock > 0, refunds: effects.refund > 0 };
    Ok(RecordedReturn { event, refund: effects.refund })
}

/// Records the goods of a return that was corrected, after the wrong one was taken back. The log has both.
pub(super) async fn receive_again(
    tx: &mut Tx,
    order: &mut Order,
    step: &StaffStep<'_>,
    goods: ReceivedGoods,
    terms: EffectTerms,
) -> Result<(), Error> {
    let (seen, from) = (order.version, order.state.status);
    let (lines, delivery_fee) = (goods.lines.clone(), goods.delivery_fee);
    let RecordedReturn { event, refund } = receive_return(tx, order, goods, terms).await?;
    let detail = StepDetail { lines, delivery_fee, moved: Some(refund), ..StepDetail::default() };
    let detail = json::write(&detail)?;
    let action = StaffAction::ReceiveReturn.into_str();
    let logged = NewLogEntry { action, actor: step.actor, from, note: "", detail: &detail, at: terms.now };
    let cause = Cause { logged, is_fulfilment: false, amount: None, details: MovementDetails::default() };
    advance(tx, order, event, &cause, terms).await?;
    // The correction has a notification of its own.
    table::withdraw(tx, &Event::id(order, NOTIFY_RETURNED)).await?;
    if order.version == seen { count_step(tx, order, &cause.logged).await } else { Ok(()) }
}

/// Takes back the booking of the step.
pub(super) async fn correct(
    tx: &mut Tx,
    order: &mut Order,
    step: &StaffStep<'_>,
    now: i64,
) -> Result<Corrected, Error> {
    let booking = step.detail.booking.ok_or_else(|| Error::invalid("booking", "is needed"))?;
    let corrected = order.correct(booking, &step.movement_details(), now).map_err(NotCorrectable::error)?;
    match step.detail.amount {
        Some(seen) if seen != corrected.amount => {
            let rule = format!("the last {} is of {} kip", booking.into_str(), corrected.amount);
            return Err(Error::invalid("amount", rule));
        }
        _ => {}
    }
    let (customer_id, order_id) = (order.customer_id, order.order_id.as_str());
    if !points::take_return_back(tx, customer_id, order_id, corrected.points).await? {
        return Err(NotCorrectable::PointsSpent.error());
    }
    Ok(corrected)
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

/// Increments the version for a step that changes neither the status nor the state of the payment.
pub(super) async fn count_step(
    tx: &mut Tx,
    order: &mut Order,
    logged: &NewLogEntry<'_>,
) -> Result<(), Error> {
    order.version += 1;
    log::add(tx, order, logged).await
}

/// Notifies the customer of a step that may leave the state unchanged. A notification that was already sent for the state
/// is not repeated, because both have the same id. `dues` is the number of due refunds before the step.
pub(super) async fn notify(
    tx: &mut Tx,
    order: &mut Order,
    step: &StaffStep<'_>,
    dues: usize,
    now: i64,
) -> Result<(), Error> {
    let kind = match step.action {
        StaffAction::Correct if step.corrects_return() => NOTIFY_RETURN_CORRECTED,
        StaffAction::MarkPaid | StaffAction::Correct => {
            return notify_of_payment(tx, order, dues, now).await;
        }
        StaffAction::RefundPart => NOTIFY_REFUND_DUE,
        StaffAction::ReceiveReturn => NOTIFY_RETURNED,
        StaffAction::RequestReturn => NOTIFY_RETURN_REQUESTED,
        StaffAction::DeclineReturn => NOTIFY_RETURN_DECLINED,
        _ => return Ok(()),
    };
    send(tx, order, kind, now).await
}
