//! Image embeddings: vectors whose cosine is the similarity of two images.

mod color;
mod efficientnet_lite1;
mod head;
mod onnx_runtime;

use image::RgbImage;

pub use efficientnet_lite1::EfficientNetLite1;
pub(crate) use head::Head;
pub use heuan_thread_pool::{CancelToken, QueueFull, ThreadPool};

use crate::decode::{ImageError, center_crop};

/// An embedding model. Because vectors of different models or model versions are not comparable, the id is part of
/// every key.
pub trait Embedder: Send + Sync {
    /// For example `efficientnet-lite1`.
    fn id(&self) -> &'static str;
    /// Side of the square input, in pixels.
    fn side(&self) -> u32;
    /// Dimensions of the vector.
    fn dimensions(&self) -> usize;
    /// The unit vector of a square of sRGB pixels, three bytes each.
    fn embed(&self, square: &[u8]) -> Result<Vec<f32>, UnusableModel>;
    /// The unit vector that is compared, computed from the weighted sum of the vectors of the crops. By
    /// default it is the sum itself.
    fn project(&self, vector: Vec<f32>, _kind: ImageKind) -> Vec<f32> {
        vector
    }
}

/// The model failed. The cause is only logged.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the model failed: {0}")]
pub struct UnusableModel(pub String);

/// Reason why an image has no vector.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    #[error(transparent)]
    ImageError(#[from] ImageError),
    #[error(transparent)]
    Model(#[from] UnusableModel),
    /// The work was canceled, because the caller has gone.
    #[error("stopped")]
    Stopped,
}

/// Kind of input image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// A catalog image: a product on white.
    Catalog,
    /// A shopper's image, embedded by this many of the first crops of [`CENTER_CROPS`].
    Query(usize),
}

/// Center crops of an image with their weights. People place the object in the center, and the background misleads the
/// model; the whole image has a weight too, because an image may be cropped already.
pub const CENTER_CROPS: [(f64, f32); 3] = [(1.0, 0.5), (0.75, 1.0), (0.55, 1.0)];

/// Center crop whose colors are used: for catalog images, and for shoppers' images.
const COLOR_CROP: (f64, f64) = (0.8, 0.55);
/// Weight of colors relative to the model's vector.
const COLOR_WEIGHT: f32 = 0.1;

/// Dimensions of the vector made by [`embed`].
pub fn dimensions(model: usize) -> usize {
    model + color::DIMENSIONS
}

/// Name of the embedding made by [`embed`]; vectors of different names are not comparable.
pub fn name(embedder: &dyn Embedder) -> String {
    format!("{}+colour-1", embedder.id())
}

/// The embedding of an image: the model's vector followed by the color histogram. It has unit length, and the dot
/// product of two is the weighted sum of both similarities.
pub fn embed(
    embedder: &dyn Embedder,
    image: &RgbImage,
    view: ImageKind,
    stop: &CancelToken,
) -> Result<Vec<f32>, EmbedError> {
    let (parts, color_part) = match view {
        ImageKind::Catalog => (&[(1.0, 1.0)][..], COLOR_CROP.0),
        ImageKind::Query(parts) => (&CENTER_CROPS[..parts.clamp(1, CENTER_CROPS.len())], COLOR_CROP.1),
    };
    let mut sum = vec![0.0; embedder.dimensions()];
    for (part, weight) in parts {
        if stop.is_stopped() {
            return Err(EmbedError::Stopped);
        }
        let vector = embedder.embed(&center_crop(image, *part, embedder.side())?)?;
        for (total, one) in sum.iter_mut().zip(vector) {
            *total += weight * one;
        }
    }
    let mut vector = embedder.project(l2_normalize(sum), view);
    vector.extend(color::colors(image, color_part)?.iter().map(|one| one * COLOR_WEIGHT.sqrt()));
    Ok(l2_normalize(vector))
}

/// Scales a vector to unit length.
pub fn l2_normalize(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|one| one * one).sum::<f32>().sqrt();
    if length > f32::EPSILON {
        for one in &mut vector {
            *one /= length;
        }
    }
    vector
}
