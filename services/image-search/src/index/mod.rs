//! Vectors to search in. Every vector is compared: up to some 200,000 on a node that is a few milliseconds, exact, and
//! what was added is found at once. Beyond, another [`Index`] takes the place of [`Exact`].

mod flat_index;
mod quantised;

pub use flat_index::FlatIndex;
pub use quantised::Int16Vector;

/// Names a vector: a content hash stands for its picture, however many products show it.
pub type Key = u32;

pub trait Index: Send + Sync {
    /// Adds a vector of length one, or replaces the one of this key.
    fn put(&mut self, key: Key, vector: &Int16Vector);
    fn remove(&mut self, key: Key);
    /// The `count` nearest with their cosines, best first; only keys that `wanted` lets through.
    fn nearest(&self, vector: &[f32], count: usize, wanted: &dyn Fn(Key) -> bool) -> Vec<(Key, f32)>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
