//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod catalog;
mod content;
mod convert;
mod import;
mod staff;
mod staff_convert;
mod stock;
mod watch;

use std::sync::Arc;

use heuan_proto::catalog::v1::{
    catalog_import_service_server::CatalogImportServiceServer, catalog_service_server::CatalogServiceServer,
    content_service_server::ContentServiceServer, staff_catalog_service_server::StaffCatalogServiceServer,
    stock_service_server::StockServiceServer,
};
use heuan_rpc::personal_data_server;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_staff_content::content_server;
use tonic::service::Routes;

use self::import::ImportHandler;
use crate::{
    images::{Images, MAX_UPLOAD_BYTES},
    import::ImportJobs,
    personal_data::PersonalData,
    store::{StaffContent, Store},
};

/// Shared state of the gRPC handlers.
#[derive(Clone)]
struct Handler {
    store: Arc<Store>,
    clock: Clock,
    shutdown: Shutdown,
    /// Maximum free units that count as low stock.
    low_stock: i64,
    images: Arc<Images>,
}

/// Maximum bytes of a request: an uploaded image and its actor.
const MAX_REQUEST: usize = MAX_UPLOAD_BYTES + 64 * 1024;

pub fn routes(jobs: Arc<ImportJobs>, images: Arc<Images>, low_stock: i64) -> Routes {
    let (store, clock, shutdown) = (jobs.store.clone(), jobs.clock.clone(), jobs.shutdown.clone());
    let media = jobs.place.as_ref().map(|place| place.media.clone());
    let content = Arc::new(StaffContent::new(store.clone(), media));
    let data = PersonalData::from_store(store.clone());
    let handler = Handler { store, clock, shutdown, low_stock, images };
    let staff = StaffCatalogServiceServer::new(handler.clone()).max_decoding_message_size(MAX_REQUEST);
    Routes::new(CatalogServiceServer::new(handler.clone()))
        .add_service(CatalogImportServiceServer::new(ImportHandler::new(jobs)))
        .add_service(StockServiceServer::new(handler.clone()))
        .add_service(staff)
        .add_service(personal_data_server(data))
        .add_service(content_server(content, handler.clock.clone()))
        .add_service(ContentServiceServer::new(handler))
}
