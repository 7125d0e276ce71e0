//! Vector index. Every vector is compared: up to about 200,000 vectors this takes a few milliseconds, is exact, and
//! additions are visible at once. For more vectors, implement another [`Index`] in place of [`FlatIndex`].

mod flat_index;
mod quantized;

pub use flat_index::FlatIndex;
pub use quantized::Int16Vector;

/// Key of a vector. There is one per content hash, however many products use the image.
pub type Key = u32;

pub trait Index: Send + Sync {
    /// Inserts a unit vector, or replaces the one with this key.
    fn put(&mut self, key: Key, vector: &Int16Vector);
    fn remove(&mut self, key: Key);
    /// The `count` nearest vectors with their cosines, best first; only keys accepted by `wanted`.
    fn nearest(&self, vector: &[f32], count: usize, wanted: &dyn Fn(Key) -> bool) -> Vec<(Key, f32)>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
