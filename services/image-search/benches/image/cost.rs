//! CPU time of one image, step by step.

use std::{fs, io::Cursor, path::Path, time::Duration};

use heuan_image_search::{
    decode::{DecodeLimits, center_crop, decode},
    embed::{CancelToken, Embedder, ImageKind, embed},
};
use image::{RgbImage, imageops::FilterType};
use rustix::time::{ClockId, clock_gettime};

use crate::{print, sets};

const ROUNDS: u32 = 20;

pub fn measure(top: &Path, model: &dyn Embedder) {
    let set = sets::demo(top);
    let query = decode(&set.queries[0].bytes(), &DecodeLimits::QUERY).expect("an image");
    for (name, width, height) in [("1080p", 1920, 1080), ("12 megapixels", 4000, 3000)] {
        let bytes = jpeg(&image::imageops::resize(&query, width, height, FilterType::CatmullRom));
        if name == "1080p" {
            // For the benchmark of the whole shop, which has no encoder.
            let folder = top.join("target");
            fs::create_dir_all(&folder).expect("a folder for the image");
            fs::write(folder.join("bench-image-1080p.jpg"), &bytes).expect("a place for the image");
        }
        let decoded = decode(&bytes, &DecodeLimits::QUERY).expect("an image");
        print(&format!("{name}: decode, ms"), ms(|| drop(decode(&bytes, &DecodeLimits::QUERY))));
        print(
            &format!("{name}: crop and resize, ms"),
            ms(|| drop(center_crop(&decoded, 0.75, model.side()))),
        );
        for parts in 1..=3 {
            let once = || {
                let image = decode(&bytes, &DecodeLimits::QUERY).expect("an image");
                drop(embed(model, &image, ImageKind::Query(parts), &CancelToken::default()));
            };
            print(&format!("{name}: all, {parts} parts, ms"), ms(once));
        }
    }
    let square = center_crop(&query, 1.0, model.side()).expect("a square");
    print("model, ms", ms(|| drop(model.embed(&square))));
}

fn jpeg(image: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 88);
    encoder.encode_image(image).expect("a JPEG");
    bytes.into_inner()
}

/// Median CPU time of this thread, milliseconds.
fn ms(mut work: impl FnMut()) -> f64 {
    let now = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("a time");
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let began = now();
            work();
            now().saturating_sub(began)
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}
