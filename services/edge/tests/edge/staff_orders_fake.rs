//! The staff's orders in the fake orders service: lists, figures, changes and orders that staff place.

use heuan_proto::orders::v1::{staff_order_service_server::StaffOrderService, *};
use heuan_rpc::Error;
use tonic::{Request, Response};

use crate::order_fake::{FakeOrders, GrpcResult, Received, delivery_day, line, locked, order, totals};

/// Cursor of the second page of the staff's list, which is the last.
const NEXT_CURSOR: &str = "bmV4dA";

/// Units of every product that are sold and not handed over.
pub const AWAITING_HANDOVER: i64 = 4;

pub fn staff_order() -> StaffOrder {
    let effects = OrderActionEffects {
        status: "cancelled".to_owned(),
        units_returned: 2,
        refund: 146_000,
        points_earned: 0,
        points_returned: 3,
        points_revoked: 1,
        notifies: true,
        money_moved: true,
    };
    let possible = OrderAction {
        action: "cancel".to_owned(),
        blocked_reason: String::new(),
        effects: Some(effects.clone()),
    };
    let blocked = OrderAction {
        action: "dispatch".to_owned(),
        blocked_reason: "pickup".to_owned(),
        effects: Some(OrderActionEffects { status: "awaiting_payment".to_owned(), ..Default::default() }),
    };
    let clerk = OrderAssignee { account_id: 3, name: "Kham Clerk".to_owned() };
    let entry = |action: &str, actor: Option<OrderAssignee>| OrderLogEntry {
        at_ms: 1_795_194_000_000,
        action: action.to_owned(),
        actor,
        from: "placed".to_owned(),
        to: "preparing".to_owned(),
        note: "calls back".to_owned(),
        amount: None,
        units_to_stock: 0,
        units_to_waste: 0,
        method: String::new(),
        reference: String::new(),
        consent: "in_person".to_owned(),
        delivery_method: "pickup".to_owned(),
    };
    StaffOrder {
        lines_blocked_reason: String::new(),
        order: Some(order()),
        version: 7,
        customer_id: 12,
        assignee: Some(clerk.clone()),
        cancel_reason: String::new(),
        status_since_ms: 1_795_194_000_000,
        customer: Some(OrderCustomer {
            name: "Noy Keo".to_owned(),
            phone: "+8562055123456".to_owned(),
            order_count: 4,
            completed_count: 3,
            points_balance: 9,
            since_ms: 1_795_194_000_000,
        }),
        actions: vec![possible, blocked],
        log: vec![entry("confirm", Some(clerk)), entry("paid", None)],
        undo_until_ms: Some(1_795_194_010_000),
        taken_by: None,
        payments: vec![movement()],
        payouts: Vec::new(),
        grant_left: Some(14_600),
        corrections: vec![
            OrderCorrection { booking: "payment".to_owned(), amount: 146_000, ..Default::default() },
            OrderCorrection {
                booking: "hand_over".to_owned(),
                blocked_reason: "goods_returned".to_owned(),
                ..Default::default()
            },
        ],
        log_cursor: Some(3),
        picked_lines: vec![picked()],
    }
}

/// A line that a member of the staff has ticked off.
fn picked() -> PickedLine {
    let by = Some(OrderAssignee { account_id: 3, name: "Kham Clerk".to_owned() });
    PickedLine { pro_id: 7, at_ms: 1_795_194_000_000, by }
}

/// A payment by transfer.
fn movement() -> MoneyMovement {
    MoneyMovement {
        at_ms: 1_795_194_000_000,
        amount: 146_000,
        method: "transfer".to_owned(),
        reference: "FT2611".to_owned(),
        by: Some(OrderAssignee { account_id: 3, name: "Kham Clerk".to_owned() }),
    }
}

fn staff_summary() -> StaffOrderSummary {
    StaffOrderSummary {
        order_id: order().order_id,
        number: order().number,
        version: 7,
        status: "delivery_failed".to_owned(),
        status_since_ms: 1_795_194_000_000,
        created_at_ms: 1_795_194_000_000,
        pay_until_ms: None,
        customer_id: 12,
        customer_name: "Noy Keo".to_owned(),
        phone: "+8562055123456".to_owned(),
        delivery: order().delivery,
        payment_method: "cod".to_owned(),
        payment_status: "due".to_owned(),
        lines: vec![line()],
        line_count: 4,
        count: 9,
        total: 146_000,
        refund: 0,
        refund_due: 0,
        received: 0,
        return_requested: false,
        points_used: 10,
        points_earned: 4,
        assignee: None,
        payments: vec![movement(), MoneyMovement { reference: "=7".to_owned(), ..movement() }],
        payouts: Vec::new(),
        unpaid: 146_000,
        excess: 2,
        refundable: 3,
        waived: 1_000,
        discount: 5_000,
        delivery_fee: 30_000,
        vat: 13_273,
        delivery_day: Some(DeliveryDay { part: String::new(), ..delivery_day() }),
    }
}

