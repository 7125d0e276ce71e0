//! EfficientNet-Lite1; `model/PREPROCESS.md` has the source of the weights.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::{Embedder, ImageKind, UnusableModel, head::Head, l2_normalize, onnx_runtime::OnnxModel};

const WEIGHTS: &[u8] = include_bytes!("../../model/efficientnet_lite1_embed_f32.onnx");
/// SHA-256 of the weights, see `model/PREPROCESS.md`.
const SHA256: &str = "4cfd22b86285c8e3fa521daac47dc606c9791809d9ccd4d8a0a7f6c5bbb9e5ae";
/// The head, made by `training/whiten.py`.
const HEAD: &[u8] = include_bytes!("../../model/head_efficientnet_lite1.f32");
const HEAD_SHA256: &str = "0237b961e1aa3dfb34d9ee06fe9a4f62123da644645d165e33f011f1d25a9cba";

const SIDE: usize = 240;
const CHANNELS: usize = 3;

/// The model: about 80 MB of memory, and 14 ms of one core per image.
pub struct EfficientNetLite1 {
    model: OnnxModel,
    head: Head,
}

impl EfficientNetLite1 {
    pub const DIMENSIONS: usize = 1280;
    /// With the number of the head, because vectors of two heads are not comparable.
    pub const ID: &str = "efficientnet-lite1-head-2";

    /// Loads the model into ONNX Runtime: the library `onnx_runtime`, or the one beside the program if that is empty.
    pub fn load(onnx_runtime: &Path) -> Result<Self, UnusableModel> {
        check_digest("weights", WEIGHTS, SHA256)?;
        Ok(Self { head: Self::head()?, model: OnnxModel::load(WEIGHTS, onnx_runtime)? })
    }

    /// The head, also without the model.
    pub(crate) fn head() -> Result<Head, UnusableModel> {
        check_digest("head", HEAD, HEAD_SHA256)?;
        Head::read(HEAD, Self::DIMENSIONS)
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

    fn project(&self, vector: Vec<f32>, kind: ImageKind) -> Vec<f32> {
        self.head.apply(&vector, kind)
    }
}

fn check_digest(what: &str, bytes: &[u8], expected: &str) -> Result<(), UnusableModel> {
    let digest = Sha256::digest(bytes).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    if digest == expected { Ok(()) } else { Err(UnusableModel(format!("unexpected digest of the {what}"))) }
}

/// Pixels of three bytes as one plane per channel, each value in the range of the model's training.
fn planes(square: &[u8]) -> Vec<f32> {
    let pixels = square.as_chunks::<CHANNELS>().0;
    (0..CHANNELS)
        .flat_map(|channel| pixels.iter().map(move |pixel| (f32::from(pixel[channel]) - 127.0) / 128.0))
        .collect()
}
