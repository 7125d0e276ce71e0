//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod branches;
mod weather;

use std::sync::Arc;

use heuan_rpc::personal_data_server;
use heuan_runtime::clock::Clock;
use heuan_staff_content::content_server;
use tonic::service::Routes;

use crate::{personal_data::PersonalData, store::Store, weather::Weather};

pub fn routes(store: Arc<Store>, weather: Arc<Weather>, clock: Clock) -> Routes {
    Routes::new(branches::server(store.clone()))
        .add_service(branches::import_server(store.clone()))
        .add_service(personal_data_server(PersonalData::from_store(store.clone())))
        .add_service(content_server(store, clock))
        .add_service(weather::server(weather))
}
