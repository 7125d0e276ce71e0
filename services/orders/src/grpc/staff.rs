//! gRPC handlers of `StaffOrderService`, and the protobuf messages of orders as the staff see them.

use std::{mem::take, sync::Arc};

use heuan_proto::orders::v1::{
    self as wire,
    staff_order_service_server::{StaffOrderService, StaffOrderServiceServer},
};
use heuan_rpc::{Code, Error};
use prost::Message as _;
use tonic::{Request, Response, Status};

use super::{convert::method_word, id};
use crate::{
    checkout::{ContactInput, check_discount},
    order::{
        Assignee, Booking, Corrected, DeliveryDay, MoneyMethod, MoneyMovement, MovementDetails,
        NotCorrectable, Order, ReturnedLine,
    },
    services::{self, CheckoutService, ListPage, ReturnPreview},
    staff::{
        ActionState, Actor, Consent, LinesPreview, LinesRequest, ListRequest, LogEntry, PickChange,
        PickedLine, PreviewedLine, StaffAction, StaffOrder, StaffRole, StaffStep, StepDetail, TAKE_ORDER,
        TakenOrder,
    },
};

/// Lines of an order that lists show.
const SHOWN_LINES: usize = 3;

pub fn server(
    service: Arc<services::StaffOrderService>,
    checkout: Arc<CheckoutService>,
) -> StaffOrderServiceServer<impl StaffOrderService> {
    StaffOrderServiceServer::new(Handler { service, checkout })
}

struct Handler {
    service: Arc<services::StaffOrderService>,
    checkout: Arc<CheckoutService>,
}

#[tonic::async_trait]
impl StaffOrderService for Handler {
    async fn list_staff_orders(
        &self,
        request: Request<wire::ListStaffOrdersRequest>,
    ) -> Result<Response<wire::ListStaffOrdersResponse>, Status> {
        let request = request.into_inner();
        let caller = staff(request.actor)?;
        let request = ListRequest {
            view: request.view,
            search: request.search,
            status: request.status,
            payment_status: request.payment_status,
            payment_method: request.payment_method,
            delivery: request.delivery,
            branch_id: request.branch_id,
            customer_id: request.customer_id,
            from_ms: request.from_ms,
            before_ms: request.before_ms,
            delivery_day: request.delivery_day,
            sort: request.sort,
            cursor: request.cursor,
            limit: request.limit.into(),
        };
        let ListPage { orders, next_cursor, total } = self.service.list_for_staff(&caller, &request).await?;
        Ok(Response::new(wire::ListStaffOrdersResponse {
            orders: orders.into_iter().map(summary).collect(),
            next_cursor: next_cursor.unwrap_or_default(),
            total,
        }))
    }

    async fn count_staff_orders(
        &self,
        request: Request<wire::CountStaffOrdersRequest>,
    ) -> Result<Response<wire::CountStaffOrdersResponse>, Status> {
        let wire::CountStaffOrdersRequest { actor, branch_id } = request.into_inner();
        let counts = self.service.count_for_staff(&staff(actor)?, branch_id).await?;
        Ok(Response::new(wire::CountStaffOrdersResponse {
            all: counts.all,
            to_confirm: counts.to_confirm,
            to_prepare: counts.to_prepare,
            to_hand_over: counts.to_hand_over,
            transfers: counts.transfers,
            failed_delivery: counts.failed_delivery,
            refunds: counts.refunds,
            mine: counts.mine,
            returns: counts.returns,
            to_settle: counts.to_settle,
            due_today: counts.due_today,
            overdue: counts.overdue,
        }))
    }

    async fn get_staff_order(
        &self,
        request: Request<wire::GetStaffOrderRequest>,
    ) -> Result<Response<wire::GetStaffOrderResponse>, Status> {
        let wire::GetStaffOrderRequest { actor, order_id } = request.into_inner();
        let order = self.service.order_for_staff(&staff(actor)?, &order_id).await?;
        Ok(Response::new(wire::GetStaffOrderResponse { order: Some(order.into()) }))
    }

