//! Generator of progressive JPEG files for decoder tests, up to 24 megapixels and more.

/// A progressive JPEG of `width` × `height` pixels: red, green, blue and white quarters, colors halved each way (4:2:0) unless
/// `full_color`.
///
/// It has the scans of common encoders: DC interleaved, AC of each component, then a refinement of DC. Its AC coefficients are
/// zero, so 24 megapixels take a few hundred kilobytes.
pub fn progressive_jpeg(width: u16, height: u16, full_color: bool) -> Vec<u8> {
    let sampling = if full_color { 0x11 } else { 0x22 };
    let step = 8u8;
    let mut file = vec![0xFF, 0xD8];
    let mut quantization = vec![0];
    quantization.extend([step; 64]);
    segment(&mut file, 0xDB, &quantization);
    let ([high, low], [wide_high, wide_low]) = (height.to_be_bytes(), width.to_be_bytes());
    let frame = [8, high, low, wide_high, wide_low, 3, 1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0];
    segment(&mut file, 0xC2, &frame);
    // DC: the sizes 0 to 11 in four bits each. AC: one symbol, a run of 16,384 and more empty blocks.
    let mut dc = vec![0x00, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    dc.extend(0..12u8);
    segment(&mut file, 0xC4, &dc);
    let ac = [0x10, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0x00];
    segment(&mut file, 0xC4, &ac);

    let luma = if full_color { 1 } else { 2 };
    let unit = 8 * luma;
    let units = (usize::from(width).div_ceil(unit), usize::from(height).div_ceil(unit));
    // Quarter, component: the coefficient of a flat block, which is eight times its level, in steps.
    let colors = [[76, 85, 255], [150, 44, 21], [29, 255, 107], [255, 128, 128]];
    let quarter =
        |column: usize, row: usize| usize::from(2 * column >= units.0) + 2 * usize::from(2 * row >= units.1);
    let level = |quarter: usize, component: usize| (colors[quarter][component] - 128) * 8 / i32::from(step);

    segment(&mut file, 0xDA, &[3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 0, 0x01]);
    let (mut bits, mut before) = (Bits::default(), [0i32; 3]);
    for row in 0..units.1 {
        for column in 0..units.0 {
            for (component, before) in before.iter_mut().enumerate() {
                for _ in 0..if component == 0 { luma * luma } else { 1 } {
                    let value = level(quarter(column, row), component) >> 1;
                    bits.difference(value - *before);
                    *before = value;
                }
            }
        }
    }
    bits.write(&mut file);
    for component in 1..=3u8 {
        segment(&mut file, 0xDA, &[1, component, 0x00, 1, 63, 0x00]);
        let sampled = if component == 1 || full_color { 8 } else { 16 };
        let blocks = usize::from(width).div_ceil(sampled) * usize::from(height).div_ceil(sampled);
        let mut bits = Bits::default();
        bits.empty_blocks(blocks);
        bits.write(&mut file);
    }
    segment(&mut file, 0xDA, &[3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 0, 0x10]);
    let mut bits = Bits::default();
    for row in 0..units.1 {
        for column in 0..units.0 {
            for component in 0..3 {
                for _ in 0..if component == 0 { luma * luma } else { 1 } {
                    bits.push(u32::from(level(quarter(column, row), component) & 1 == 1), 1);
                }
            }
        }
    }
    bits.write(&mut file);
    file.extend([0xFF, 0xD9]);
    file
}

fn segment(file: &mut Vec<u8>, marker: u8, body: &[u8]) {
    file.extend([0xFF, marker]);
    file.extend(u16::try_from(body.len() + 2).unwrap_or_default().to_be_bytes());
    file.extend(body);
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, value: u32, count: u32) {
        for bit in (0..count).rev() {
            self.held = self.held << 1 | (value >> bit & 1);
            self.count += 1;
            if self.count == 8 {
                let byte = self.held as u8;
                self.bytes.push(byte);
                if byte == 0xFF {
                    self.bytes.push(0);
                }
                (self.held, self.count) = (0, 0);
            }
        }
    }

    fn difference(&mut self, value: i32) {
        let size = 32 - value.unsigned_abs().leading_zeros();
        self.push(size, 4);
        let coded = if value < 0 { value + (1 << size) - 1 } else { value };
        self.push(coded as u32, size);
    }

    fn empty_blocks(&mut self, mut blocks: usize) {
        while blocks > 0 {
            if blocks >= 1 << 14 {
                let run = blocks.min((1 << 15) - 1);
                // The run's symbol is the first code of two bits.
                self.push(0, 2);
                self.push((run - (1 << 14)) as u32, 14);
                blocks -= run;
            } else {
                self.push(1, 2);
                blocks -= 1;
            }
        }
    }

    fn write(mut self, file: &mut Vec<u8>) {
        while self.count > 0 {
            self.push(1, 1);
        }
        file.extend(self.bytes);
    }
}
