//! Vectors of blank images for `src/blanks.rs`, and their error rates against images of products.

use std::{fs, path::Path};

use heuan_image_search::{
    blanks::{Blanks, MARGIN, MIN_SCORE, is_nothing_alike},
    decode::{DecodeLimits, decode},
    embed::{CancelToken, EfficientNetLite1, Embedder, ImageKind, UnusableModel, embed, l2_normalize},
};
use image::RgbImage;

use crate::{
    blank_images::blank_images,
    print,
    sets::{self, LabeledImage, Set},
};

/// Images from which the most different are kept.
const MADE: u32 = 240;
const KEPT: usize = 48;
const SEED: u64 = 1;
/// Images of another seed, by which the vectors are judged.
const JUDGED: u32 = 120;
const OTHER_SEED: u64 = 99;

/// Writes the vectors if they differ. Returns whether it did, because this program still has the former ones.
pub fn make(top: &Path, model: &EfficientNetLite1) -> bool {
    let stop = CancelToken::default();
    let before = |image: &RgbImage| embed(&Headless(model), image, ImageKind::Query(3), &stop);
    let made = blank_images(SEED, MADE);
    let vectors: Vec<Vec<f32>> = made.iter().map(|image| before(image).expect("the model looks")).collect();
    let file = top.join("services/image-search/model/blanks_efficientnet_lite1.i8");
    let bytes: Vec<u8> = farthest_points(&vectors).into_iter().flat_map(|at| bytes(&vectors[at])).collect();
    let is_new = fs::read(&file).ok().as_deref() != Some(&bytes);
    if is_new {
        fs::write(&file, bytes).expect("the file of vectors");
        eprintln!("{} is new: run again for figures with it", file.display());
    }
    is_new
}

/// Prints the shares of images that show nothing.
pub fn judge(top: &Path, grocery: Option<&Set>, model: &EfficientNetLite1) {
    let stop = CancelToken::default();
    let query = |image: &RgbImage| embed(model, image, ImageKind::Query(3), &stop).expect("the model looks");
    let blanks = Blanks::of_model(model.id()).expect("vectors of this model");
    let demo = sets::demo(top);
    let read = |one: &LabeledImage| decode(&one.bytes(), &DecodeLimits::CATALOG).expect("an image");
    let gallery: Vec<Vec<f32>> = demo
        .gallery
        .iter()
        .map(|one| embed(model, &read(one), ImageKind::Catalog, &stop).expect("the model looks"))
        .collect();
    let report = |name: &str, queries: &mut dyn Iterator<Item = Vec<f32>>| {
        let figures: Vec<(f32, f32)> = queries
            .map(|vector| {
                let dot = |one: &Vec<f32>| one.iter().zip(&vector).map(|(a, b)| a * b).sum::<f32>();
                (gallery.iter().map(dot).fold(0.0, f32::max), blanks.likeness(&vector))
            })
            .collect();
        let share = |is: &dyn Fn(&(f32, f32)) -> bool| {
            figures.iter().filter(|one| is(one)).count() as f64 / figures.len() as f64
        };
        print(&format!("{name}: below the least score"), share(&|(score, _)| *score < MIN_SCORE));
        print(&format!("{name}: like a blank image"), share(&|(score, like)| *like > score + MARGIN));
        print(&format!("{name}: show nothing"), share(&|(score, like)| is_nothing_alike(*score, *like)));
        let gaps = figures.iter().map(|(score, like)| f64::from(like - score));
        print(&format!("{name}: least likeness beyond the score"), gaps.clone().fold(f64::MAX, f64::min));
        print(&format!("{name}: most likeness beyond the score"), gaps.fold(f64::MIN, f64::max));
    };
    report("blank images", &mut blank_images(OTHER_SEED, JUDGED).iter().map(query));
    report("demo-dev", &mut demo.queries.iter().map(|one| query(&read(one))));
    if let Some(grocery) = grocery {
        report("goods not sold", &mut grocery.queries.iter().step_by(4).map(|one| query(&read(one))));
    }
}

/// The model before its head, so that the vectors stay the same with another head.
struct Headless<'a>(&'a EfficientNetLite1);

impl Embedder for Headless<'_> {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn side(&self) -> u32 {
        self.0.side()
    }

    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }

    fn embed(&self, square: &[u8]) -> Result<Vec<f32>, UnusableModel> {
        self.0.embed(square)
    }
}

/// Indexes of vectors, each the most different from those before.
fn farthest_points(vectors: &[Vec<f32>]) -> Vec<usize> {
    let dot = |one: usize, other: usize| -> f32 {
        vectors[one].iter().zip(&vectors[other]).map(|(a, b)| a * b).sum()
    };
    let mut kept = vec![0];
    let mut nearest: Vec<f32> = (0..vectors.len()).map(|at| dot(at, 0)).collect();
    while kept.len() < KEPT {
        let next = (0..vectors.len()).min_by(|one, other| nearest[*one].total_cmp(&nearest[*other]));
        let next = next.expect("vectors");
        kept.push(next);
        for (at, near) in nearest.iter_mut().enumerate() {
            *near = near.max(dot(at, next));
        }
    }
    kept
}

/// A byte for each dimension of the model's part; the largest is 127.
fn bytes(vector: &[f32]) -> Vec<u8> {
    let model = l2_normalize(vector[..EfficientNetLite1::DIMENSIONS].to_vec());
    let largest = model.iter().fold(f32::EPSILON, |largest, one| largest.max(one.abs()));
    model.iter().map(|one| ((one / largest * 127.0).round() as i8).cast_unsigned()).collect()
}
