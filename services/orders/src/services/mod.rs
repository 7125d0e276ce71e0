//! Application services: the commands of each aggregate with the store and the clients that they use. `Services` makes them in
//! the order of their dependencies.
//!
//! The rules are in the modules of the aggregates, which import neither the store nor a service.

mod cart;
mod checkout;
mod order;
mod outbox;
mod points;
mod staff;
mod viewed_products;
mod wishlist;

use std::sync::Arc;

use heuan_rpc::EventSink;

pub use cart::CartService;
pub use checkout::CheckoutService;
pub use order::{OrderService, PlaceRequest, StaffTerms};
pub use outbox::OutboxDelivery;
pub use points::PointsService;
pub use staff::{
    ContactChange, ListPage, LogLine, OrderDetails, OrderSummary, PointsCommands, PointsLine, ReturnPreview,
    ReturnStock, ReturnedGoods, StaffCommands, StaffCustomerService, StaffOrderService,
};
pub use viewed_products::ViewedProductsService;
pub use wishlist::WishlistService;

use crate::{dependencies::Dependencies, reconcile::Reconciler};

/// The application services. Each keeps only the dependencies that it uses.
#[derive(Clone)]
pub struct Services {
    pub cart: Arc<CartService>,
    pub wishlist: Arc<WishlistService>,
    pub viewed_products: Arc<ViewedProductsService>,
    pub points: Arc<PointsService>,
    pub outbox: Arc<OutboxDelivery>,
    pub checkout: Arc<CheckoutService>,
    pub reconciler: Arc<Reconciler>,
    pub orders: Arc<OrderService>,
    pub staff_orders: Arc<StaffOrderService>,
    pub staff_customers: Arc<StaffCustomerService>,
}

impl Services {
    /// Without a `receiver`, events stay in the outbox.
    pub fn new(dependencies: &Dependencies, receiver: Option<EventSink>) -> Self {
        let cart = Arc::new(CartService::new(dependencies));
        let wishlist = Arc::new(WishlistService::new(dependencies, cart.clone()));
        let viewed_products = Arc::new(ViewedProductsService::new(dependencies));
        let points = Arc::new(PointsService::new(dependencies));
        let outbox = Arc::new(OutboxDelivery::new(dependencies, receiver));
        let checkout = Arc::new(CheckoutService::new(dependencies));
        let reconciler = Arc::new(Reconciler::new(dependencies));
        let orders = Arc::new(OrderService::new(dependencies, checkout.clone(), reconciler.clone()));
        let staff_orders = Arc::new(StaffOrderService::new(
            dependencies,
            checkout.clone(),
            orders.clone(),
            reconciler.clone(),
        ));
        let staff_customers = Arc::new(StaffCustomerService::new(dependencies));
        Self {
            cart,
            wishlist,
            viewed_products,
            points,
            outbox,
            checkout,
            reconciler,
            orders,
            staff_orders,
            staff_customers,
        }
    }
}
