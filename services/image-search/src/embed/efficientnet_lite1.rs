//! EfficientNet-Lite1; `model/PREPROCESS.md` has the source of the weights.

use bytes::Bytes;
use heuan_convnet::{ModelError, Network, Tensor};
use sha2::{Digest as _, Sha256};

use super::{Embedder, UnusableModel, l2_normalize};

const WEIGHTS: &[u8] = include_bytes!("../../model/efficientnet_lite1_embed_f32.onnx");
/// SHA-256 of the weights, see `model/PREPROCESS.md`.
const SHA256: &str = "4cfd22b86285c8e3fa521daac47dc606c9791809d9ccd4d8a0a7f6c5bbb9e5ae";

const SIDE: usize = 240;

/// The model: about 17 MB of memory, and 30 ms of one core per image.
pub struct EfficientNetLite1 {
    network: Network,
}

impl EfficientNetLite1 {
    pub const DIMENSIONS: usize = 1280;
    pub const ID: &str = "efficientnet-lite1";

    pub fn load() -> Result<Self, UnusableModel> {
        let digest =
            Sha256::digest(WEIGHTS).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        if digest != SHA256 {
            return Err(UnusableModel("unexpected digest of the weights".to_owned()));
        }
        Ok(Self { network: Network::read(Bytes::from_static(WEIGHTS)).map_err(unfit)? })
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
        if square.len() != SIDE * SIDE * 3 {
            return Err(UnusableModel("unexpected input size".to_owned()));
        }
        let data = square.iter().map(|part| (f32::from(*part) - 127.0) / 128.0).collect();
        let input = Tensor { height: SIDE, width: SIDE, channels: 3, data };
        Ok(l2_normalize(self.network.run(input).map_err(unfit)?))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn unfit(error: ModelError) -> UnusableModel {
    UnusableModel(error.to_string())
}
