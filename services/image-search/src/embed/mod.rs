//! What a picture looks like, as a vector: pictures of the same thing point the same way.

mod colour;
mod efficientnet_lite1;
mod thread_pool;

use image::RgbImage;

pub use efficientnet_lite1::EfficientNetLite1;
pub use thread_pool::{CancelToken, Niceness, QueueFull, QueueLimits, ThreadPool};

use crate::picture::{ImageError, centre};

/// A model that looks at pictures. Vectors of different models, and of one model's versions, never meet: the id is
/// part of every key.
pub trait Embedder: Send + Sync {
    /// Such as `efficientnet-lite1`.
    fn id(&self) -> &'static str;
    /// The side of the square it looks at, pixels.
    fn side(&self) -> u32;
    /// Numbers of a vector.
    fn dimensions(&self) -> usize;
    /// The vector, of length one, of a square of sRGB pixels, three bytes each.
    fn embed(&self, square: &[u8]) -> Result<Vec<f32>, UnusableModel>;
}

/// The model could not look; its words stay in the log.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the model failed: {0}")]
pub struct UnusableModel(pub String);

/// Why there is no vector of a picture.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    #[error(transparent)]
    ImageError(#[from] ImageError),
    #[error(transparent)]
    Model(#[from] UnusableModel),
    /// Nobody waits for it any more.
    #[error("stopped")]
    Stopped,
}

/// What a picture is looked at as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// Of the catalog: the thing alone, before white.
    Catalog,
    /// A photo, by the first so many of [`PARTS`].
    Photo(usize),
}

/// The middle parts of a photo that are looked at, with their weights. People put what they ask about into the middle,
/// and what stands around it leads the model astray; a photo that was cropped by hand is still seen whole.
pub const CENTER_CROPS: [(f64, f32); 3] = [(1.0, 0.5), (0.75, 1.0), (0.55, 1.0)];

/// The part of a picture whose colours count.
const COLOR_CROP: (f64, f64) = (0.8, 0.55);
/// What colours count beside what the model sees.
const COLOUR: f32 = 0.1;

/// Numbers of a vector that [`look`] makes.
pub fn dimensions(model: usize) -> usize {
    model + colour::DIMENSIONS
}

/// Names what [`look`] makes; vectors of different names never meet.
pub fn name(embedder: &dyn Embedder) -> String {
    format!("{}+colour-1", embedder.id())
}

/// The vector of a picture: what the model sees, then its colours. It has length one, and the product of two is the
/// sum of both likenesses, weighed.
pub fn embed(
    embedder: &dyn Embedder,
    picture: &RgbImage,
    view: ImageKind,
    stop: &CancelToken,
) -> Result<Vec<f32>, EmbedError> {
    let (parts, coloured) = match view {
        ImageKind::Catalog => (&[(1.0, 1.0)][..], COLOR_CROP.0),
        ImageKind::Photo(parts) => (&CENTER_CROPS[..parts.clamp(1, CENTER_CROPS.len())], COLOR_CROP.1),
    };
    let mut sum = vec![0.0; embedder.dimensions()];
    for (part, weight) in parts {
        if stop.is_stopped() {
            return Err(EmbedError::Stopped);
        }
        let vector = embedder.embed(&centre(picture, *part, embedder.side())?)?;
        for (total, one) in sum.iter_mut().zip(vector) {
            *total += weight * one;
        }
    }
    let mut vector = l2_normalize(sum);
    vector.extend(colour::colours(picture, coloured)?.iter().map(|one| one * COLOUR.sqrt()));
    Ok(l2_normalize(vector))
}

/// The same direction, with length one.
pub fn l2_normalize(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|one| one * one).sum::<f32>().sqrt();
    if length > f32::EPSILON {
        for one in &mut vector {
            *one /= length;
        }
    }
    vector
}