    async fn list_order_log(
        &self,
        request: Request<wire::ListOrderLogRequest>,
    ) -> Result<Response<wire::ListOrderLogResponse>, Status> {
        let wire::ListOrderLogRequest { actor, order_id, cursor } = request.into_inner();
        staff(actor)?;
        let (log, has_older) = self.service.older_log(&order_id, id("cursor", cursor)?).await?;
        let next_cursor = log.last().filter(|_| has_older).map(|oldest| oldest.version);
        let log = log.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::ListOrderLogResponse { log, next_cursor }))
    }

    async fn update_staff_order(
        &self,
        request: Request<wire::UpdateStaffOrderRequest>,
    ) -> Result<Response<wire::UpdateStaffOrderResponse>, Status> {
        let request = request.into_inner();
        let caller = staff(request.actor)?;
        let unknown = |_| Error::invalid("action", "is not an action of the staff");
        let action: StaffAction = request.action.parse().map_err(unknown)?;
        let (method, reference) = MovementDetails::read(&request.method, &request.reference)?;
        let unknown = |_| Error::invalid("booking", "is not a booking that can be corrected");
        let booking = match request.booking.as_str() {
            "" => None,
            word => Some(word.parse::<Booking>().map_err(unknown)?),
        };
        let step = StaffStep {
            action,
            actor: Some(&caller),
            version: Some(id("version", request.version)?),
            note: StaffStep::text(action, &request.reason, &request.note)?,
            detail: StepDetail {
                booking,
                amount: request.amount,
                lines: request.lines.into_iter().map(Into::into).collect(),
                delivery_fee: request.delivery_fee,
                method,
                reference,
                repeats_reference: request.repeats_reference,
                branch: self.service.return_branch(request.branch_id).await?,
                ..StepDetail::default()
            },
            hold_key: None,
        };
        let order = self.service.update_for_staff(&caller, &request.order_id, &step).await?;
        Ok(Response::new(wire::UpdateStaffOrderResponse { order: Some(order.into()) }))
    }

    async fn change_staff_order(
        &self,
        request: Request<wire::ChangeStaffOrderRequest>,
    ) -> Result<Response<wire::ChangeStaffOrderResponse>, Status> {
        let wire::ChangeStaffOrderRequest { actor, order_id, version, phone, delivery, receiver } =
            request.into_inner();
        let (caller, version) = (staff(actor)?, id("version", version)?);
        let change = ContactInput {
            phone: phone.as_deref(),
            delivery: delivery.map(Into::into),
            receiver: receiver.map(Into::into),
        };
        let order = self.service.change_for_staff(&caller, &order_id, version, change).await?;
        Ok(Response::new(wire::ChangeStaffOrderResponse { order: Some(order.into()) }))
    }

    async fn plan_staff_delivery(
        &self,
        request: Request<wire::PlanStaffDeliveryRequest>,
    ) -> Result<Response<wire::PlanStaffDeliveryResponse>, Status> {
        let wire::PlanStaffDeliveryRequest { actor, order_id, version, delivery_day } = request.into_inner();
        let (caller, version) = (staff(actor)?, id("version", version)?);
        let day = delivery_day.map(|it| DeliveryDay::read(&it.day, &it.part)).transpose()?;
        let order = self.service.plan_for_staff(&caller, &order_id, version, day).await?;
        Ok(Response::new(wire::PlanStaffDeliveryResponse { order: Some(order.into()) }))
    }

    async fn pick_staff_line(
        &self,
        request: Request<wire::PickStaffLineRequest>,
    ) -> Result<Response<wire::PickStaffLineResponse>, Status> {
        let wire::PickStaffLineRequest { actor, order_id, pro_id, quantity, is_picked } =
            request.into_inner();
        let (caller, pro_id) = (staff(actor)?, id("pro_id", pro_id)?);
        let quantity = Some(id("quantity", quantity)?);
        let change = PickChange { actor: &caller, pro_id, quantity, is_picked };
        let (order, picked) = self.service.pick_line(&order_id, change).await?;
        Ok(Response::new(wire::PickStaffLineResponse {
            order_id: order.order_id,
            picked_lines: picked.into_iter().map(Into::into).collect(),
        }))
    }

    async fn get_staff_figures(
        &self,
        request: Request<wire::GetStaffFiguresRequest>,
    ) -> Result<Response<wire::GetStaffFiguresResponse>, Status> {
        let wire::GetStaffFiguresRequest { actor, branch_id } = request.into_inner();
        let caller = staff(actor)?;
        Ok(Response::new(self.service.figures_for_staff(&caller, branch_id).await?.into()))
    }

    async fn quote_staff_order(
        &self,
        request: Request<wire::QuoteStaffOrderRequest>,
    ) -> Result<Response<wire::QuoteStaffOrderResponse>, Status> {
        let wire::QuoteStaffOrderRequest { actor, customer_id, input, discount } = request.into_inner();
        let caller = staff(actor)?;
        let wire::StaffDiscount { amount, reason } = discount.unwrap_or_default();
        check_discount(amount, &reason)?;
        let input = input.unwrap_or_default().into();
        let quote = self.checkout.quote_for_staff(customer_id.max(0), input, amount).await?;
        self.service.check_discount(&caller, quote.totals.subtotal, amount)?;
        let point_value = self.checkout.point_value();
        let quote = wire::QuoteResponse { point_value, ..quote.into() };
        Ok(Response::new(wire::QuoteStaffOrderResponse { quote: Some(quote) }))
    }

    async fn place_staff_order(
        &self,
        request: Request<wire::PlaceStaffOrderRequest>,
    ) -> Result<Response<wire::PlaceStaffOrderResponse>, Status> {
        let mut request = request.into_inner();
        let caller = staff(request.actor.take())?;
        let (key, customer_name) = (take(&mut request.idempotency_key), take(&mut request.customer_name));
        // Key and names are left out, because they may have changed when the request is repeated.
        let encoded = request.encode_to_vec();
        let wire::StaffDiscount { amount, reason } = request.discount.unwrap_or_default();
        let taken = TakenOrder {
            customer_id: id("customer_id", request.customer_id)?,
            customer_name: &customer_name,
            key: &key,
            encoded: &encoded,
            discount: amount,
            discount_reason: &reason,
        };
        let input = request.input.unwrap_or_default().into();
        let order = self.service.place_for_staff(&caller, taken, input).await?;
        Ok(Response::new(wire::PlaceStaffOrderResponse { order: Some(order.into()) }))
    }

    async fn preview_staff_return(
        &self,
        request: Request<wire::PreviewStaffReturnRequest>,
    ) -> Result<Response<wire::PreviewStaffReturnResponse>, Status> {
        let wire::PreviewStaffReturnRequest { actor, order_id, lines, delivery_fee, corrects_last } =
            request.into_inner();
        let booking = corrects_last.then_some(Booking::Return);
        let lines = lines.into_iter().map(Into::into).collect();
        let detail = StepDetail { booking, lines, delivery_fee, ..StepDetail::default() };
        let preview = self.service.preview_return(&staff(actor)?, &order_id, detail).await?;
        let ReturnPreview { version, figures, effects, balance } = preview;
        Ok(Response::new(wire::PreviewStaffReturnResponse {
            version,
            goods: figures.goods,
            discount: figures.discount,
            delivery_fee: figures.delivery_fee,
            missing_points_value: effects.missing_value,
            refund: effects.refund,
            points_returned: figures.points_returned,
            points_revoked: effects.points_revoked,
            points_balance: balance,
            units_to_stock: figures.to_stock,
            units_to_waste: figures.to_waste,
        }))
    }

    async fn preview_staff_lines(
        &self,
        request: Request<wire::PreviewStaffLinesRequest>,
    ) -> Result<Response<wire::PreviewStaffLinesResponse>, Status> {
        let wire::PreviewStaffLinesRequest { actor, order_id, lines, delivery_method } = request.into_inner();
        staff(actor)?;
        let preview = self.service.preview_lines(&order_id, &items(lines), &delivery_method).await?;
        let LinesPreview { version, lines, before, target, effects } = preview;
        let line = |from: PreviewedLine| wire::StaffLine {
            line: Some(from.line.into()),
            quantity_before: from.quantity_before,
            available: from.available,
        };
        Ok(Response::new(wire::PreviewStaffLinesResponse {
            version,
            lines: lines.into_iter().map(line).collect(),
            totals_before: Some(before.totals.into()),
            totals: Some(target.totals.into()),
            refund: effects.refund,
            due: effects.due,
            points_returned: effects.points_returned,
            points_earned: effects.points_earned + effects.points_missing,
            missing_points_value: effects.missing_value,
        }))
    }

    async fn change_staff_lines(
        &self,
        request: Request<wire::ChangeStaffLinesRequest>,
    ) -> Result<Response<wire::ChangeStaffLinesResponse>, Status> {
        let request = request.into_inner();
        let caller = staff(request.actor)?;
        let change = LinesRequest {
            order_id: &request.order_id,
            version: id("version", request.version)?,
            items: items(request.lines),
            reason: &request.reason,
            consent: Consent::read(&request.consent)?,
            key: &request.idempotency_key,
            expected_total: request.expected_total,
            delivery: request.delivery.map(Into::into),
        };
        let order = self.service.change_lines(&caller, change).await?;
        Ok(Response::new(wire::ChangeStaffLinesResponse { order: Some(order.into()) }))
    }

    async fn match_transfers(
        &self,
        request: Request<wire::MatchTransfersRequest>,
    ) -> Result<Response<wire::MatchTransfersResponse>, Status> {
        let wire::MatchTransfersRequest { actor, text } = request.into_inner();
        staff(actor)?;
        let lines = self.service.match_transfers(&text).await?.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::MatchTransfersResponse { lines }))
    }

    async fn count_awaiting_handover(
        &self,
        request: Request<wire::CountAwaitingHandoverRequest>,
    ) -> Result<Response<wire::CountAwaitingHandoverResponse>, Status> {
        let wire::CountAwaitingHandoverRequest { actor, pro_id } = request.into_inner();
        check_any_role(actor)?;
        let units = self.service.units_awaiting_handover(id("pro_id", pro_id)?).await?;
        Ok(Response::new(wire::CountAwaitingHandoverResponse { units }))
    }
}

