use std::path::PathBuf;

use crate::ImageLimits;

/// How [`crate::Variants`] is set up.
#[derive(Debug, Clone)]
pub struct Options {
    /// The pictures as the merchant gave them. Only read; made when missing.
    pub root: PathBuf,
    /// Where variants are kept; made when missing. May be emptied at any time, it only costs time.
    pub variants: PathBuf,
    pub limits: ImageLimits,
    /// Threads that decode and resize.
    pub workers: usize,
    /// Pictures that may wait for a thread; one more is answered with [`crate::MediaError::Busy`].
    pub queue: usize,
}

impl Options {
    /// One thread a core, at most four: shoppers' other requests need the processor as well.
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
