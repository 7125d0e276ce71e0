use crate::{Map, conv::Conv};

/// Channels at once: their sums stay in registers.
const LANES: usize = 16;

/// Each channel of `from` with its own kernel.
pub fn run(conv: &Conv, from: &Map, to: &mut Map) {
    let channels = from.channels;
    let mut taps = Vec::with_capacity(conv.kernel.0 * conv.kernel.1);
    for (at, pixel) in to.numbers.chunks_exact_mut(channels).enumerate() {
        covered(conv, from, (at / to.width, at % to.width), &mut taps);
        let (blocks, rest) = pixel.as_chunks_mut::<LANES>();
        for (block, sums) in blocks.iter_mut().enumerate() {
            *sums = block_of(conv, &from.numbers, &taps, block * LANES);
        }
        let first = channels - rest.len();
        for (offset, sum) in rest.iter_mut().enumerate() {
            let channel = first + offset;
            let parts = taps.iter().map(|(at, weight)| {
                from.numbers[at * channels + channel] * conv.weights[weight * channels + channel]
            });
            *sum = conv.bias[channel] + parts.sum::<f32>();
        }
        conv.bound(pixel);
    }
}

/// The pixels that the kernel covers at one place, each with its place in the kernel.
fn covered(conv: &Conv, from: &Map, (y, x): (usize, usize), taps: &mut Vec<(usize, usize)>) {
    let [above, left, ..] = conv.pads;
    let (y, x) = (y * conv.stride.0, x * conv.stride.1);
    taps.clear();
    for down in 0..conv.kernel.0 {
        let Some(row) = (y + down).checked_sub(above).filter(|row| *row < from.height) else { continue };
        for across in 0..conv.kernel.1 {
            if let Some(column) = (x + across).checked_sub(left).filter(|column| *column < from.width) {
                taps.push((row * from.width + column, down * conv.kernel.1 + across));
            }
        }
    }
}

fn block_of(conv: &Conv, numbers: &[f32], taps: &[(usize, usize)], first: usize) -> [f32; LANES] {
    let channels = conv.channels.0;
    let mut sums = [0.0; LANES];
    sums.copy_from_slice(&conv.bias[first..first + LANES]);
    for (at, weight) in taps {
        let pixel = at * channels + first;
        let weight = weight * channels + first;
        let parts = numbers[pixel..pixel + LANES].iter().zip(&conv.weights[weight..weight + LANES]);
        for (sum, (number, weight)) in sums.iter_mut().zip(parts) {
            *sum += number * weight;
        }
    }
    sums
}