fn items(lines: Vec<wire::OrderItem>) -> Vec<(i64, i64)> {
    lines.into_iter().map(|item| (item.pro_id, item.quantity)).collect()
}

/// The member of the staff of a request, who may work with orders and customers: a clerk or a manager.
pub(super) fn staff(actor: Option<wire::StaffActor>) -> Result<Actor, Error> {
    let actor = actor.ok_or_else(|| Error::invalid("actor", "is needed"))?;
    let role = match actor.role() {
        wire::StaffActorRole::Clerk => StaffRole::Clerk,
        wire::StaffActorRole::Manager => StaffRole::Manager,
        wire::StaffActorRole::Editor => return Err(role_denied()),
        wire::StaffActorRole::Customer | wire::StaffActorRole::Unspecified => return Err(staff_only()),
    };
    let wire::StaffActor { account_id, name, client_address, .. } = actor;
    Ok(Actor { role, account_id: id("actor.account_id", account_id)?, name, client_address })
}

/// The manager of a request.
pub(super) fn manager(actor: Option<wire::StaffActor>) -> Result<Actor, Error> {
    let actor = staff(actor)?;
    if actor.role == StaffRole::Manager { Ok(actor) } else { Err(role_denied()) }
}

/// Checks that the caller is a member of the staff, including editors.
fn check_any_role(actor: Option<wire::StaffActor>) -> Result<(), Error> {
    let actor = actor.ok_or_else(|| Error::invalid("actor", "is needed"))?;
    match actor.role() {
        wire::StaffActorRole::Clerk | wire::StaffActorRole::Manager | wire::StaffActorRole::Editor => Ok(()),
        wire::StaffActorRole::Customer | wire::StaffActorRole::Unspecified => Err(staff_only()),
    }
}