fn figures() -> GetStaffFiguresResponse {
    let waiting = |count: i64, refund: i64| {
        let oldest_ms = (count > 0).then_some(1_795_194_000_000);
        Some(WaitingOrders { count, oldest_ms, refund })
    };
    let sales = |revenue, orders| Some(Sales { revenue, orders, reduced: orders + 5 });
    let period = SalesPeriod { start_ms: 1_795_194_000_000, sales: sales(10, 1), before: sales(20, 2) };
    let series = SalesSeries { periods: vec![period], sum: sales(30, 3), sum_before: sales(40, 4) };
    let best = BestSeller {
        pro_id: 1,
        name_la: "ຊີມັງ".to_owned(),
        name_en: "Cement".to_owned(),
        img_cover: "products/1.png".to_owned(),
        unit_la: "ຖົງ".to_owned(),
        unit_en: "bag".to_owned(),
        quantity: 9,
        revenue: 522_000,
        revenue_before: 400_000,
    };
    GetStaffFiguresResponse {
        to_confirm: waiting(2, 0),
        to_prepare: waiting(3, 0),
        to_hand_over: waiting(4, 0),
        transfers: waiting(5, 0),
        failed_delivery: waiting(0, 0),
        refunds: waiting(7, 460_000),
        to_settle: waiting(8, 0),
        returns: None,
        due_today: waiting(6, 0),
        overdue: waiting(1, 0),
        days: Some(series.clone()),
        weeks: Some(series),
        best_sellers: vec![best],
    }
}

#[tonic::async_trait]
impl StaffOrderService for FakeOrders {
    async fn list_staff_orders(
        &self,
        request: Request<ListStaffOrdersRequest>,
    ) -> GrpcResult<ListStaffOrdersResponse> {
        let request = request.into_inner();
        let is_last = request.cursor == NEXT_CURSOR;
        self.record_call(Received::StaffList(request))?;
        let next_cursor = if is_last { String::new() } else { NEXT_CURSOR.to_owned() };
        let total = *locked(&self.0.staff_total);
        let total = if total == 0 { 11 } else { total };
        Ok(Response::new(ListStaffOrdersResponse { orders: vec![staff_summary()], next_cursor, total }))
    }

    async fn count_staff_orders(
        &self,
        request: Request<CountStaffOrdersRequest>,
    ) -> GrpcResult<CountStaffOrdersResponse> {
        let CountStaffOrdersRequest { actor, branch_id } = request.into_inner();
        self.record_call(Received::StaffRead(actor.unwrap_or_default(), format!("branch {branch_id}")))?;
        Ok(Response::new(CountStaffOrdersResponse {
            all: 11,
            to_confirm: 2,
            to_prepare: 3,
            to_hand_over: 4,
            transfers: 5,
            failed_delivery: 6,
            refunds: 7,
            mine: 8,
            returns: 9,
            to_settle: 10,
            due_today: 12,
            overdue: 13,
        }))
    }

    async fn get_staff_order(
        &self,
        request: Request<GetStaffOrderRequest>,
    ) -> GrpcResult<GetStaffOrderResponse> {
        let GetStaffOrderRequest { actor, order_id } = request.into_inner();
        self.record_call(Received::StaffRead(actor.unwrap_or_default(), order_id.clone()))?;
        if ![order().order_id, order().number].contains(&order_id) {
            return Err(Error::not_found("no such order").into());
        }
        Ok(Response::new(GetStaffOrderResponse { order: Some(staff_order()) }))
    }

    async fn update_staff_order(
        &self,
        request: Request<UpdateStaffOrderRequest>,
    ) -> GrpcResult<UpdateStaffOrderResponse> {
        self.record_call(Received::StaffUpdate(request.into_inner()))?;
        Ok(Response::new(UpdateStaffOrderResponse { order: Some(staff_order()) }))
    }

    async fn change_staff_order(
        &self,
        request: Request<ChangeStaffOrderRequest>,
    ) -> GrpcResult<ChangeStaffOrderResponse> {
        self.record_call(Received::StaffChange(request.into_inner()))?;
        Ok(Response::new(ChangeStaffOrderResponse { order: Some(staff_order()) }))
    }

    async fn plan_staff_delivery(
        &self,
        request: Request<PlanStaffDeliveryRequest>,
    ) -> GrpcResult<PlanStaffDeliveryResponse> {
        self.record_call(Received::StaffPlan(request.into_inner()))?;
        Ok(Response::new(PlanStaffDeliveryResponse { order: Some(staff_order()) }))
    }

    async fn pick_staff_line(
        &self,
        request: Request<PickStaffLineRequest>,
    ) -> GrpcResult<PickStaffLineResponse> {
        self.record_call(Received::StaffPick(request.into_inner()))?;
        let (order_id, picked_lines) = (order().order_id, vec![picked()]);
        Ok(Response::new(PickStaffLineResponse { order_id, picked_lines }))
    }

