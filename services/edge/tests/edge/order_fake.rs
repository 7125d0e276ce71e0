//! A fake orders service that records calls, returns templates and fails on demand, sufficient for testing the edge.
//! The real one is tested in its own crate, and both together in `services/heuan`.

use std::sync::{Arc, Mutex, PoisonError};

use heuan_proto::orders::v1::{
    cart_service_server::{CartService, CartServiceServer},
    order_service_server::{OrderService, OrderServiceServer},
    points_service_server::{PointsService, PointsServiceServer},
    staff_customer_service_server::StaffCustomerServiceServer,
    staff_order_service_server::{StaffOrderService, StaffOrderServiceServer},
    viewed_products_service_server::{ViewedProductsService, ViewedProductsServiceServer},
    wishlist_service_server::{WishlistService, WishlistServiceServer},
    *,
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status, service::Routes};

/// Cursor of the second page of the staff's list, which is the last.
const NEXT_CURSOR: &str = "bmV4dA";

type GrpcResult<T> = Result<Response<T>, Status>;

/// A received call.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    Add(AddCartItemRequest),
    Update(UpdateCartItemRequest),
    Remove(RemoveCartItemRequest),
    Place(PlaceOrderRequest),
    List(ListOrdersRequest),
    Confirm(ConfirmPaymentRequest),
    Act(SimulatePaymentRequest),
    Quote(QuoteRequest),
    Viewed(AddViewedProductsRequest),
    StaffList(ListStaffOrdersRequest),
    StaffUpdate(UpdateStaffOrderRequest),
    StaffChange(ChangeStaffOrderRequest),
    Correct(CorrectPointsRequest),
    StaffReturn(PreviewStaffReturnRequest),
    StaffLinesPreview(PreviewStaffLinesRequest),
    StaffLines(ChangeStaffLinesRequest),
    StaffQuote(QuoteStaffOrderRequest),
    StaffPlace(PlaceStaffOrderRequest),
    /// A read of the staff, by its actor and order.
    StaffRead(StaffActor, String),
    /// Any other call, by its customer.
    Of(&'static str, i64),
}

#[derive(Clone, Default)]
pub struct FakeOrders(Arc<Inner>);

#[derive(Default)]
struct Inner {
    received: Mutex<Vec<Received>>,
    next_error: Mutex<Option<Error>>,
    elsewhere: Mutex<bool>,
    /// Orders of the staff's list; 0 is the usual number.
    staff_total: Mutex<i64>,
    open_order: Mutex<bool>,
}

impl FakeOrders {
    pub fn routes(&self, routes: Routes) -> Routes {
        routes
            .add_service(CartServiceServer::new(self.clone()))
            .add_service(WishlistServiceServer::new(self.clone()))
            .add_service(ViewedProductsServiceServer::new(self.clone()))
            .add_service(OrderServiceServer::new(self.clone()))
            .add_service(StaffOrderServiceServer::new(self.clone()))
            .add_service(StaffCustomerServiceServer::new(self.clone()))
            .add_service(PointsServiceServer::new(self.clone()))
    }

    /// The calls since the last time.
    pub fn take_received(&self) -> Vec<Received> {
        std::mem::take(&mut *locked(&self.0.received))
    }

    /// The next call fails with this error.
    pub fn fail_next(&self, error: Error) {
        *locked(&self.0.next_error) = Some(error);
    }

    /// From now on lines count as changed on another device.
    pub fn set_elsewhere(&self, elsewhere: bool) {
        *locked(&self.0.elsewhere) = elsewhere;
    }

    pub fn set_staff_total(&self, total: i64) {
        *locked(&self.0.staff_total) = total;
    }

