//! Foreign key checks between the tables of a folder, and detection of duplicate ids in one table.

use std::collections::{HashMap, HashSet};

use crate::ExistingIds;
use crate::csv::{Row, TableOutcome};
use crate::message::Reason;

/// The ids a row may reference: those of the shop and of the tables read so far.
pub(crate) struct Ids<'a> {
    pub(crate) known: &'a ExistingIds,
    pub(crate) categories: IdSet<'a>,
    pub(crate) products: IdSet<'a>,
    pub(crate) promotion_types: IdSet<'a>,
    /// `prog_id` to `cat_id` of the folder; `None` if the row did not state it.
    groups: HashMap<i64, Option<i64>>,
    groups_unusable: bool,
}

/// Ids of one table.
pub(crate) struct IdSet<'a> {
    shop: &'a HashSet<i64>,
    folder: HashSet<i64>,
    /// Whether the folder's table was unreadable, so that no id can be reported as unknown.
    unusable: bool,
}

/// The category of a group, if known.
pub(crate) enum GroupOf {
    Category(i64),
    /// The category is unclear, which is already reported.
    Unclear,
    Unknown,
}

impl<'a> Ids<'a> {
    pub(crate) fn new(known: &'a ExistingIds) -> Self {
        let set = |shop| IdSet { shop, folder: HashSet::new(), unusable: false };
        Self {
            known,
            categories: set(&known.cat_ids),
            products: set(&known.pro_ids),
            promotion_types: set(&known.promo_type_ids),
            groups: HashMap::new(),
            groups_unusable: false,
        }
    }

    pub(crate) fn add_group(&mut self, prog_id: i64, cat_id: Option<i64>) {
        self.groups.insert(prog_id, cat_id);
    }

    pub(crate) fn groups_read(&mut self, reading: &TableOutcome) {
        self.groups_unusable = matches!(reading, TableOutcome::Unusable);
        for prog_id in reading.truncated_rows() {
            self.groups.entry(*prog_id).or_insert(None);
        }
    }

    pub(crate) fn group(&self, prog_id: i64) -> GroupOf {
        match self.groups.get(&prog_id).copied() {
            Some(Some(cat_id)) => GroupOf::Category(cat_id),
            Some(None) => GroupOf::Unclear,
            None if self.groups_unusable => GroupOf::Unclear,
            None => self.known.groups.get(&prog_id).map_or(GroupOf::Unknown, |cat| GroupOf::Category(*cat)),
        }
    }
}

impl IdSet<'_> {
    /// Also adds rows with other faults, so that one error causes one fault.
    pub(crate) fn add(&mut self, id: i64) {
        self.folder.insert(id);
    }

    pub(crate) fn read(&mut self, reading: &TableOutcome) {
        self.unusable = matches!(reading, TableOutcome::Unusable);
        self.folder.extend(reading.truncated_rows());
    }

    pub(crate) fn has(&self, id: i64) -> bool {
        self.unusable || self.folder.contains(&id) || self.shop.contains(&id)
    }
}

/// The fault of a row that names a category which is neither in the folder nor in the shop.
pub(crate) fn no_category(cat_id: i64) -> Reason {
    Reason::new("no_category", format!("there is no category {cat_id}")).with("id", &cat_id)
}

/// Detects duplicate ids in one table.
#[derive(Default)]
pub(crate) struct UniqueIds(HashMap<i64, u64>);

impl UniqueIds {
    /// The id of a row. Missing, malformed and duplicate ids are reported.
    pub(crate) fn id(&mut self, row: &Row<'_>, column: &'static str) -> Option<i64> {
        let id = row.id(column)?;
        if let Some(first) = self.0.get(&id) {
            let reason = format!("the id {id} is on line {first} already");
            row.report(column, Reason::new("id_twice", reason).with("id", &id).with("line", first));
        } else {
            self.0.insert(id, row.line());
        }
        Some(id)
    }
}
