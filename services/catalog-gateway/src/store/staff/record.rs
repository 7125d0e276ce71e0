//! Query of the fields of products before a change, for comparison with the new values.

use heuan_store::{Result, Tx, numbered, on};
use sqlx::AssertSqlSafe;

use crate::staff::{Field, Schedule};

/// Ids of one query.
const BATCH: usize = 512;

/// A product's fields as stored, for comparing and changing them.
#[derive(Clone, Debug, heuan_store::FromRow)]
pub struct Record {
    pub pro_id: i64,
    pub version: i64,
    pub name_la: String,
    pub name_en: String,
    pub description_la: String,
    pub description_en: String,
    pub price: Option<i64>,
    pub original_price: Option<i64>,
    pub vatrate: i64,
    pub unit_la: String,
    pub unit_en: String,
    pub brand: String,
    pub cat_id: i64,
    pub prog_id: i64,
    pub attributes: String,
    pub img_cover: String,
    pub images: String,
    pub visible: i64,
    pub visible_from: Option<i64>,
    pub visible_until: Option<i64>,
    pub location: String,
    pub stock: Option<i64>,
}

impl Record {
    pub fn schedule(&self) -> Schedule {
        Schedule { visible: self.visible == 1, from: self.visible_from, until: self.visible_until }
    }

    /// The value as the ledger stores it. Units on hand are in another table.
    pub fn value(&self, field: Field) -> Option<String> {
        let text = |text: &String| Some(text.clone());
        match field {
            Field::NameLa => text(&self.name_la),
            Field::NameEn => text(&self.name_en),
            Field::DescriptionLa => text(&self.description_la),
            Field::DescriptionEn => text(&self.description_en),
            Field::Price => self.price.map(|price| price.to_string()),
            Field::OriginalPrice => self.original_price.map(|price| price.to_string()),
            Field::Vatrate => Some(self.vatrate.to_string()),
            Field::UnitLa => text(&self.unit_la),
            Field::UnitEn => text(&self.unit_en),
            Field::Brand => text(&self.brand),
            Field::Category => Some(self.cat_id.to_string()),
            Field::Group => Some(self.prog_id.to_string()),
            Field::Attributes => text(&self.attributes),
            Field::Cover => text(&self.img_cover),
            Field::Images => text(&self.images),
            Field::Visible => Some(self.visible.to_string()),
            Field::VisibleFrom => self.visible_from.map(|at| at.to_string()),
            Field::VisibleUntil => self.visible_until.map(|at| at.to_string()),
            Field::Location => text(&self.location),
            Field::Stock => None,
        }
    }
}

/// The products of `ids` that exist, by id. No other writer changes them after the transaction has taken its revision.
pub async fn read(tx: &mut Tx, ids: &[i64]) -> Result<Vec<Record>> {
    let mut records = Vec::with_capacity(ids.len());
    for batch in ids.chunks(BATCH) {
        let Some(last) = batch.last() else { continue };
        let padded = batch.len().next_power_of_two();
        let sql = format!(
            "SELECT pro_id, version, name_la, name_en, description_la, description_en, price, original_price, vatrate, \
               unit_la, unit_en, brand, cat_id, prog_id, attributes, img_cover, images, visible, visible_from, visible_until, \
               location, stock \
             FROM product WHERE pro_id IN ({}) ORDER BY pro_id",
            numbered(1, padded)
        );
        let rows: Vec<Record> = on!(*tx, |conn| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in batch.iter().chain(std::iter::repeat_n(last, padded - batch.len())) {
                query = query.bind(*id);
            }
            query.fetch_all(conn).await?
        });
        records.extend(rows);
    }
    Ok(records)
}
