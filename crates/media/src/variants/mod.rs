//! Resized pictures, made on first demand and kept on disk.
//!
//! A request goes: [`source`] finds the picture and what it is, [`shelf`] looks for the variant on disk,
//! [`flights`] lets one of many equal requests make it on the [`pool`], and [`render`] does the pixels.

mod options;
mod pool;
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

/// Widths offered, in pixels, ascending: the candidates for `srcset`.
pub const WIDTHS: [u32; 7] = [160, 320, 480, 640, 960, 1280, 1600];
