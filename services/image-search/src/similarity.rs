//! Maps a score to the displayed similarity: near 1 for the same product, near 0 for an unrelated one.
//!
//! Scores are concentrated: two random products score about 0.05, the same product on a floor 0.47. The logistic curve
//! was fitted to scores of `demo-dev` and `grocery`: positive pairs are an image and the image of its product; negative
//! pairs are, half and half, any other product and the ten best-scoring wrong ones. At 0.33 both are equally likely.
//! README.md has the curve; `cargo bench -p heuan-image-search -- fit` prints the data.

/// Midpoint and steepness of the logistic curve.
const MIDDLE: f64 = 0.327;
const STEEPNESS: f64 = 10.24;

/// Strictly increasing in the score, so that it preserves the order.
pub fn of(score: f32) -> f64 {
    let curve = |score: f64| 1.0 / (1.0 + (-STEEPNESS * (score - MIDDLE)).exp());
    let (lowest, highest) = (curve(0.0), curve(1.0));
    ((curve(f64::from(score)) - lowest) / (highest - lowest)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_increases_from_zero_to_one() {
        let values: Vec<f64> = (0..=1000).map(|step| of(step as f32 / 1000.0)).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(values[0] < 1e-9 && values[1000] > 1.0 - 1e-9);
        assert!(of(-0.1) < 1e-9 && of(1.1) > 1.0 - 1e-9);
    }

    /// The displayed similarity at the medians of the two sets.
    #[test]
    fn same_product_has_high_similarity_and_another_low() {
        assert!(of(0.50) > 0.8 && of(0.08) < 0.1);
    }
}
