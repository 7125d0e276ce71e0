//! Route `GET /api/v1/group`: the second level of the product tree, of one category or of all.

#![allow(clippy::struct_field_names, reason = "the names are the specification's")]

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_proto::catalog::v1::{self as proto, catalog_service_client::CatalogServiceClient};
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, catalog_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::Envelope,
    params::{CanonicalUrl, Params},
    problem::{ClientErrorResponses, Problem},
};

/// The second level of the catalog.
#[derive(Serialize, ToSchema)]
pub struct Group {
    #[schema(minimum = 1, example = 101)]
    prog_id: i64,
    #[schema(minimum = 1, example = 1)]
    cat_id: i64,
    prog_name_la: String,
    prog_name_en: String,
    product_count: i64,
}

impl From<proto::Group> for Group {
    fn from(group: proto::Group) -> Self {
        Self {
            prog_id: group.prog_id,
            cat_id: group.cat_id,
            prog_name_la: group.name_la,
            prog_name_en: group.name_en,
            product_count: group.product_count,
        }
    }
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct GroupQuery {
    /// Only groups of this category.
    #[param(minimum = 1)]
    cat_id: Option<i64>,
}

/// Lists the groups of one category, or all.
#[utoipa::path(
    tag = "catalog",
    operation_id = "list_groups",
    params(GroupQuery),
    responses(
        (status = 200, description = "The groups", body = Envelope<Vec<Group>>),
        ClientErrorResponses,
    ),
)]
#[get("/api/v1/group")]
pub async fn list(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let cat_id = Params::of(request.query_string()).id("cat_id")?;
    state.respond(&request, &GroupsQuery { cat_id }).await
}

pub(crate) async fn fetch(clients: &Clients, cat_id: Option<i64>) -> Result<Body> {
    let request = proto::ListGroupsRequest { cat_ids: cat_id.into_iter().collect() };
    let answer = clients.catalog().read("ListGroups", CatalogServiceClient::list_groups, request).await?;
    let groups: Vec<Group> = answer.groups.into_iter().map(Group::from).collect();
    Body::json(&Envelope::of(groups))
}

/// The groups of one category, or all.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupsQuery {
    pub cat_id: Option<i64>,
}

impl CachedQuery for GroupsQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/group").with("cat_id", self.cat_id)
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let cat_id = self.cat_id;
        catalog_response(state, self.url(), move |clients| async move { fetch(&clients, cat_id).await })
    }
}
