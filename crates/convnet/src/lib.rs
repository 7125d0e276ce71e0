//! Runs convolutional networks of the `MobileNet` and `EfficientNet`-Lite families, kept as ONNX files: convolutions (dense,
//! depthwise, pointwise), bounds, sums, and a mean over the picture at the end.
//!
//! Numbers lie pixel by pixel (height, width, channel), so a pointwise convolution is one matrix product and a
//! depthwise one runs along memory.

mod conv;
mod depthwise;
mod network;
mod onnx;
mod plan;

pub use network::Network;

/// Numbers of a picture or of what a layer makes of it: `height × width` pixels of `channels` numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    pub height: usize,
    pub width: usize,
    pub channels: usize,
    pub numbers: Vec<f32>,
}

/// Why a file is no network that is run here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    #[error("not an ONNX file: {0}")]
    NotOnnx(String),
    /// Names the node or tensor.
    #[error("{0}")]
    NotRunHere(String),
    #[error("the input is {given:?} (height, width, channels, numbers)")]
    Input { given: (usize, usize, usize, usize) },
}

impl NetworkError {
    fn node(name: &str, what: &str) -> Self {
        Self::NotRunHere(format!("{name}: {what}"))
    }
}