fn staff_only() -> Error {
    let mut error = Error::new(Code::PermissionDenied, "only the staff may do this");
    "staff".clone_into(&mut error.detail.reason);
    error
}

fn role_denied() -> Error {
    let mut error = Error::new(Code::PermissionDenied, "your role does not allow this");
    "role".clone_into(&mut error.detail.reason);
    error
}

impl From<PickedLine> for wire::PickedLine {
    fn from(from: PickedLine) -> Self {
        let PickedLine { pro_id, quantity: _, at, by } = from;
        Self { pro_id, at_ms: at, by: by.map(Into::into) }
    }
}

impl From<Assignee> for wire::OrderAssignee {
    fn from(from: Assignee) -> Self {
        let Assignee { account_id, name } = from;
        Self { account_id, name }
    }
}

pub(super) fn summary(order: Order) -> wire::StaffOrderSummary {
    wire::StaffOrderSummary {
        version: order.version,
        status: order.state.status.into_str().to_owned(),
        status_since_ms: order.status_since(),
        created_at_ms: order.created_at,
        pay_until_ms: order.pay_until,
        customer_id: order.customer_id,
        payment_method: order.method.into_str().to_owned(),
        payment_status: order.state.money.into_str().to_owned(),
        line_count: order.body.lines.len() as i64,
        count: order.units(),
        total: order.body.totals.total,
        refund: order.refund,
        refund_due: order.refund_due(),
        received: order.settlement.received(),
        unpaid: order.to_pay(),
        excess: order.to_refund(),
        refundable: order.refundable(),
        waived: order.settlement.waived,
        discount: order.body.totals.discount,
        delivery_fee: order.body.totals.delivery_fee,
        vat: order.body.totals.vat.iter().map(|part| part.vat).sum(),
        payments: order.settlement.payments.iter().map(|one| movement(one, &[])).collect(),
        payouts: order.settlement.refunds.iter().map(|one| movement(one, &[])).collect(),
        return_requested: order.settlement.request.is_some(),
        points_used: order.body.totals.points_used,
        points_earned: order.points_earned(),
        delivery_day: order.delivery_day.map(Into::into),
        assignee: order.assignee.map(Into::into),
        order_id: order.order_id,
        number: order.number,
        customer_name: order.body.customer_name,
        phone: order.body.phone,
        delivery: Some(order.body.delivery.into()),
        lines: order.body.lines.into_iter().take(SHOWN_LINES).map(Into::into).collect(),
    }
}