    /// Whether each customer has an open order.
    pub fn has_open_order(&self) -> std::sync::MutexGuard<'_, bool> {
        locked(&self.0.open_order)
    }

    pub fn record_call(&self, received: Received) -> Result<(), Status> {
        locked(&self.0.received).push(received);
        locked(&self.0.next_error).take().map_or(Ok(()), |error| Err(error.into()))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[allow(clippy::unnecessary_wraps, reason = "as messages want it")]
fn cart() -> Option<Cart> {
    let line = |pro_id, state: LineState| CartLine {
        pro_id,
        quantity: 2,
        version: 4,
        price: 58_000,
        price_was: (pro_id == 2).then_some(50_000),
        original_price: (pro_id == 1).then_some(60_000),
        stock: 7,
        vatrate: 10,
        state: state.into(),
        name_la: "ຊີມັງ".to_owned(),
        name_en: "Cement".to_owned(),
        img_cover: "products/1.png".to_owned(),
        unit_la: "ຖົງ".to_owned(),
        unit_en: "bag".to_owned(),
        total: 116_000,
    };
    let lines = vec![line(1, LineState::Ok), line(2, LineState::Short)];
    Some(Cart { version: 5, count: 4, total: 232_000, lines })
}

fn viewed_products() -> Vec<ViewedProduct> {
    vec![ViewedProduct { pro_id: 3, viewed_at_ms: 1_795_194_000_000 }]
}

fn wishlist() -> Vec<WishlistItem> {
    vec![WishlistItem {
        pro_id: 3,
        name_en: "Drill".to_owned(),
        stock: 0,
        in_cart: true,
        ..Default::default()
    }]
}

fn line() -> OrderLine {
    OrderLine {
        pro_id: 1,
        name_la: "ຊີມັງ".to_owned(),
        name_en: "Cement".to_owned(),
        quantity: 2,
        price: 58_000,
        vatrate: 10,
        total: 116_000,
        ..Default::default()
    }
}

fn totals() -> Totals {
    Totals {
        subtotal: 116_000,
        delivery_fee: 30_000,
        free_delivery_from: 500_000,
        total: 146_000,
        vat: vec![VatBreakdown { rate: 10, net: 132_727, vat: 13_273, gross: 146_000 }],
        ..Default::default()
    }
}

pub fn order() -> Order {
    Order {
        order_id: "7k3m9qtx00000000000000abcd".to_owned(),
        number: "261121-7K3M9QTX".to_owned(),
        status: "awaiting_payment".to_owned(),
        created_at_ms: 1_795_194_000_000,
        lines: vec![line()],
        totals: Some(totals()),
        delivery: Some(Delivery {
            method: "pickup".to_owned(),
            branch_id: Some(1),
            branch_name_en: "Headquarters".to_owned(),
            ..Default::default()
        }),
        phone: "+8562055123456".to_owned(),
        customer_name: "Noy Keo".to_owned(),
        receiver: Some(OrderReceiver { name: "Kham".to_owned(), ..Default::default() }),
        refund: 0,
        received: 146_000,
        refunded: 0,
        waived: 0,
        unpaid: 0,
        returns: Vec::new(),
        refunds: Vec::new(),
        return_request: None,
        discount_reason: String::new(),
        payment: Some(Payment {
            method: "qr".to_owned(),
            status: "pending".to_owned(),
            reference: "2611217K3M9QTX".to_owned(),
            expires_at_ms: Some(1_795_194_900_000),
            qr_payload: "000201".to_owned(),
            transfer: None,
            sandbox: true,
        }),
        history: vec![StatusChange { status: "awaiting_payment".to_owned(), at_ms: 1_795_194_000_000 }],
        can_cancel: true,
    }
}

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
        assignee: None,
    }
}

