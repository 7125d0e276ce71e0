//! Search by image.

mod dto;
mod upload;

use std::{collections::HashMap, time::Duration};

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    post,
    web::{Data, Payload},
};
use bytes::Bytes;
use heuan_proto::{
    catalog::v1::{BatchGetProductsRequest, Product, catalog_service_client::CatalogServiceClient},
    imagesearch::v1::{SearchByImageRequest, SearchByImageResponse},
};
use heuan_rpc::{Code, Error};

use dto::{FoundByImage, LikeProduct};
use upload::Upload;

use crate::api_state::ApiState;
use heuan_edge_http::{
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::ApiAccess,
};

/// Additional hits requested from the service, because some products may be removed or not for sale.
const EXTRA_HITS: i32 = 20;
/// Retry delay after a search that exceeded its deadline.
const LATE_RETRY_AFTER: Duration = Duration::from_secs(2);

/// Finds products similar to an image.
///
/// The image format is detected from the content. The products are for sale, best first; an empty result is a success
/// with a `message`. `similarity` is calibrated: from about 0.5 on, the same product is more likely than not. An error
/// also has its message in `error`. The `reason` of 503 is `overloaded` if there are too many images to search this one in time,
/// `not_ready` before the first images of the catalog are known, and `turned_off` if this server has no search by image.
#[utoipa::path(
    tag = "image-search",
    operation_id = "search_similar_images",
    security(("api_token" = [])),
    request_body(content = upload::ImageSearchForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "Similar products", body = FoundByImage),
        (status = 408, description = "The image took too long to arrive", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "The image is larger than 15 MB", body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, description = "Not a multipart form, or its `image` is not a PNG, JPEG, GIF or WebP image", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/v1/search-similar-images")]
pub async fn search(
    request: HttpRequest,
    payload: Payload,
    _: ApiAccess,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let Upload { image, limit, place: _place } = upload::read(&request, payload, &state).await?;
    let answer = search_by_image(&state, image, limit).await?;
    let products = products(&state, &answer).await?;
    let hits = answer.hits.into_iter().filter_map(|hit| LikeProduct::of(products.get(&hit.pro_id)?, &hit));
    let found =
        FoundByImage::of(hits.take(limit.unsigned_abs() as usize).collect(), answer.pending_images > 0);
    respond::private(StatusCode::OK, &found)
}

async fn search_by_image(
    state: &ApiState,
    image: Bytes,
    limit: i32,
) -> Result<SearchByImageResponse, Problem> {
    let mut client = state.clients.image_search();
    let rpc_request = SearchByImageRequest { image, limit: limit * 2 + EXTRA_HITS };
    let answer = state.call("SearchByImage", client.search_by_image(rpc_request)).await;
    answer.map_err(|error| match error.detail.reason.as_str() {
        "not_an_image" => Problem::not_an_image(error),
        "too_large" => upload::too_large(),
        _ => late_as_overload(error).into(),
    })
}

/// Maps an exceeded deadline to the error of an overloaded service, 503 instead of 504: an image takes a fraction of its time
/// unless others are searched beside it, so it is worth sending again.
fn late_as_overload(error: Error) -> Error {
    if error.code != Code::DeadlineExceeded {
        return error;
    }
    let mut overload = Error::overloaded(LATE_RETRY_AFTER);
    overload.code = Code::Unavailable;
    overload
}

/// The current products, in one call.
async fn products(
    state: &ApiState,
    answer: &SearchByImageResponse,
) -> Result<HashMap<i64, Product>, Problem> {
    if answer.hits.is_empty() {
        return Ok(HashMap::new());
    }
    let request = BatchGetProductsRequest { pro_ids: answer.hits.iter().map(|hit| hit.pro_id).collect() };
    let client = state.clients.catalog();
    let read = client.read("BatchGetProducts", CatalogServiceClient::batch_get_products, request);
    let products = state.with_deadline(read).await.map_err(late_as_overload)?.products;
    Ok(products.into_iter().map(|product| (product.pro_id, product)).collect())
}
