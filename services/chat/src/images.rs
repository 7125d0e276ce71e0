//! Sanitizing of uploaded images, with limited concurrency because each takes memory for its pixels.

use std::sync::Arc;

use heuan_media::{ImageLimits, MediaError, SanitizedImage, sanitize_image};
use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::{Code, Error};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinError,
};

/// Maximum uploads waiting for a slot; further ones are refused with a retry delay.
const MAX_WAITING: usize = 16;

pub struct Images {
    permits: Arc<Semaphore>,
    waiting: Semaphore,
    limits: ImageLimits,
    side: u32,
}

impl Images {
    pub fn new(workers: usize, limits: ImageLimits, side: u32) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(workers)),
            waiting: Semaphore::new(workers + MAX_WAITING),
            limits,
            side,
        }
    }

    pub async fn clean(&self, bytes: Vec<u8>) -> Result<SanitizedImage, Error> {
        let busy = || Error::new(Code::Unavailable, "too many images are being processed; retry later");
        let _waiting = self.waiting.try_acquire().map_err(|_| busy())?;
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| busy())?;
        let made = clean_in(permit, bytes, self.limits, self.side).await;
        made.map_err(Error::internal)?.map_err(|error| validation_error(&error))
    }
}

/// Sanitizes an image on a blocking thread. `permit` is held until the work ends, even if the caller has gone.
pub async fn clean_in(
    permit: OwnedSemaphorePermit,
    bytes: impl AsRef<[u8]> + Send + 'static,
    limits: ImageLimits,
    side: u32,
) -> Result<Result<SanitizedImage, MediaError>, JoinError> {
    tokio::task::spawn_blocking(move || {
        let _place = permit;
        sanitize_image(bytes.as_ref(), &limits, side)
    })
    .await
}

fn validation_error(error: &MediaError) -> Error {
    let reason = match error {
        MediaError::TooManyBytes { .. } => "too_large",
        MediaError::TooManyPixels { .. } | MediaError::TooMuchMemory { .. } => "too_many_pixels",
        MediaError::NotAnImage => "type",
        _ => "unreadable",
    };
    let mut invalid = Error::invalid("image", error.to_string());
    reason.clone_into(&mut invalid.detail.reason);
    let field =
        FieldError { field: "image".to_owned(), message: error.to_string(), reason: reason.to_owned() };
    invalid.detail.errors.push(field);
    invalid
}
