//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod catalog;
mod content;
mod convert;
mod stock;
mod watch;

use std::sync::Arc;

use heuan_proto::catalog::v1::{
    catalog_service_server::CatalogServiceServer, content_service_server::ContentServiceServer,
    stock_service_server::StockServiceServer,
};
use heuan_runtime::{Shutdown, clock::Clock};
use tonic::service::Routes;

use crate::store::Store;

/// Shared state of the gRPC handlers.
#[derive(Clone)]
struct Handler {
    store: Arc<Store>,
    clock: Clock,
    shutdown: Shutdown,
}

pub fn routes(store: Arc<Store>, clock: Clock, shutdown: Shutdown) -> Routes {
    let handler = Handler { store, clock, shutdown };
    Routes::new(CatalogServiceServer::new(handler.clone()))
        .add_service(StockServiceServer::new(handler.clone()))
        .add_service(ContentServiceServer::new(handler))
}
