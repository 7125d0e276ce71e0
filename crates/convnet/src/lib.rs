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
pub struct Tensor {
    pub height: usize,
    pub width: usize,
    pub channels: usize,
    pub data: Vec<f32>,
}

/// Why a file is no network that is run here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("not an ONNX file: {0}")]
    NotOnnx(String),
    /// Names the node or tensor.
    #[error("{0}")]
    UnsupportedOp(String),
    #[error("the input is {actual:?} (height, width, channels, values)")]
    Input { actual: (usize, usize, usize, usize) },
}

impl ModelError {
    fn node(name: &str, what: &str) -> Self {
        Self::UnsupportedOp(format!("{name}: {what}"))
    }
}