impl From<StaffOrder> for wire::StaffOrder {
    fn from(from: StaffOrder) -> Self {
        let StaffOrder {
            order,
            customer,
            log,
            has_older_log,
            actions,
            picked,
            corrections,
            undo_until,
            grant_left,
        } = from;
        let log_cursor = log.last().filter(|_| has_older_log).map(|oldest| oldest.version);
        let customer = wire::OrderCustomer {
            name: order.body.customer_name.clone(),
            phone: order.body.phone.clone(),
            order_count: customer.order_count,
            completed_count: customer.completed_count,
            points_balance: customer.points_balance,
            since_ms: customer.since,
        };
        let status = order.state.status.into_str();
        let payments = order.settlement.payments.iter().map(|one| movement(one, &log)).collect();
        let payouts = order.settlement.refunds.iter().map(|one| movement(one, &log)).collect();
        let taken_by = log.iter().find(|entry| entry.action == TAKE_ORDER);
        Self {
            taken_by: taken_by.and_then(|entry| entry.actor.clone()).map(Into::into),
            payments,
            payouts,
            corrections: corrections.into_iter().map(correction).collect(),
            version: order.version,
            customer_id: order.customer_id,
            assignee: order.assignee.clone().map(Into::into),
            cancel_reason: order.cancel_reason.clone(),
            status_since_ms: order.status_since(),
            customer: Some(customer),
            actions: actions.into_iter().map(|action| possible(action, status)).collect(),
            log: log.into_iter().map(Into::into).collect(),
            picked_lines: picked.into_iter().map(Into::into).collect(),
            undo_until_ms: undo_until,
            grant_left,
            log_cursor,
            lines_blocked_reason: order.lines_blocked().map_or("", |why| why.into_str()).to_owned(),
            order: Some(with_texts(order)),
        }
    }
}

