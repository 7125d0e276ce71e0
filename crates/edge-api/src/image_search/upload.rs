//! The image upload form, with larger limits than other request bodies.

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::{
    FromRequest as _, HttpRequest,
    http::header::{CONTENT_LENGTH, CONTENT_TYPE},
    web::Payload,
};
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _};
use heuan_rpc::{Code, Error};
use utoipa::ToSchema;

use crate::{
    api_state::ApiState,
    upload_budget::{BudgetExceeded, UploadPermit, upload_budget_error},
};
use heuan_edge_http::{
    middleware::{self, IMAGE_SEARCH_MAX_BODY as MAX_BODY, IMAGE_SEARCH_MAX_IMAGE as MAX_IMAGE},
    problem::Problem,
};

const MAX_FIELDS: usize = 16;
const MAX_LIMIT_BYTES: usize = 16;
const LIMIT: i32 = 20;

/// The form, as the API describes it.
#[derive(ToSchema)]
#[schema(as = ImageForm)]
#[allow(dead_code, reason = "describes the body; read() reads it")]
pub struct ImageSearchForm {
    /// A PNG, JPEG, GIF or WebP image of at most 15 MB, 12,000 pixels a side and 50 megapixels. Decoding may take 48
    /// MB, including the file: JPEGs reach 50 megapixels, 8-bit PNGs and GIFs about 12, WebP 9, with transparency,
    /// lossless or animated 4 to 9. A larger one is refused as
    /// `too_many_pixels`; scaled down, for example to 1,920 pixels a side, it passes.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    image: Vec<u8>,
    /// Maximum number of products.
    #[schema(minimum = 1, maximum = 50, default = 20)]
    limit: Option<i32>,
}

pub struct Upload {
    pub image: Bytes,
    pub limit: i32,
    /// Permit for the memory of the upload, held until the response is sent.
    pub place: UploadPermit,
}

/// Reads the form: `image` once, `limit` at most once; other fields are ignored.
pub async fn read(request: &HttpRequest, payload: Payload, state: &ApiState) -> Result<Upload, Problem> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        return Err(Problem::not_multipart());
    }
    let config = &state.shared.config;
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let declared = length.unwrap_or(MAX_BODY).min(MAX_BODY);
    let client = middleware::line_key(middleware::address(request.head(), &config.trusted_proxies));
    let place = state.image_budget.enter(client, declared).map_err(budget_exceeded)?;
    let form = Multipart::from_request(request, &mut payload.into_inner()).await;
    let form = form.map_err(|error| Problem::of(&error))?;
    Reading { place, declared, left: MAX_BODY }.fields(form).await
}

/// A form being read.
struct Reading {
    place: UploadPermit,
    declared: usize,
    /// Remaining bytes of the body limit.
    left: usize,
}

impl Reading {
    async fn fields(mut self, mut form: Multipart) -> Result<Upload, Problem> {
        let (mut image, mut limit) = (None, None);
        for _ in 0..MAX_FIELDS {
            let Some(field) = form.try_next().await.map_err(not_read)? else {
                let image = image.filter(|image: &Bytes| !image.is_empty());
                let image =
                    image.ok_or_else(|| Error::invalid("image", "send an image in the field `image`"))?;
                return Ok(Upload { image, limit: limit.unwrap_or(LIMIT), place: self.place });
            };
            match field.name() {
                Some("image") if image.is_none() => {
                    // The buffer is allocated at once, to avoid copies while it grows; the system commits memory only
                    // when bytes are written.
                    let buffer = Vec::with_capacity(self.declared.min(MAX_IMAGE));
                    image = Some(self.read_field(field, buffer, MAX_IMAGE).await?.into());
                }
                Some("limit") if limit.is_none() => {
                    limit = Some(number(&self.read_field(field, Vec::new(), MAX_LIMIT_BYTES).await?)?);
                }
                Some(name @ ("image" | "limit")) => {
                    return Err(Error::invalid(name, "is given more than once").into());
                }
                _ => self.skip_field(field).await?,
            }
        }
        Err(Error::new(Code::InvalidArgument, "the form has too many fields").into())
    }

    /// Reads the bytes of a field.
    async fn read_field(
        &mut self,
        mut field: Field,
        mut bytes: Vec<u8>,
        max_bytes: usize,
    ) -> Result<Vec<u8>, Problem> {
        while let Some(chunk) = self.chunk(&mut field).await? {
            if bytes.len() + chunk.len() > max_bytes {
                let is_limit = max_bytes == MAX_LIMIT_BYTES;
                return Err(if is_limit { wrong_limit().into() } else { too_large() });
            }
            self.place.consume(chunk.len()).map_err(budget_exceeded)?;
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    async fn skip_field(&mut self, mut field: Field) -> Result<(), Problem> {
        while self.chunk(&mut field).await?.is_some() {}
        Ok(())
    }

    async fn chunk(&mut self, field: &mut Field) -> Result<Option<Bytes>, Problem> {
        let Some(chunk) = field.next().await else { return Ok(None) };
        let chunk = chunk.map_err(not_read)?;
        self.left = self.left.checked_sub(chunk.len()).ok_or_else(too_large)?;
        Ok(Some(chunk))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn budget_exceeded(_: BudgetExceeded) -> Problem {
    upload_budget_error().into()
}

fn number(text: &[u8]) -> Result<i32, Error> {
    let text = std::str::from_utf8(text).unwrap_or_default();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| is_plain && (1..=50).contains(number));
    number.ok_or_else(wrong_limit)
}

fn wrong_limit() -> Error {
    Error::invalid("limit", "must be a whole number from 1 to 50")
}

pub fn too_large() -> Problem {
    Problem::body_too_large().with_reason("too_large")
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn not_read(error: MultipartError) -> Problem {
    tracing::debug!(%error, "form unreadable");
    Error::new(Code::InvalidArgument, "the form is truncated or malformed").into()
}
