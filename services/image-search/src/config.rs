//! Configuration section `[image_search]`: worker threads, queue limits, crops and the path of ONNX Runtime.

use std::{path::PathBuf, thread};

use serde::Deserialize;

/// Section `[image_search]`; `image-search.toml` explains the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub enabled: bool,
    pub workers: usize,
    pub queue: usize,
    pub queue_mb: usize,
    pub crops: usize,
    pub index_threads: usize,
    pub rescan_s: u64,
    pub media_dir: PathBuf,
    pub onnx_runtime: PathBuf,
}

impl Config {
    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), String> {
        let rules = [
            (self.workers <= 64, "workers", "must be at most 64"),
            ((1..=1000).contains(&self.queue), "queue", "must be 1 to 1000"),
            ((16..=4096).contains(&self.queue_mb), "queue_mb", "must be 16 to 4096"),
            ((1..=3).contains(&self.crops), "crops", "must be 1 to 3"),
            ((1..=64).contains(&self.index_threads), "index_threads", "must be 1 to 64"),
            ((1..=86_400).contains(&self.rescan_s), "rescan_s", "must be 1 to 86400"),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, key, message)) => Err(format!("configuration: image_search.{key} {message}")),
            None => Ok(()),
        }
    }

    pub(crate) fn query_threads(&self) -> usize {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if self.workers == 0 { cores.div_ceil(2).min(8) } else { self.workers }
    }
}