fn figures() -> GetStaffFiguresResponse {
    let waiting = |count: i64, refund: i64| {
        let oldest_ms = (count > 0).then_some(1_795_194_000_000);
        Some(WaitingOrders { count, oldest_ms, refund })
    };
    let sales = |revenue, orders| Some(Sales { revenue, orders });
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
        let actor = request.into_inner().actor.unwrap_or_default();
        self.record_call(Received::StaffRead(actor, String::new()))?;
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

    async fn get_staff_figures(
        &self,
        request: Request<GetStaffFiguresRequest>,
    ) -> GrpcResult<GetStaffFiguresResponse> {
        let actor = request.into_inner().actor.unwrap_or_default();
        self.record_call(Received::StaffRead(actor, "figures".to_owned()))?;
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
}

#[tonic::async_trait]
impl CartService for FakeOrders {
    async fn get_cart(&self, request: Request<GetCartRequest>) -> GrpcResult<GetCartResponse> {
        self.record_call(Received::Of("GetCart", request.into_inner().customer_id))?;
        Ok(Response::new(GetCartResponse { cart: cart() }))
    }

    async fn add_cart_item(&self, request: Request<AddCartItemRequest>) -> GrpcResult<AddCartItemResponse> {
        self.record_call(Received::Add(request.into_inner()))?;
        Ok(Response::new(AddCartItemResponse { cart: cart() }))
    }

    async fn update_cart_item(
        &self,
        request: Request<UpdateCartItemRequest>,
    ) -> GrpcResult<UpdateCartItemResponse> {
        self.record_call(Received::Update(request.into_inner()))?;
        let changed_elsewhere = *locked(&self.0.elsewhere);
        Ok(Response::new(UpdateCartItemResponse { cart: cart(), changed_elsewhere }))
    }

    async fn remove_cart_item(
        &self,
        request: Request<RemoveCartItemRequest>,
    ) -> GrpcResult<RemoveCartItemResponse> {
        self.record_call(Received::Remove(request.into_inner()))?;
        Ok(Response::new(RemoveCartItemResponse { cart: cart() }))
    }

    async fn clear_cart(&self, request: Request<ClearCartRequest>) -> GrpcResult<ClearCartResponse> {
        self.record_call(Received::Of("ClearCart", request.into_inner().customer_id))?;
        Ok(Response::new(ClearCartResponse { cart: Some(Cart::default()) }))
    }
}

#[tonic::async_trait]
impl ViewedProductsService for FakeOrders {
    async fn list_viewed_products(
        &self,
        request: Request<ListViewedProductsRequest>,
    ) -> GrpcResult<ListViewedProductsResponse> {
        self.record_call(Received::Of("ListViewedProducts", request.into_inner().customer_id))?;
        Ok(Response::new(ListViewedProductsResponse { products: viewed_products() }))
    }

    async fn add_viewed_products(
        &self,
        request: Request<AddViewedProductsRequest>,
    ) -> GrpcResult<AddViewedProductsResponse> {
        self.record_call(Received::Viewed(request.into_inner()))?;
        Ok(Response::new(AddViewedProductsResponse { products: viewed_products() }))
    }

    async fn clear_viewed_products(
        &self,
        request: Request<ClearViewedProductsRequest>,
    ) -> GrpcResult<ClearViewedProductsResponse> {
        self.record_call(Received::Of("ClearViewedProducts", request.into_inner().customer_id))?;
        Ok(Response::new(ClearViewedProductsResponse {}))
    }
}

#[tonic::async_trait]
impl WishlistService for FakeOrders {
    async fn get_wishlist(&self, request: Request<GetWishlistRequest>) -> GrpcResult<GetWishlistResponse> {
        self.record_call(Received::Of("GetWishlist", request.into_inner().customer_id))?;
        Ok(Response::new(GetWishlistResponse { items: wishlist() }))
    }

    async fn add_wishlist_item(
        &self,
        request: Request<AddWishlistItemRequest>,
    ) -> GrpcResult<AddWishlistItemResponse> {
        self.record_call(Received::Of("AddWishlistItem", request.into_inner().customer_id))?;
        Ok(Response::new(AddWishlistItemResponse { items: wishlist() }))
    }

    async fn remove_wishlist_item(
        &self,
        request: Request<RemoveWishlistItemRequest>,
    ) -> GrpcResult<RemoveWishlistItemResponse> {
        self.record_call(Received::Of("RemoveWishlistItem", request.into_inner().customer_id))?;
        Ok(Response::new(RemoveWishlistItemResponse { items: wishlist() }))
    }

    async fn clear_wishlist(
        &self,
        request: Request<ClearWishlistRequest>,
    ) -> GrpcResult<ClearWishlistResponse> {
        self.record_call(Received::Of("ClearWishlist", request.into_inner().customer_id))?;
        Ok(Response::new(ClearWishlistResponse::default()))
    }

    async fn add_wishlist_to_cart(
        &self,
        request: Request<AddWishlistToCartRequest>,
    ) -> GrpcResult<AddWishlistToCartResponse> {
        self.record_call(Received::Of("AddWishlistToCart", request.into_inner().customer_id))?;
        let skipped = vec![SkippedItem { pro_id: 3, reason: SkipReason::InCart.into() }];
        Ok(Response::new(AddWishlistToCartResponse { cart: cart(), added_pro_ids: vec![1, 2], skipped }))
    }
}

#[tonic::async_trait]
impl OrderService for FakeOrders {
    async fn quote(&self, request: Request<QuoteRequest>) -> GrpcResult<QuoteResponse> {
        self.record_call(Received::Quote(request.into_inner()))?;
        let quoted = QuoteLine {
            line: Some(line()),
            state: LineState::Short.into(),
            available: 1,
            price_was: Some(50_000),
        };
        Ok(Response::new(QuoteResponse {
            lines: vec![quoted],
            totals: Some(totals()),
            points_balance: 9,
            point_value: 1000,
            payment_methods: vec!["cod".to_owned(), "qr".to_owned(), "gold".to_owned()],
            changed: vec![heuan_proto::rpc::v1::LineChange {
                pro_id: 1,
                requested: 2,
                available: 1,
                price_was: Some(50_000),
                price_now: Some(58_000),
            }],
            cart_version: 5,
        }))
    }

    async fn place_order(&self, request: Request<PlaceOrderRequest>) -> GrpcResult<PlaceOrderResponse> {
        self.record_call(Received::Place(request.into_inner()))?;
        Ok(Response::new(PlaceOrderResponse { order: Some(order()) }))
    }

    async fn get_order(&self, request: Request<GetOrderRequest>) -> GrpcResult<GetOrderResponse> {
        let request = request.into_inner();
        self.record_call(Received::Of("GetOrder", request.customer_id))?;
        if request.order_id != order().order_id {
            return Err(Error::not_found("no such order").into());
        }
        Ok(Response::new(GetOrderResponse { order: Some(order()) }))
    }

    async fn list_orders(&self, request: Request<ListOrdersRequest>) -> GrpcResult<ListOrdersResponse> {
        self.record_call(Received::List(request.into_inner()))?;
        let summary = OrderSummary {
            order_id: "7k3m9qtx".to_owned(),
            status: "placed".to_owned(),
            total: 146_000,
            count: 2,
            payment_method: "cod".to_owned(),
            payment_status: "due".to_owned(),
            ..Default::default()
        };
        Ok(Response::new(ListOrdersResponse { orders: vec![summary], total: 11 }))
    }

    async fn cancel_order(&self, request: Request<CancelOrderRequest>) -> GrpcResult<CancelOrderResponse> {
        self.record_call(Received::Of("CancelOrder", request.into_inner().customer_id))?;
        Ok(Response::new(CancelOrderResponse { order: Some(order()) }))
    }

    async fn confirm_payment(
        &self,
        request: Request<ConfirmPaymentRequest>,
    ) -> GrpcResult<ConfirmPaymentResponse> {
        self.record_call(Received::Confirm(request.into_inner()))?;
        Ok(Response::new(ConfirmPaymentResponse {}))
    }

    async fn poll_payment(&self, request: Request<PollPaymentRequest>) -> GrpcResult<PollPaymentResponse> {
        self.record_call(Received::Of("PollPayment", request.into_inner().customer_id))?;
        Ok(Response::new(PollPaymentResponse { order: Some(order()) }))
    }

    async fn simulate_payment(
        &self,
        request: Request<SimulatePaymentRequest>,
    ) -> GrpcResult<SimulatePaymentResponse> {
        self.record_call(Received::Act(request.into_inner()))?;
        Ok(Response::new(SimulatePaymentResponse {}))
    }
}

#[tonic::async_trait]
impl PointsService for FakeOrders {
    async fn get_points(&self, request: Request<GetPointsRequest>) -> GrpcResult<GetPointsResponse> {
        self.record_call(Received::Of("GetPoints", request.into_inner().customer_id))?;
        let entries = vec![PointsEntry {
            at_ms: 1_795_194_000_000,
            kind: "revoked".to_owned(),
            points: -3,
            order_id: "a".to_owned(),
        }];
        Ok(Response::new(GetPointsResponse {
            balance: 9,
            kip_per_point: 200_000,
            point_value: 1000,
            entries,
        }))
    }
}
