//! `make bench-image`: search quality, cost of an image, and cost of a search in many vectors.
//!
//! Prints one JSON object a line: `{"row": …, "value": …}`; `bench/measure/image.py` formats them as a table.

mod baseline;
#[path = "../../tests/image-search/blank_images.rs"]
mod blank_images;
mod blanks;
mod choice;
mod cost;
mod csv;
mod fit;
mod retrieval;
mod scale;
mod sets;

use std::{
    env,
    path::{Path, PathBuf},
};

use heuan_image_search::embed::EfficientNetLite1;

pub fn print(row: &str, value: f64) {
    println!("{}", serde_json::json!({"row": row, "value": value}));
}

fn main() {
    // Cargo passes `--bench`; further arguments select benchmarks.
    let chosen: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wants = |name: &str| chosen.is_empty() || chosen.iter().any(|one| one == name);
    let top = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let model = EfficientNetLite1::load(Path::new("")).expect("the model loads");
    let grocery = env::var_os("GROCERY_DIR").filter(|folder| !folder.is_empty());
    let grocery = grocery.map(|folder| sets::grocery(&PathBuf::from(folder)));
    if wants("retrieval") || wants("fit") {
        let demo = sets::demo(&top);
        let results = retrieval::measure("demo-dev", &demo, &model);
        if wants("fit") {
            fit::print_curve(&results);
        }
        match &grocery {
            Some(grocery) => drop(retrieval::measure("grocery", grocery, &model)),
            None => eprintln!("GROCERY_DIR is not set: the set of real images is not measured"),
        }
    }
    // The file of vectors is written only by request.
    let is_new = chosen.iter().any(|one| one == "blanks") && blanks::make(&top, &model);
    if wants("blanks") && !is_new {
        blanks::judge(&top, grocery.as_ref(), &model);
    }
    if wants("choice") {
        let demo = sets::demo(&top);
        let sets = [("demo-dev", Some(&demo)), ("grocery", grocery.as_ref())];
        let sets: Vec<_> = sets.into_iter().filter_map(|(name, set)| Some((name, set?))).collect();
        choice::measure(&sets, &model);
    }
    if wants("cost") {
        cost::measure(&top, &model);
    }
    if wants("scale") {
        scale::measure();
    }
}
