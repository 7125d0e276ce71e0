//! EfficientNet-Lite1; `model/PREPROCESS.md` has the source of the weights.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::{Embedder, UnusableModel, l2_normalize, onnx_runtime::OnnxModel};

const WEIGHTS: &[u8] = include_bytes!("../../model/efficientnet_lite1_embed_f32.onnx");
/// SHA-256 of the weights, see `model/PREPROCESS.md`.
const SHA256: &str = "4cfd22b86285c8e3fa521daac47dc606c9791809d9ccd4d8a0a7f6c5bbb9e5ae";

const SIDE: usize = 240;
const CHANNELS: usize = 3;

/// The model: about 80 MB of memory, and 14 ms of one core per image.
pub struct EfficientNetLite1 {
    model: OnnxModel,
}

impl EfficientNetLite1 {
    pub const DIMENSIONS: usize = 1280;
    pub const ID: &str = "efficientnet-lite1";

    /// Loads the model into ONNX Runtime: the library `onnx_runtime`, or the one beside the program if that is empty.
    pub fn load(onnx_runtime: &Path) -> Result<Self, UnusableModel> {
        let digest =
            Sha256::digest(WEIGHTS).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        if digest != SHA256 {
            return Err(UnusableModel("unexpected digest of the weights".to_owned()));
        }
        Ok(Self { model: OnnxModel::load(WEIGHTS, onnx_runtime)? })
    }
}

impl Embedder for EfficientNetLite1 {
    fn id(&self) -> &'static str {
        Self::ID
    }

    fn side(&self) -> u32 {
        SIDE as u32
    }

    fn dimensions(&self) -> usize {
        Self::DIMENSIONS
    }

    fn embed(&self, square: &[u8]) -> Result<Vec<f32>, UnusableModel> {
        if square.len() != SIDE * SIDE * CHANNELS {
            return Err(UnusableModel("unexpected input size".to_owned()));
        }
        Ok(l2_normalize(self.model.run([CHANNELS, SIDE, SIDE], planes(square))?))
    }
}

/// Pixels of three bytes as one plane per channel, each value in the range of the model's training.
fn planes(square: &[u8]) -> Vec<f32> {
    let pixels = square.as_chunks::<CHANNELS>().0;
    (0..CHANNELS)
        .flat_map(|channel| pixels.iter().map(move |pixel| (f32::from(pixel[channel]) - 127.0) / 128.0))
        .collect()
}
