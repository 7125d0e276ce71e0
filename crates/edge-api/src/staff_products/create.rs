//! Route `POST /api/staff/products`: creates a product, whose texts and images are added on its page.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{actor, dto::StaffProductDetail};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::StaffInput,
};

/// A new product. It needs a name in Lao or in English; everything else may follow.
#[derive(Deserialize, ToSchema)]
pub struct NewProductBody {
    /// Default: the next free id.
    #[schema(minimum = 1)]
    pro_id: Option<i64>,
    #[schema(max_length = 500)]
    pro_name_la: Option<String>,
    #[schema(max_length = 500)]
    pro_name_en: Option<String>,
    /// Kip; without it the product is not for sale.
    #[schema(minimum = 0, maximum = 10_000_000_000_000_i64)]
    price: Option<i64>,
    /// Whole percent.
    #[schema(minimum = 0, maximum = 100)]
    vatrate: Option<i64>,
    #[schema(max_length = 500)]
    unit_name_la: Option<String>,
    #[schema(max_length = 500)]
    unit_name_en: Option<String>,
    #[schema(max_length = 60)]
    brand: Option<String>,
    /// Must be the category of the group, if both are given.
    #[schema(minimum = 1)]
    cat_id: Option<i64>,
    /// Takes the category of the group along.
    #[schema(minimum = 1)]
    prog_id: Option<i64>,
    /// Default: hidden.
    visible: Option<bool>,
}

/// Creates a product with 0 counted units, hidden unless `visible` is true.
///
/// A repeated request with the same `Idempotency-Key` returns the product of the first one.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "create_product",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = String, Header, description = "Chosen by the client, one for each product", min_length = 1, max_length = 200)),
    request_body = NewProductBody,
    responses(
        (status = 201, description = "The product", body = Envelope<StaffProductDetail>),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another change", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
        // These come after the common responses, whose descriptions they replace.
        (status = 400, description = "`reason` is `taken`: another product has the id", body = ProblemBody, content_type = "application/problem+json"),
    ),
)]
#[post("/api/staff/products")]
pub async fn create(
    StaffInput(staff, body): StaffInput<NewProductBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let idempotency_key = idempotency::required(&request)?;
    let rpc_request = proto::CreateProductRequest {
        actor: Some(actor(&staff)),
        pro_id: body.pro_id,
        edit: Some(body.into()),
        idempotency_key,
    };
    let mut client = state.clients.staff_catalog();
    let answer = state.call("CreateProduct", client.create_product(rpc_request)).await?;
    let product = StaffProductDetail::try_from(answer.product)?;
    respond::private(StatusCode::CREATED, &Envelope::of(product))
}

impl From<NewProductBody> for proto::ProductEdit {
    fn from(body: NewProductBody) -> Self {
        // The services use 0 for none, so a 0 of the client is mapped to an invalid id.
        let id = |id: Option<i64>| id.map(|id| if id == 0 { -1 } else { id });
        Self {
            name_la: body.pro_name_la,
            name_en: body.pro_name_en,
            price: body.price.map(|price| proto::NullableInt64 { value: Some(price) }),
            vatrate: body.vatrate,
            unit_la: body.unit_name_la,
            unit_en: body.unit_name_en,
            brand: body.brand,
            cat_id: id(body.cat_id),
            prog_id: id(body.prog_id),
            visible: body.visible,
            ..Self::default()
        }
    }
}
