//! Unit tests of `CatalogImages`: scores of products by their images, and updates of the index.

use super::*;

/// An index of vectors with two dimensions.
fn catalog_images() -> CatalogImages {
    CatalogImages::new(2)
}

fn seen(hash: &str) -> FileVersion {
    FileVersion { stamp: FileFingerprint { modified_ms: 1, bytes: 1 }, hash: hash.to_owned() }
}

fn ids(catalog_images: &CatalogImages, vector: [f32; 2], limit: usize) -> Vec<i64> {
    catalog_images.search(&vector, limit).into_iter().map(|hit| hit.pro_id).collect()
}

#[test]
fn product_scores_by_its_best_image_and_is_found_once() {
    let mut catalog_images = catalog_images();
    catalog_images.put(1, &["a.png", "b.png", "a.png", ""], true);
    catalog_images.put(2, &["c.png"], true);
    catalog_images.index("a.png", &seen("a"), &Int16Vector::of(&[1.0, 0.0]));
    catalog_images.index("b.png", &seen("b"), &Int16Vector::of(&[0.0, 1.0]));
    catalog_images.index("c.png", &seen("c"), &Int16Vector::of(&[0.6, 0.8]));
    let hits = catalog_images.search(&[0.0, 1.0], 10);
    assert_eq!((hits[0].pro_id, &*hits[0].image, hits.len()), (1, "b.png", 2));
    assert!((hits[0].score - 1.0).abs() < 1e-3 && (hits[1].score - 0.8).abs() < 1e-3);
    assert_eq!(catalog_images.counts(), Counts { indexed: 3, ..Counts::default() });
}

#[test]
fn product_not_for_sale_is_never_found() {
    let mut catalog_images = catalog_images();
    for pro_id in 1..=200 {
        let path = format!("{pro_id}.png");
        catalog_images.put(pro_id, &[&path], pro_id % 40 == 0);
        catalog_images.index(&path, &seen(&path), &Int16Vector::of(&[1.0, pro_id as f32 / 1000.0]));
    }
    assert_eq!(ids(&catalog_images, [1.0, 0.0], 3).len(), 3);
    catalog_images.put(40, &["40.png"], false);
    let mut found = ids(&catalog_images, [1.0, 0.0], 50);
    found.sort_unstable();
    assert_eq!(found, [80, 120, 160, 200]);
}

#[test]
fn content_is_indexed_once_for_all_its_products() {
    let mut catalog_images = catalog_images();
    catalog_images.put(1, &["a.png"], true);
    catalog_images.put(2, &["b.png"], true);
    catalog_images.index("a.png", &seen("same"), &Int16Vector::of(&[1.0, 0.0]));
    assert!(catalog_images.index_known("b.png", &seen("same")));
    assert!(!catalog_images.index_known("b.png", &seen("other")));
    assert_eq!((catalog_images.index.len(), ids(&catalog_images, [1.0, 0.0], 5)), (1, vec![1, 2]));
    catalog_images.remove(1);
    assert_eq!((catalog_images.index.len(), ids(&catalog_images, [1.0, 0.0], 5)), (1, vec![2]));
    catalog_images.remove(2);
    assert_eq!((catalog_images.index.len(), catalog_images.counts()), (0, Counts::default()));
}

#[test]
fn changed_and_removed_images_are_updated() {
    let mut catalog_images = catalog_images();
    catalog_images.put(1, &["a.png"], true);
    assert_eq!(catalog_images.pending(false).len(), 1);
    catalog_images.missing("a.png");
    assert_eq!((catalog_images.pending(false).len(), catalog_images.counts().missing), (1, 1));
    catalog_images.index("a.png", &seen("old"), &Int16Vector::of(&[1.0, 0.0]));
    assert_eq!((catalog_images.pending(false).len(), catalog_images.pending(true).len()), (0, 1));
    catalog_images.put(1, &["a.png"], true);
    assert_eq!(catalog_images.pending(false), [(Arc::from("a.png"), Some(seen("old").stamp))]);
    catalog_images.same("a.png");
    assert!(catalog_images.pending(false).is_empty());
    catalog_images.index("a.png", &seen("new"), &Int16Vector::of(&[0.0, 1.0]));
    assert!(catalog_images.search(&[0.0, 1.0], 1)[0].score > 0.99 && !catalog_images.knows("old"));
    catalog_images.unreadable("a.png", FileFingerprint { modified_ms: 2, bytes: 2 });
    assert_eq!((ids(&catalog_images, [0.0, 1.0], 1), catalog_images.counts().failed), (vec![], 1));
    catalog_images.put(1, &["b.png"], true);
    assert_eq!(catalog_images.pending(false).len(), 1);
    // The embedding finished after the product dropped the image.
    catalog_images.index("a.png", &seen("late"), &Int16Vector::of(&[0.0, 1.0]));
    assert!(!catalog_images.knows("late"));
    catalog_images.clear();
    assert_eq!(catalog_images.counts(), Counts::default());
}
