//! Benchmark of the index at sizes beyond the demo catalog.

use std::time::Instant;

use heuan_image_search::{
    CatalogImages, FileFingerprint, FileVersion,
    embed::{EfficientNetLite1, dimensions, l2_normalize},
    index::{FlatIndex, Index, Int16Vector},
};

use crate::print;

const QUERIES: usize = 200;
const FOUND: usize = 10;
/// The edge's request for twenty displayed results.
const ASKED: usize = 60;

pub fn measure() {
    let mut random = Random(11);
    let queries: Vec<Vec<f32>> = (0..QUERIES).map(|_| random.vector()).collect();
    for count in [10_000, 100_000] {
        vectors(count, &queries);
        images(count, &queries);
    }
}

/// The index compared with an exact search.
fn vectors(count: u32, queries: &[Vec<f32>]) {
    let (mut random, mut index) = (Random(7), FlatIndex::new(dimensions(EfficientNetLite1::DIMENSIONS)));
    let mut exact: Vec<Vec<(f32, u32)>> = vec![Vec::new(); queries.len()];
    let mut seconds = 0.0;
    for key in 0..count {
        let vector = random.vector();
        let int16 = Int16Vector::of(&vector);
        let began = Instant::now();
        index.put(key, &int16);
        seconds += began.elapsed().as_secs_f64();
        // All vectors at full precision would take half a gigabyte, so each is compared when it is generated.
        for (query, best) in queries.iter().zip(&mut exact) {
            let score: f32 = vector.iter().zip(query).map(|(a, b)| a * b).sum();
            let at = best.partition_point(|(other, _)| *other >= score);
            if at < FOUND {
                best.insert(at, (score, key));
                best.truncate(FOUND);
            }
        }
    }
    print(&format!("{count} vectors: put, µs each"), seconds * 1e6 / f64::from(count));
    let (mut times, mut found) = (Vec::new(), 0);
    for (query, exact) in queries.iter().zip(&exact) {
        let began = Instant::now();
        let nearest = index.nearest(query, FOUND, &|_| true);
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        assert_eq!(nearest.len(), FOUND);
        found += exact.iter().filter(|(_, key)| nearest.iter().any(|(one, _)| one == key)).count();
    }
    print_report(&format!("{count} vectors:"), times);
    let wanted = queries.len() * FOUND;
    print(&format!("{count} vectors: recall@10 of an exact search"), found as f64 / wanted as f64);
}

/// Cost of an image after embedding: products with one image each, one in ten not for sale.
fn images(count: u32, queries: &[Vec<f32>]) {
    let (mut random, mut catalog_images) =
        (Random(7), CatalogImages::new(dimensions(EfficientNetLite1::DIMENSIONS)));
    for number in 0..count {
        let path = format!("{number}.webp");
        catalog_images.put(i64::from(number), &[&path], number % 10 != 0);
        let seen =
            FileVersion { stamp: FileFingerprint { modified_ms: 0, bytes: 0 }, hash: number.to_string() };
        catalog_images.index(&path, &seen, &Int16Vector::of(&random.vector()));
    }
    let times = queries.iter().map(|query| {
        let began = Instant::now();
        let hits = catalog_images.search(query, ASKED);
        assert_eq!((hits.len(), catalog_images.counts().indexed), (ASKED, count as usize));
        began.elapsed().as_secs_f64() * 1000.0
    });
    print_report(&format!("{count} images: one image search,"), times.collect());
}

fn print_report(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    print(&format!("{what} p50, ms"), times[times.len() / 2]);
    print(&format!("{what} p99, ms"), times[times.len() * 99 / 100]);
}

/// Vectors similar to the model's: non-negative, many zeros, clustered around centers like products.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn vector(&mut self) -> Vec<f32> {
        let center = (self.next() * 500.0) as u64;
        let mut of_center = Self(center * 7919 + 3);
        l2_normalize(
            (0..dimensions(EfficientNetLite1::DIMENSIONS))
                .map(|_| (of_center.next() + 0.8 * self.next() - 0.7).max(0.0))
                .collect(),
        )
    }
}
