use super::*;

/// An index of vectors with two dimensions.
fn shelf() -> CatalogImages {
    CatalogImages::new(2)
}

fn seen(hash: &str) -> FileVersion {
    FileVersion { stamp: FileFingerprint { modified_ms: 1, bytes: 1 }, hash: hash.to_owned() }
}

fn ids(shelf: &CatalogImages, vector: [f32; 2], limit: usize) -> Vec<i64> {
    shelf.search(&vector, limit).into_iter().map(|hit| hit.pro_id).collect()
}

#[test]
fn product_scores_by_its_best_image_and_is_found_once() {
    let mut shelf = shelf();
    shelf.put(1, &["a.png", "b.png", "a.png", ""], true);
    shelf.put(2, &["c.png"], true);
    shelf.index("a.png", &seen("a"), &Int16Vector::of(&[1.0, 0.0]));
    shelf.index("b.png", &seen("b"), &Int16Vector::of(&[0.0, 1.0]));
    shelf.index("c.png", &seen("c"), &Int16Vector::of(&[0.6, 0.8]));
    let hits = shelf.search(&[0.0, 1.0], 10);
    assert_eq!((hits[0].pro_id, &*hits[0].image, hits.len()), (1, "b.png", 2));
    assert!((hits[0].score - 1.0).abs() < 1e-3 && (hits[1].score - 0.8).abs() < 1e-3);
    assert_eq!(shelf.counts(), Counts { indexed: 3, ..Counts::default() });
}

#[test]
fn product_not_for_sale_is_never_found() {
    let mut shelf = shelf();
    for pro_id in 1..=200 {
        let path = format!("{pro_id}.png");
        shelf.put(pro_id, &[&path], pro_id % 40 == 0);
        shelf.index(&path, &seen(&path), &Int16Vector::of(&[1.0, pro_id as f32 / 1000.0]));
    }
    assert_eq!(ids(&shelf, [1.0, 0.0], 3).len(), 3);
    shelf.put(40, &["40.png"], false);
    let mut found = ids(&shelf, [1.0, 0.0], 50);
    found.sort_unstable();
    assert_eq!(found, [80, 120, 160, 200]);
}

#[test]
fn content_is_indexed_once_for_all_its_products() {
    let mut shelf = shelf();
    shelf.put(1, &["a.png"], true);
    shelf.put(2, &["b.png"], true);
    shelf.index("a.png", &seen("same"), &Int16Vector::of(&[1.0, 0.0]));
    assert!(shelf.index_known("b.png", &seen("same")));
    assert!(!shelf.index_known("b.png", &seen("other")));
    assert_eq!((shelf.index.len(), ids(&shelf, [1.0, 0.0], 5)), (1, vec![1, 2]));
    shelf.remove(1);
    assert_eq!((shelf.index.len(), ids(&shelf, [1.0, 0.0], 5)), (1, vec![2]));
    shelf.remove(2);
    assert_eq!((shelf.index.len(), shelf.counts()), (0, Counts::default()));
}

#[test]
fn changed_and_removed_images_are_updated() {
    let mut shelf = shelf();
    shelf.put(1, &["a.png"], true);
    assert_eq!(shelf.pending(false).len(), 1);
    shelf.missing("a.png");
    assert_eq!((shelf.pending(false).len(), shelf.counts().missing), (1, 1));
    shelf.index("a.png", &seen("old"), &Int16Vector::of(&[1.0, 0.0]));
    assert_eq!((shelf.pending(false).len(), shelf.pending(true).len()), (0, 1));
    shelf.put(1, &["a.png"], true);
    assert_eq!(shelf.pending(false), [(Arc::from("a.png"), Some(seen("old").stamp))]);
    shelf.same("a.png");
    assert!(shelf.pending(false).is_empty());
    shelf.index("a.png", &seen("new"), &Int16Vector::of(&[0.0, 1.0]));
    assert!(shelf.search(&[0.0, 1.0], 1)[0].score > 0.99 && !shelf.knows("old"));
    shelf.unreadable("a.png", FileFingerprint { modified_ms: 2, bytes: 2 });
    assert_eq!((ids(&shelf, [0.0, 1.0], 1), shelf.counts().failed), (vec![], 1));
    shelf.put(1, &["b.png"], true);
    assert_eq!(shelf.pending(false).len(), 1);
    // The embedding finished after the product dropped the image.
    shelf.index("a.png", &seen("late"), &Int16Vector::of(&[0.0, 1.0]));
    assert!(!shelf.knows("late"));
    shelf.clear();
    assert_eq!(shelf.counts(), Counts::default());
}
