//! Baseline without a model: color histogram and perceptual hash.

use heuan_image_search::decode::center_crop;
use image::RgbImage;

pub struct Plain {
    /// Square roots of shares, so that the dot product is the similarity of two histograms.
    colors: Vec<f32>,
    hash: u64,
}

impl Plain {
    pub fn of(image: &RgbImage) -> Self {
        let mut colors = vec![0.0_f32; 512];
        let small = center_crop(image, 1.0, 64).expect("an image");
        for pixel in small.as_chunks::<3>().0 {
            let [red, green, blue] = pixel.map(|part| usize::from(part >> 5));
            colors[red << 6 | green << 3 | blue] += 1.0 / 4096.0;
        }
        Self { colors: colors.iter().map(|share| share.sqrt()).collect(), hash: hash(image) }
    }

    pub fn likeness(&self, other: &Self) -> f32 {
        let colors: f32 = self.colors.iter().zip(&other.colors).map(|(one, other)| one * other).sum();
        let bits = (self.hash ^ other.hash).count_ones() as f32 / 64.0;
        colors + 0.5 * (1.0 - bits)
    }
}

/// The signs of the lowest frequencies of a small grayscale image.
fn hash(image: &RgbImage) -> u64 {
    const SIDE: usize = 32;
    let small = center_crop(image, 1.0, SIDE as u32).expect("an image");
    let gray: Vec<f32> = small
        .as_chunks::<3>()
        .0
        .iter()
        .map(|pixel| pixel.iter().map(|part| f32::from(*part)).sum())
        .collect();
    let wave = |at: usize, frequency: usize| {
        (std::f32::consts::PI / SIDE as f32 * (at as f32 + 0.5) * frequency as f32).cos()
    };
    let mut parts = Vec::with_capacity(64);
    for (down, across) in (0..8).flat_map(|down| (0..8).map(move |across| (down, across))) {
        let sum: f32 = gray
            .iter()
            .enumerate()
            .map(|(at, light)| light * wave(at / SIDE, down) * wave(at % SIDE, across))
            .sum();
        parts.push(sum);
    }
    let mut sorted = parts[1..].to_vec();
    sorted.sort_by(f32::total_cmp);
    let middle = sorted[sorted.len() / 2];
    parts.iter().enumerate().fold(0, |bits, (at, part)| bits | u64::from(*part > middle) << at)
}
