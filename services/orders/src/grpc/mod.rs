//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod cart;
mod convert;
mod orders;
mod points;
mod staff;
mod staff_customers;
mod staff_figures;
mod viewed_products;
mod wishlist;

use std::sync::Arc;

use heuan_proto::orders::v1::{
    cart_service_server::CartServiceServer, order_service_server::OrderServiceServer,
    points_service_server::PointsServiceServer, staff_customer_service_server::StaffCustomerServiceServer,
    staff_order_service_server::StaffOrderServiceServer,
    viewed_products_service_server::ViewedProductsServiceServer,
    wishlist_service_server::WishlistServiceServer,
};
use heuan_rpc::{Error, personal_data_server};
use tonic::service::Routes;

use crate::{order_service::OrderService, personal_data::PersonalData};

/// Shared state of the gRPC handlers.
#[derive(Clone)]
struct Handler {
    service: Arc<OrderService>,
}

pub fn routes(service: &Arc<OrderService>) -> Routes {
    let handler = Handler { service: service.clone() };
    let data = PersonalData::from_store(service.store.clone(), service.clock.clone());
    Routes::new(CartServiceServer::new(handler.clone()))
        .add_service(WishlistServiceServer::new(handler.clone()))
        .add_service(ViewedProductsServiceServer::new(handler.clone()))
        .add_service(OrderServiceServer::new(handler.clone()))
        .add_service(StaffOrderServiceServer::new(handler.clone()))
        .add_service(StaffCustomerServiceServer::new(handler.clone()))
        .add_service(PointsServiceServer::new(handler))
        .add_service(personal_data_server(data))
}

/// The customer of a request. An absent id is an invalid argument, and must not count as a customer.
fn customer(customer_id: i64) -> Result<i64, Error> {
    id("customer_id", customer_id)
}

fn id(field: &str, id: i64) -> Result<i64, Error> {
    if id > 0 { Ok(id) } else { Err(Error::invalid(field, "must be a positive whole number")) }
}
