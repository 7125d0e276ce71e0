//! Data for `src/similarity.rs`: cosines of images with images of the same product and of others.

use crate::retrieval::Answered;

/// Prints, for each cosine, the percentage of images that reach it with their own product and with a random other
/// product.
pub fn print_curve(answered: &[Answered]) {
    let (mut same, mut other) = (Vec::new(), Vec::new());
    for one in answered {
        for (of, _, score) in &one.ranking {
            if *of == one.of { same.push(*score) } else { other.push(*score) }
        }
    }
    let share = |scores: &[f32], threshold: f32| {
        scores.iter().filter(|score| **score >= threshold).count() as f64 / scores.len() as f64
    };
    for step in 0..=20_u8 {
        let threshold = f32::from(step) * 0.05;
        crate::print(&format!("cosine {threshold:.2}: same product reaches it"), share(&same, threshold));
        crate::print(&format!("cosine {threshold:.2}: another product reaches it"), share(&other, threshold));
    }
}
