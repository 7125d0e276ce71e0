//! Depthwise convolution.

use crate::{Tensor, conv::Conv};

/// Channels that are summed together, so that their sums stay in registers.
const LANES: usize = 16;

/// Convolves each channel of `input` with its own kernel.
pub fn run(conv: &Conv, input: &Tensor, output: &mut Tensor) {
    let channels = input.channels;
    let mut taps = Vec::with_capacity(conv.kernel.0 * conv.kernel.1);
    for (at, pixel) in output.data.chunks_exact_mut(channels).enumerate() {
        window_taps(conv, input, (at / output.width, at % output.width), &mut taps);
        let (blocks, rest) = pixel.as_chunks_mut::<LANES>();
        for (block, sums) in blocks.iter_mut().enumerate() {
            *sums = sum_block(conv, &input.data, &taps, block * LANES);
        }
        let first = channels - rest.len();
        for (offset, sum) in rest.iter_mut().enumerate() {
            let channel = first + offset;
            let parts = taps.iter().map(|(at, weight)| {
                input.data[at * channels + channel] * conv.weights[weight * channels + channel]
            });
            *sum = conv.bias[channel] + parts.sum::<f32>();
        }
        conv.apply_clip(pixel);
    }
}

/// Collects the input pixels under the kernel for the output pixel at (`y`, `x`), each with its index in the kernel.
fn window_taps(conv: &Conv, input: &Tensor, (y, x): (usize, usize), taps: &mut Vec<(usize, usize)>) {
    let [above, left, ..] = conv.pads;
    let (y, x) = (y * conv.stride.0, x * conv.stride.1);
    taps.clear();
    for down in 0..conv.kernel.0 {
        let Some(row) = (y + down).checked_sub(above).filter(|row| *row < input.height) else { continue };
        for across in 0..conv.kernel.1 {
            if let Some(column) = (x + across).checked_sub(left).filter(|column| *column < input.width) {
                taps.push((row * input.width + column, down * conv.kernel.1 + across));
            }
        }
    }
}

fn sum_block(conv: &Conv, data: &[f32], taps: &[(usize, usize)], first: usize) -> [f32; LANES] {
    let channels = conv.channels.0;
    let mut sums = [0.0; LANES];
    sums.copy_from_slice(&conv.bias[first..first + LANES]);
    for (at, weight) in taps {
        let pixel = at * channels + first;
        let weight = weight * channels + first;
        let parts = data[pixel..pixel + LANES].iter().zip(&conv.weights[weight..weight + LANES]);
        for (sum, (value, weight)) in sums.iter_mut().zip(parts) {
            *sum += value * weight;
        }
    }
    sums
}
