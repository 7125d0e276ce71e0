//! Resized image variants, created on first request and stored on disk.
//!
//! Steps of a request: [`source`] finds the image and its header, [`variant_store`] looks the variant up on disk,
//! [`single_flight`] lets one of many equal requests create it on a thread pool, and [`render`] resizes the pixels.

mod options;
mod render;
mod service;
mod single_flight;
mod source;
mod stats;
mod variant;
mod variant_store;

pub use options::Options;
pub(crate) use render::{flatten, halve, resize, webp as encode_webp};
pub use service::Variants;
pub use stats::Stats;
pub use variant::Variant;

/// Offered widths in pixels, ascending: the candidates for `srcset`.
pub const WIDTHS: [u32; 7] = [160, 320, 480, 640, 960, 1280, 1600];
