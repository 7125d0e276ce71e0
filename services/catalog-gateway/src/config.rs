//! Configuration section `[catalog-gateway]`: poll interval, low stock, and limits of uploads and imports.

use serde::Deserialize;

/// Section `[catalog-gateway]`; see `catalog-gateway.toml` for what each key means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Interval in milliseconds at which changes of other processes and expired reservations are polled.
    pub poll_ms: u64,
    /// Maximum free units of a product whose stock counts as low for the staff.
    pub low_stock: i64,
    /// Maximum bytes of images that one member of the staff uploads in 24 hours; 0 means no limit.
    pub image_day_bytes: i64,
    /// Maximum imports that are uploaded or checked and not applied yet; 0 means no limit.
    pub open_imports: i64,
    /// Days for which the uploaded file of an ended import is stored, to repeat the import; 0 stores none.
    pub import_retention_days: i64,
    /// Maximum bytes of the files of ended imports; the oldest are removed first.
    pub import_retention_bytes: i64,
    /// Whether imports may fetch images from this machine, for tests.
    pub import_loopback: bool,
}
