//! Reader of `categories.csv`, the first level of the product tree.

use super::{Ids, UniqueIds};
use crate::context::Context;
use crate::csv::{Spec, for_each_row};
use crate::layout::CATEGORIES;
use crate::{Category, Table};

pub(crate) static SPEC: Spec = Spec {
    file: CATEGORIES,
    thing: "category",
    columns: &["cat_id", "cat_name_la", "cat_name_en", "cat_img", "visible"],
    required: &[],
    names: ("cat_name_la", "cat_name_en"),
};

pub(crate) fn read(context: &Context<'_>, ids: &mut Ids<'_>) -> Option<Table<Category>> {
    let (mut rows, mut unique) = (Vec::new(), UniqueIds::default());
    let (in_shop, unnamed) = (&ids.known.cat_ids, &ids.known.unnamed.categories);
    let reading = for_each_row(context, &SPEC, !in_shop.is_empty(), |row| {
        let id = unique.id(row, "cat_id");
        if let Some(id) = id {
            ids.categories.add(id);
        }
        let (cat_name_la, cat_name_en) = row.names(id.filter(|id| in_shop.contains(id)), unnamed);
        let cat_img = row.image("cat_img");
        let visible = row.flag_or_true("visible");
        rows.push(Category { cat_id: id.unwrap_or_default(), cat_name_la, cat_name_en, cat_img, visible });
    });
    ids.categories.read(&reading);
    reading.table(rows)
}
