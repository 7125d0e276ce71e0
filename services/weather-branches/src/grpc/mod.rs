//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod branches;
mod weather;

use std::sync::Arc;

use tonic::service::Routes;

use crate::{store::Store, weather::Weather};

pub fn routes(store: Arc<Store>, weather: Arc<Weather>) -> Routes {
    Routes::new(branches::server(store.clone()))
        .add_service(branches::import_server(store))
        .add_service(weather::server(weather))
}
