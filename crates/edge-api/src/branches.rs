//! Route `GET /api/v1/branch`: the stores of the retailer, with address, coordinates and opening hours.

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_proto::branches::v1::{self as proto, branches_service_client::BranchesServiceClient};
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, independent_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::Envelope,
    params::CanonicalUrl,
    problem::{ClientErrorResponses, Problem},
};

/// A branch of the retailer. The field names are the specification's.
#[derive(Serialize, ToSchema)]
pub struct Branch {
    b_id: i64,
    #[schema(example = "HQ01")]
    b_code: String,
    /// Lao.
    b_name: String,
    b_name_eng: String,
    /// Image path, or empty.
    b_image: String,
    brchcode: String,
    tb_address_la: String,
    tb_address_en: String,
    /// Map link or `lat,lng`, as the operator entered it.
    b_map: String,
    b_f_phone: String,
    b_s_phone: String,
    b_email: String,
    b_f_fax: String,
    b_s_fax: String,
    b_history_la: String,
    b_history_en: String,
    b_show_map: bool,
    /// Null if absent or out of range.
    #[schema(required)]
    lat: Option<f64>,
    #[schema(required)]
    lng: Option<f64>,
    /// `HH:MM`, Vientiane time; empty means the company's hours.
    open: String,
    close: String,
}

/// Lists all branches, head office first.
#[utoipa::path(
    tag = "branches",
    operation_id = "list_branches",
    responses((status = 200, description = "The branches", body = Envelope<Vec<Branch>>), ClientErrorResponses),
)]
#[get("/api/v1/branch")]
pub async fn list(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &BranchesQuery).await
}

pub(crate) async fn fetch(clients: &Clients) -> Result<Body> {
    let request = proto::ListBranchesRequest {};
    let answer =
        clients.branches().read("ListBranches", BranchesServiceClient::list_branches, request).await?;
    let branches: Vec<Branch> = answer.branches.into_iter().map(Branch::from).collect();
    Body::json(&Envelope::of(branches))
}

impl From<proto::Branch> for Branch {
    fn from(branch: proto::Branch) -> Self {
        Self {
            b_id: branch.b_id,
            b_code: branch.b_code,
            b_name: branch.b_name,
            b_name_eng: branch.b_name_eng,
            b_image: branch.b_image,
            brchcode: branch.brchcode,
            tb_address_la: branch.tb_address_la,
            tb_address_en: branch.tb_address_en,
            b_map: branch.b_map,
            b_f_phone: branch.b_f_phone,
            b_s_phone: branch.b_s_phone,
            b_email: branch.b_email,
            b_f_fax: branch.b_f_fax,
            b_s_fax: branch.b_s_fax,
            b_history_la: branch.b_history_la,
            b_history_en: branch.b_history_en,
            b_show_map: branch.b_show_map,
            lat: branch.lat,
            lng: branch.lng,
            open: branch.open,
            close: branch.close,
        }
    }
}

/// The list of branches.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchesQuery;

impl CachedQuery for BranchesQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/branch")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        independent_response(state, self.url(), |clients| async move { fetch(&clients).await })
    }
}
