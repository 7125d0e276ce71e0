//! CPU time of one photo, step by step.

use std::{fs, io::Cursor, path::Path, time::Duration};

use heuan_image_search::{
    embed::{CancelToken, Embedder, ImageKind, embed},
    picture::{DecodeLimits, centre, decode},
};
use image::{RgbImage, imageops::FilterType};
use rustix::time::{ClockId, clock_gettime};

use crate::{print, sets};

const ROUNDS: u32 = 20;

pub fn measure(top: &Path, model: &dyn Embedder) {
    let set = sets::demo(top);
    let photo = decode(&set.queries[0].bytes(), &DecodeLimits::PHOTO).expect("a photo");
    for (name, width, height) in [("1080p", 1920, 1080), ("12 megapixels", 4000, 3000)] {
        let bytes = jpeg(&image::imageops::resize(&photo, width, height, FilterType::CatmullRom));
        if name == "1080p" {
            // For the benchmark of the whole shop, which has no encoder.
            fs::write(top.join("target/bench-photo-1080p.jpg"), &bytes).expect("a place for the photo");
        }
        let decoded = decode(&bytes, &DecodeLimits::PHOTO).expect("a photo");
        print(&format!("{name}: decode, ms"), ms(|| drop(decode(&bytes, &DecodeLimits::PHOTO))));
        print(&format!("{name}: crop and resize, ms"), ms(|| drop(centre(&decoded, 0.75, model.side()))));
        for parts in 1..=3 {
            let once = || {
                let picture = decode(&bytes, &DecodeLimits::PHOTO).expect("a photo");
                drop(embed(model, &picture, ImageKind::Photo(parts), &CancelToken::default()));
            };
            print(&format!("{name}: all, {parts} parts, ms"), ms(once));
        }
    }
    let square = centre(&photo, 1.0, model.side()).expect("a square");
    print("model, ms", ms(|| drop(model.embed(&square))));
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 88);
    encoder.encode_image(picture).expect("a JPEG");
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
