//! Input of a read besides the folder: the ids that exist in the shop, progress reports, and which images were
//! checked before.

use std::collections::{HashMap, HashSet};
use std::fs::Metadata;

use heuan_media::{ImageLimits, MediaRoot};
use time::Date;

use crate::visible::visible_text;

/// The shop's existing data, which a folder may refer to. Empty if the folder replaces everything.
#[derive(Debug, Clone, Default)]
pub struct ExistingIds {
    pub cat_ids: HashSet<i64>,
    /// Maps each `prog_id` to its `cat_id`, because a product may name only its group.
    pub groups: HashMap<i64, i64>,
    pub pro_ids: HashSet<i64>,
    /// The price of each product with a price, because a much different price is probably a typing error.
    pub prices: HashMap<i64, i64>,
    /// The `prog_id` of each product that is in a group, because a row may name only a new category.
    pub groups_of_products: HashMap<i64, i64>,
    pub promo_type_ids: HashSet<i64>,
    pub promo_ids: HashSet<i64>,
    /// First and last day of each promotion, because a row may change only one of them.
    pub promotion_days: HashMap<i64, (Option<Date>, Option<Date>)>,
    pub b_ids: HashSet<i64>,
    /// Opening and closing time of each branch, `HH:MM`; both empty if the company's hours apply.
    pub branch_hours: HashMap<i64, (String, String)>,
    /// Rows that lack a name: a row may empty one name only if the other exists.
    pub unnamed: MissingNames,
    /// The shop's images, which need not be in the folder again.
    pub media: Option<MediaRoot>,
}

/// Rows of the shop that lack a name, by table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingNames {
    pub categories: MissingNameRows,
    pub groups: MissingNameRows,
    pub products: MissingNameRows,
    pub promotion_types: MissingNameRows,
    pub promotions: MissingNameRows,
    pub branches: MissingNameRows,
}

/// Ids of the rows whose Lao name is empty or invisible, and ids of the rows whose English name is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingNameRows {
    pub la: HashSet<i64>,
    pub en: HashSet<i64>,
}

impl MissingNameRows {
    /// Collects them from tuples of id, Lao name and English name.
    pub fn of<'a>(rows: impl IntoIterator<Item = (i64, &'a str, &'a str)>) -> Self {
        let mut unnamed = Self::default();
        for (id, la, en) in rows {
            if visible_text(la).is_empty() {
                unnamed.la.insert(id);
            }
            if visible_text(en).is_empty() {
                unnamed.en.insert(id);
            }
        }
        unnamed
    }
}

/// Options for reading a folder.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    pub known: &'a ExistingIds,
    pub progress: &'a dyn Progress,
    /// Whether this image (path below `media/`, current file metadata) passed a full check before; then only its header
    /// is checked. Called from several threads.
    pub already_checked: &'a (dyn Fn(&str, &Metadata) -> bool + Sync),
    pub limits: ImageLimits,
}

impl<'a> Options<'a> {
    /// Options without progress reports, and with a full check of every image.
    pub fn new(known: &'a ExistingIds) -> Self {
        Self { known, progress: &(), already_checked: &|_, _| false, limits: ImageLimits::default() }
    }
}

/// A phase of reading a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// One table; progress is in bytes of the file.
    Table(&'static str),
    /// `content.json`; progress is in bytes.
    Content,
    /// Progress is in images.
    Images,
}

/// Receives progress reports. All methods default to no-ops; [`Progress::advance`] is called from several threads.
pub trait Progress: Sync {
    /// A phase begins, with `total` units.
    fn start(&self, _phase: Phase, _total: u64) {}
    /// `units` more are done since the last call.
    fn advance(&self, _phase: Phase, _units: u64) {}
    fn finish(&self, _phase: Phase) {}
}

/// Ignores all reports.
impl Progress for () {}
