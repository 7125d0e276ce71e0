//! Blank images with the real model: they have no results.

use std::{fs, path::Path};

use heuan_image_search::{
    blanks::{Blanks, is_nothing_alike},
    decode::{DecodeLimits, decode},
    embed::{CancelToken, EfficientNetLite1, Embedder as _, ImageKind, embed},
};

use crate::blank_images::blank_images;

/// Images of the demo catalog that blank images are judged by: one of 25, because all of them take half a minute of one core.
/// `make bench-image` judges 120 blank images by all of them.
const SAMPLE: usize = 25;
/// Those that a white sheet showed before there were vectors of blank images.
const SHOWN_FOR_BLANK: [&str; 2] = ["1004006.webp", "1004007.webp"];

#[test]
fn blank_images_that_the_vectors_were_not_made_from_show_nothing() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let model = EfficientNetLite1::load(Path::new("")).unwrap();
    let blanks = Blanks::of_model(model.id()).unwrap();
    let mut files: Vec<_> = fs::read_dir(top.join("demo/media/products")).unwrap().flatten().collect();
    files.sort_by_key(fs::DirEntry::file_name);
    let judged = files.iter().enumerate().filter(|(number, file)| {
        number % SAMPLE == 0 || SHOWN_FOR_BLANK.iter().any(|name| file.file_name() == *name)
    });
    let products = judged.map(|(_, file)| {
        let image = decode(&fs::read(file.path()).unwrap(), &DecodeLimits::CATALOG).unwrap();
        embed(&model, &image, ImageKind::Catalog, &CancelToken::default()).unwrap()
    });
    let products: Vec<Vec<f32>> = products.collect();
    for (number, image) in blank_images(2026, 24).iter().enumerate() {
        let vector = embed(&model, image, ImageKind::Query(3), &CancelToken::default()).unwrap();
        let dot = |one: &Vec<f32>| one.iter().zip(&vector).map(|(a, b)| a * b).sum::<f32>();
        let best = products.iter().map(dot).fold(0.0, f32::max);
        let likeness = blanks.likeness(&vector);
        assert!(is_nothing_alike(best, likeness), "{number}: {best} {likeness}");
    }
}

#[test]
fn images_of_products_are_not_blank() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let model = EfficientNetLite1::load(Path::new("")).unwrap();
    let blanks = Blanks::of_model(model.id()).unwrap();
    for pro_id in ["1406008", "1003003", "104010", "1201004", "1302006"] {
        let read = |path: String, kind| {
            let image = decode(&fs::read(top.join(path)).unwrap(), &DecodeLimits::CATALOG).unwrap();
            embed(&model, &image, kind, &CancelToken::default()).unwrap()
        };
        let query = read(format!("bench/data/demo-dev/q{pro_id}.jpg"), ImageKind::Query(3));
        let own = read(format!("demo/media/products/{pro_id}.webp"), ImageKind::Catalog);
        let score: f32 = query.iter().zip(&own).map(|(one, other)| one * other).sum();
        assert!(!is_nothing_alike(score, blanks.likeness(&query)), "{pro_id}: {score}");
    }
}
