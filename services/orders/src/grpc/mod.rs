//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod cart;
mod convert;
mod orders;
mod points;
mod staff;
mod staff_customers;
mod staff_figures;
mod staff_transfers;
mod viewed_products;
mod wishlist;

use heuan_rpc::{Error, personal_data_server, retention_server};
use tonic::service::Routes;

use crate::{personal_data::PersonalData, services::Services};

/// `contact_days` is the retention of the contact on orders.
pub fn routes(services: &Services, data: PersonalData, contact_days: i64) -> Routes {
    let services = services.clone();
    Routes::new(cart::server(services.cart))
        .add_service(wishlist::server(services.wishlist))
        .add_service(viewed_products::server(services.viewed_products))
        .add_service(orders::server(services.orders, services.checkout.clone()))
        .add_service(staff::server(services.staff_orders, services.checkout))
        .add_service(staff_customers::server(services.staff_customers))
        .add_service(points::server(services.points))
        .add_service(personal_data_server(data))
        // An erasure of the account removes the contact earlier. The orders stay, because invoices must be
        // kept.
        .add_service(retention_server(&[("order_contacts", contact_days), ("orders", -1)]))
}

/// The customer of a request. An absent id is an invalid argument, and must not count as a customer.
fn customer(customer_id: i64) -> Result<i64, Error> {
    id("customer_id", customer_id)
}

fn id(field: &str, id: i64) -> Result<i64, Error> {
    if id > 0 { Ok(id) } else { Err(Error::invalid(field, "must be a positive whole number")) }
}
