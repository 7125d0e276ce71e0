//! Images without a product: sheets, walls, noise, clouds, patterns, gradients and writing.

use fastrand::Rng;
use image::{Rgb, RgbImage, imageops::FilterType};

const SIDE: u32 = 320;
const KINDS: u32 = 8;

/// `count` images, the same for a seed.
pub fn blank_images(seed: u64, count: u32) -> Vec<RgbImage> {
    let mut random = Rng::with_seed(seed);
    (0..count).map(|number| image(number % KINDS, &mut random)).collect()
}

fn image(kind: u32, random: &mut Rng) -> RgbImage {
    let (color, other) = (color(random), color(random));
    match kind {
        0 => RgbImage::from_pixel(SIDE, SIDE, Rgb(color.map(byte))),
        1 => sheet(color, random),
        2 => noise(random),
        3 | 4 => clouds(color, random),
        5 => stripes(color, other, random),
        6 => gradient(color, other, random),
        _ => writing(random),
    }
}

/// Half of them gray, as paper and walls.
fn color(random: &mut Rng) -> [f32; 3] {
    let gray = random.f32() * 255.0;
    if random.bool() { [gray; 3] } else { std::array::from_fn(|_| random.f32() * 255.0) }
}

fn byte(value: f32) -> u8 {
    value.clamp(0.0, 255.0) as u8
}

fn from_each(mut color: impl FnMut(f32, f32) -> [f32; 3]) -> RgbImage {
    let part = |at: u32| at as f32 / SIDE as f32;
    RgbImage::from_fn(SIDE, SIDE, |x, y| Rgb(color(part(x), part(y)).map(byte)))
}

/// Approximately normal, with a standard deviation of 1.
fn normal(random: &mut Rng) -> f32 {
    (0..12).map(|_| random.f32()).sum::<f32>() - 6.0
}

/// From 0 to 1 across the image, in a random direction.
fn ramp(random: &mut Rng) -> impl Fn(f32, f32) -> f32 + use<> {
    let (sin, cos) = (random.f32() * std::f32::consts::TAU).sin_cos();
    move |x, y| (x - 0.5) * cos + (y - 0.5) * sin + 0.5
}

/// Paper in uneven light, with the noise of a camera.
fn sheet(color: [f32; 3], random: &mut Rng) -> RgbImage {
    let (light, shade, grain) = (ramp(random), 0.1 + random.f32() * 0.4, 1.0 + random.f32() * 7.0);
    from_each(|x, y| color.map(|part| part * (1.0 - shade * light(x, y)) + grain * normal(random)))
}

fn noise(random: &mut Rng) -> RgbImage {
    let (strength, is_gray) = (5.0 + random.f32() * 105.0, random.bool());
    from_each(|_, _| {
        let gray = 128.0 + strength * normal(random);
        if is_gray { [gray; 3] } else { std::array::from_fn(|_| 128.0 + strength * normal(random)) }
    })
}

/// Soft spots of one size: walls, stone, sky.
fn clouds(color: [f32; 3], random: &mut Rng) -> RgbImage {
    let size = *random.choice(&[3, 5, 9, 14, 22, 40, 70]).unwrap_or(&9);
    let (cells, is_colored, strength) = (SIDE / size + 2, random.f32() < 0.4, 0.2 + random.f32() * 0.8);
    let small = RgbImage::from_fn(cells, cells, |_, _| {
        let gray = 128.0 + 42.0 * normal(random);
        let parts =
            if is_colored { std::array::from_fn(|_| 128.0 + 42.0 * normal(random)) } else { [gray; 3] };
        Rgb(parts.map(byte))
    });
    let mut image = image::imageops::resize(&small, SIDE, SIDE, FilterType::CatmullRom);
    for pixel in image.pixels_mut() {
        for (part, base) in pixel.0.iter_mut().zip(color) {
            *part = byte(f32::from(*part) * strength + base * (1.0 - strength));
        }
    }
    image
}

/// Stripes or checks.
fn stripes(color: [f32; 3], other: [f32; 3], random: &mut Rng) -> RgbImage {
    let (width, is_checked) = (random.f32() * 46.0 + 4.0, random.bool());
    let (sin, cos) = (random.f32() * std::f32::consts::PI).sin_cos();
    from_each(|x, y| {
        let (along, across) = (x * cos + y * sin, y * cos - x * sin);
        let stripe = |at: f32| (at * SIDE as f32 / width).floor() as i32;
        let number = stripe(along) + if is_checked { stripe(across) } else { 0 };
        if number % 2 == 0 { color } else { other }
    })
}

fn gradient(color: [f32; 3], other: [f32; 3], random: &mut Rng) -> RgbImage {
    let ramp = ramp(random);
    from_each(|x, y| {
        let part = ramp(x, y).clamp(0.0, 1.0);
        std::array::from_fn(|at| color[at] * part + other[at] * (1.0 - part))
    })
}

/// A page with lines of dark strokes.
fn writing(random: &mut Rng) -> RgbImage {
    let paper = 220 + random.u8(0..36);
    let mut page = RgbImage::from_pixel(SIDE, SIDE, Rgb([paper, paper, paper - random.u8(0..12)]));
    let (height, margin) = (random.u32(9..22), random.u32(5..30));
    let mut top = margin;
    while top + height < SIDE {
        let mut x = margin;
        let end = SIDE - margin - random.u32(0..80);
        while x + 8 < end {
            let (is_tall, is_gap) = (random.bool(), random.f32() < 0.15);
            if !is_gap {
                let from = if is_tall { top } else { top + height / 4 };
                let (left, right) = (x, x + random.u32(1..4));
                for y in from..top + height * 2 / 3 {
                    page.put_pixel(left, y, Rgb([25; 3]));
                    if y % 3 == 0 || y == from {
                        (left..right + 2).for_each(|at| page.put_pixel(at, y, Rgb([25; 3])));
                    }
                }
            }
            x += random.u32(4..7);
        }
        top += height;
    }
    page
}
