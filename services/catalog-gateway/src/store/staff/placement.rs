//! Category and group of a product that an undo restores. Both are restored together, because a product in a group is in
//! the category of the group.

use std::collections::{HashMap, HashSet};

use heuan_store::{Result, Tx, on};

use super::record::Record;
use crate::staff::{Field, FieldValue};

/// The groups of the shop with their categories, and its categories.
#[derive(Debug, Default)]
pub struct Taxonomy {
    groups: HashMap<i64, i64>,
    categories: HashSet<i64>,
}

/// Effect of an undo on the category and group of a product.
#[derive(Debug, PartialEq, Eq)]
pub enum Placement {
    Restored {
        cat_id: i64,
        prog_id: i64,
    },
    /// The field was changed again since then.
    Changed(Field),
    /// The former group or category was removed since then.
    Removed(Field),
}

impl Taxonomy {
    /// Reads the groups and categories. No other writer changes them after the transaction has taken its
    /// revision.
    pub async fn read(tx: &mut Tx) -> Result<Self> {
        let of_groups = "SELECT prog_id, cat_id FROM product_group";
        let groups: Vec<(i64, i64)> = on!(*tx, |conn| sqlx::query_as(of_groups).fetch_all(conn).await?);
        let of_categories = "SELECT cat_id FROM category";
        let categories: Vec<i64> = on!(*tx, |conn| sqlx::query_scalar(of_categories).fetch_all(conn).await?);
        Ok(Self { groups: groups.into_iter().collect(), categories: categories.into_iter().collect() })
    }

    /// The category and group of a product before a change of its category, its group, or both. A group is restored with
    /// its present category.
    pub fn former(
        &self,
        record: &Record,
        category: Option<&FieldValue>,
        group: Option<&FieldValue>,
    ) -> Placement {
        if group.is_some_and(|done| record.value(Field::Group) != done.to) {
            return Placement::Changed(Field::Group);
        }
        let prog_id = group.map_or(record.prog_id, before);
        if prog_id == 0 {
            return self.without_group(record, category, group.is_some());
        }
        let Some(cat_id) = self.groups.get(&prog_id).copied() else {
            return Placement::Removed(Field::Group);
        };
        match category {
            // The group of the product, or the category of its group, was changed since.
            Some(done) if group.is_none() && (before(done) != cat_id || !is_unchanged(record, done)) => {
                Placement::Changed(Field::Category)
            }
            _ => Placement::Restored { cat_id, prog_id },
        }
    }

    fn without_group(&self, record: &Record, category: Option<&FieldValue>, leaves_group: bool) -> Placement {
        let Some(done) = category else {
            return Placement::Restored { cat_id: record.cat_id, prog_id: 0 };
        };
        // The product may have moved to another category with the group that it leaves now.
        if !leaves_group && !is_unchanged(record, done) {
            return Placement::Changed(Field::Category);
        }
        let cat_id = before(done);
        if cat_id != 0 && !self.categories.contains(&cat_id) {
            return Placement::Removed(Field::Category);
        }
        Placement::Restored { cat_id, prog_id: 0 }
    }
}

/// The id before the change; 0 means none.
fn before(done: &FieldValue) -> i64 {
    done.from.as_deref().and_then(|id| id.parse().ok()).unwrap_or(0)
}

fn is_unchanged(record: &Record, done: &FieldValue) -> bool {
    record.value(done.field) == done.to
}