    async fn list_order_log(
        &self,
        request: Request<ListOrderLogRequest>,
    ) -> GrpcResult<ListOrderLogResponse> {
        let ListOrderLogRequest { actor, order_id, cursor } = request.into_inner();
        let read = format!("log of {order_id} before {cursor}");
        self.record_call(Received::StaffRead(actor.unwrap_or_default(), read))?;
        Ok(Response::new(ListOrderLogResponse { log: staff_order().log, next_cursor: None }))
    }

    async fn count_awaiting_handover(
        &self,
        request: Request<CountAwaitingHandoverRequest>,
    ) -> GrpcResult<CountAwaitingHandoverResponse> {
        let CountAwaitingHandoverRequest { actor, pro_id } = request.into_inner();
        let read = format!("product {pro_id} awaiting handover");
        self.record_call(Received::StaffRead(actor.unwrap_or_default(), read))?;
        Ok(Response::new(CountAwaitingHandoverResponse { units: AWAITING_HANDOVER }))
    }

    async fn get_staff_figures(
        &self,
        request: Request<GetStaffFiguresRequest>,
    ) -> GrpcResult<GetStaffFiguresResponse> {
        let GetStaffFiguresRequest { actor, branch_id } = request.into_inner();
        let figures_of = format!("figures of branch {branch_id}");
        self.record_call(Received::StaffRead(actor.unwrap_or_default(), figures_of))?;
        Ok(Response::new(figures()))
    }

    async fn quote_staff_order(
        &self,
        request: Request<QuoteStaffOrderRequest>,
    ) -> GrpcResult<QuoteStaffOrderResponse> {
        self.record_call(Received::StaffQuote(request.into_inner()))?;
        let quote = QuoteResponse { totals: Some(totals()), point_value: 1000, ..Default::default() };
        Ok(Response::new(QuoteStaffOrderResponse { quote: Some(quote) }))
    }

    async fn place_staff_order(
        &self,
        request: Request<PlaceStaffOrderRequest>,
    ) -> GrpcResult<PlaceStaffOrderResponse> {
        let request = request.into_inner();
        let actor = request.actor.clone().unwrap_or_default();
        let discount = request.discount.clone().unwrap_or_default();
        self.record_call(Received::StaffPlace(request))?;
        let totals = Totals { discount: discount.amount, ..totals() };
        let order = Order { totals: Some(totals), discount_reason: discount.reason, ..order() };
        let taken_by = Some(OrderAssignee { account_id: actor.account_id, name: actor.name });
        let order = StaffOrder { order: Some(order), taken_by, ..staff_order() };
        Ok(Response::new(PlaceStaffOrderResponse { order: Some(order) }))
    }

    async fn preview_staff_return(
        &self,
        request: Request<PreviewStaffReturnRequest>,
    ) -> GrpcResult<PreviewStaffReturnResponse> {
        self.record_call(Received::StaffReturn(request.into_inner()))?;
        let refund = 1_169_000;
        Ok(Response::new(PreviewStaffReturnResponse { version: 7, refund, ..Default::default() }))
    }

    async fn preview_staff_lines(
        &self,
        request: Request<PreviewStaffLinesRequest>,
    ) -> GrpcResult<PreviewStaffLinesResponse> {
        self.record_call(Received::StaffLinesPreview(request.into_inner()))?;
        let totals = Some(Totals { total: 1_000_000, ..Totals::default() });
        Ok(Response::new(PreviewStaffLinesResponse {
            version: 7,
            totals_before: totals.clone(),
            totals,
            refund: 169_000,
            ..Default::default()
        }))
    }

    async fn change_staff_lines(
        &self,
        request: Request<ChangeStaffLinesRequest>,
    ) -> GrpcResult<ChangeStaffLinesResponse> {
        self.record_call(Received::StaffLines(request.into_inner()))?;
        Ok(Response::new(ChangeStaffLinesResponse { order: Some(staff_order()) }))
    }

    async fn match_transfers(
        &self,
        request: Request<MatchTransfersRequest>,
    ) -> GrpcResult<MatchTransfersResponse> {
        self.record_call(Received::StaffTransfers(request.into_inner()))?;
        let candidate =
            TransferCandidate { order: Some(staff_summary()), difference: -1_000, has_name: true };
        let lines = vec![
            StatementLine {
                number: 1,
                text: "145,000 261121-7K3M9QTX".to_owned(),
                amount: 145_000,
                reference: "FT2611".to_owned(),
                fit: "different_amount".to_owned(),
                candidates: vec![candidate],
                candidate_count: 1,
                ..Default::default()
            },
            StatementLine {
                number: 3,
                text: "Date".to_owned(),
                unread_reason: "no_amount".to_owned(),
                ..Default::default()
            },
        ];
        Ok(Response::new(MatchTransfersResponse { lines }))
    }
}
