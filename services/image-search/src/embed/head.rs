//! Linear head of the model: directions in which an image of a product and its catalog image differ count less.
//!
//! It was trained on rendered views of demo products, see `training/README.md`. Viewing angle, floor and light change
//! the model's vector more than the difference between two products of a group does.

use super::{ImageKind, UnusableModel, l2_normalize};

/// A linear map that shortens some directions, after the mean of the kind of image is subtracted.
pub struct Head {
    catalog_mean: Vec<f32>,
    query_mean: Vec<f32>,
    /// Gains, from -1 to 0, and orthogonal unit vectors.
    axes: Vec<(f32, Vec<f32>)>,
}

impl Head {
    /// Reads little-endian floats: the mean of catalog images, the mean of queries, and each axis after its
    /// gain.
    pub fn read(bytes: &[u8], dimensions: usize) -> Result<Self, UnusableModel> {
        let (floats, rest) = bytes.as_chunks::<4>();
        let floats: Vec<f32> = floats.iter().map(|float| f32::from_le_bytes(*float)).collect();
        let invalid = || UnusableModel("the head does not fit the model".to_owned());
        let (means, axes) = floats.split_at_checked(2 * dimensions).ok_or_else(invalid)?;
        if !rest.is_empty() || !axes.len().is_multiple_of(dimensions + 1) {
            return Err(invalid());
        }
        let (catalog_mean, query_mean) = means.split_at(dimensions);
        let axes = axes.chunks_exact(dimensions + 1).map(|axis| (axis[0], axis[1..].to_vec()));
        Ok(Self {
            catalog_mean: catalog_mean.to_vec(),
            query_mean: query_mean.to_vec(),
            axes: axes.collect(),
        })
    }

    /// The unit vector that replaces the model's unit vector.
    pub fn apply(&self, vector: &[f32], kind: ImageKind) -> Vec<f32> {
        let mean = match kind {
            ImageKind::Catalog => &self.catalog_mean,
            ImageKind::Query(_) => &self.query_mean,
        };
        let centered: Vec<f32> = vector.iter().zip(mean).map(|(one, mean)| one - mean).collect();
        let mut projected = centered.clone();
        for (gain, axis) in &self.axes {
            let along = gain * centered.iter().zip(axis).map(|(one, other)| one * other).sum::<f32>();
            for (one, other) in projected.iter_mut().zip(axis) {
                *one += along * other;
            }
        }
        l2_normalize(projected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(floats: &[f32]) -> Vec<u8> {
        floats.iter().flat_map(|float| float.to_le_bytes()).collect()
    }

    #[test]
    fn axis_with_negative_gain_counts_less() {
        let head = Head::read(&bytes(&[0.0, 0.0, 0.2, 0.0, -0.5, 1.0, 0.0]), 2).unwrap();
        let catalog = head.apply(&[0.6, 0.3], ImageKind::Catalog);
        let query = head.apply(&[0.8, 0.3], ImageKind::Query(3));
        for (one, other) in catalog.iter().zip(&query) {
            assert!(
                (one - other).abs() < 1e-6 && (one - 0.5_f32.sqrt()).abs() < 1e-6,
                "{catalog:?} {query:?}"
            );
        }
    }

    #[test]
    fn file_of_another_length_is_refused() {
        assert!(Head::read(&bytes(&[0.0; 3]), 2).is_err());
        assert!(Head::read(&bytes(&[0.0; 8]), 2).is_err());
        assert!(Head::read(&bytes(&[0.0; 4])[1..], 2).is_err());
        assert!(Head::read(&bytes(&[0.0; 4]), 2).is_ok());
    }
}
