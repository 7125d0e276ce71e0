//! Images that show no product: blank sheets, walls, noise, plain patterns and writing.
//!
//! Every image has a nearest catalog image, so a white sheet of paper would find a white product. Such an image is more
//! similar to other blank images than to any product. `model/blanks_efficientnet_lite1.i8` has the vectors of 48 blank
//! images, computed by `cargo bench -p heuan-image-search -- blanks`, which also prints the figures behind the constants.

use std::sync::OnceLock;

use crate::embed::{EfficientNetLite1, Head, ImageKind, l2_normalize};

/// Vectors before the head, one after the other, one byte for each dimension, each vector with a scale of its
/// own.
const VECTORS: &[u8] = include_bytes!("../model/blanks_efficientnet_lite1.i8");

/// Best score below which no product is shown. Images of goods that the shop does not sell reach a median of 0.26; all
/// images that have their product among the first ten reach it: at least 0.27 in `demo-dev` and 0.23 in `grocery`.
pub const MIN_SCORE: f32 = 0.22;
/// An image is blank when it is more similar to a blank image than to any product by more than this. For blank images
/// the difference is 0.075 or more, for images of products at most -0.015.
pub const MARGIN: f32 = 0.06;

/// Vectors of blank images.
pub struct Blanks {
    vectors: Vec<Vec<f32>>,
}

impl Blanks {
    /// `None` for a model without such vectors.
    pub fn of_model(id: &str) -> Option<&'static Self> {
        static BLANKS: OnceLock<Option<Blanks>> = OnceLock::new();
        let read = || Some(Self::read(VECTORS, &EfficientNetLite1::head().ok()?));
        if id == EfficientNetLite1::ID { BLANKS.get_or_init(read).as_ref() } else { None }
    }

    fn read(bytes: &[u8], head: &Head) -> Self {
        let signed = |byte: &u8| f32::from(byte.cast_signed());
        let vectors = bytes.chunks_exact(EfficientNetLite1::DIMENSIONS);
        let vectors = vectors.map(|one| l2_normalize(one.iter().map(signed).collect()));
        Self { vectors: vectors.map(|one| head.apply(&one, ImageKind::Query(1))).collect() }
    }

    /// Cosine with the most similar blank image. Only the model's part of the vector is compared, not the
    /// colors.
    pub fn likeness(&self, vector: &[f32]) -> f32 {
        let model: Vec<f32> = vector.iter().take(EfficientNetLite1::DIMENSIONS).copied().collect();
        let model = l2_normalize(model);
        let dot = |one: &Vec<f32>| one.iter().zip(&model).map(|(one, other)| one * other).sum::<f32>();
        self.vectors.iter().map(dot).fold(0.0, f32::max)
    }
}

/// Whether an image shows nothing similar to a product, judged by its best score and its likeness to blank
/// images.
pub fn is_nothing_alike(best_score: f32, blank_likeness: f32) -> bool {
    best_score < MIN_SCORE || blank_likeness > best_score + MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_of_unit_length() {
        let blanks = Blanks::of_model(EfficientNetLite1::ID).unwrap();
        assert_eq!(blanks.vectors.len(), 48);
        for vector in &blanks.vectors {
            let length = vector.iter().map(|one| one * one).sum::<f32>();
            assert!((length - 1.0).abs() < 1e-4, "{length}");
        }
        assert!(Blanks::of_model("another").is_none());
    }

    #[test]
    fn blank_or_unlike_image_shows_nothing() {
        assert!(is_nothing_alike(0.21, 0.1));
        assert!(is_nothing_alike(0.70, 0.97));
        assert!(!is_nothing_alike(0.45, 0.5));
        assert!(!is_nothing_alike(0.5, 0.1));
    }
}
