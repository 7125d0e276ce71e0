//! Flat vector index: exhaustive search over 8-bit vectors, then reranking of the best at 16 bits.

use std::{
    cmp::Ordering,
    collections::{BinaryHeap, HashMap},
};

use simsimd::SpatialSimilarity as _;

use super::{Index, Int16Vector, Key};

/// Minimum number of coarse results that are compared again at full precision.
const RERANK_K: usize = 64;

/// Exhaustive search: compares all vectors in eight bits, then the best in sixteen.
#[derive(Debug)]
pub struct FlatIndex {
    dimensions: usize,
    /// Stored contiguously, because reading it is the cost of a search.
    int8: Vec<i8>,
    scales: Vec<f32>,
    int16: Vec<Int16Vector>,
    keys: Vec<Key>,
    rows: HashMap<Key, usize>,
}

impl FlatIndex {
    pub fn new(dimensions: usize) -> Self {
        let (int8, scales, int16, keys, rows) = Default::default();
        Self { dimensions, int8, scales, int16, keys, rows }
    }

    fn row(&self, row: usize) -> std::ops::Range<usize> {
        row * self.dimensions..(row + 1) * self.dimensions
    }
}

impl Index for FlatIndex {
    fn put(&mut self, key: Key, vector: &Int16Vector) {
        self.remove(key);
        let (scale, int8) = vector.int8();
        self.int8.extend(int8.take(self.dimensions));
        self.scales.push(scale);
        self.int16.push(vector.clone());
        self.rows.insert(key, self.keys.len());
        self.keys.push(key);
        // A vector of another length would shift all following vectors.
        self.int8.resize(self.keys.len() * self.dimensions, 0);
    }

    /// Moves the last row to the removed one.
    fn remove(&mut self, key: Key) {
        let Some(row) = self.rows.remove(&key) else { return };
        let last = self.keys.len() - 1;
        let from = self.row(last);
        self.int8.copy_within(from, row * self.dimensions);
        self.int8.truncate(last * self.dimensions);
        self.scales.swap_remove(row);
        self.int16.swap_remove(row);
        self.keys.swap_remove(row);
        if let Some(moved) = self.keys.get(row) {
            self.rows.insert(*moved, row);
        }
    }

    fn nearest(&self, vector: &[f32], count: usize, wanted: &dyn Fn(Key) -> bool) -> Vec<(Key, f32)> {
        let query = Int16Vector::of(vector);
        let query: Vec<i8> = query.int8().1.collect();
        let mut best = TopK::of(count.saturating_mul(2).max(RERANK_K));
        for ((row, scale), embedding) in
            self.scales.iter().enumerate().zip(self.int8.chunks_exact(self.dimensions))
        {
            let score = i8::dot(&query, embedding).unwrap_or_default() as f32 * scale;
            if score > best.min_score && wanted(self.keys[row]) {
                best.push(Scored { score, row });
            }
        }
        let mut found: Vec<(Key, f32)> = best
            .heap
            .into_iter()
            .map(|scored| (self.keys[scored.row], self.int16[scored.row].dot(vector)))
            .collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.truncate(count);
        found
    }

    fn len(&self) -> usize {
        self.keys.len()
    }
}

/// The highest scores, up to the requested number.
struct TopK {
    heap: BinaryHeap<Scored>,
    capacity: usize,
    /// Minimum score to be included.
    min_score: f32,
}

impl TopK {
    fn of(capacity: usize) -> Self {
        Self {
            heap: BinaryHeap::with_capacity(capacity.min(4096) + 1),
            capacity,
            min_score: f32::NEG_INFINITY,
        }
    }

    fn push(&mut self, scored: Scored) {
        self.heap.push(scored);
        if self.heap.len() > self.capacity {
            self.heap.pop();
        }
        if self.heap.len() == self.capacity {
            self.min_score = self.heap.peek().map_or(self.min_score, |scored| scored.score);
        }
    }
}

/// Ordered so that the worst score is on top of the heap.
#[derive(PartialEq)]
struct Scored {
    score: f32,
    row: usize,
}

impl Eq for Scored {}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.row.cmp(&other.row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::l2_normalize;

    const DIMENSIONS: usize = 96;

    /// A deterministic vector for each seed.
    fn vector(seed: u32) -> Vec<f32> {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
        let number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.3
        };
        l2_normalize(std::iter::repeat_with(number).map(|one| one.max(0.0)).take(DIMENSIONS).collect())
    }

    fn filled(keys: std::ops::Range<u32>) -> FlatIndex {
        let mut index = FlatIndex::new(DIMENSIONS);
        keys.for_each(|key| index.put(key, &Int16Vector::of(&vector(key))));
        index
    }

    #[test]
    fn nearest_vectors_equal_those_of_an_exact_search() {
        let index = filled(0..2000);
        for seed in 5000..5020 {
            let query = vector(seed);
            let cosine = |key: u32| vector(key).iter().zip(&query).map(|(a, b)| a * b).sum::<f32>();
            let mut all: Vec<u32> = (0..2000).collect();
            all.sort_by(|one, other| cosine(*other).total_cmp(&cosine(*one)));
            let found = index.nearest(&query, 10, &|_| true);
            let expected = all[..10].iter().map(|key| cosine(*key));
            for ((_, score), expected) in found.iter().zip(expected) {
                assert!((score - expected).abs() < 1e-4, "{score} {expected}");
            }
        }
    }

    #[test]
    fn removed_or_replaced_vector_is_not_found() {
        let mut index = filled(0..50);
        for key in (0..50).filter(|key| key % 3 == 0) {
            index.remove(key);
        }
        index.put(1, &Int16Vector::of(&vector(900)));
        index.remove(12_345);
        assert_eq!(index.len(), 33);
        let best = |seed| index.nearest(&vector(seed), 1, &|_| true)[0].0;
        assert_eq!((best(2), best(49), best(900)), (2, 49, 1));
        assert_ne!(best(3), 3);
    }

    #[test]
    fn filtered_vectors_do_not_reduce_the_results() {
        let index = filled(0..500);
        let found = index.nearest(&vector(7), 20, &|key| key % 2 == 0);
        assert_eq!(found.len(), 20);
        assert!(found.iter().all(|(key, _)| key % 2 == 0));
    }

    #[test]
    fn empty_index_finds_nothing() {
        assert!(FlatIndex::new(DIMENSIONS).nearest(&vector(1), 5, &|_| true).is_empty());
    }
}
