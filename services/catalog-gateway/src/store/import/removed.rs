//! Rows other than products removed by an import with `replace`, for the report of the command.

use std::collections::HashSet;

use heuan_store::{Result, Tx, on};

/// Kinds as named in the report, with the query for the names of their rows.
const KINDS: [(&str, &str); 6] = [
    ("categories", "SELECT CAST(cat_id AS TEXT) FROM category"),
    ("groups", "SELECT CAST(prog_id AS TEXT) FROM product_group"),
    ("promotion types", "SELECT CAST(promo_type_id AS TEXT) FROM promotion_type"),
    ("promotions", "SELECT CAST(promo_id AS TEXT) FROM promotion"),
    ("pages", "SELECT slug FROM content_page"),
    ("parts of header and footer", "SELECT name FROM storefront"),
];

/// Names of all rows of each kind at one moment.
pub struct EntityNames([HashSet<String>; KINDS.len()]);

impl EntityNames {
    pub async fn in_shop(tx: &mut Tx) -> Result<Self> {
        let mut present: [HashSet<String>; KINDS.len()] = Default::default();
        for (names, (_, sql)) in present.iter_mut().zip(KINDS) {
            let rows: Vec<String> = on!(*tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await?);
            names.extend(rows);
        }
        Ok(Self(present))
    }

    /// Number of removed rows by kind; kinds without removals are omitted.
    pub fn removed_since(&self, after: &Self) -> Vec<(&'static str, u64)> {
        let lost = self.0.iter().zip(&after.0).map(|(before, after)| before.difference(after).count() as u64);
        KINDS.iter().map(|(kind, _)| *kind).zip(lost).filter(|(_, count)| *count > 0).collect()
    }
}
