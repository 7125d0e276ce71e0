//! Quantized vectors: eight bits a dimension for the exhaustive search, sixteen for the re-ranking.

/// Sixteen bits a dimension and a scale; the angle to the original is below a ten-thousandth of a degree.
#[derive(Clone, Debug, PartialEq)]
pub struct Int16Vector {
    scale: f32,
    embedding: Box<[i16]>,
}

impl Int16Vector {
    pub fn of(vector: &[f32]) -> Self {
        let scale = scale(vector, f32::from(i16::MAX));
        Self { scale, embedding: vector.iter().map(|one| (one / scale).round() as i16).collect() }
    }

    /// Storage format: the scale, then the values, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.scale.to_le_bytes().to_vec();
        bytes.extend(self.embedding.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// `None` unless it has `dimensions` values.
    pub fn from_bytes(bytes: &[u8], dimensions: usize) -> Option<Self> {
        let (scale, embedding) = bytes.split_first_chunk::<4>()?;
        let embedding = embedding.as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        let int16 = Self { scale: f32::from_le_bytes(*scale), embedding };
        let fits = int16.embedding.len() == dimensions
            && bytes.len() == 4 + 2 * dimensions
            && int16.scale.is_finite();
        fits.then_some(int16)
    }

    pub(super) fn dot(&self, vector: &[f32]) -> f32 {
        self.embedding.iter().zip(vector).map(|(number, other)| f32::from(*number) * other).sum::<f32>()
            * self.scale
    }

    pub(super) fn int8(&self) -> (f32, impl Iterator<Item = i8>) {
        let largest = self.embedding.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0).max(1);
        let step = f32::from(largest) / f32::from(i8::MAX);
        (
            self.scale * step,
            self.embedding.iter().map(move |number| (f32::from(*number) / step).round() as i8),
        )
    }
}

/// The quantization step, for a maximum of `steps`.
fn scale(vector: &[f32], steps: f32) -> f32 {
    let largest = vector.iter().fold(0.0_f32, |largest, one| largest.max(one.abs()));
    if largest > 0.0 { largest / steps } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_round_trips_through_its_storage_format() {
        let vector = [0.5, -0.25, 0.0, 0.1, 0.8];
        let int16 = Int16Vector::of(&vector);
        assert_eq!(Int16Vector::from_bytes(&int16.to_bytes(), 5), Some(int16.clone()));
        assert_eq!(Int16Vector::from_bytes(&int16.to_bytes(), 4), None);
        assert_eq!(Int16Vector::from_bytes(&[1, 2], 0), None);
        let length: f32 = vector.iter().map(|one| one * one).sum();
        assert!((int16.dot(&vector) - length).abs() < 1e-4);
    }

    #[test]
    fn zero_vector_is_quantized_without_nan() {
        assert!(Int16Vector::of(&[0.0; 3]).dot(&[1.0; 3]).abs() < 1e-9);
        assert_eq!(Int16Vector::of(&[0.0; 3]).int8().1.collect::<Vec<_>>(), [0, 0, 0]);
    }
}