fn correction((booking, result): (Booking, Result<Corrected, NotCorrectable>)) -> wire::OrderCorrection {
    let (amount, blocked_reason) = match &result {
        Ok(corrected) => (corrected.amount, ""),
        Err(why) => (0, why.into_str()),
    };
    let (booking, blocked_reason) = (booking.into_str().to_owned(), blocked_reason.to_owned());
    wire::OrderCorrection { booking, amount, blocked_reason }
}

/// A received or paid out amount. The name of the person who recorded it is taken from the log.
fn movement(from: &MoneyMovement, log: &[LogEntry]) -> wire::MoneyMovement {
    let mut actors = log.iter().filter_map(|entry| entry.actor.as_ref());
    let by = actors.find(|actor| actor.account_id == from.details.by);
    wire::MoneyMovement {
        at_ms: from.at,
        amount: from.amount,
        method: word(from.details.method.as_ref()),
        reference: from.details.reference.clone(),
        by: by.cloned().map(Into::into),
    }
}

fn word(method: Option<&MoneyMethod>) -> String {
    method.map_or("", MoneyMethod::word).to_owned()
}

/// The order with the reasons and notes of its returns.
fn with_texts(order: Order) -> wire::Order {
    let settlement = order.settlement.clone();
    let mut shown = wire::Order::from(order);
    for (shown, (_, whole)) in shown.returns.iter_mut().zip(settlement.valid_returns()) {
        shown.reason.clone_from(&whole.reason);
        for (shown, whole) in shown.lines.iter_mut().zip(&whole.lines) {
            shown.note.clone_from(&whole.note);
        }
    }
    if let (Some(shown), Some(whole)) = (&mut shown.return_request, settlement.request) {
        shown.reason = whole.reason;
    }
    shown
}

impl From<wire::ReturnLine> for ReturnedLine {
    fn from(from: wire::ReturnLine) -> Self {
        let wire::ReturnLine { pro_id, to_stock, to_waste, note } = from;
        Self { pro_id, to_stock, to_waste, note: note.trim().to_owned() }
    }
}

fn possible(from: ActionState, status: &str) -> wire::OrderAction {
    let ActionState { action, blocked, preview } = from;
    let next = preview.status.map_or(status, |next| next.into_str());
    wire::OrderAction {
        action: action.into_str().to_owned(),
        blocked_reason: blocked.map_or("", |why| why.into_str()).to_owned(),
        effects: Some(wire::OrderActionEffects {
            status: next.to_owned(),
            units_returned: preview.units_returned,
            refund: preview.refund,
            points_earned: preview.points_earned,
            points_returned: preview.points_returned,
            points_revoked: preview.points_revoked,
            notifies: preview.notifies,
            money_moved: preview.money_moved,
        }),
    }
}

impl From<LogEntry> for wire::OrderLogEntry {
    fn from(from: LogEntry) -> Self {
        let LogEntry { at, action, actor, from, to, note, detail, was_pickup, .. } = from;
        // The lines of a correction are in the entry after it.
        let lines: &[ReturnedLine] = if detail.booking.is_some() { &[] } else { detail.lines.as_slice() };
        let units = |of: fn(&ReturnedLine) -> i64| lines.iter().map(of).sum();
        Self {
            at_ms: at,
            units_to_stock: units(|line| line.to_stock),
            units_to_waste: units(|line| line.to_waste),
            amount: detail.moved,
            method: word(detail.moved_by.as_ref()),
            reference: detail.reference,
            consent: detail.consent.map_or("", |consent| consent.into_str()).to_owned(),
            delivery_method: method_word(was_pickup),
            action,
            actor: actor.map(Into::into),
            from,
            to,
            note,
        }
    }
}
