//! Route that uploads an image of at most 10 MiB for products or content.

use std::fmt::Display;

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    post,
    web::{Bytes, Data, Payload},
};
use futures::{Stream, StreamExt as _};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::{Code, Error};
use serde::Serialize;
use utoipa::ToSchema;

use super::actor;
use crate::{
    api_state::ApiState,
    upload_budget::{UploadPermit, upload_budget_error},
};
use heuan_edge_http::{
    envelope::Envelope,
    input::require_bytes,
    middleware::STAFF_IMAGE_MAX_BODY,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{AuditDetail, Staff},
};

/// A stored image.
#[derive(Serialize, ToSchema)]
pub struct UploadedImage {
    /// Path below `/media/`, for a product's images or for content.
    path: String,
    /// Pixels as stored.
    #[schema(minimum = 1)]
    width: i32,
    #[schema(minimum = 1)]
    height: i32,
}

/// Stores an image for products or content, without naming it anywhere. Metadata is removed, and the image is turned
/// upright.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "upload_image",
    security(("api_token" = [], "session" = [])),
    request_body(
        content = String,
        content_type = "application/octet-stream",
        description = "A JPEG, PNG or WebP file, at most 10 MiB and 50 megapixels, at least 100 pixels a side",
    ),
    responses(
        (status = 201, description = "The image is stored", body = Envelope<UploadedImage>),
        (status = 409, description = "`reason` is `upload_unavailable`: the catalog service does not reach the folder with the shop's images", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "`reason` is `too_large`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
        // These come after the common responses, whose descriptions they replace.
        (status = 400, description = "`reason` is `image_type`, `image_dimensions` or `image_unreadable`", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "`reason` is `image_quota` after the daily limit of one person; `Retry-After` says when to retry", body = ProblemBody, content_type = "application/problem+json"),
    ),
)]
#[post("/api/staff/products/images")]
pub async fn upload(
    staff: Staff,
    request: HttpRequest,
    payload: Payload,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    require_bytes(&request)?;
    let mut permit = state.staff_upload_permit(&request, STAFF_IMAGE_MAX_BODY)?;
    let image = read_body(payload, STAFF_IMAGE_MAX_BODY, &mut permit).await?;
    let rpc_request = proto::UploadImageRequest { actor: Some(actor(&staff)), image };
    let mut client = state.clients.images();
    // The future is boxed, so that this rare call does not enlarge the future of all others.
    let stored = Box::pin(state.call("UploadImage", client.upload_image(rpc_request))).await?;
    let proto::UploadImageResponse { path, width, height } = stored;
    AuditDetail::set(&request, path.clone());
    respond::private(StatusCode::CREATED, &Envelope::of(UploadedImage { path, width, height }))
}

/// Reads a body of at most `max_bytes`. Further bytes are not stored. `permit` is charged with the read
/// bytes.
async fn read_body<E: Display>(
    mut body: impl Stream<Item = Result<Bytes, E>> + Unpin,
    max_bytes: usize,
    permit: &mut UploadPermit,
) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = body.next().await {
        let chunk =
            chunk.map_err(|_| Error::new(Code::InvalidArgument, "the image did not arrive complete"))?;
        if bytes.len() + chunk.len() > max_bytes {
            let mut error = Error::invalid("image", format!("has more than {max_bytes} bytes"));
            "too_large".clone_into(&mut error.detail.reason);
            return Err(error);
        }
        permit.consume(chunk.len()).map_err(|_| upload_budget_error())?;
        bytes.extend_from_slice(&chunk);
    }
    if bytes.is_empty() { Err(Error::invalid("image", "has no bytes")) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use std::{net::Ipv4Addr, sync::Arc};

    use futures::{FutureExt as _, stream};
    use proptest::prelude::*;

    use super::*;
    use crate::upload_budget::UploadBudget;

    proptest! {
        /// However a body is cut into chunks, it is read exactly when it has at most as many bytes as allowed.
        #[test]
        fn body_is_read_exactly_within_its_limit(chunks in proptest::collection::vec(0_usize..60, 0..12)) {
            const MAX: usize = 200;
            let total: usize = chunks.iter().sum();
            let chunks = chunks.into_iter().map(|length| Ok::<_, Error>(Bytes::from(vec![7; length])));
            let budget = Arc::new(UploadBudget::new(1000));
            let mut permit = budget.enter(Ipv4Addr::LOCALHOST.into(), 0).unwrap();
            let read = read_body(stream::iter(chunks), MAX, &mut permit).now_or_never().unwrap();
            match read {
                Ok(bytes) => prop_assert!(total == bytes.len() && (1..=MAX).contains(&total)),
                Err(error) => {
                    prop_assert!(total == 0 || total > MAX);
                    prop_assert_eq!(error.detail.field.as_str(), "image");
                }
            }
        }
    }
}
