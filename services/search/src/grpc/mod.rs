//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod convert;
mod staff;

use std::sync::Arc;

use heuan_proto::search::v1::{
    self as wire,
    search_service_server::{SearchService, SearchServiceServer},
    staff_search_service_server::StaffSearchServiceServer,
};
use heuan_rpc::{Error, personal_data_server, retention_server};
use tonic::{Request, Response, Status, service::Routes};

use crate::{personal_data::PersonalData, search_service::ProductSearch, store::store_error};
use convert::{IntoWire as _, entry, limited, page};

/// Maximum characters of a visitor id.
const MAX_VISITOR_ID_CHARS: usize = 64;

pub fn routes(service: &Arc<ProductSearch>) -> Routes {
    Routes::new(SearchServiceServer::new(Handler { service: service.clone() }))
        .add_service(StaffSearchServiceServer::new(Handler { service: service.clone() }))
        .add_service(personal_data_server(PersonalData::from_store(service.store.clone())))
        .add_service(retention_server(&[
            ("searches", service.config.history_retention_days),
            ("counted_searches", service.config.popular_window_days()),
        ]))
}

struct Handler {
    service: Arc<ProductSearch>,
}

#[tonic::async_trait]
impl SearchService for Handler {
    async fn search_products(
        &self,
        request: Request<wire::SearchProductsRequest>,
    ) -> Result<Response<wire::SearchProductsResponse>, Status> {
        // The state is read before and after the search, because changes may arrive and become searchable
        // meanwhile.
        let was_behind = self.service.current.is_behind();
        let answer = self.service.find(page(request.into_inner())?).await?.into_wire();
        let indexing = was_behind || self.service.current.is_behind();
        Ok(Response::new(wire::SearchProductsResponse { indexing, ..answer }))
    }

    async fn suggest(
        &self,
        request: Request<wire::SuggestRequest>,
    ) -> Result<Response<wire::SuggestResponse>, Status> {
        let wire::SuggestRequest { text, limit } = request.into_inner();
        let texts = self.service.suggest(&text, limited("limit", limit, 20)?)?;
        Ok(Response::new(wire::SuggestResponse { texts }))
    }

    async fn list_popular_searches(
        &self,
        request: Request<wire::ListPopularSearchesRequest>,
    ) -> Result<Response<wire::ListPopularSearchesResponse>, Status> {
        let wire::ListPopularSearchesRequest { limit, language } = request.into_inner();
        let limit = limited("limit", limit, 50)?;
        let first = self.service.popular_in(&language).await?.into_iter().take(limit);
        let searches = first.map(|it| wire::PopularSearch { text: it.text, visitors: it.visitors }).collect();
        Ok(Response::new(wire::ListPopularSearchesResponse { searches }))
    }

    async fn list_searches_without_result(
        &self,
        request: Request<wire::ListSearchesWithoutResultRequest>,
    ) -> Result<Response<wire::ListSearchesWithoutResultResponse>, Status> {
        let wire::ListSearchesWithoutResultRequest { limit, actor } = request.into_inner();
        if actor.is_some() {
            staff::editor(actor)?;
        }
        let limit = limited("limit", limit, 50)?;
        let missed = self.service.without_result(limit).await?;
        let searches =
            missed.into_iter().map(|it| wire::PopularSearch { text: it.text, visitors: it.visitors });
        Ok(Response::new(wire::ListSearchesWithoutResultResponse { searches: searches.collect() }))
    }

    async fn record_search(
        &self,
        request: Request<wire::RecordSearchRequest>,
    ) -> Result<Response<wire::RecordSearchResponse>, Status> {
        let wire::RecordSearchRequest { text, visitor, customer_id } = request.into_inner();
        check_visitor(&visitor)?;
        let customer_id = customer_id.map(customer).transpose()?;
        let noted = self.service.record(&text, &visitor, customer_id).await?;
        Ok(Response::new(wire::RecordSearchResponse { entry: noted.map(entry) }))
    }

    async fn record_search_click(
        &self,
        request: Request<wire::RecordSearchClickRequest>,
    ) -> Result<Response<wire::RecordSearchClickResponse>, Status> {
        let wire::RecordSearchClickRequest { text, visitor } = request.into_inner();
        check_visitor(&visitor)?;
        self.service.record_click(&text, &visitor).await?;
        Ok(Response::new(wire::RecordSearchClickResponse {}))
    }

    async fn list_search_history(
        &self,
        request: Request<wire::ListSearchHistoryRequest>,
    ) -> Result<Response<wire::ListSearchHistoryResponse>, Status> {
        let wire::ListSearchHistoryRequest { customer_id, limit } = request.into_inner();
        let limit = limited("limit", limit, 50)? as i64;
        let entries = self.service.store.history(customer(customer_id)?, limit).await.map_err(store_error)?;
        Ok(Response::new(wire::ListSearchHistoryResponse {
            entries: entries.into_iter().map(entry).collect(),
        }))
    }

    async fn clear_search_history(
        &self,
        request: Request<wire::ClearSearchHistoryRequest>,
    ) -> Result<Response<wire::ClearSearchHistoryResponse>, Status> {
        let wire::ClearSearchHistoryRequest { customer_id, id } = request.into_inner();
        self.service.store.delete_history(customer(customer_id)?, id).await.map_err(store_error)?;
        Ok(Response::new(wire::ClearSearchHistoryResponse {}))
    }
}

fn check_visitor(visitor: &str) -> Result<(), Error> {
    if visitor.chars().nth(MAX_VISITOR_ID_CHARS).is_none() {
        return Ok(());
    }
    Err(Error::invalid("visitor", "must have at most 64 characters"))
}

/// The customer of a request. An absent id is an invalid argument, and must not count as a customer.
fn customer(id: i64) -> Result<i64, Error> {
    if id > 0 { Ok(id) } else { Err(Error::invalid("customer_id", "must be a positive whole number")) }
}
