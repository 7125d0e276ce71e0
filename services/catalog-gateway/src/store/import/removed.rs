//! What an import with `replace` takes away beside products, so that the command can say it.

use std::collections::HashSet;

use heuan_store::{Result, Tx, on};

/// Kinds in the words of the report, and where their rows are named.
const KINDS: [(&str, &str); 6] = [
    ("categories", "SELECT CAST(cat_id AS TEXT) FROM category"),
    ("groups", "SELECT CAST(prog_id AS TEXT) FROM product_group"),
    ("promotion types", "SELECT CAST(promo_type_id AS TEXT) FROM promotion_type"),
    ("promotions", "SELECT CAST(promo_id AS TEXT) FROM promotion"),
    ("pages", "SELECT slug FROM content_page"),
    ("parts of header and footer", "SELECT name FROM storefront"),
];

/// The names of every row of each kind at one moment.
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

    /// How many of each kind are not there any more; kinds that lost none are left out.
    pub fn removed_since(&self, after: &Self) -> Vec<(&'static str, u64)> {
        let lost = self.0.iter().zip(&after.0).map(|(before, after)| before.difference(after).count() as u64);
        KINDS.iter().map(|(kind, _)| *kind).zip(lost).filter(|(_, count)| *count > 0).collect()
    }
}
