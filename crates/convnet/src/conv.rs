use ndarray::{ArrayView2, ArrayViewMut2, linalg::general_mat_mul};

use crate::{Map, NetworkError, depthwise, onnx::Node};

/// A convolution with what follows it at once: a bias for each channel, and bounds.
#[derive(Clone, Debug)]
pub struct Conv {
    pub kind: Kind,
    /// Channels in and out.
    pub channels: (usize, usize),
    /// Height and width.
    pub kernel: (usize, usize),
    pub stride: (usize, usize),
    /// Above, left, below, right.
    pub pads: [usize; 4],
    /// Dense and pointwise: `kernel × channels in × channels out`. Depthwise: `kernel × channels`.
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
    pub bounds: Option<(f32, f32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each channel by itself.
    Depthwise,
    /// Each pixel by itself.
    Pointwise,
    Dense,
}

/// Rows of a matrix product at once: what comes out is bounded while it is still in the cache.
const ROWS: usize = 256;

impl Conv {
    pub fn new(node: &Node, sides: &[usize], weights: &[f32], bias: Vec<f32>) -> Result<Self, NetworkError> {
        let wrong = |what: &str| NetworkError::node(node.output(), what);
        let &[out, each, high, wide] = sides else { return Err(wrong("is not of two dimensions")) };
        let groups = usize::try_from(node.number("group", 1)).unwrap_or_default();
        let (strides, pads) = (node.sides::<2>("strides", 1)?, node.sides::<4>("pads", 0)?);
        if node.sides::<2>("dilations", 1)? != [1, 1] {
            return Err(wrong("is dilated"));
        }
        if sides.contains(&0) || strides.contains(&0) || bias.len() != out || pads.iter().any(|pad| *pad > 64)
        {
            return Err(wrong("has odd sides"));
        }
        let kind = match (groups, each, high * wide) {
            (1, _, 1) if strides == [1, 1] && pads == [0; 4] => Kind::Pointwise,
            (1, ..) => Kind::Dense,
            (groups, 1, _) if groups == out => Kind::Depthwise,
            _ => return Err(wrong("has groups of another kind")),
        };
        // As ONNX has it: out, in, height, width. Here the channels come last.
        let taps = high * wide;
        let mut turned = Vec::with_capacity(weights.len());
        for tap in 0..taps {
            for channel in 0..each {
                turned.extend((0..out).map(|out| weights[(out * each + channel) * taps + tap]));
            }
        }
        Ok(Self {
            kind,
            channels: (each * groups, out),
            kernel: (high, wide),
            stride: (strides[0], strides[1]),
            pads,
            weights: turned,
            bias,
            bounds: None,
        })
    }

    /// Writes into `to`, whose memory is used again. `scratch` as well.
    pub fn run(&self, from: &Map, to: &mut Map, scratch: &mut Vec<f32>) -> Result<(), NetworkError> {
        let given = (from.height, from.width, from.channels, from.numbers.len());
        let side = |side: usize, kernel: usize, stride: usize, pads: usize| {
            (side + pads).checked_sub(kernel).map(|room| room / stride + 1)
        };
        let [above, left, below, right] = self.pads;
        let height = side(from.height, self.kernel.0, self.stride.0, above + below);
        let width = side(from.width, self.kernel.1, self.stride.1, left + right);
        let (Some(height), Some(width)) = (height, width) else { return Err(NetworkError::Input { given }) };
        if from.channels != self.channels.0 || from.numbers.len() != from.height * from.width * from.channels
        {
            return Err(NetworkError::Input { given });
        }
        (to.height, to.width, to.channels) = (height, width, self.channels.1);
        to.numbers.resize(height * width * self.channels.1, 0.0);
        match self.kind {
            Kind::Depthwise => depthwise::run(self, from, to),
            Kind::Pointwise => self.product(&from.numbers, &mut to.numbers),
            Kind::Dense => {
                self.gather(from, (height, width), scratch);
                self.product(scratch, &mut to.numbers);
            }
        }
        Ok(())
    }

    /// `from`, a row of numbers for each pixel, times the weights.
    fn product(&self, from: &[f32], to: &mut [f32]) {
        let (inner, out) = (self.weights.len() / self.channels.1, self.channels.1);
        // The shapes follow from the lengths, which `run` has seen to.
        let Ok(weights) = ArrayView2::from_shape((inner, out), &self.weights) else { return };
        for (from, to) in from.chunks(ROWS * inner).zip(to.chunks_mut(ROWS * out)) {
            let rows = from.len() / inner;
            let (Ok(left), Ok(mut made)) = (
                ArrayView2::from_shape((rows, inner), from),
                ArrayViewMut2::from_shape((rows, out), &mut *to),
            ) else {
                return;
            };
            general_mat_mul(1.0, &left, &weights, 0.0, &mut made);
            for pixel in to.chunks_exact_mut(out) {
                for (number, bias) in pixel.iter_mut().zip(&self.bias) {
                    *number += bias;
                }
            }
            self.bound(to);
        }
    }

    pub fn bound(&self, numbers: &mut [f32]) {
        if let Some((least, most)) = self.bounds {
            for number in numbers {
                *number = number.max(least).min(most);
            }
        }
    }

    /// Lays what each kernel covers side by side, noughts beyond the edges.
    fn gather(&self, from: &Map, (height, width): (usize, usize), to: &mut Vec<f32>) {
        let row = self.kernel.0 * self.kernel.1 * from.channels;
        to.clear();
        to.resize(height * width * row, 0.0);
        let [above, left, ..] = self.pads;
        for (at, taps) in to.chunks_exact_mut(row).enumerate() {
            let (y, x) = (at / width * self.stride.0, at % width * self.stride.1);
            for (tap, pixel) in taps.chunks_exact_mut(from.channels).enumerate() {
                let (y, x) = (y + tap / self.kernel.1, x + tap % self.kernel.1);
                if (above..above + from.height).contains(&y) && (left..left + from.width).contains(&x) {
                    let at = ((y - above) * from.width + x - left) * from.channels;
                    pixel.copy_from_slice(&from.numbers[at..at + from.channels]);
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "conv_tests.rs"]
mod tests;
