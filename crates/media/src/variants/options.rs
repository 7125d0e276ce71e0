//! Settings of image variants: folders, size limits, threads and queue length.

use std::path::PathBuf;

use crate::ImageLimits;

/// Options of [`crate::Variants`].
#[derive(Debug, Clone)]
pub struct Options {
    /// Folder of the original images. Only read; created if missing.
    pub root: PathBuf,
    /// Folder of the variants; created if missing. It may be emptied at any time, at the cost of creating the variants
    /// again.
    pub variants: PathBuf,
    pub limits: ImageLimits,
    /// Number of threads that decode and resize.
    pub workers: usize,
    /// Queue capacity; requests beyond it fail with [`crate::MediaError::Busy`].
    pub queue: usize,
}

impl Options {
    /// One thread per core, at most four, because other requests need the processor as well.
    pub fn new(root: impl Into<PathBuf>, variants: impl Into<PathBuf>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            root: root.into(),
            variants: variants.into(),
            limits: ImageLimits::default(),
            workers: cores.min(4),
            queue: 256,
        }
    }
}
