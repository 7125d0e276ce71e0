//! The model and its preprocessing, compared with vectors of demo images made by another runtime, decoder and resizer.

use std::{fs, path::Path};

use heuan_image_search::{
    decode::{DecodeLimits, center_crop, decode},
    embed::{CancelToken, EfficientNetLite1, Embedder as _, ImageKind, embed},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    vectors: Vec<FileVersion>,
}

#[derive(Deserialize)]
struct FileVersion {
    image: String,
    /// The center crop of both sides.
    part: f64,
    vector: Vec<f32>,
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[test]
fn vectors_equal_those_of_another_runtime() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(here.join("tests/data/vectors.json")).unwrap();
    let expected: Expected = serde_json::from_str(&text).unwrap();
    assert!(expected.vectors.len() >= 5);
    let model = EfficientNetLite1::load(Path::new("")).unwrap();
    for FileVersion { image: path, part, vector } in expected.vectors {
        let bytes = fs::read(here.join("../..").join(&path)).unwrap();
        let image = decode(&bytes, &DecodeLimits::CATALOG).unwrap();
        let seen = model.embed(&center_crop(&image, part, model.side()).unwrap()).unwrap();
        assert!(dot(&seen, &vector) > 0.999, "{path}: {}", dot(&seen, &vector));
    }
}

#[test]
fn image_finds_its_product_among_others_also_with_scaled_decoding() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let model = EfficientNetLite1::load(Path::new("")).unwrap();
    let of = |bytes: &[u8], view| {
        embed(&model, &decode(bytes, &DecodeLimits::QUERY).unwrap(), view, &CancelToken::default()).unwrap()
    };
    let read = |path: &str| fs::read(here.join("../..").join(path)).unwrap();
    let query = read("bench/data/demo-dev/q1406008.jpg");
    let large = image::load_from_memory(&query).unwrap();
    let large = large.resize_exact(1920, 1440, image::imageops::FilterType::CatmullRom);
    let mut bytes = std::io::Cursor::new(Vec::new());
    large.write_to(&mut bytes, image::ImageFormat::Jpeg).unwrap();
    let (small, large) = (of(&query, ImageKind::Query(3)), of(&bytes.into_inner(), ImageKind::Query(3)));
    assert!(dot(&small, &large) > 0.98, "{}", dot(&small, &large));
    let own = of(&read("demo/media/products/1406008.webp"), ImageKind::Catalog);
    let other = of(&read("demo/media/products/1001002.webp"), ImageKind::Catalog);
    assert!(dot(&large, &own) > dot(&large, &other) + 0.1);
}
