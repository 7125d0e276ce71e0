//! Image sets and the catalogs they are searched in.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use crate::csv::rows;

pub struct Set {
    pub gallery: Vec<LabeledImage>,
    pub queries: Vec<LabeledImage>,
}

pub struct LabeledImage {
    pub file: PathBuf,
    /// The product or class.
    pub of: String,
    /// The group of the product.
    pub group: String,
}

impl LabeledImage {
    pub fn bytes(&self) -> Vec<u8> {
        fs::read(&self.file).unwrap_or_else(|error| panic!("{}: {error}", self.file.display()))
    }
}

fn labeled_image(
    folder: &Path,
    row: &HashMap<String, String>,
    file: &str,
    of: &str,
    group: &str,
) -> LabeledImage {
    LabeledImage { file: folder.join(file), of: row[of].clone(), group: row[group].clone() }
}

/// Phone-like views of demo products, searched in the demo catalog.
pub fn demo(top: &Path) -> Set {
    let media = top.join("demo/media");
    let mut gallery = Vec::new();
    for row in rows(&top.join("demo/products.csv")) {
        let more: Vec<String> = serde_json::from_str(&row["images"]).unwrap_or_default();
        let images = std::iter::once(&row["pro_img_cover"]).chain(&more).filter(|path| !path.is_empty());
        gallery.extend(images.map(|path| labeled_image(&media, &row, path, "pro_id", "prog_id")));
    }
    let folder = top.join("bench/data/demo-dev");
    let queries = rows(&folder.join("queries.csv"));
    let queries =
        queries.iter().map(|row| labeled_image(&folder, row, &row["file"], "pro_id", "prog_id")).collect();
    Set { gallery, queries }
}

/// `GroceryStoreDataset`: images of goods in a store, searched in studio images. Its license forbids redistribution, so
/// it is read from a local folder.
pub fn grocery(folder: &Path) -> Set {
    let rows = rows(&folder.join("labels.csv"));
    let of = |role: &str| {
        let these = rows.iter().filter(|row| row["role"] == role);
        these
            .map(|row| labeled_image(folder, row, &row["file"], "class_or_product", "class_or_product"))
            .collect()
    };
    Set { gallery: of("gallery"), queries: of("query") }
}
