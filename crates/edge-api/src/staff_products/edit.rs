//! Route `PATCH /api/staff/products/{pro_id}`: partial update of a product, where an absent field stays as it is.

#![allow(clippy::option_option, reason = "an absent field stays, and null empties it")]

use actix_web::{
    HttpRequest, HttpResponse, patch,
    web::{Data, Path},
};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::value::RawValue;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

use super::{actor, audit_detail, conflict_with_product, dto::StaffProductDetail, known, product_response};
use crate::{api_state::ApiState, product::AttributeValue};
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    session::{AuditDetail, StaffInput},
};

/// Changed fields of a product; absent ones stay as they are. Null empties a price, a category or a group, and is the same
/// as absent elsewhere.
#[derive(Deserialize, ToSchema)]
pub struct ProductEditBody {
    /// The version that the change was made from.
    version: i64,
    #[schema(max_length = 500)]
    pro_name_la: Option<String>,
    #[schema(max_length = 500)]
    pro_name_en: Option<String>,
    description_la: Option<String>,
    description_en: Option<String>,
    /// Kip; null is not for sale.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 10_000_000_000_000_i64)]
    price: Option<Option<i64>>,
    /// Price before a reduction.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 10_000_000_000_000_i64)]
    original_price: Option<Option<i64>>,
    /// Whole percent.
    #[schema(minimum = 0, maximum = 100)]
    vatrate: Option<i64>,
    #[schema(max_length = 500)]
    unit_name_la: Option<String>,
    #[schema(max_length = 500)]
    unit_name_en: Option<String>,
    #[schema(max_length = 60)]
    brand: Option<String>,
    /// Location of the goods in the store or warehouse, such as `A3-12`; empty for none.
    #[schema(max_length = 40)]
    location: Option<String>,
    /// Must be the category of the group, if the product is in one.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>, minimum = 1)]
    cat_id: Option<Option<i64>>,
    /// Takes the category of the group along.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>, minimum = 1)]
    prog_id: Option<Option<i64>>,
    #[schema(value_type = Option<std::collections::BTreeMap<String, AttributeValue>>)]
    attributes: Option<Box<RawValue>>,
    /// One of the product's images, an uploaded image, or empty.
    pro_img_cover: Option<String>,
    /// The product's images in another order, fewer, or with uploaded images; at most 50.
    #[schema(max_items = 50)]
    images: Option<Vec<String>>,
    /// Showing or hiding a product ends its schedule.
    visible: Option<bool>,
    /// Time in the future at which the product appears by itself; it is hidden until then. Null ends the schedule.
    #[serde(default, deserialize_with = "nullable_moment")]
    #[schema(value_type = Option<String>, format = DateTime)]
    visible_from: Option<Option<i64>>,
    /// Time at which a visible or scheduled product disappears by itself, later than `visible_from`.
    #[serde(default, deserialize_with = "nullable_moment")]
    #[schema(value_type = Option<String>, format = DateTime)]
    visible_until: Option<Option<i64>>,
}

/// Reads a time as Unix milliseconds.
fn nullable_moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<i64>>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(Some(None)) };
    let at = OffsetDateTime::parse(&text, &Rfc3339);
    let at = at.map_err(|_| D::Error::custom("must be a time such as 2026-12-01T08:00:00+07:00"))?;
    Ok(Some(Some(at.unix_timestamp().saturating_mul(1000))))
}

/// Distinguishes null from an absent field.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<i64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Changes fields of a product. Shoppers see it within two seconds.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "update_product",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    request_body = ProductEditBody,
    responses(
        (status = 200, description = "The updated product", body = Envelope<StaffProductDetail>),
        (status = 409, description = "`reason` is `product_changed`; `product` is the current product", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[patch("/api/staff/products/{pro_id:[0-9]+}")]
pub async fn update(
    StaffInput(staff, body): StaffInput<ProductEditBody>,
    request: HttpRequest,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = known(&pro_id)?;
    let version = body.version;
    let edit = proto::ProductEdit::from(body);
    AuditDetail::set(&request, audit_detail::edit(&edit));
    let rpc_request =
        proto::UpdateProductRequest { actor: Some(actor(&staff)), pro_id, version, edit: Some(edit) };
    let mut client = state.clients.staff_catalog();
    match state.call("UpdateProduct", client.update_product(rpc_request.clone())).await {
        Ok(updated) => {
            AuditDetail::set(&request, audit_detail::edited(&rpc_request, updated.product.as_ref()));
            product_response(&state, &staff, updated.product).await
        }
        Err(error) => Err(conflict_with_product(&state, &staff, pro_id, error).await),
    }
}

impl From<ProductEditBody> for proto::ProductEdit {
    fn from(body: ProductEditBody) -> Self {
        let number = |value: Option<Option<i64>>| value.map(|value| proto::NullableInt64 { value });
        // The services use 0 for none, so a 0 of the client is mapped to an invalid id.
        let id = |value: Option<Option<i64>>| match value {
            None => None,
            Some(None) => Some(0),
            Some(Some(0)) => Some(-1),
            Some(Some(id)) => Some(id),
        };
        Self {
            name_la: body.pro_name_la,
            name_en: body.pro_name_en,
            description_la: body.description_la,
            description_en: body.description_en,
            price: number(body.price),
            original_price: number(body.original_price),
            vatrate: body.vatrate,
            unit_la: body.unit_name_la,
            unit_en: body.unit_name_en,
            brand: body.brand,
            location: body.location,
            cat_id: id(body.cat_id),
            prog_id: id(body.prog_id),
            attributes_json: body.attributes.map(|json| json.get().to_owned()),
            img_cover: body.pro_img_cover,
            images: body.images.map(|paths| proto::ImageList { paths }),
            visible: body.visible,
            visible_from_ms: number(body.visible_from),
            visible_until_ms: number(body.visible_until),
        }
    }
}
