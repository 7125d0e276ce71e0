//! A fake orders service that records calls, returns templates and fails on demand, sufficient for testing the edge.
//! The real one is tested in its own crate, and both together in `services/heuan`.

use std::sync::{Arc, Mutex, PoisonError};

use heuan_proto::orders::v1::{
    cart_service_server::CartServiceServer,
    order_service_server::{OrderService, OrderServiceServer},
    points_service_server::{PointsService, PointsServiceServer},
    staff_customer_service_server::StaffCustomerServiceServer,
    staff_order_service_server::StaffOrderServiceServer,
    viewed_products_service_server::ViewedProductsServiceServer,
    wishlist_service_server::WishlistServiceServer,
    *,
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status, service::Routes};

pub type GrpcResult<T> = Result<Response<T>, Status>;

/// A received call.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    Add(AddCartItemRequest),
    Again(AddOrderToCartRequest),
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
    StaffPlan(PlanStaffDeliveryRequest),
    StaffPick(PickStaffLineRequest),
    Correct(CorrectPointsRequest),
    StaffReturn(PreviewStaffReturnRequest),
    StaffLinesPreview(PreviewStaffLinesRequest),
    StaffLines(ChangeStaffLinesRequest),
    StaffTransfers(MatchTransfersRequest),
    StaffQuote(QuoteStaffOrderRequest),
    StaffPlace(PlaceStaffOrderRequest),
    /// A read of the staff, by its actor and order.
    StaffRead(StaffActor, String),
    /// Any other call, by its customer.
    Of(&'static str, i64),
}

#[derive(Clone, Default)]
pub struct FakeOrders(pub Arc<Inner>);

#[derive(Default)]
pub struct Inner {
    received: Mutex<Vec<Received>>,
    next_error: Mutex<Option<Error>>,
    pub elsewhere: Mutex<bool>,
    /// Orders of the staff's list; 0 is the usual number.
    pub staff_total: Mutex<i64>,
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

pub fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The planned day of the order.
pub fn delivery_day() -> DeliveryDay {
    DeliveryDay { day: "2026-11-22".to_owned(), part: "morning".to_owned() }
}

pub fn line() -> OrderLine {
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

pub fn totals() -> Totals {
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
        excess: 0,
        refundable: 146_000,
        points_earned: 4,
        delivery_day: Some(delivery_day()),
        returns: Vec::new(),
        refunds: vec![OrderRefund {
            at_ms: 1_795_194_000_000,
            amount: 4_000,
            cause: "changed".to_owned(),
            missing_points_value: 3_000,
        }],
        return_request: None,
        discount_reason: String::new(),
        seller: None,
        payment: Some(Payment {
            method: "qr".to_owned(),
            status: "pending".to_owned(),
            reference: "2611217K3M9QTX".to_owned(),
            expires_at_ms: Some(1_795_194_900_000),
            qr_payload: "000201".to_owned(),
            transfer: None,
            sandbox: true,
        }),
        history: vec![StatusChange {
            status: "awaiting_payment".to_owned(),
            at_ms: 1_795_194_000_000,
            delivery_method: String::new(),
        }],
        can_cancel: true,
    }
}
#[tonic::async_trait]
impl OrderService for FakeOrders {
    async fn quote(&self, request: Request<QuoteRequest>) -> GrpcResult<QuoteResponse> {
        self.record_call(Received::Quote(request.into_inner()))?;
        let quoted = QuoteLine {
            line: Some(line()),
            state: LineState::InsufficientStock.into(),
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
            line_count: 2,
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
