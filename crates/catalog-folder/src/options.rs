use std::collections::{HashMap, HashSet};
use std::fs::Metadata;

use heuan_media::{ImageLimits, MediaRoot};
use time::Date;

use crate::visible::visible_text;

/// What the shop has already, so that a folder may refer to it. Empty when the folder replaces everything.
#[derive(Debug, Clone, Default)]
pub struct ExistingIds {
    pub cat_ids: HashSet<i64>,
    /// Each `prog_id` with its `cat_id`: a product may name its group alone.
    pub groups: HashMap<i64, i64>,
    pub pro_ids: HashSet<i64>,
    /// The `prog_id` of each product that is in a group: a row may name a new category alone.
    pub groups_of_products: HashMap<i64, i64>,
    pub promo_type_ids: HashSet<i64>,
    pub promo_ids: HashSet<i64>,
    /// The first and the last day of each promotion: a row may change one of them alone.
    pub promotion_days: HashMap<i64, (Option<Date>, Option<Date>)>,
    pub b_ids: HashSet<i64>,
    /// When each branch opens and closes, `HH:MM`; both empty where the shop's own hours hold.
    pub branch_hours: HashMap<i64, (String, String)>,
    /// Who of all these has not both names: a row may empty the one only where the other is there.
    pub unnamed: MissingNames,
    /// The shop's pictures: one that is here need not be in the folder again.
    pub media: Option<MediaRoot>,
}

/// By kind, the rows of the shop that lack a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingNames {
    pub categories: MissingNameRows,
    pub groups: MissingNameRows,
    pub products: MissingNameRows,
    pub promotion_types: MissingNameRows,
    pub promotions: MissingNameRows,
    pub branches: MissingNameRows,
}

/// Ids of the rows whose Lao name, and of those whose English name, is empty or cannot be seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingNameRows {
    pub la: HashSet<i64>,
    pub en: HashSet<i64>,
}

impl MissingNameRows {
    /// Among rows told as id, Lao name and English name.
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

/// How to read a folder.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    pub known: &'a ExistingIds,
    pub progress: &'a dyn Progress,
    /// Whether this picture (path below `media/`, file as it is now) passed a full check before.
    /// It then gets the header check only. Called from several threads.
    pub already_checked: &'a (dyn Fn(&str, &Metadata) -> bool + Sync),
    pub limits: ImageLimits,
}

impl<'a> Options<'a> {
    /// Silent, and every picture is checked fully.
    pub fn new(known: &'a ExistingIds) -> Self {
        Self { known, progress: &(), already_checked: &|_, _| false, limits: ImageLimits::default() }
    }
}

/// A step of reading a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// One table; counted in bytes of the file.
    Table(&'static str),
    /// `content.json`; counted in bytes.
    Content,
    /// Counted in pictures.
    Pictures,
}

/// Hears how far reading is. All calls default to nothing; [`Progress::advance`] comes from several threads.
pub trait Progress: Sync {
    /// A phase begins; `total` of its units are to come.
    fn start(&self, _phase: Phase, _total: u64) {}
    /// So many units are done since the last call.
    fn advance(&self, _phase: Phase, _units: u64) {}
    fn finish(&self, _phase: Phase) {}
}

/// Silence.
impl Progress for () {}
