//! Inference engine for convolutional networks of the `MobileNet` and `EfficientNet`-Lite families in ONNX format.
//!
//! Supports `Conv` (dense, depthwise, pointwise), `Clip`, `Add`, and `GlobalAveragePool` at the end. Tensors are stored
//! with the channels last (HWC), so a pointwise convolution is one matrix product and a depthwise convolution reads
//! memory in order.

mod conv;
mod depthwise;
mod network;
mod onnx;
mod plan;

pub use network::Network;

/// Tensor with the channels last (HWC): `height × width` pixels of `channels` values each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensor {
    pub height: usize,
    pub width: usize,
    pub channels: usize,
    pub data: Vec<f32>,
}

/// Why a model cannot be loaded or run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("not an ONNX file: {0}")]
    NotOnnx(String),
    /// The model needs what this engine does not support; the message names the node or tensor.
    #[error("{0}")]
    UnsupportedOp(String),
    #[error("the input has an unexpected shape: {actual:?} (height, width, channels, values)")]
    Input { actual: (usize, usize, usize, usize) },
}

impl ModelError {
    fn node(name: &str, what: &str) -> Self {
        Self::UnsupportedOp(format!("{name}: {what}"))
    }
}
