//! The ONNX operator `Conv` with a fused bias and `Clip`.

use ndarray::{ArrayView2, ArrayViewMut2, linalg::general_mat_mul};

use crate::{ModelError, Tensor, depthwise, onnx::Node};

/// Convolution with a bias for each output channel and an optional fused `Clip`.
#[derive(Clone, Debug)]
pub struct Conv {
    pub kind: Kind,
    /// Input and output channels.
    pub channels: (usize, usize),
    /// Kernel height and width.
    pub kernel: (usize, usize),
    pub stride: (usize, usize),
    /// Zero padding above, left, below and right.
    pub pads: [usize; 4],
    /// Dense and pointwise: `kernel × input channels × output channels`. Depthwise: `kernel × channels`.
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
    pub clip: Option<(f32, f32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each channel with its own kernel (`group` equals the number of channels).
    Depthwise,
    /// A 1 × 1 kernel: one matrix product.
    Pointwise,
    /// Any other kernel: im2col, then one matrix product.
    Dense,
}

/// Rows of one block of a matrix product: bias and clip are applied while the block is still in the CPU cache.
const ROWS_PER_BLOCK: usize = 256;

impl Conv {
    pub fn new(node: &Node, dims: &[usize], weights: &[f32], bias: Vec<f32>) -> Result<Self, ModelError> {
        let unsupported = |what: &str| ModelError::node(node.output(), what);
        let &[out, in_channels_per_group, kernel_height, kernel_width] = dims else {
            return Err(unsupported("has a kernel that is not two-dimensional"));
        };
        let groups = usize::try_from(node.int("group", 1)).unwrap_or_default();
        let (strides, pads) = (node.ints::<2>("strides", 1)?, node.ints::<4>("pads", 0)?);
        if node.ints::<2>("dilations", 1)? != [1, 1] {
            return Err(unsupported("is dilated, which is not supported"));
        }
        if dims.contains(&0) || strides.contains(&0) || bias.len() != out || pads.iter().any(|pad| *pad > 64)
        {
            return Err(unsupported("has dimensions, strides, pads or a bias of an unsupported size"));
        }
        let kind = match (groups, in_channels_per_group, kernel_height * kernel_width) {
            (1, _, 1) if strides == [1, 1] && pads == [0; 4] => Kind::Pointwise,
            (1, ..) => Kind::Dense,
            (groups, 1, _) if groups == out => Kind::Depthwise,
            _ => return Err(unsupported("has an unsupported number of groups")),
        };
        // ONNX stores weights as output, input, height, width (OIHW); here the channels come last (HWIO).
        let taps = kernel_height * kernel_width;
        let mut weights_hwio = Vec::with_capacity(weights.len());
        for tap in 0..taps {
            for channel in 0..in_channels_per_group {
                weights_hwio.extend(
                    (0..out).map(|out| weights[(out * in_channels_per_group + channel) * taps + tap]),
                );
            }
        }
        Ok(Self {
            kind,
            channels: (in_channels_per_group * groups, out),
            kernel: (kernel_height, kernel_width),
            stride: (strides[0], strides[1]),
            pads,
            weights: weights_hwio,
            bias,
            clip: None,
        })
    }

    /// Runs the convolution on `input` and writes the result to `output`. Reuses the memory of `output` and `scratch`.
    pub fn run(&self, input: &Tensor, output: &mut Tensor, scratch: &mut Vec<f32>) -> Result<(), ModelError> {
        let actual = (input.height, input.width, input.channels, input.data.len());
        let output_size = |size: usize, kernel: usize, stride: usize, pads: usize| {
            (size + pads).checked_sub(kernel).map(|span| span / stride + 1)
        };
        let [above, left, below, right] = self.pads;
        let height = output_size(input.height, self.kernel.0, self.stride.0, above + below);
        let width = output_size(input.width, self.kernel.1, self.stride.1, left + right);
        let (Some(height), Some(width)) = (height, width) else { return Err(ModelError::Input { actual }) };
        if input.channels != self.channels.0
            || input.data.len() != input.height * input.width * input.channels
        {
            return Err(ModelError::Input { actual });
        }
        (output.height, output.width, output.channels) = (height, width, self.channels.1);
        output.data.resize(height * width * self.channels.1, 0.0);
        match self.kind {
            Kind::Depthwise => depthwise::run(self, input, output),
            Kind::Pointwise => self.matmul_bias_clip(&input.data, &mut output.data),
            Kind::Dense => {
                self.im2col(input, (height, width), scratch);
                self.matmul_bias_clip(scratch, &mut output.data);
            }
        }
        Ok(())
    }

    /// Multiplies `input`, one row per output pixel, with the weights; then adds the bias and clips.
    fn matmul_bias_clip(&self, input: &[f32], output: &mut [f32]) {
        let (inner, out) = (self.weights.len() / self.channels.1, self.channels.1);
        // `run` has checked the lengths from which the shapes follow, so neither conversion fails.
        let Ok(weights) = ArrayView2::from_shape((inner, out), &self.weights) else { return };
        for (input, output) in
            input.chunks(ROWS_PER_BLOCK * inner).zip(output.chunks_mut(ROWS_PER_BLOCK * out))
        {
            let rows = input.len() / inner;
            let (Ok(left), Ok(mut product)) = (
                ArrayView2::from_shape((rows, inner), input),
                ArrayViewMut2::from_shape((rows, out), &mut *output),
            ) else {
                return;
            };
            general_mat_mul(1.0, &left, &weights, 0.0, &mut product);
            for pixel in output.chunks_exact_mut(out) {
                for (value, bias) in pixel.iter_mut().zip(&self.bias) {
                    *value += bias;
                }
            }
            self.apply_clip(output);
        }
    }

    /// Limits each value to the range of the fused `Clip`, if there is one.
    pub fn apply_clip(&self, data: &mut [f32]) {
        if let Some((min, max)) = self.clip {
            for value in data {
                *value = value.max(min).min(max);
            }
        }
    }

    /// Copies the window of each output pixel into one row of a matrix, with zero padding beyond the edges (im2col).
    fn im2col(&self, input: &Tensor, (height, width): (usize, usize), output: &mut Vec<f32>) {
        let row = self.kernel.0 * self.kernel.1 * input.channels;
        output.clear();
        output.resize(height * width * row, 0.0);
        let [above, left, ..] = self.pads;
        for (at, taps) in output.chunks_exact_mut(row).enumerate() {
            let (y, x) = (at / width * self.stride.0, at % width * self.stride.1);
            for (tap, pixel) in taps.chunks_exact_mut(input.channels).enumerate() {
                let (y, x) = (y + tap / self.kernel.1, x + tap % self.kernel.1);
                if (above..above + input.height).contains(&y) && (left..left + input.width).contains(&x) {
                    let at = ((y - above) * input.width + x - left) * input.channels;
                    pixel.copy_from_slice(&input.data[at..at + input.channels]);
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "conv_tests.rs"]
mod tests;
