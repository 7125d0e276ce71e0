//! Color histogram of an image, independent of the lighting. It distinguishes color variants of a product, which the
//! model does not.
//!
//! README.md has the measured benefit, and the alternatives tried.

use image::RgbImage;

use crate::decode::{ImageError, center_crop};

const SIDE: u32 = 48;
/// Bins of the red and of the green chromaticity.
const STEPS: usize = 12;
pub const DIMENSIONS: usize = STEPS * STEPS;
/// Percentile of brightness that counts as white.
const WHITE: usize = 90;
/// Weight of gray pixels, which is low but not zero.
const GREY: f32 = 0.15;
/// A Gaussian of 0.8 bins, so that neighboring bins overlap.
const BLUR: [f32; 5] = [0.021_9, 0.228_5, 0.499_2, 0.228_5, 0.021_9];

/// A unit vector of the center crop `part` of an image; similarity is the dot product.
pub fn colors(image: &RgbImage, part: f64) -> Result<Vec<f32>, ImageError> {
    let small = center_crop(image, part, SIDE)?;
    let linear =
        small.as_chunks::<3>().0.iter().map(|pixel| pixel.map(|one| (f32::from(one) / 255.0).powf(2.2)));
    let mut pixels: Vec<[f32; 3]> = linear.collect();
    balance(&mut pixels);
    let mut counts = [0.0; DIMENSIONS];
    for [red, green, blue] in pixels {
        let sum = red + green + blue + 1e-3;
        let (largest, smallest) = (red.max(green).max(blue), red.min(green).min(blue));
        let step = |share: f32| ((share / sum * STEPS as f32) as usize).min(STEPS - 1);
        counts[step(red) * STEPS + step(green)] += GREY + (largest - smallest) / (largest + 0.02);
    }
    let counts = blurred(&blurred(&counts, 1), STEPS);
    let roots: Vec<f32> = counts.iter().map(|count| count.max(0.0).sqrt()).collect();
    Ok(super::l2_normalize(roots))
}

/// White balance: divides by the color of the lightest tenth of each channel.
fn balance(pixels: &mut [[f32; 3]]) {
    for channel in 0..3 {
        let mut sorted: Vec<f32> = pixels.iter().map(|pixel| pixel[channel]).collect();
        sorted.sort_unstable_by(f32::total_cmp);
        let white = sorted[sorted.len() * WHITE / 100].max(0.02);
        for pixel in &mut *pixels {
            pixel[channel] = (pixel[channel] / white).min(1.0);
        }
    }
}

/// Blurs along one of the two axes, selected by `stride`. The edge value is repeated beyond the edge.
fn blurred(counts: &[f32; DIMENSIONS], stride: usize) -> [f32; DIMENSIONS] {
    std::array::from_fn(|at| {
        let place = at / stride % STEPS;
        let start = at - place * stride;
        BLUR.iter()
            .enumerate()
            .map(|(shift, weight)| {
                let from = (place + shift).saturating_sub(2).min(STEPS - 1);
                weight * counts[start + from * stride]
            })
            .sum()
    })
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn likeness(one: &RgbImage, other: &RgbImage) -> f32 {
        let (one, other) = (colors(one, 1.0).unwrap(), colors(other, 1.0).unwrap());
        one.iter().zip(other).map(|(one, other)| one * other).sum()
    }

    /// An object of one color on white, under a colored light.
    fn thing(color: [u8; 3], light: [f32; 3]) -> RgbImage {
        RgbImage::from_fn(40, 40, |x, y| {
            let seen = if (10..30).contains(&x) && (10..30).contains(&y) { color } else { [250; 3] };
            let lit = |channel: usize| (f32::from(seen[channel]) * light[channel]) as u8;
            Rgb([lit(0), lit(1), lit(2)])
        })
    }

    #[test]
    fn colors_are_distinguished_under_different_lighting() {
        let (day, lamp) = ([1.0; 3], [0.9, 0.75, 0.5]);
        let (red, blue) = ([200, 30, 30], [30, 40, 200]);
        let same = likeness(&thing(red, day), &thing(red, lamp));
        let other = likeness(&thing(red, day), &thing(blue, lamp));
        assert!(same > 0.9 && other < same - 0.2, "{same} {other}");
    }

    #[test]
    fn black_image_has_a_finite_vector() {
        let black = RgbImage::new(1, 1);
        assert!((likeness(&black, &black) - 1.0).abs() < 1e-4);
    }
}
